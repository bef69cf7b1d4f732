// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/page.h"

#include <string.h>

#include "devx/base/be.h"

void fw_page_expand(const struct fw_page *page, uint8_t *to, size_t bytes)
{
	size_t i;

	memset(to, 0, bytes);
	for (i = 0; i < page->count; i++) {
		const struct fw_word *word = &page->words[i];

		if (word->at + sizeof(word->value) <= bytes)
			ece_put_be32(to + word->at, word->value);
	}
}

uint32_t fw_page_word(const struct fw_page *page, uint16_t at)
{
	size_t i = page->count;

	while (i--) {
		if (page->words[i].at == at)
			return page->words[i].value;
	}
	return 0;
}
