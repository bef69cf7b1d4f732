// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a card says of a parameter of a programmable algorithm: the register as it came, into a name and a range. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "devx/params/ppcc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_name(const char *name)
{
	size_t len = strnlen(name, ECE_PPCC_NAME_MAX);

	require(len && len < ECE_PPCC_NAME_MAX);
	require(name[0] != ' ' && name[len - 1] != ' ');
	for (size_t i = 0; i < len; i++)
		require(name[i] >= 0x20 && name[i] < 0x7f && name[i] != ',');
}

static void check_text(const char *text)
{
	size_t len = strnlen(text, ECE_PPCC_TEXT_MAX);

	require(len < ECE_PPCC_TEXT_MAX);
	require(!len || (text[0] != ' ' && text[len - 1] != ' '));
	for (size_t i = 0; i < len; i++)
		require(text[i] >= 0x20 && text[i] < 0x7f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ece_ppcc_entry entry = {.name = ""};
	char text[ECE_PPCC_TEXT_MAX];
	struct ece_error e = {0};
	uint8_t *reg = calloc(1, PRM_PPCC_BYTES);

	require(reg);
	memcpy(reg, data, size < PRM_PPCC_BYTES ? size : PRM_PPCC_BYTES);
	if (ece_ppcc_entry_parse(reg, &entry, &e))
		require(e.code < 0 && e.text[0]);
	else
		check_name(entry.name);
	ece_ppcc_text_parse(reg, text);
	check_text(text);
	free(reg);
	return 0;
}
