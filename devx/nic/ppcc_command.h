/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Questions to the PPCC register of a NIC's port. Internal to devx/nic. Source: mstflint register_access_table.adb. */
#ifndef ECE_DEVX_NIC_PPCC_COMMAND_H
#define ECE_DEVX_NIC_PPCC_COMMAND_H

#include "devx/nic/nic_internal.h"
#include "devx/prm/ppcc.h"

/**
 * nic_ppcc_command - send one command, tried again on transient refusals
 * @place: slot and index
 * @reg: PRM_PPCC_BYTES; what else the command needs is in it, and the answer of a read
 */
struct ece_result nic_ppcc_command(struct ece_nic *nic, const struct ece_backend *backend,
				   enum prm_access_reg_method method, enum prm_ppcc_cmd cmd,
				   const struct nic_ppcc_place *place, uint8_t *reg);

/**
 * nic_ppcc_slots - the algorithms of the card, read once for a snapshot
 *
 * Without the answer to this no other command is sent: they must name a slot that is not empty.
 */
const struct nic_page *nic_ppcc_slots(struct ece_nic *nic, struct nic_snapshot *snapshot,
				      const struct ece_backend *backend);

/**
 * nic_ppcc_way - the first of the backends of such parameters that gets the algorithms of the card
 * @slots: receives the answer of nic_ppcc_slots()
 *
 * Returns 0, or as ece_nic_ppcc_list() with @e filled.
 */
int nic_ppcc_way(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend **backend,
		 const struct nic_page **slots, struct ece_error *e);

/**
 * nic_ppcc_key - what the schema of the algorithm in a slot is remembered under
 * @slots: the answer of nic_ppcc_slots()
 *
 * Returns false when the slot is empty.
 */
bool nic_ppcc_key(const struct ece_nic *nic, const struct nic_page *slots, uint8_t slot, struct ece_ppcc_key *key);

/**
 * nic_ppcc_entry - the card's description of the parameter at place->slot and place->index, into place->entry
 *
 * Returns with -EPROTO when it has no name.
 */
struct ece_result nic_ppcc_entry(struct ece_nic *nic, const struct ece_backend *backend, struct nic_ppcc_place *place);

/**
 * nic_ppcc_enumerate - ask for all parameters of a slot, and remember them
 * @schema: its key is filled
 */
struct ece_result nic_ppcc_enumerate(struct ece_nic *nic, const struct ece_backend *backend, uint8_t slot,
				     struct ece_ppcc_schema *schema);

#endif
