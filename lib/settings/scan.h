/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The variables of the table in the texts where they are set: NCCL's and UCX's configuration files, /etc/environment,
 * the environment of a process. What is not in the table is passed over, never handed on: it may be a secret.
 */
#ifndef ECE_LIB_SETTINGS_SCAN_H
#define ECE_LIB_SETTINGS_SCAN_H

#include <stddef.h>

#include "lib/settings/settings.h"

#define SETTINGS_SECTION_MAX 64 /* a longer name of a section is cut */

enum settings_form {
	SETTINGS_LINES, /* NAME=VALUE; "# ..." and "; ..." are comments, "[...]" begins a section, "export " may lead */
	SETTINGS_ENVIRON, /* each ended by a NUL byte */
};

struct settings_found {
	const struct settings_variable *variable;
	char value[SETTINGS_VALUE_MAX]; /* without blanks and quotes around it; a longer one is cut */
	char section
		[SETTINGS_SECTION_MAX]; /* of UCX's file: it holds only on machines that the section names; or empty */
	unsigned int line;              /* from 1; 0: of an environment */
};

/**
 * settings_scan - find them in a text
 * @each: called for each, in their order; stops when it returns other than 0, and returns that
 *
 * Bytes of a value that are not plain ASCII become '?'. Any bytes are taken; nothing is allocated.
 */
int settings_scan(enum settings_form form, const char *text, size_t len,
		  int (*each)(void *arg, const struct settings_found *found), void *arg);

#endif
