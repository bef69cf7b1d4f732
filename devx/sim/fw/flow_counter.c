// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "devx/prm/flow.h"
#include "devx/sim/fw/flow.h"

/* Behind the command that made it: what it has counted, laid out as in the answer. */
#define COUNTED_AT PRM_MBOX_MIN

static uint8_t *counted(struct fw_object *counter)
{
	return counter->create + COUNTED_AT;
}

static void add(uint8_t *statistics, const struct prm_field *field, uint64_t by)
{
	prm_set(statistics, field, prm_get(statistics, field) + by);
}

void fw_flow_count(struct fw_objects *objects, uint32_t counter, size_t bytes)
{
	struct fw_object *object = fw_object_find(objects, FW_OBJECT_FLOW_COUNTER, counter);

	if (!object)
		return;
	add(counted(object), &prm_traffic_counter.packets, 1);
	add(counted(object), &prm_traffic_counter.octets, bytes);
}

/* No card type here says that it makes several at once (flow_counter_bulk_alloc). */
uint8_t fw_alloc_flow_counter(struct fw_call *call)
{
	struct fw_object *counter;

	if (prm_get(call->in, &prm_alloc_flow_counter_in.flow_counter_bulk))
		return PRM_STATUS_BAD_PARAM;
	counter = fw_object_add_larger(call->fw->objects, FW_OBJECT_FLOW_COUNTER, call->in, COUNTED_AT,
				       COUNTED_AT + PRM_FLOW_STATISTICS_BYTES);
	if (!counter)
		return PRM_STATUS_NO_RESOURCES;
	prm_set(call->out, &prm_alloc_flow_counter_out.flow_counter_id, counter->id);
	return PRM_STATUS_OK;
}

static void give(struct fw_call *call, struct fw_object *counter, uint8_t *to)
{
	memcpy(to, counted(counter), PRM_FLOW_STATISTICS_BYTES);
	if (prm_get(call->in, &prm_query_flow_counter_in.clear))
		memset(counted(counter), 0, PRM_FLOW_STATISTICS_BYTES);
}

/* In a bulk the numbers follow each other from an aligned one, so there are gaps: they read as zeros. */
uint8_t fw_query_flow_counter(struct fw_call *call)
{
	uint64_t bulk = prm_get(call->in, &prm_query_flow_counter_in.num_of_counters);
	uint32_t first = (uint32_t)prm_get(call->in, &prm_query_flow_counter_in.flow_counter_id);
	size_t count = bulk ? (size_t)bulk : 1;

	if (count > FW_FLOW_BULK_MAX)
		return PRM_STATUS_BAD_PARAM;
	if (call->out_len < PRM_FLOW_STATISTICS_AT + count * PRM_FLOW_STATISTICS_BYTES)
		return PRM_STATUS_BAD_OUTPUT_LEN;
	for (size_t i = 0; i < count; i++) {
		struct fw_object *counter =
			fw_object_find(call->fw->objects, FW_OBJECT_FLOW_COUNTER, first + (uint32_t)i);

		if (counter)
			give(call, counter, call->out + PRM_FLOW_STATISTICS_AT + i * PRM_FLOW_STATISTICS_BYTES);
		else if (!bulk)
			return PRM_STATUS_BAD_RESOURCE;
	}
	return PRM_STATUS_OK;
}
