// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/nv.h"

#include <stdio.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/dump.h"
#include "devx/sim/fw/page.h"

static enum prm_nv_class class_of(uint32_t type)
{
	return (enum prm_nv_class)(type >> 24);
}

static uint8_t functions(const struct fw *fw)
{
	return fw->type->functions ? fw->type->functions : 1;
}

uint8_t fw_nv_first(const struct fw_nv_tlv *tlv)
{
	return class_of(tlv->type) == PRM_NV_PORT || class_of(tlv->type) == PRM_NV_HOST_PF ? 1 : 0;
}

/* Cards here have a function for each port. */
uint8_t fw_nv_instances(const struct fw *fw, const struct fw_nv_tlv *tlv)
{
	return fw_nv_first(tlv) ? functions(fw) : 1;
}

uint32_t fw_nv_type(const struct fw_nv_item *item)
{
	return item->tlv->type | (class_of(item->tlv->type) == PRM_NV_PORT ? (uint32_t)item->instance << 16 : 0);
}

static uint8_t instance_of(const struct fw *fw, uint32_t type)
{
	switch (class_of(type)) {
	case PRM_NV_PORT:
		return (uint8_t)(type >> 16);
	case PRM_NV_HOST_PF:
		return (uint8_t)(fw->state->function + 1);
	default:
		return 0;
	}
}

struct fw_nv_item fw_nv_find(const struct fw *fw, uint32_t type)
{
	struct fw_nv_item item = {.instance = instance_of(fw, type)};
	uint32_t without_port = class_of(type) == PRM_NV_PORT ? type & 0xff00ffffU : type;

	if (class_of(type) == PRM_NV_PORT && (item.instance == 0 || item.instance > functions(fw)))
		return item;
	for (const struct fw_nv_tlv *tlv = fw->type->nv; tlv && tlv->bytes; tlv++, item.index++)
		if (tlv->type == without_port) {
			item.tlv = tlv;
			break;
		}
	return item;
}

static bool of_item(const struct fw_nv_word *word, const struct fw_nv_item *item)
{
	return word->in && word->tlv == item->index && word->instance == item->instance;
}

static uint8_t in_of(enum prm_nv_mode mode)
{
	return mode == PRM_NV_CURRENT ? FW_NV_IN_CURRENT : FW_NV_IN_NEXT;
}

bool fw_nv_is_stored(const struct fw *fw, const struct fw_nv_item *item)
{
	for (size_t i = 0; i < FW_NV_WORDS; i++)
		if (of_item(&fw_card(fw)->nv.word[i], item) && fw_card(fw)->nv.word[i].in & FW_NV_IN_NEXT)
			return true;
	return false;
}

bool fw_nv_read(const struct fw *fw, const struct fw_nv_item *item, enum prm_nv_mode mode, uint8_t *data)
{
	bool holds = !item->tlv->empty;

	memset(data, 0, PRM_NV_DATA_MAX);
	fw_page_expand(&item->tlv->factory, data, item->tlv->bytes);
	if (mode == PRM_NV_FACTORY)
		return holds;
	for (size_t i = 0; i < FW_NV_WORDS; i++) {
		const struct fw_nv_word *word = &fw_card(fw)->nv.word[i];

		if (!of_item(word, item) || !(word->in & in_of(mode)))
			continue;
		ece_put_be32(data + word->word * sizeof(uint32_t), word->value);
		holds = true;
	}
	return holds;
}

static void drop_next(struct fw_nv *nv, const struct fw_nv_item *item)
{
	for (size_t i = 0; i < FW_NV_WORDS; i++)
		if (!item || of_item(&nv->word[i], item))
			nv->word[i].in &= (uint8_t)~FW_NV_IN_NEXT;
}

void fw_nv_forget(struct fw *fw, const struct fw_nv_item *item)
{
	drop_next(&fw_card(fw)->nv, item);
}

/* One entry serves both values of a word while they are the same. */
static bool put_next(struct fw_nv *nv, const struct fw_nv_item *item, uint8_t at, uint32_t value)
{
	struct fw_nv_word *place = NULL;

	for (size_t i = 0; i < FW_NV_WORDS; i++) {
		struct fw_nv_word *word = &nv->word[i];

		if (of_item(word, item) && word->word == at && word->value == value) {
			word->in |= FW_NV_IN_NEXT;
			return true;
		}
		if (!word->in && !place)
			place = word;
	}
	if (!place)
		return false;
	*place = (struct fw_nv_word){
		.tlv = item->index,
		.instance = item->instance,
		.word = at,
		.in = FW_NV_IN_NEXT,
		.value = value,
	};
	return true;
}

bool fw_nv_write(struct fw *fw, const struct fw_nv_item *item, const uint8_t *data)
{
	uint8_t factory[PRM_NV_DATA_MAX];
	struct fw_nv nv = fw_card(fw)->nv;

	drop_next(&nv, item);
	fw_nv_read(fw, item, PRM_NV_FACTORY, factory);
	for (size_t at = 0; at + sizeof(uint32_t) <= item->tlv->bytes; at += sizeof(uint32_t)) {
		uint32_t value = ece_be32(data + at);

		if (at && value == ece_be32(factory + at))
			continue;
		if (!put_next(&nv, item, (uint8_t)(at / sizeof(uint32_t)), value))
			return false;
	}
	fw_card(fw)->nv = nv;
	return true;
}

void fw_nv_load(struct fw *fw)
{
	for (size_t i = 0; i < FW_NV_WORDS; i++) {
		struct fw_nv_word *word = &fw_card(fw)->nv.word[i];

		word->in = word->in & FW_NV_IN_NEXT ? FW_NV_IN_NEXT | FW_NV_IN_CURRENT : 0;
	}
}

static void write_stored(struct fw *fw, const struct fw_nv_item *item)
{
	uint8_t data[PRM_NV_DATA_MAX];

	fw_nv_read(fw, item, PRM_NV_FACTORY, data);
	for (size_t i = 0; i < item->tlv->stored.count; i++)
		ece_put_be32(data + item->tlv->stored.words[i].at, item->tlv->stored.words[i].value);
	fw_nv_write(fw, item, data);
}

void fw_nv_power_on(struct fw *fw)
{
	struct fw_nv_item item = {0};

	for (item.tlv = fw->type->nv; item.tlv && item.tlv->bytes; item.tlv++, item.index++)
		for (uint8_t i = 0; i < fw_nv_instances(fw, item.tlv); i++) {
			item.instance = (uint8_t)(fw_nv_first(item.tlv) + i);
			if (item.tlv->stored.count)
				write_stored(fw, &item);
		}
	fw_nv_load(fw);
}

/* "nv.next.0000010a.0x00": what somebody has set, by type word and byte. */
static void dump_item(const struct fw *fw, const struct fw_nv_item *item, uint8_t in, const char *name,
		      const struct fw_dump *to)
{
	char owner[8] = "";

	if (class_of(item->tlv->type) == PRM_NV_HOST_PF)
		snprintf(owner, sizeof(owner), ".pf%u", item->instance - 1);
	for (uint8_t at = 0; at * sizeof(uint32_t) < item->tlv->bytes; at++)
		for (size_t i = 0; i < FW_NV_WORDS; i++) {
			const struct fw_nv_word *word = &fw_card(fw)->nv.word[i];

			if (of_item(word, item) && word->in & in && word->word == at)
				fw_dump_value(to, word->value, "nv.%s.%08x%s.0x%02zx", name, fw_nv_type(item), owner,
					      at * sizeof(uint32_t));
		}
}

/* What is the card's shows in the dump of its first function. */
void fw_dump_nv(const struct fw *fw, const struct fw_dump *to)
{
	struct fw_nv_item item = {0};

	if (fw->card)
		return;
	for (item.tlv = fw->type->nv; item.tlv && item.tlv->bytes; item.tlv++, item.index++)
		for (uint8_t i = 0; i < fw_nv_instances(fw, item.tlv); i++) {
			item.instance = (uint8_t)(fw_nv_first(item.tlv) + i);
			dump_item(fw, &item, FW_NV_IN_CURRENT, "current", to);
			dump_item(fw, &item, FW_NV_IN_NEXT, "next", to);
		}
	fw_dump_value(to, fw->state->nv.reset_trigger, "nv.reset_trigger");
	fw_dump_value(to, fw->state->nv.resets, "nv.resets");
}
