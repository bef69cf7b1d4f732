/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The faults of a fleet file: collected, put in the order of the file and then of its
 * commands' outputs, and handed to the caller's sink. */
#ifndef ECE_LIB_FLEET_FAULTS_H
#define ECE_LIB_FLEET_FAULTS_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/base/json_position.h"

struct fault;

struct faults {
	struct ece_error_sink *sink;
	const char *file; /* name for messages, of what is being read; outlives the flush */
	uint32_t source;  /* its number, by which faults are put in order first */
	struct fault *list;
	size_t count, room;
	size_t total; /* those that were handed on too */
	int worst;    /* 0 while there is none; -ENOMEM before -E2BIG before -EINVAL */
};

/**
 * faults_add - note one fault
 * @code: -EINVAL, -E2BIG or -ENOMEM
 * @format: the sentence, path first, without a full stop
 */
__attribute__((format(printf, 5, 6))) void faults_add(struct faults *faults, struct json_place place, int code,
						      enum ece_error_kind kind, const char *format, ...);

/**
 * faults_flush - hand on what was noted, in the order of the file, and free the list
 *
 * Of a great many faults the first thousands are handed on while they are noted.
 */
void faults_flush(struct faults *faults);

#endif
