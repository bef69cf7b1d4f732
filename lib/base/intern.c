// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/intern.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fnv.h"

#define SLOTS_MIN 64u

static uint32_t hash(const char *text, size_t len)
{
	uint32_t h = FNV32_START;

	for (size_t i = 0; i < len; i++)
		h = fnv32_byte(h, (unsigned char)text[i]);
	return h ^ h >> 16;
}

/* The slot where the text is, or the free one where it belongs. */
static uint32_t *slot_of(const struct intern *table, const char *text, size_t len)
{
	uint32_t mask = table->slot_count - 1;
	uint32_t i = hash(text, len) & mask;

	for (; table->slots[i]; i = (i + 1) & mask) {
		const char *have = table->texts[table->slots[i] - 1];

		if (!strncmp(have, text, len) && !have[len])
			break;
	}
	return &table->slots[i];
}

/* Half of the slots stay free. */
static int grow(struct intern *table)
{
	uint32_t slot_count = table->slot_count ? 2 * table->slot_count : SLOTS_MIN;
	const char **texts = realloc(table->texts, slot_count / 2 * sizeof(*texts));
	uint32_t *slots;

	if (!texts)
		return -ENOMEM;
	table->texts = texts;
	slots = calloc(slot_count, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	free(table->slots);
	table->slots = slots;
	table->slot_count = slot_count;
	for (uint32_t i = 0; i < table->count; i++)
		*slot_of(table, texts[i], strlen(texts[i])) = i + 1;
	return 0;
}

int intern_put(struct intern *table, const char *text, size_t len, uint32_t *number)
{
	uint32_t *slot;
	char *copy;

	if (table->count >= table->slot_count / 2 && grow(table))
		return -ENOMEM;
	slot = slot_of(table, text, len);
	if (!*slot) {
		copy = arena_text(table->arena, text, len);
		if (!copy)
			return -ENOMEM;
		table->texts[table->count++] = copy;
		*slot = table->count;
	}
	*number = *slot - 1;
	return 0;
}

uint32_t intern_find(const struct intern *table, const char *text, size_t len)
{
	return table->slot_count ? *slot_of(table, text, len) - 1 : INTERN_NONE;
}

void intern_done(struct intern *table)
{
	free(table->texts);
	free(table->slots);
	*table = (struct intern){.arena = table->arena};
}
