// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/port.h"

#include <string.h>

#include "devx/prm/port.h"
#include "devx/sim/cards/card.h"

#define PORT_MAX_MTU     9978 /* with Ethernet header and VLAN tags */
#define PORT_DEFAULT_MTU 1522
#define CONNECTOR_DAC    7

/*
 * A link mode in both forms that PTYS has: bits of Linux include/linux/mlx5/port.h, mlx5e_link_mode and
 * mlx5e_ext_link_mode. The legacy form ends at 100 Gb/s.
 */
static const struct link_mode {
	uint32_t speed_mbps;
	uint32_t legacy;
	uint32_t extended;
} link_modes[] = {
	{10000, 1U << 12, 1U << 4},  /* 10GBASE-CR, XFI */
	{25000, 1U << 27, 1U << 6},  /* 25GBASE-CR, 25GAUI-1 */
	{40000, 1U << 6, 1U << 5},   /* 40GBASE-CR4, XLAUI-4 */
	{50000, 1U << 30, 1U << 8},  /* 50GBASE-CR2, 50GAUI-1 */
	{100000, 1U << 20, 1U << 9}, /* 100GBASE-CR4, CAUI-4 */
	{200000, 0, 1U << 12},       /* 200GAUI-4 */
	{400000, 0, 1U << 16},       /* 400GAUI-4 */
};

static const struct link_mode *link_mode(uint32_t speed_mbps)
{
	size_t i;

	for (i = 0; i < sizeof(link_modes) / sizeof(link_modes[0]); i++) {
		if (link_modes[i].speed_mbps == speed_mbps)
			return &link_modes[i];
	}
	return &link_modes[0];
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
	const struct fw_state *state = access->call->fw->state;
	const struct link_mode *mode = link_mode(state->speed_mbps);

	if (!fits(access, PRM_PTYS_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	echo(access);
	if (access->write)
		return PRM_STATUS_OK;
	prm_set(access->out, &prm_ptys.eth_proto_capability, mode->legacy);
	prm_set(access->out, &prm_ptys.eth_proto_admin, mode->legacy);
	prm_set(access->out, &prm_ptys.eth_proto_oper, fw_link_up(state) ? mode->legacy : 0);
	prm_set(access->out, &prm_ptys.ext_eth_proto_capability, mode->extended);
	prm_set(access->out, &prm_ptys.ext_eth_proto_admin, mode->extended);
	prm_set(access->out, &prm_ptys.ext_eth_proto_oper, fw_link_up(state) ? mode->extended : 0);
	prm_set(access->out, &prm_ptys.connector_type, CONNECTOR_DAC);
	return PRM_STATUS_OK;
}

uint8_t fw_pcam(struct fw_access *access)
{
	static const uint8_t features[] = {
		PRM_PCAM_PPCNT_STATISTICAL_GROUP, PRM_PCAM_PTYS_CONNECTOR_TYPE,
		PRM_PCAM_RX_BUFFER_FULLNESS,      PRM_PCAM_PFCC_MASK,
		PRM_PCAM_PTYS_EXTENDED_ETHERNET,  PRM_PCAM_RX_ICRC_ENCAPSULATED,
	};
	uint16_t n;

	if (!fits(access, PRM_PCAM_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	echo(access);
	memset(access->out + PRM_PCAM_REGISTERS, 0, PRM_PCAM_BYTES - PRM_PCAM_REGISTERS);
	for (n = 0; n < FW_REGISTER_MASK_BITS; n++) {
		if (fw_register_known(PRM_PCAM_FIRST_REG + n))
			fw_register_mask_set(access->out + PRM_PCAM_REGISTERS, n);
	}
	for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++)
		fw_register_mask_set(access->out + PRM_PCAM_FEATURES, features[i]);
	return PRM_STATUS_OK;
}

uint16_t fw_port_mtu(const struct fw *fw)
{
	const struct fw_driver *driver = fw->objects ? &fw->objects->driver : NULL;

	return driver && driver->port_mtu ? driver->port_mtu : PORT_DEFAULT_MTU;
}

uint8_t fw_pmtu(struct fw_access *access)
{
	struct fw_driver *driver = driver_of(access);
	uint64_t mtu = fw_port_mtu(access->call->fw);

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
	up = admin == PRM_PAOS_UP && fw_link_up(access->call->fw->state);
	echo(access);
	prm_set(access->out, &prm_paos.admin_status, admin);
	prm_set(access->out, &prm_paos.oper_status, up ? PRM_PAOS_UP : PRM_PAOS_DOWN);
	return PRM_STATUS_OK;
}
