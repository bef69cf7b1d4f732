// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* CREATE, QUERY, MODIFY and DESTROY of objects, driven by the row of the command. */
#include "devx/sim/fw/handlers.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/queue.h"

#define ID_AT   0x08
#define ID_MASK 0xffffff

static uint32_t named(const struct fw_call *call)
{
	uint8_t at = call->command->id_at ? call->command->id_at : ID_AT;

	return ece_be32(call->in + at) & ID_MASK;
}

static struct fw_object *find(const struct fw_call *call)
{
	return fw_object_find(call->fw->objects, (enum fw_object_kind)call->command->kind, named(call));
}

uint8_t fw_create(struct fw_call *call)
{
	struct fw_object *object =
		fw_object_add(call->fw->objects, (enum fw_object_kind)call->command->kind, call->in, call->in_len);

	if (!object)
		return PRM_STATUS_NO_RESOURCES;
	ece_put_be32(call->out + ID_AT, object->id);
	return PRM_STATUS_OK;
}

uint8_t fw_destroy(struct fw_call *call)
{
	if (!fw_object_remove(call->fw->objects, (enum fw_object_kind)call->command->kind, named(call)))
		return PRM_STATUS_BAD_RESOURCE;
	return PRM_STATUS_OK;
}

uint8_t fw_query(struct fw_call *call)
{
	const struct fw_command *row = call->command;
	const struct fw_object *object = find(call);

	if (!object)
		return PRM_STATUS_BAD_RESOURCE;
	if (object->bytes < (size_t)row->context + row->context_bytes)
		return PRM_STATUS_BAD_RES_STATE;
	memcpy(call->out + row->context, object->create + row->context, row->context_bytes);
	return PRM_STATUS_OK;
}

uint8_t fw_modify(struct fw_call *call)
{
	return find(call) ? PRM_STATUS_OK : PRM_STATUS_BAD_RESOURCE;
}

uint8_t fw_modify_queue(struct fw_call *call)
{
	struct fw_object *object = find(call);
	uint64_t from = prm_get(call->in, &prm_modify_queue_in.state);
	uint64_t to = prm_get(call->in + PRM_QUEUE_CONTEXT_AT, &prm_queue_context.state);

	if (!object)
		return PRM_STATUS_BAD_RESOURCE;
	if (prm_get(object->create + PRM_QUEUE_CONTEXT_AT, &prm_queue_context.state) != from)
		return PRM_STATUS_BAD_RES_STATE;
	prm_set(object->create + PRM_QUEUE_CONTEXT_AT, &prm_queue_context.state, to);
	fw_object_moved(call->fw->objects, object, (uint8_t)from, (uint8_t)to);
	return PRM_STATUS_OK;
}
