/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Filling the one error of the library (ece/error.h), and where parsers put theirs. */
#ifndef ECE_DEVX_BASE_ERROR_H
#define ECE_DEVX_BASE_ERROR_H

#include <stdarg.h>
#include <stddef.h>

#include "ece/error.h"

/**
 * ece_error_set - fill an error
 * @e: may be NULL, then only the code is returned
 * @code: negative errno; 0 is stored as -EIO, so that an error is never a success
 * @kind: the stable kind
 * @format: the sentence, without a full stop
 *
 * The sentence is made plain_text(), since names in it may come from a peer or a file.
 * Clears place and result. Returns @code, so that "return ece_error_set(...)" reads well.
 */
__attribute__((format(printf, 4, 5))) int ece_error_set(struct ece_error *e, int code, enum ece_error_kind kind,
							const char *format, ...);

/**
 * ece_error_place - add where it happened
 * @e: may be NULL
 *
 * The place is made plain as in ece_error_set(). Returns the code of the error (0 for NULL).
 */
__attribute__((format(printf, 2, 3))) int ece_error_place(struct ece_error *e, const char *format, ...);

/**
 * ece_error_result - attach the result of the device operation that failed
 *
 * Returns the code of the error (the result's own errno for NULL).
 */
int ece_error_result(struct ece_error *e, const struct ece_result *result);

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
