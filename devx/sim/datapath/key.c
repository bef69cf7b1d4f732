// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/key.h"

#include <stdlib.h>
#include <string.h>

#include "devx/prm/mkey.h"

#define LIST_UNIT 4 /* octwords */

uint8_t *dp_key_context(const struct fw_object *key)
{
	return (uint8_t *)(uintptr_t)key->create + PRM_MKC_AT;
}

const uint8_t *dp_key_list(const struct fw_object *key, size_t *bytes)
{
	const struct dp_key *written = key->data;

	if (written) {
		*bytes = written->bytes;
		return written->list;
	}
	*bytes = key->bytes > PRM_CREATE_MKEY_LIST_AT ? key->bytes - PRM_CREATE_MKEY_LIST_AT : 0;
	return key->create + PRM_CREATE_MKEY_LIST_AT;
}

struct fw_object *dp_key_find(struct dp *dp, uint32_t key)
{
	struct fw_object *object = fw_object_find(dp->fw->objects, FW_OBJECT_MKEY, PRM_MKEY_INDEX(key));

	if (!object || prm_get(dp_key_context(object), &prm_mkc.mkey_7_0) != PRM_MKEY_VARIANT(key))
		return NULL;
	return object;
}

/* Drivers write lists in units of 64 bytes (MLX5_UMR_FLEX_ALIGNMENT), also into one that is said to be shorter. */
static uint64_t round_up(uint64_t octwords)
{
	return (octwords + LIST_UNIT - 1) / LIST_UNIT * LIST_UNIT;
}

static struct dp_key *make_room(struct dp *dp, struct fw_object *object)
{
	uint64_t room =
		round_up(prm_get(dp_key_context(object), &prm_mkc.translations_octword_size)) * PRM_OCTWORD_BYTES;
	const uint8_t *created;
	struct dp_key *key;
	size_t count;

	if (room > DP_KEY_LIST_MAX || room > DP_KEY_LISTS_MAX - dp->key_bytes)
		return NULL;
	created = dp_key_list(object, &count);
	key = calloc(1, sizeof(*key) + room);
	if (!key)
		return NULL;
	key->object = object;
	key->bytes = (size_t)room;
	memcpy(key->list, created, count < room ? count : (size_t)room);
	key->next = dp->keys;
	if (dp->keys)
		dp->keys->previous = key;
	dp->keys = key;
	dp->key_bytes += key->bytes;
	object->data = key;
	return key;
}

uint8_t *dp_key_room(struct dp *dp, struct fw_object *object, size_t *bytes)
{
	struct dp_key *key = object->data ? object->data : make_room(dp, object);

	if (!key)
		return NULL;
	*bytes = key->bytes;
	return key->list;
}

void dp_key_gone(struct dp *dp, struct fw_object *object)
{
	struct dp_key *key = object->data;

	if (!key)
		return;
	if (key->previous)
		key->previous->next = key->next;
	else
		dp->keys = key->next;
	if (key->next)
		key->next->previous = key->previous;
	dp->key_bytes -= key->bytes;
	object->data = NULL;
	free(key);
}
