// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The function's virtual port: state, context, RoCE addresses, counters. */
#include "devx/sim/fw/handlers.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/port.h"
#include "devx/sim/fw/identity.h"
#include "devx/sim/fw/steering.h"

#define ADMIN_UP     1
#define DEFAULT_MTU  1500
#define DEFAULT_PKEY 0xffff
#define PKEY_AT      0x10

uint8_t fw_query_vport_state(struct fw_call *call)
{
	const struct fw_state *state = call->fw->state;

	prm_set(call->out, &prm_query_vport_state_out.admin_state, ADMIN_UP);
	prm_set(call->out, &prm_query_vport_state_out.state, fw_link_up(state));
	prm_set(call->out, &prm_query_vport_state_out.max_tx_speed, state->speed_mbps / PRM_VPORT_SPEED_UNIT_MBPS);
	return PRM_STATUS_OK;
}

static void default_context(const struct fw_state *state, uint8_t *context)
{
	uint64_t guid = fw_node_guid(state);

	memset(context, 0, PRM_NIC_VPORT_CONTEXT_BYTES);
	prm_set(context, &prm_nic_vport_context.mtu, DEFAULT_MTU);
	prm_set(context, &prm_nic_vport_context.system_image_guid, fw_system_image_guid(state));
	prm_set(context, &prm_nic_vport_context.port_guid, guid);
	prm_set(context, &prm_nic_vport_context.node_guid, guid);
	prm_set(context, &prm_nic_vport_context.permanent_address, fw_mac(state));
}

/* The context as the driver left it; made from the identity when it is first looked at. */
static uint8_t *context_of(struct fw *fw)
{
	struct fw_driver *driver = &fw->objects->driver;

	if (!driver->vport_made)
		default_context(fw->state, driver->nic_vport);
	driver->vport_made = true;
	return driver->nic_vport;
}

uint8_t fw_query_nic_vport_context(struct fw_call *call)
{
	uint8_t *to = call->out + PRM_QUERY_NIC_VPORT_CONTEXT_AT;

	if (call->fw->objects)
		memcpy(to, context_of(call->fw), PRM_NIC_VPORT_CONTEXT_BYTES);
	else
		default_context(call->fw->state, to);
	return PRM_STATUS_OK;
}

static const struct {
	const struct prm_field *select;
	const struct prm_field *field;
} modifiable[] = {
	{&prm_modify_nic_vport_select.disable_uc_local_lb, &prm_nic_vport_context.disable_uc_local_lb},
	{&prm_modify_nic_vport_select.disable_mc_local_lb, &prm_nic_vport_context.disable_mc_local_lb},
	{&prm_modify_nic_vport_select.node_guid, &prm_nic_vport_context.node_guid},
	{&prm_modify_nic_vport_select.port_guid, &prm_nic_vport_context.port_guid},
	{&prm_modify_nic_vport_select.min_inline, &prm_nic_vport_context.min_wqe_inline_mode},
	{&prm_modify_nic_vport_select.mtu, &prm_nic_vport_context.mtu},
	{&prm_modify_nic_vport_select.permanent_address, &prm_nic_vport_context.permanent_address},
	{&prm_modify_nic_vport_select.roce_en, &prm_nic_vport_context.roce_en},
	{&prm_modify_nic_vport_select.promisc, &prm_nic_vport_context.promisc_uc},
	{&prm_modify_nic_vport_select.promisc, &prm_nic_vport_context.promisc_mc},
	{&prm_modify_nic_vport_select.promisc, &prm_nic_vport_context.promisc_all},
};

uint8_t fw_modify_nic_vport_context(struct fw_call *call)
{
	const uint8_t *from = call->in + PRM_MODIFY_NIC_VPORT_CONTEXT_AT;
	size_t i;

	if (!call->fw->objects)
		return PRM_STATUS_NO_RESOURCES;
	if (prm_get(call->in, &prm_modify_nic_vport_select.addresses_list) &&
	    !fw_set_mac_list(&call->fw->objects->driver, from, call->in_len - PRM_MODIFY_NIC_VPORT_CONTEXT_AT))
		return PRM_STATUS_BAD_PARAM;
	for (i = 0; i < sizeof(modifiable) / sizeof(modifiable[0]); i++) {
		if (prm_get(call->in, modifiable[i].select))
			prm_set(context_of(call->fw), modifiable[i].field, prm_get(from, modifiable[i].field));
	}
	return PRM_STATUS_OK;
}

static uint8_t *roce_address(struct fw_call *call)
{
	uint64_t index = prm_get(call->in, &prm_roce_address_in.index);

	if (!call->fw->objects || index >= FW_ROCE_ADDRESSES)
		return NULL;
	return call->fw->objects->driver.roce_address[index];
}

uint8_t fw_set_roce_address(struct fw_call *call)
{
	uint8_t *at = roce_address(call);

	if (!at)
		return PRM_STATUS_BAD_PARAM;
	memcpy(at, call->in + PRM_ROCE_ADDRESS_AT, PRM_ROCE_ADDRESS_BYTES);
	return PRM_STATUS_OK;
}

uint8_t fw_query_roce_address(struct fw_call *call)
{
	const uint8_t *at = roce_address(call);

	if (!at)
		return PRM_STATUS_BAD_PARAM;
	memcpy(call->out + PRM_ROCE_ADDRESS_AT, at, PRM_ROCE_ADDRESS_BYTES);
	return PRM_STATUS_OK;
}

uint8_t fw_query_hca_vport_pkey(struct fw_call *call)
{
	if (call->out_len >= PKEY_AT + sizeof(uint32_t))
		ece_put_be32(call->out + PKEY_AT, DEFAULT_PKEY);
	return PRM_STATUS_OK;
}
