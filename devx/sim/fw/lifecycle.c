// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* CREATE, QUERY, MODIFY and DESTROY of objects, driven by the row of the command. */
#include "devx/sim/fw/handlers.h"

#include <string.h>

#include "devx/base/be.h"

#define ID_AT   0x08
#define ID_MASK 0xffffff

static uint32_t named(const struct fw_call *call)
{
	uint8_t at = call->command->id_at ? call->command->id_at : ID_AT;

	return ece_be32(call->in + at) & ID_MASK;
}

struct fw_object *fw_named(const struct fw_call *call)
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
	const struct fw_object *object = fw_named(call);

	if (!object)
		return PRM_STATUS_BAD_RESOURCE;
	if (object->bytes < (size_t)row->context + row->context_bytes)
		return PRM_STATUS_BAD_RES_STATE;
	memcpy(call->out + row->context, object->create + row->context, row->context_bytes);
	return PRM_STATUS_OK;
}

uint8_t fw_modify(struct fw_call *call)
{
	return fw_named(call) ? PRM_STATUS_OK : PRM_STATUS_BAD_RESOURCE;
}
