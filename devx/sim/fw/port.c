// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/port.h"

#include <string.h>

#include "devx/prm/port.h"
#include "devx/sim/cards/card.h"

#define PORT_MAX_MTU     9978 /* with Ethernet header and VLAN tags */
#define PORT_DEFAULT_MTU 1522
#define CONNECTOR_DAC    7

/* Source: mstflint tools_layouts, MGIR (hw_info). */
#define MGIR_BYTES 0x20
static const struct prm_field mgir_device_id = {"device_id", 0x00, 15, 0};
static const struct prm_field mgir_hw_dev_id = {"hw_dev_id", 0x08, 15, 0};

/* Link modes of the legacy field (Linux mlx5 port.c), the only one read by a driver that sees no PCAM register. */
static uint32_t link_modes(uint32_t speed_mbps)
{
	switch (speed_mbps) {
	case 10000:
		return 1U << 12; /* 10GBASE-CR */
	case 25000:
		return 1U << 27; /* 25GBASE-CR */
	case 40000:
		return 1U << 6; /* 40GBASE-CR4 */
	case 50000:
		return 1U << 30; /* 50GBASE-CR2 */
	default:
		return 1U << 20; /* 100GBASE-CR4: the fastest there is */
	}
}

static struct fw_driver *driver_of(const struct fw_access *access)
{
	return access->call->fw->objects ? &access->call->fw->objects->driver : NULL;
}

/* What callers send may be longer than this model's register, never shorter. */
static bool fits(const struct fw_access *access, size_t bytes)
{
	return access->in_len >= bytes && access->out_len >= bytes;
}

static void echo(struct fw_access *access)
{
	memcpy(access->out, access->in, access->in_len < access->out_len ? access->in_len : access->out_len);
}

uint8_t fw_register_echo(struct fw_access *access)
{
	echo(access);
	return PRM_STATUS_OK;
}

uint8_t fw_ptys(struct fw_access *access)
{
	uint32_t modes = link_modes(access->call->fw->state->speed_mbps);

	if (!fits(access, PRM_PTYS_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	echo(access);
	if (access->write)
		return PRM_STATUS_OK;
	prm_set(access->out, &prm_ptys.eth_proto_capability, modes);
	prm_set(access->out, &prm_ptys.eth_proto_admin, modes);
	prm_set(access->out, &prm_ptys.eth_proto_oper, access->call->fw->state->link_down ? 0 : modes);
	prm_set(access->out, &prm_ptys.connector_type, CONNECTOR_DAC);
	return PRM_STATUS_OK;
}

uint8_t fw_pmtu(struct fw_access *access)
{
	struct fw_driver *driver = driver_of(access);
	uint64_t mtu = driver && driver->port_mtu ? driver->port_mtu : PORT_DEFAULT_MTU;

	if (!fits(access, PRM_PMTU_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	if (access->write) {
		mtu = prm_get(access->in, &prm_pmtu.admin_mtu);
		if (mtu == 0 || mtu > PORT_MAX_MTU)
			return PRM_STATUS_BAD_PARAM;
		if (driver)
			driver->port_mtu = (uint16_t)mtu;
	}
	echo(access);
	prm_set(access->out, &prm_pmtu.max_mtu, PORT_MAX_MTU);
	prm_set(access->out, &prm_pmtu.admin_mtu, mtu);
	prm_set(access->out, &prm_pmtu.oper_mtu, mtu);
	return PRM_STATUS_OK;
}

uint8_t fw_paos(struct fw_access *access)
{
	struct fw_driver *driver = driver_of(access);
	uint64_t admin = driver && driver->port_status ? driver->port_status : PRM_PAOS_UP;
	bool up;

	if (!fits(access, PRM_PAOS_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	if (access->write) {
		admin = prm_get(access->in, &prm_paos.admin_status);
		if (driver)
			driver->port_status = (uint8_t)admin;
	}
	up = admin == PRM_PAOS_UP && !access->call->fw->state->link_down;
	echo(access);
	prm_set(access->out, &prm_paos.admin_status, admin);
	prm_set(access->out, &prm_paos.oper_status, up ? PRM_PAOS_UP : PRM_PAOS_DOWN);
	return PRM_STATUS_OK;
}

uint8_t fw_mgir(struct fw_access *access)
{
	if (!fits(access, MGIR_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	echo(access);
	prm_set(access->out, &mgir_device_id, access->call->fw->type->hw_id);
	prm_set(access->out, &mgir_hw_dev_id, access->call->fw->type->hw_id);
	return PRM_STATUS_OK;
}
