// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/tools/ece-trace/lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_BYTES 512
#define LINE_BYTES 2048

static json_t *last;

const char *lines_path(void)
{
	static char path[PATH_BYTES];
	const char *folder = getenv("TEST_TMPDIR");

	snprintf(path, sizeof(path), "%s/trace.%d", folder ? folder : "/tmp", (int)getpid());
	return path;
}

void lines_drop(void)
{
	unlink(lines_path());
}

static size_t read_lines(const char *event)
{
	FILE *file = fopen(lines_path(), "re");
	char line[LINE_BYTES];
	size_t count = 0;

	json_decref(last);
	last = NULL;
	while (file && fgets(line, sizeof(line), file)) {
		json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, NULL);

		assert_non_null(object);
		if (event && strcmp(line_text(object, "event"), event) != 0) {
			json_decref(object);
			continue;
		}
		json_decref(last);
		last = object;
		count++;
	}
	if (file)
		fclose(file);
	return count;
}

json_t *lines_last(const char *event)
{
	assert_true(read_lines(event) > 0);
	return last;
}

size_t lines_count(const char *event)
{
	return read_lines(event);
}

long long line_number(const json_t *line, const char *key)
{
	assert_true(json_is_integer(json_object_get(line, key)));
	return json_integer_value(json_object_get(line, key));
}

const char *line_text(const json_t *line, const char *key)
{
	assert_true(json_is_string(json_object_get(line, key)));
	return json_string_value(json_object_get(line, key));
}

int line_is_null(const json_t *line, const char *key)
{
	assert_non_null(json_object_get(line, key));
	return json_is_null(json_object_get(line, key));
}
