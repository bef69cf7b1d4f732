/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Public dumps of other people's cards: they are not in this tree, but below $ECE_DATA where somebody has them. */
#ifndef ECE_TESTS_UNIT_DATA_PUBLIC_H
#define ECE_TESTS_UNIT_DATA_PUBLIC_H

#include <stdio.h>

#define PUBLIC_PATH_MAX 512

/* The path of a file of the collection; skips the test where there is none. Returns @path. */
const char *public_path(const char *name, char path[PUBLIC_PATH_MAX]);

/* Opens it to read. */
FILE *public_file(const char *name);

#endif
