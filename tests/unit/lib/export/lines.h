/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What must stand on a page, as a whole line. Behind cmocka.h. */
#ifndef ECE_TESTS_UNIT_LIB_EXPORT_LINES_H
#define ECE_TESTS_UNIT_LIB_EXPORT_LINES_H

#include <stdbool.h>
#include <string.h>

static inline bool has_line(const char *text, const char *line)
{
	size_t len = strlen(line);

	for (const char *at = text; (at = strstr(at, line)); at++)
		if ((at == text || at[-1] == '\n') && at[len] == '\n')
			return true;
	return false;
}

#define assert_has_line(text, line)                             \
	do {                                                    \
		if (!has_line(text, line))                      \
			fail_msg("no line %s\n%s", line, text); \
	} while (0)

#endif
