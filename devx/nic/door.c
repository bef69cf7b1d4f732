// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/door.h"

#include <errno.h>
#include <stdio.h>

#include "devx/nic/nic_internal.h"

_Static_assert(ECE_VALUE_WHY_MAX >= ECE_DOOR_WHY_MAX, "a reason is told whole");

int ece_nic_door(struct ece_nic *nic, enum ece_backend_id id, char why[ECE_VALUE_WHY_MAX])
{
	const struct ece_backend *backend = ece_backend(id);
	int err;

	why[0] = '\0';
	if (!backend)
		return -EOPNOTSUPP;
	err = ece_backend_open(backend, &nic->doors);
	if (err)
		snprintf(why, ECE_VALUE_WHY_MAX, "%s", nic->doors.door[id].why);
	return err;
}

bool ece_nic_door_is_open(const struct ece_nic *nic, enum ece_backend_id id)
{
	return id < ECE_BACKEND_COUNT && nic->doors.door[id].tried && !nic->doors.door[id].err;
}
