// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A register that is read for what it tells, through the first door that reaches registers. */
#include <string.h>

#include "devx/nic/nic_internal.h"

static const enum ece_backend_id doors[] = {ECE_BACKEND_FWCTL, ECE_BACKEND_VSC};

static void read_through(struct ece_nic *nic, enum ece_backend_id door, uint16_t id, uint8_t *reg, size_t len,
			 struct ece_value *value)
{
	const struct ece_backend *backend = ece_backend(door);
	struct ece_result result;

	if (ece_backend_open(backend, &nic->doors)) {
		nic_value_shut(value, door, &nic->doors.door[door]);
		return;
	}
	result = nic_access_reg(nic, backend, PRM_ACCESS_REG_READ, id, reg, len);
	if (result.err)
		nic_value_refused(value, &result);
	else
		nic_value_set(value, 0, &result);
}

bool nic_read_register(struct ece_nic *nic, uint16_t id, uint8_t *reg, size_t len, struct ece_value *value)
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
