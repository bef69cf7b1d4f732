/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The one error of the library: a negative errno for programs, a short stable kind for scripts, a sentence for
 * people, the place, and, where a device was involved, the result of the operation.
 *
 * Functions that can fail return 0 or the negative errno that they also store here. Nothing in the library prints.
 */
#ifndef ECE_DEVX_BASE_ERROR_H
#define ECE_DEVX_BASE_ERROR_H

#include <stdarg.h>
#include <stddef.h>

#include "devx/base/result.h"

/* Stable words for machines; ece_error_kind_name() spells them. Append only. */
enum ece_error_kind {
	ECE_ERROR_NONE,
	ECE_ERROR_IO,           /* a file, pipe or socket failed */
	ECE_ERROR_MEMORY,       /* out of memory */
	ECE_ERROR_LIMIT,        /* larger than this program accepts */
	ECE_ERROR_SYNTAX,       /* not JSON, or not the form that was expected */
	ECE_ERROR_UNKNOWN_NAME, /* no such key, parameter, host, card, verb */
	ECE_ERROR_DUPLICATE,    /* named twice */
	ECE_ERROR_TYPE,         /* a string where a number belongs, and so on */
	ECE_ERROR_RANGE,        /* a value the parameter does not take */
	ECE_ERROR_CONFLICT,     /* two places disagree */
	ECE_ERROR_NOT_YET,      /* known, not in this version */
	ECE_ERROR_UNSUPPORTED,  /* the card cannot */
	ECE_ERROR_NO_DOOR,      /* the card can, this host has no way to it */
	ECE_ERROR_DENIED,       /* rights are missing */
	ECE_ERROR_REFUSED,      /* the kernel or the firmware said no */
	ECE_ERROR_NOT_APPLIED,  /* accepted, but the read-back differs */
	ECE_ERROR_STALE,        /* an older token, or a plan whose precondition moved */
	ECE_ERROR_LOCKED,       /* somebody else holds the lock */
	ECE_ERROR_DAMAGED,      /* a state file that cannot be trusted */
	ECE_ERROR_VERSION,      /* written by a newer version */
	ECE_ERROR_TIMEOUT,
	ECE_ERROR_GONE,     /* the card or the peer went away */
	ECE_ERROR_PROTOCOL, /* the peer speaks nonsense */
	ECE_ERROR_KIND_COUNT,
};

#define ECE_ERROR_TEXT_MAX  512
#define ECE_ERROR_PLACE_MAX 256

struct ece_error {
	int code; /* negative errno, 0 when nothing failed */
	enum ece_error_kind kind;
	char text[ECE_ERROR_TEXT_MAX];   /* one sentence without a full stop: what, and what to do */
	char place[ECE_ERROR_PLACE_MAX]; /* "file:line:column" or "host/card/parameter", empty when there is none */
	struct ece_result result;        /* of the device operation, all zero when there was none */
};

/**
 * ece_error_set - fill an error
 * @e: may be NULL, then only the code is returned
 * @code: negative errno; 0 is stored as -EIO, so that an error is never a success
 * @kind: the stable kind
 * @format: the sentence, without a full stop
 *
 * Control characters in the sentence are replaced by '?', since names in it may come from a peer or a file.
 * Clears place and result. Returns @code, so that "return ece_error_set(...)" reads well.
 */
__attribute__((format(printf, 4, 5))) int ece_error_set(struct ece_error *e, int code, enum ece_error_kind kind,
							const char *format, ...);

/**
 * ece_error_place - add where it happened
 * @e: may be NULL
 *
 * Control characters are replaced as in ece_error_set(). Returns the code of the error (0 for NULL).
 */
__attribute__((format(printf, 2, 3))) int ece_error_place(struct ece_error *e, const char *format, ...);

/**
 * ece_error_result - attach the result of the device operation that failed
 *
 * Returns the code of the error (the result's own errno for NULL).
 */
int ece_error_result(struct ece_error *e, const struct ece_result *result);

/**
 * ece_error_kind_name - the stable word of a kind ("no_door", "range", ...)
 *
 * Returns a constant string.
 */
const char *ece_error_kind_name(enum ece_error_kind kind);

/*
 * Where parsers put errors, so that all of them come in one run. @add copies what it keeps.
 * @count is the number of errors seen, including those beyond @limit that were not handed on.
 */
struct ece_error_sink {
	void (*add)(void *ctx, const struct ece_error *e);
	void *ctx;
	size_t count;
	size_t limit; /* 0: no limit */
};

/**
 * ece_error_report - hand one error to a sink
 *
 * Returns the code of the error.
 */
int ece_error_report(struct ece_error_sink *sink, const struct ece_error *e);

#endif
