// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/facts/read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/nic/about.h"
#include "lib/facts/internal.h"

#define MAC_BYTES 6

/* Functions of one card. Without a GUID nobody can say which belong together. */
static bool same_card(const struct ece_nic_info *a, const struct ece_nic_info *b)
{
	return a->card_guid && a->card_guid == b->card_guid && !strcmp(a->psid, b->psid);
}

static json_t *mac_json(const struct ece_value *value)
{
	char text[24];

	if (value->state != ECE_VALUE_SET)
		return facts_unknown(value->why);
	if (!value->raw)
		return json_null();
	for (size_t i = 0; i < MAC_BYTES; i++)
		snprintf(text + 3 * i, sizeof(text) - 3 * i, "%02x%s",
			 (unsigned int)(value->raw >> (40 - 8 * i) & 0xff), i + 1 < MAC_BYTES ? ":" : "");
	return json_string(text);
}

/* What the card tells of itself, through a function that may be read. */
static void put_about(struct sheet *sheet, json_t *card, const struct ece_nic_info *info)
{
	struct ece_nic_about about;
	struct ece_nic *nic = NULL;
	struct ece_error e = {.code = 0};

	if (ece_nic_may_read(info) && !ece_nic_open(sheet->os, info, &nic, &e)) {
		ece_nic_about_read(nic, &about);
		facts_put(sheet, card, "base_mac", mac_json(&about.base_mac));
		facts_put(sheet, card, "ports",
			  about.ports.state == ECE_VALUE_SET ? json_integer((json_int_t)about.ports.raw) :
							       facts_unknown(about.ports.why));
	} else {
		facts_put(sheet, card, "base_mac", facts_unknown(e.code ? e.text : info->why));
		facts_put(sheet, card, "ports", facts_unknown(e.code ? e.text : info->why));
	}
	ece_nic_close(nic);
}

/* The card that the i-th function is the first of. */
static json_t *card_json(struct sheet *sheet, const struct ece_nic_info *list, size_t count, size_t i)
{
	json_t *card = json_object(), *nics = json_array();

	facts_put(sheet, card, "type", facts_text(list[i].card));
	facts_put(sheet, card, "psid", facts_text(list[i].psid));
	facts_put(sheet, card, "guid", facts_guid(list[i].card_guid));
	facts_put(sheet, card, "firmware", facts_text(list[i].firmware));
	put_about(sheet, card, &list[i]);
	for (size_t k = i; k < count; k++)
		if (k == i || same_card(&list[i], &list[k]))
			facts_add(sheet, nics, facts_nic(sheet, &list[k]));
	facts_put(sheet, card, "nics", nics);
	return card;
}

static bool is_first(const struct ece_nic_info *list, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (same_card(&list[k], &list[i]))
			return false;
	return true;
}

static json_t *cards_json(struct sheet *sheet, const struct ece_nic_info *list, size_t count)
{
	json_t *cards = json_array();

	for (size_t i = 0; i < count; i++)
		if (is_first(list, i))
			facts_add(sheet, cards, card_json(sheet, list, count, i));
	return cards;
}

int hostfacts_read(const struct ece_os *os, bool simulated, json_t **doc, struct ece_error *e)
{
	struct sheet sheet = {.os = os};
	struct ece_nic_info *list = NULL;
	size_t count = 0;
	json_t *whole, *host, *cards;
	int err = ece_nic_list(os, &list, &count, e);

	if (err)
		return err;
	whole = json_object();
	facts_put(&sheet, whole, "version", json_integer(HOSTFACTS_VERSION));
	facts_put(&sheet, whole, "simulated", json_boolean(simulated));
	host = facts_host(&sheet);
	facts_put(&sheet, whole, "host", host);
	cards = cards_json(&sheet, list, count);
	facts_put(&sheet, whole, "applications", facts_applications(&sheet, cards, list, count));
	facts_put(&sheet, whole, "cards", cards);
	if (sheet.asked)
		facts_put(&sheet, host, "rdma_core", json_boolean(sheet.rdma_core));
	free(list);
	if (sheet.failed) {
		json_decref(whole);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	}
	*doc = whole;
	return 0;
}
