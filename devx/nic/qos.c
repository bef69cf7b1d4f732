// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/qos.h"

#include <string.h>

#include "devx/nic/nic_internal.h"

#define LOCAL_PORT 1 /* of the function */

static const enum ece_backend_id doors[] = {ECE_BACKEND_FWCTL, ECE_BACKEND_VSC};

static void read_through(struct ece_nic *nic, enum ece_backend_id id, uint16_t reg_id, uint8_t *reg, size_t len,
			 struct ece_value *value)
{
	const struct ece_backend *backend = ece_backend(id);
	struct ece_result result;

	if (ece_backend_open(backend, &nic->doors)) {
		nic_value_shut(value, id, &nic->doors.door[id]);
		return;
	}
	result = nic_access_reg(nic, backend, PRM_ACCESS_REG_READ, reg_id, reg, len);
	if (result.err)
		nic_value_refused(value, &result);
	else
		nic_value_set(value, 0, &result);
}

/* Returns true with the register in @reg, which names the port. */
static bool read_register(struct ece_nic *nic, uint16_t id, uint8_t *reg, size_t len, struct ece_value *value)
{
	memset(value, 0, sizeof(*value));
	for (size_t i = 0; i < sizeof(doors) / sizeof(doors[0]); i++) {
		struct ece_value one;

		read_through(nic, doors[i], id, reg, len, &one);
		if (one.state == ECE_VALUE_SET) {
			*value = one;
			return true;
		}
		nic_value_merge(value, &one);
	}
	return false;
}

static void read_trust(struct ece_nic *nic, struct ece_value *value)
{
	uint8_t reg[PRM_QPTS_BYTES] = {0};

	prm_set(reg, &prm_qpts_reg.local_port, LOCAL_PORT);
	if (read_register(nic, PRM_REG_QPTS, reg, sizeof(reg), value))
		value->raw = prm_get(reg, &prm_qpts_reg.trust_state);
}

static void read_map(struct ece_nic *nic, struct ece_nic_qos *qos)
{
	uint8_t reg[PRM_QPDPM_BYTES] = {0};

	prm_set(reg, &prm_qpdpm_reg.local_port, LOCAL_PORT);
	if (!read_register(nic, PRM_REG_QPDPM, reg, sizeof(reg), &qos->map))
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
