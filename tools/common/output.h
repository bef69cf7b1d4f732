/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The last word on stdout: whether it all got out. */
#ifndef ECE_TOOLS_COMMON_OUTPUT_H
#define ECE_TOOLS_COMMON_OUTPUT_H

#include <jansson.h>

/**
 * output_json - print an object as one line on stdout
 *
 * Takes over the reference, which may be NULL: nothing is printed then. Returns 0, or -ENOMEM when memory ran out or
 * stdout took nothing more; the former has been said on stderr, the latter is said by output_end().
 */
int output_json(json_t *object);

/**
 * output_end - flush stdout
 * @exit_code: what the tool would exit with
 *
 * Returns @exit_code; TOOL_EXIT_ERROR instead of a success when what was printed could not be written, which is said.
 */
int output_end(int exit_code);

#endif
