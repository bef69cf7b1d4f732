/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Flow tables of RDMA traffic, and the counters that their entries name: what Linux makes optional counters of.
 *
 * A packet starts at the root table of its direction. The first entry that matches ends its way and counts it; where
 * none does, it goes on to the table's miss table. That a match ends it, even one that only counts, follows from what
 * Linux adds up: to the counter of the port what the queue pairs with a counter of their own have, whose tables come
 * first (core/counters.c, hw/mlx5/fs.c); what a card does is not public.
 *
 * Entries can allow and count, by the fields of enum fw_flow_field; whatever else a driver asks for in these tables is
 * refused. Tables of other types are kept without being read: see steering.h.
 * Layouts: Linux include/linux/mlx5/mlx5_ifc.h.
 */
#ifndef ECE_DEVX_SIM_FW_FLOW_H
#define ECE_DEVX_SIM_FW_FLOW_H

#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/command.h"
#include "devx/sim/fw/object.h"

#define FW_FLOW_ENTRIES_MAX 8192 /* of all tables of RDMA traffic: a packet may be held against each of them */
#define FW_FLOW_TABLES_MAX  64   /* on the way of a packet: miss tables can lead in a circle */
#define FW_FLOW_BULK_MAX    1024 /* counters of one query */

enum fw_flow_field {
	FW_FLOW_IP_VERSION, /* 4 or 6; 0: the packet has none (RoCE v1) */
	FW_FLOW_IP_ECN,
	FW_FLOW_BTH_OPCODE,
	FW_FLOW_BTH_QP,       /* destination */
	FW_FLOW_SOURCE_QUEUE, /* of what this card sends; 0: unknown */
	FW_FLOW_FIELDS,
};

/**
 * fw_flow_pass - a RoCE packet went through the port
 * @field: by enum fw_flow_field
 * @bytes: of its frame
 */
void fw_flow_pass(struct fw *fw, enum fw_direction direction, const uint32_t field[FW_FLOW_FIELDS], size_t bytes);

/* fw_flow_forget - free the entries of a table that goes */
void fw_flow_forget(struct fw_objects *objects, struct fw_object *table);

fw_handler fw_set_flow_table_root;
fw_handler fw_modify_flow_table;
fw_handler fw_destroy_flow_table;
fw_handler fw_create_flow_group;
fw_handler fw_set_flow_table_entry;
fw_handler fw_delete_flow_table_entry;

/* flow_counter.c */
fw_handler fw_alloc_flow_counter;
fw_handler fw_query_flow_counter;

/* fw_flow_count - add a packet to a flow counter; nothing when there is no such counter */
void fw_flow_count(struct fw_objects *objects, uint32_t counter, size_t bytes);

#endif
