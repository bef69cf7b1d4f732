// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/identity.h"

/* 0c:42:a1 is a vendor prefix in the public list of the IEEE; 03 follows it in GUIDs of adapters. */
#define GUID_PREFIX    UINT64_C(0x0c42a10300000000)
#define GUID_SHORT_MAX UINT64_C(0xffffffffff)

static uint64_t mac(uint64_t guid)
{
	return (guid >> 40 << 24) | (guid & 0xffffff);
}

uint64_t fw_system_image_guid(const struct fw_state *state)
{
	if (state->identity > GUID_SHORT_MAX)
		return state->identity;
	return GUID_PREFIX + state->identity;
}

uint64_t fw_node_guid(const struct fw_state *state)
{
	return fw_system_image_guid(state) + state->function;
}

uint64_t fw_base_mac(const struct fw_state *state)
{
	return mac(fw_system_image_guid(state));
}

uint64_t fw_mac(const struct fw_state *state)
{
	return mac(fw_node_guid(state));
}

uint16_t fw_vhca_id(const struct fw_state *state)
{
	return (uint16_t)fw_node_guid(state);
}
