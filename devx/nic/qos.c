// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/qos.h"

#include <string.h>

#include "devx/nic/nic_internal.h"

#define LOCAL_PORT 1 /* of the function */

static void read_trust(struct ece_nic *nic, struct ece_value *value)
{
	uint8_t reg[PRM_QPTS_BYTES] = {0};

	prm_set(reg, &prm_qpts_reg.local_port, LOCAL_PORT);
	if (nic_read_register(nic, PRM_REG_QPTS, reg, sizeof(reg), value))
		value->raw = prm_get(reg, &prm_qpts_reg.trust_state);
}

static void read_map(struct ece_nic *nic, struct ece_nic_qos *qos)
{
	uint8_t reg[PRM_QPDPM_BYTES] = {0};

	prm_set(reg, &prm_qpdpm_reg.local_port, LOCAL_PORT);
	if (!nic_read_register(nic, PRM_REG_QPDPM, reg, sizeof(reg), &qos->map))
		return;
	for (size_t i = 0; i < PRM_DSCPS; i++)
		qos->priority[i] = reg[PRM_QPDPM_DSCP_AT + i * sizeof(uint16_t) + 1] & PRM_QPDPM_DSCP_PRIORITY;
}

void ece_nic_qos_read(struct ece_nic *nic, struct ece_nic_qos *qos)
{
	memset(qos, 0, sizeof(*qos));
	read_trust(nic, &qos->trust);
	read_map(nic, qos);
}

const char *ece_nic_trust_name(uint64_t trust)
{
	switch (trust) {
	case PRM_TRUST_PCP:
		return "pcp";
	case PRM_TRUST_DSCP:
		return "dscp";
	case PRM_TRUST_BOTH:
		return "both";
	default:
		return NULL;
	}
}
