// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-sim/caps.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common/file.h"

#define HEADER_BYTES 0x10 /* of the answer to QUERY_HCA_CAP */

static int digit(char c)
{
	if (isdigit((unsigned char)c))
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Two digits a byte, in place. Returns false for anything else but blanks. */
static bool from_hex(char *text, size_t *len)
{
	size_t digits = 0;

	for (size_t i = 0; i < *len; i++) {
		int value = digit(text[i]);

		if (value < 0 && isspace((unsigned char)text[i]))
			continue;
		if (value < 0)
			return false;
		if (digits % 2)
			text[digits / 2] = (char)(text[digits / 2] << 4 | value);
		else
			text[digits / 2] = (char)value;
		digits++;
	}
	*len = digits / 2;
	return digits % 2 == 0;
}

static int take(struct fw_overlay *overlay, size_t page, const char *path, const char *bytes, size_t len,
		struct ece_error *e)
{
	size_t skip = len == FW_CAP_BYTES + HEADER_BYTES ? HEADER_BYTES : 0;

	if (!len || len % sizeof(uint32_t) || len - skip > FW_CAP_BYTES)
		return ece_error_set(
			e, -EINVAL, ECE_ERROR_SYNTAX,
			"\"%s\" has %zu bytes: a page has whole words, %d bytes at most, and %d more with its "
			"header",
			path, len, FW_CAP_BYTES, HEADER_BYTES);
	fw_overlay_take(overlay, page, (const uint8_t *)bytes + skip, len - skip);
	return 0;
}

/* One file, if it is there. Returns 1 when it was, 0 when not, or a negative errno. */
static int load_file(const char *dir, size_t page, bool hex, struct fw_overlay *overlay, struct ece_error *e)
{
	char path[PATH_MAX];
	char *text;
	size_t len;
	int ret;

	if (snprintf(path, sizeof(path), "%s/%s.%s", dir, fw_overlay_name(page), hex ? "hex" : "bin") >=
	    (int)sizeof(path))
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT,
				     "the path of a folder of capabilities is too long");
	if (access(path, F_OK))
		return 0;
	ret = file_read(path, CAPS_FILE_MAX, &text, &len, e);
	if (ret)
		return ret;
	if (hex && !from_hex(text, &len))
		ret = ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "\"%s\" is not made of pairs of hexadecimal digits",
				    path);
	ret = ret ? ret : take(overlay, page, path, text, len, e);
	free(text);
	return ret ? ret : 1;
}

static int load_pages(const char *dir, struct fw_overlay *overlay, struct ece_error *e)
{
	int found = 0;

	for (size_t i = 0; fw_overlay_name(i / 2); i++) {
		int ret = load_file(dir, i / 2, i % 2, overlay, e);

		if (ret < 0)
			return ret;
		found += ret;
	}
	if (!found)
		return ece_error_set(e, -ENOENT, ECE_ERROR_IO,
				     "no page of capabilities in \"%s\": general, roce or general2, .bin or .hex", dir);
	return 0;
}

int caps_load(const char *dir, const struct fw_card_type *base, struct fw_overlay **overlay, struct ece_error *e)
{
	struct fw_overlay *new = malloc(sizeof(*new));
	int ret;

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for capabilities");
	fw_overlay_start(new, base);
	ret = load_pages(dir, new, e);
	if (ret) {
		free(new);
		return ret;
	}
	*overlay = new;
	return 0;
}
