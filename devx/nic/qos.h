/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Trust and DSCP map as the card's own registers have them. The driver's view (devx/net/rtnl.h) is what it remembers
 * from when it bound; mlxreg, or another host of the card, may have changed the register since.
 * Source of the registers QPTS and QPDPM: Linux include/linux/mlx5/mlx5_ifc.h,
 * drivers/net/ethernet/mellanox/mlx5/core/port.c.
 */
#ifndef ECE_DEVX_NIC_QOS_H
#define ECE_DEVX_NIC_QOS_H

#include <stdint.h>

#include "devx/nic/nic.h"
#include "devx/params/value.h"
#include "devx/prm/qos.h"

struct ece_nic_qos {
	struct ece_value trust;      /* enum prm_trust_state */
	struct ece_value map;        /* SET: .priority is valid */
	uint8_t priority[PRM_DSCPS]; /* by DSCP */
};

/**
 * ece_nic_qos_read - QPTS and QPDPM, through the first door that reaches registers
 *
 * Problems are in the values; the call cannot fail.
 */
void ece_nic_qos_read(struct ece_nic *nic, struct ece_nic_qos *qos);

/**
 * ece_nic_trust_name - "pcp", "dscp", "both"; NULL for a number that has no name
 */
const char *ece_nic_trust_name(uint64_t trust);

#endif
