// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Building the document. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/facts/internal.h"

#include "devx/base/errno_text.h"

#define TEXT_MAX       512
#define PATH_MAX_PARTS (4 * ECE_OS_NAME_MAX)

void facts_put(struct sheet *sheet, json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value))
		sheet->failed = true;
}

void facts_add(struct sheet *sheet, json_t *list, json_t *value)
{
	if (json_array_append_new(list, value))
		sheet->failed = true;
}

json_t *facts_text(const char *text)
{
	char plain[TEXT_MAX];
	size_t len = strnlen(text, sizeof(plain) - 1);

	if (!len)
		return json_null();
	for (size_t i = 0; i < len; i++)
		plain[i] = text[i] >= 0x20 && text[i] < 0x7f ? text[i] : '?';
	return json_stringn(plain, len);
}

json_t *facts_guid(uint64_t guid)
{
	char text[24];

	snprintf(text, sizeof(text), "%016" PRIx64, guid);
	return guid ? json_string(text) : json_null();
}

json_t *facts_unknown(const char *why)
{
	return json_pack("{s:o}", "unknown", facts_text(why));
}

json_t *facts_unknown_errno(int err)
{
	return facts_unknown(ece_errno_text(-err));
}

/* Returns the length of a file's first line, or a negative errno. */
static int first_line(struct sheet *sheet, enum ece_os_root root, const char *dir, const char *file,
		      char line[TEXT_MAX])
{
	char path[PATH_MAX_PARTS];
	int len;

	snprintf(path, sizeof(path), "%s%s%s", dir, dir[0] ? "/" : "", file);
	len = sheet->os->ops->read(sheet->os->ctx, root, path, line, TEXT_MAX - 1);
	if (len < 0)
		return len;
	line[len] = '\0';
	len = (int)strcspn(line, "\r\n");
	line[len] = '\0';
	return len;
}

json_t *facts_file(struct sheet *sheet, enum ece_os_root root, const char *dir, const char *file)
{
	char line[TEXT_MAX];
	int len = first_line(sheet, root, dir, file, line);

	if (len == -ENOENT)
		return json_null();
	return len < 0 ? facts_unknown_errno(len) : facts_text(line);
}

json_t *facts_number_file(struct sheet *sheet, enum ece_os_root root, const char *dir, const char *file)
{
	char line[TEXT_MAX], *end;
	int len = first_line(sheet, root, dir, file, line);
	long long number;

	if (len == -ENOENT)
		return json_null();
	if (len < 0)
		return facts_unknown_errno(len);
	errno = 0;
	number = strtoll(line, &end, 10);
	return errno || end == line || *end ? facts_unknown("not a number") : json_integer(number);
}
