/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The one error of the library: a negative errno for programs, a short stable kind for scripts, a sentence for
 * people, the place, and, where a device was involved, the result of the operation.
 *
 * Functions that can fail return 0 or the negative errno that they also store in the caller's struct ece_error, which
 * may be NULL where only the code is wanted. Nothing in the library prints.
 */
#ifndef ECE_ERROR_H
#define ECE_ERROR_H

#include <ece/result.h>

#ifdef __cplusplus
extern "C" {
#endif

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
 * ece_error_kind_name - the stable word of a kind ("no_door", "range", ...)
 *
 * Returns a constant string.
 */
const char *ece_error_kind_name(enum ece_error_kind kind);

#ifdef __cplusplus
}
#endif

#endif
