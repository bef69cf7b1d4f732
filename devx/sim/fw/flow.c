// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/flow.h"

#include <stdlib.h>
#include <string.h>

#include "devx/prm/flow.h"
#include "devx/sim/fw/handlers.h"

struct fw_flow_entry {
	struct fw_flow_entry *next; /* by index, the lowest first */
	uint32_t index;
	uint32_t mask[FW_FLOW_FIELDS], value[FW_FLOW_FIELDS];
	uint32_t counter; /* 0: none */
};

static const struct {
	const struct prm_field *field;
	size_t part; /* of the match parameters */
} fields[FW_FLOW_FIELDS] = {
	[FW_FLOW_IP_VERSION] = {&prm_fte_match_set_lyr_2_4.ip_version, PRM_FTE_MATCH_OUTER_AT},
	[FW_FLOW_IP_ECN] = {&prm_fte_match_set_lyr_2_4.ip_ecn, PRM_FTE_MATCH_OUTER_AT},
	[FW_FLOW_BTH_OPCODE] = {&prm_fte_match_set_misc.bth_opcode, PRM_FTE_MATCH_MISC_AT},
	[FW_FLOW_BTH_QP] = {&prm_fte_match_set_misc.bth_dst_qp, PRM_FTE_MATCH_MISC_AT},
	[FW_FLOW_SOURCE_QUEUE] = {&prm_fte_match_set_misc.source_sqn, PRM_FTE_MATCH_MISC_AT},
};

static bool matches(const struct fw_flow_entry *entry, const uint32_t field[FW_FLOW_FIELDS])
{
	for (size_t i = 0; i < FW_FLOW_FIELDS; i++)
		if ((field[i] ^ entry->value[i]) & entry->mask[i])
			return false;
	return true;
}

static uint64_t type_of(const uint8_t *command)
{
	return prm_get(command, &prm_flow_in.table_type);
}

static bool is_rdma(const uint8_t *command)
{
	return type_of(command) == PRM_FLOW_RDMA_RECEIVE || type_of(command) == PRM_FLOW_RDMA_TRANSMIT;
}

static uint32_t *root_of(struct fw_objects *objects, const uint8_t *command)
{
	return &objects->driver.flow_root[type_of(command) == PRM_FLOW_RDMA_RECEIVE ? FW_RECEIVED : FW_TRANSMITTED];
}

static uint32_t miss_table(const struct fw_object *table)
{
	const uint8_t *context = table->create + PRM_FLOW_TABLE_CONTEXT_AT;

	if (prm_get(context, &prm_flow_table_context.table_miss_action) != PRM_FLOW_MISS_FORWARD)
		return 0;
	return (uint32_t)prm_get(context, &prm_flow_table_context.table_miss_id);
}

void fw_flow_pass(struct fw *fw, enum fw_direction direction, const uint32_t field[FW_FLOW_FIELDS], size_t bytes)
{
	uint32_t next = fw->objects->driver.flow_root[direction];

	for (unsigned int i = 0; next && i < FW_FLOW_TABLES_MAX; i++) {
		const struct fw_object *table = fw_object_find(fw->objects, FW_OBJECT_FLOW_TABLE, next);
		const struct fw_flow_entry *entry = table ? table->entries : NULL;

		while (entry && !matches(entry, field))
			entry = entry->next;
		if (entry) {
			fw_flow_count(fw->objects, entry->counter, bytes);
			return;
		}
		next = table ? miss_table(table) : 0;
	}
}

void fw_flow_forget(struct fw_objects *objects, struct fw_object *table)
{
	while (table->entries) {
		struct fw_flow_entry *gone = table->entries;

		table->entries = gone->next;
		objects->flow_entries--;
		free(gone);
	}
}

/* The table that a command of this type names, if it is of this type. */
static struct fw_object *table_of(const struct fw_call *call)
{
	struct fw_object *table = fw_object_find(call->fw->objects, FW_OBJECT_FLOW_TABLE,
						 (uint32_t)prm_get(call->in, &prm_flow_in.table_id));

	return table && type_of(table->create) == type_of(call->in) ? table : NULL;
}

uint8_t fw_set_flow_table_root(struct fw_call *call)
{
	if (!is_rdma(call->in))
		return PRM_STATUS_OK;
	if (!call->fw->objects)
		return PRM_STATUS_NO_RESOURCES;
	if (prm_get(call->in, &prm_mbox_in.op_mod) == PRM_FLOW_ROOT_DISCONNECT) {
		*root_of(call->fw->objects, call->in) = 0;
		return PRM_STATUS_OK;
	}
	if (!table_of(call))
		return PRM_STATUS_BAD_RESOURCE;
	*root_of(call->fw->objects, call->in) = table_of(call)->id;
	return PRM_STATUS_OK;
}

uint8_t fw_modify_flow_table(struct fw_call *call)
{
	struct fw_object *table = table_of(call);
	const uint8_t *from = call->in + PRM_FLOW_TABLE_CONTEXT_AT;
	uint8_t *to;

	if (!is_rdma(call->in))
		return PRM_STATUS_OK;
	if (!table)
		return PRM_STATUS_BAD_RESOURCE;
	if (!(prm_get(call->in, &prm_modify_flow_table_in.modify_field_select) & PRM_MODIFY_FLOW_TABLE_MISS))
		return PRM_STATUS_OK;
	to = table->create + PRM_FLOW_TABLE_CONTEXT_AT;
	prm_set(to, &prm_flow_table_context.table_miss_action,
		prm_get(from, &prm_flow_table_context.table_miss_action));
	prm_set(to, &prm_flow_table_context.table_miss_id, prm_get(from, &prm_flow_table_context.table_miss_id));
	return PRM_STATUS_OK;
}

/* Linux does not take the root away before it destroys the last table. */
uint8_t fw_destroy_flow_table(struct fw_call *call)
{
	const struct fw_object *table = fw_named(call);

	if (table && is_rdma(table->create) && *root_of(call->fw->objects, table->create) == table->id)
		*root_of(call->fw->objects, table->create) = 0;
	return fw_destroy(call);
}

static void take_fields(const uint8_t *match, uint32_t to[FW_FLOW_FIELDS])
{
	for (size_t i = 0; i < FW_FLOW_FIELDS; i++)
		to[i] = (uint32_t)prm_get(match + fields[i].part, fields[i].field);
}

/* Are there only fields in it that are known here? */
static bool known(const uint8_t *criteria)
{
	static const uint8_t nothing[PRM_FTE_MATCH_BYTES];
	uint8_t rest[PRM_FTE_MATCH_BYTES];

	memcpy(rest, criteria, sizeof(rest));
	for (size_t i = 0; i < FW_FLOW_FIELDS; i++)
		prm_set(rest + fields[i].part, fields[i].field, 0);
	return !memcmp(rest, nothing, sizeof(rest));
}

uint8_t fw_create_flow_group(struct fw_call *call)
{
	if (!is_rdma(call->in))
		return fw_create(call);
	if (!table_of(call))
		return PRM_STATUS_BAD_RESOURCE;
	return known(call->in + PRM_FLOW_GROUP_CRITERIA_AT) ? fw_create(call) : PRM_STATUS_BAD_PARAM;
}

/* The group that an entry names, if it is one of the entry's table. */
static const struct fw_object *group_of(const struct fw_call *call)
{
	const uint8_t *context = call->in + PRM_FLOW_CONTEXT_AT;
	const struct fw_object *group = fw_object_find(call->fw->objects, FW_OBJECT_FLOW_GROUP,
						       (uint32_t)prm_get(context, &prm_flow_context.group_id));

	if (!group || type_of(group->create) != type_of(call->in) ||
	    prm_get(group->create, &prm_flow_in.table_id) != prm_get(call->in, &prm_flow_in.table_id))
		return NULL;
	return group;
}

/* What an entry is to do: allow, and count with one counter at most, which follows the command. */
static uint8_t take_action(const struct fw_call *call, struct fw_flow_entry *entry)
{
	const uint8_t *context = call->in + PRM_FLOW_CONTEXT_AT;
	uint64_t action = prm_get(context, &prm_flow_context.action);
	bool counts = action & PRM_FLOW_COUNT;

	if ((action & ~(uint64_t)PRM_FLOW_COUNT) != PRM_FLOW_ALLOW ||
	    prm_get(context, &prm_flow_context.destination_list_size) ||
	    prm_get(context, &prm_flow_context.flow_counter_list_size) != counts)
		return PRM_STATUS_BAD_PARAM;
	entry->counter = 0;
	if (!counts)
		return PRM_STATUS_OK;
	if (call->in_len < PRM_SET_FTE_IN_BYTES + sizeof(uint32_t))
		return PRM_STATUS_BAD_INPUT_LEN;
	entry->counter = (uint32_t)prm_get(call->in + PRM_SET_FTE_IN_BYTES, &prm_flow_counter_list.flow_counter_id);
	return fw_object_find(call->fw->objects, FW_OBJECT_FLOW_COUNTER, entry->counter) ? PRM_STATUS_OK :
											   PRM_STATUS_BAD_RESOURCE;
}

/* The link to the entry with an index, or to the first behind it. */
static struct fw_flow_entry **place_of(struct fw_object *table, uint32_t index)
{
	struct fw_flow_entry **at = &table->entries;

	while (*at && (*at)->index < index)
		at = &(*at)->next;
	return at;
}

static uint8_t add_entry(struct fw_objects *objects, struct fw_flow_entry **at, const struct fw_flow_entry *like)
{
	struct fw_flow_entry *entry;

	if (objects->flow_entries >= FW_FLOW_ENTRIES_MAX)
		return PRM_STATUS_NO_RESOURCES;
	entry = malloc(sizeof(*entry));
	if (!entry)
		return PRM_STATUS_NO_RESOURCES;
	*entry = *like;
	entry->next = *at;
	*at = entry;
	objects->flow_entries++;
	return PRM_STATUS_OK;
}

uint8_t fw_set_flow_table_entry(struct fw_call *call)
{
	struct fw_object *table = table_of(call);
	const struct fw_object *group = group_of(call);
	struct fw_flow_entry entry = {.index = (uint32_t)prm_get(call->in, &prm_set_fte_in.flow_index)};
	struct fw_flow_entry **at;
	uint8_t status;

	if (!is_rdma(call->in))
		return PRM_STATUS_OK;
	if (!table || !group)
		return PRM_STATUS_BAD_RESOURCE;
	status = take_action(call, &entry);
	if (status != PRM_STATUS_OK)
		return status;
	at = place_of(table, entry.index);
	if (prm_get(call->in, &prm_mbox_in.op_mod) == PRM_SET_FTE_MODIFY) {
		if (!*at || (*at)->index != entry.index)
			return PRM_STATUS_BAD_RESOURCE;
		(*at)->counter = entry.counter;
		return PRM_STATUS_OK;
	}
	if (*at && (*at)->index == entry.index)
		return PRM_STATUS_BAD_RES_STATE;
	take_fields(group->create + PRM_FLOW_GROUP_CRITERIA_AT, entry.mask);
	take_fields(call->in + PRM_FLOW_CONTEXT_AT + PRM_FLOW_CONTEXT_MATCH_AT, entry.value);
	return add_entry(call->fw->objects, at, &entry);
}

uint8_t fw_delete_flow_table_entry(struct fw_call *call)
{
	uint32_t index = (uint32_t)prm_get(call->in, &prm_set_fte_in.flow_index);
	struct fw_object *table = table_of(call);
	struct fw_flow_entry **at, *gone;

	if (!is_rdma(call->in))
		return PRM_STATUS_OK;
	at = table ? place_of(table, index) : NULL;
	if (!at || !*at || (*at)->index != index)
		return PRM_STATUS_BAD_RESOURCE;
	gone = *at;
	*at = gone->next;
	call->fw->objects->flow_entries--;
	free(gone);
	return PRM_STATUS_OK;
}
