/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* From the sparse words of a card type to the bytes of a page. */
#ifndef ECE_DEVX_SIM_FW_PAGE_H
#define ECE_DEVX_SIM_FW_PAGE_H

#include <stddef.h>
#include <stdint.h>

#include "devx/sim/cards/card.h"

/**
 * fw_page_expand - write a page out, big endian, zeros between its words
 *
 * Words that do not fit into @bytes are left out; of two words for one place the later counts.
 */
void fw_page_expand(const struct fw_page *page, uint8_t *to, size_t bytes);

/**
 * fw_page_word - one word of a page
 * @at: byte offset of the word
 *
 * Returns it in host order, 0 where the page has none.
 */
uint32_t fw_page_word(const struct fw_page *page, uint16_t at);

#endif
