/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The non-volatile configuration of a NIC's card, read only. Nothing here writes: neither a TLV nor the reset register,
 * which mstconfig arms even after a plain look at one TLV.
 * Source of the registers: mstflint register_access_table.adb (mnvda_reg, mnvgc_reg); of the TLVs: its mlxconfig_dbs.
 */
#ifndef ECE_DEVX_NIC_NV_H
#define ECE_DEVX_NIC_NV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/nic/nic.h"
#include "devx/params/nv.h"
#include "devx/params/value.h"

enum ece_nv_mode {
	ECE_NV_NEXT,    /* what the next firmware reset will load */
	ECE_NV_CURRENT, /* what the running firmware has loaded; not what registers and files changed since */
	ECE_NV_FACTORY, /* the built-in default; 28.48.1000 tells it wrong (NVIDIA 4285063), so never compare against it */
	ECE_NV_MODES,
};

/*
 * One field as the card answered it. The states mean here
 *   SET          the number counts
 *   UNSET        nobody has set it: its valid bit is 0 or the TLV holds nothing; the card takes a default of its own
 *   UNSUPPORTED  absent: this card has no such field. Absent is not False
 *   UNREADABLE   it should be there, reading failed, or the firmware does not tell values of this mode
 *   NO_DOOR      this host has no way to the registers of the card
 * and all but SET say why.
 */
struct ece_nv_value {
	const struct ece_nv_field *field;
	uint8_t port; /* of the card, from 1, for a field that each port has; 0: the card's, or not known which */
	struct ece_value at[ECE_NV_MODES];
	bool comparable; /* next and current are known; without it nobody knows whether a change waits */
	bool pending;    /* they differ: somebody's change waits for a firmware reset */
};

/**
 * ece_nic_nv_read - read fields in all three modes
 * @fields, @values: @n of them
 *
 * Each TLV is asked for once as long as the NIC is open, so open it anew to see what others have staged since. Fields
 * that each port has are those of the NIC's own port. Problems are in the values; the call cannot fail.
 */
void ece_nic_nv_read(struct ece_nic *nic, const struct ece_nv_field *const *fields, struct ece_nv_value *values,
		     size_t n);

const char *ece_nv_mode_name(enum ece_nv_mode mode); /* "next", "current", "factory" */

#endif
