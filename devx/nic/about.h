/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the card's register about itself has that no file of the kernel's tells. */
#ifndef ECE_DEVX_NIC_ABOUT_H
#define ECE_DEVX_NIC_ABOUT_H

#include "devx/nic/nic.h"
#include "devx/params/value.h"

struct ece_nic_about {
	struct ece_value base_mac; /* the first MAC address that the card was made with; 48 bits */
	struct ece_value ports;    /* of the card */
};

/**
 * ece_nic_about_read - MGIR, through the first door that reaches registers
 *
 * Problems are in the values; the call cannot fail. Source: mstflint register_access_table.adb.
 */
void ece_nic_about_read(struct ece_nic *nic, struct ece_nic_about *about);

#endif
