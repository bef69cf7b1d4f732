// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/ppcc.h"

#include <errno.h>
#include <string.h>

static bool is_printable(char c)
{
	return c >= 0x20 && c < 0x7f;
}

static size_t name_length(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && text[n] != ',' && text[n])
		n++;
	while (n && text[n - 1] == ' ')
		n--;
	return n;
}

int ece_ppcc_entry_parse(const uint8_t *reg, struct ece_ppcc_entry *entry, struct ece_error *e)
{
	const char *text = (const char *)reg + PRM_PPCC_TEXT;
	size_t len = prm_get(reg, &prm_ppcc.text_length);
	size_t n;

	if (len > PRM_PPCC_TEXT_BYTES)
		return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL, "the card names a parameter in %zu bytes, %d fit",
				     len, PRM_PPCC_TEXT_BYTES);
	while (len && *text == ' ') {
		text++;
		len--;
	}
	n = name_length(text, len);
	if (!n || n >= ECE_PPCC_NAME_MAX)
		return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL, "the card gives a parameter a name of %zu bytes",
				     n);
	for (size_t i = 0; i < n; i++)
		if (!is_printable(text[i]))
			return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL,
					     "the card gives a parameter a name that cannot be printed");
	*entry = (struct ece_ppcc_entry){
		.initial = (uint32_t)prm_get(reg, &prm_ppcc.param_value1),
		.min = (uint32_t)prm_get(reg, &prm_ppcc.param_value2),
		.max = (uint32_t)prm_get(reg, &prm_ppcc.param_value3),
		.access = (uint8_t)prm_get(reg, &prm_ppcc.prm),
	};
	memcpy(entry->name, text, n);
	return 0;
}

void ece_ppcc_text_parse(const uint8_t *reg, char text[ECE_PPCC_TEXT_MAX])
{
	const char *from = (const char *)reg + PRM_PPCC_TEXT;
	size_t len = prm_get(reg, &prm_ppcc.text_length), at = 0, n = 0;

	len = strnlen(from, len > PRM_PPCC_TEXT_BYTES ? PRM_PPCC_TEXT_BYTES : len);
	while (at < len && from[at] != ',')
		at++;
	for (at++; at < len && from[at] == ' '; at++)
		;
	for (; at < len; at++)
		text[n++] = is_printable(from[at]) ? from[at] : '?';
	while (n && text[n - 1] == ' ')
		n--;
	text[n] = '\0';
}

int ece_ppcc_schema_find(const struct ece_ppcc_schema *schema, const char *name)
{
	for (size_t i = 0; i < schema->count; i++)
		if (!strcmp(schema->entries[i].name, name))
			return (int)i;
	return schema->cut ? -E2BIG : -ENOENT;
}
