// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/about.h"

#include "devx/nic/nic_internal.h"
#include "devx/prm/general.h"

void ece_nic_about_read(struct ece_nic *nic, struct ece_nic_about *about)
{
	uint8_t reg[PRM_MGIR_BYTES] = {0};
	bool read = nic_read_register(nic, PRM_REG_MGIR, reg, sizeof(reg), &about->base_mac);

	about->ports = about->base_mac;
	if (!read)
		return;
	about->base_mac.raw = prm_get(reg, &prm_mgir.manufacturing_base_mac_47_32) << 32 |
			      prm_get(reg, &prm_mgir.manufacturing_base_mac_31_0);
	about->ports.raw = prm_get(reg, &prm_mgir.num_ports);
}
