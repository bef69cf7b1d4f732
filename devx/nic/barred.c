// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* NICs that are left alone. */
#include <errno.h>

#include "devx/nic/nic.h"

bool ece_nic_may_read(const struct ece_nic_info *info)
{
	switch (info->bar) {
	case ECE_NIC_BAR_NO_DRIVER:
	case ECE_NIC_BAR_OTHER_DRIVER:
	case ECE_NIC_BAR_FABRIC_MANAGER:
	case ECE_NIC_BAR_DPU:
		return false;
	default:
		return true;
	}
}

int ece_nic_barred(const struct ece_nic_info *info, struct ece_error *e)
{
	bool no_door = ece_nic_bar_is_hosts(info->bar);

	if (!info->bar)
		return 0;
	ece_error_set(e, no_door ? -ENXIO : -EOPNOTSUPP, no_door ? ECE_ERROR_NO_DOOR : ECE_ERROR_UNSUPPORTED,
		      "this NIC is left alone: %s", info->why);
	return ece_error_place(e, "%s", info->pci);
}
