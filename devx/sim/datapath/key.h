/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The context and the translation list of a memory key. The list is that of CREATE_MKEY until a work request (UMR)
 * writes into it; then it hangs on the object and has room for as much as the context allows.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_KEY_H
#define ECE_DEVX_SIM_DATAPATH_KEY_H

#include <stddef.h>
#include <stdint.h>

#include "devx/sim/datapath/internal.h"

#define DP_KEY_LIST_MAX  (16U << 20) /* bytes of one list: 8 GiB in pages of 4 KiB */
#define DP_KEY_LISTS_MAX (64U << 20) /* of all lists of a card that UMRs wrote */

/* What hangs on an MKEY's object once an UMR wrote its list. */
struct dp_key {
	struct fw_object *object;
	struct dp_key *previous, *next; /* of dp->keys */
	size_t bytes;
	uint8_t list[];
};

/* dp_key_context - the context of an MKEY's object */
uint8_t *dp_key_context(const struct fw_object *object);

/* dp_key_list - the translation list and its bytes */
const uint8_t *dp_key_list(const struct fw_object *key, size_t *bytes);

/**
 * dp_key_find - a key that exists, in the right variant
 *
 * Returns NULL when there is none; whether it is free and whose it is was not looked at.
 */
struct fw_object *dp_key_find(struct dp *dp, uint32_t key);

/**
 * dp_key_room - make the list writable
 *
 * Returns the list with all the room that the context allows, and its @bytes; NULL when it would be too long.
 */
uint8_t *dp_key_room(struct dp *dp, struct fw_object *key, size_t *bytes);

/* dp_key_gone - free what dp_key_room() made */
void dp_key_gone(struct dp *dp, struct fw_object *object);

#endif
