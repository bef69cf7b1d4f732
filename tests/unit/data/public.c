// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/data/public.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

const char *public_path(const char *name, char path[PUBLIC_PATH_MAX])
{
	const char *top = getenv("ECE_DATA");

	if (!top || !*top) {
		print_message("ECE_DATA is not set: no %s\n", name);
		skip();
	}
	snprintf(path, PUBLIC_PATH_MAX, "%s/%s", top, name);
	if (access(path, R_OK)) {
		print_message("no %s\n", path);
		skip();
	}
	return path;
}

FILE *public_file(const char *name)
{
	char path[PUBLIC_PATH_MAX];
	FILE *file = fopen(public_path(name, path), "r");

	assert_non_null(file);
	return file;
}
