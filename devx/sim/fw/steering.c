// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/steering.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/port.h"
#include "devx/prm/queue.h"
#include "devx/prm/wq.h"
#include "devx/sim/fw/handlers.h"
#include "devx/sim/fw/identity.h"

#define RQT_ENTRY_BYTES 4
#define RQT_ENTRY_MASK  0xffffff
#define RQT_ENTRIES_MAX 4096
#define MAC_ENTRY_BYTES 8 /* in a list; the address is at its end */
#define GROUP_BIT       1 /* of the first byte of a multicast address */

uint64_t fw_port_mac(const struct fw *fw)
{
	const struct fw_driver *driver = &fw->objects->driver;

	if (driver->vport_made)
		return prm_get(driver->nic_vport, &prm_nic_vport_context.permanent_address);
	return fw_mac(fw->state);
}

static bool listed(const struct fw_mac_list *list, const uint8_t *mac)
{
	for (size_t i = 0; i < list->count; i++) {
		if (!memcmp(list->mac[i], mac, FW_MAC_BYTES))
			return true;
	}
	return false;
}

static bool promiscuous(const struct fw_driver *driver, bool group)
{
	return prm_get(driver->nic_vport, &prm_nic_vport_context.promisc_all) ||
	       prm_get(driver->nic_vport,
		       group ? &prm_nic_vport_context.promisc_mc : &prm_nic_vport_context.promisc_uc);
}

bool fw_port_takes(const struct fw *fw, const uint8_t mac[FW_MAC_BYTES])
{
	static const uint8_t broadcast[FW_MAC_BYTES] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	const struct fw_driver *driver = &fw->objects->driver;
	bool group = mac[0] & GROUP_BIT;
	uint64_t own = (uint64_t)ece_be16(mac) << 32 | ece_be32(mac + 2);

	if (own == fw_port_mac(fw) || !memcmp(mac, broadcast, sizeof(broadcast)) || promiscuous(driver, group))
		return true;
	return listed(&driver->macs[group ? PRM_MAC_LIST_MULTICAST : PRM_MAC_LIST_UNICAST], mac);
}

bool fw_set_mac_list(struct fw_driver *driver, const uint8_t *context, size_t bytes)
{
	uint64_t type = prm_get(context, &prm_nic_vport_context.allowed_list_type);
	size_t count = (size_t)prm_get(context, &prm_nic_vport_context.allowed_list_size);
	const uint8_t *entry = context + PRM_NIC_VPORT_CONTEXT_BYTES;
	size_t i;

	if (type != PRM_MAC_LIST_UNICAST && type != PRM_MAC_LIST_MULTICAST)
		return true;
	if (count > FW_MACS_MAX || PRM_NIC_VPORT_CONTEXT_BYTES + count * MAC_ENTRY_BYTES > bytes)
		return false;
	for (i = 0; i < count; i++, entry += MAC_ENTRY_BYTES)
		memcpy(driver->macs[type].mac[i], entry + MAC_ENTRY_BYTES - FW_MAC_BYTES, FW_MAC_BYTES);
	driver->macs[type].count = (uint8_t)count;
	return true;
}

static size_t entries(const struct fw_object *table)
{
	return (size_t)prm_get(table->create + PRM_QUEUE_CONTEXT_AT, &prm_rqtc.rqt_actual_size);
}

static const uint8_t *entry_of(const uint8_t *command, size_t i)
{
	return command + PRM_QUEUE_CONTEXT_AT + PRM_RQTC_LIST_AT + i * RQT_ENTRY_BYTES;
}

static bool spreads(const struct fw_object *table)
{
	return entries(table) > 1;
}

static void maybe_receives(struct fw_objects *objects, const struct fw_object *table)
{
	uint32_t *receives = &objects->driver.receive_table;
	const struct fw_object *so_far = fw_object_find(objects, FW_OBJECT_RQT, *receives);
	bool older = so_far && spreads(so_far) == spreads(table) && so_far->id < table->id;

	if (!so_far || (!older && spreads(table) >= spreads(so_far)))
		*receives = table->id;
}

uint32_t fw_receive_queue(const struct fw *fw, uint32_t hash)
{
	const struct fw_object *table = fw_object_find(fw->objects, FW_OBJECT_RQT, fw->objects->driver.receive_table);

	if (!table || !entries(table))
		return 0;
	return ece_be32(entry_of(table->create, hash % entries(table))) & RQT_ENTRY_MASK;
}

/* Drivers send fewer entries than the table will have. */
uint8_t fw_create_rqt(struct fw_call *call)
{
	const uint8_t *context = call->in + PRM_QUEUE_CONTEXT_AT;
	size_t most = (size_t)prm_get(context, &prm_rqtc.rqt_max_size);
	size_t actual = (size_t)prm_get(context, &prm_rqtc.rqt_actual_size);
	size_t room = (size_t)(entry_of(call->in, most) - call->in);
	struct fw_object *table;

	if (most > RQT_ENTRIES_MAX || actual > most || entry_of(call->in, actual) > call->in + call->in_len)
		return PRM_STATUS_BAD_PARAM;
	table = fw_object_add_larger(call->fw->objects, FW_OBJECT_RQT, call->in, call->in_len,
				     room > call->in_len ? room : call->in_len);
	if (!table)
		return PRM_STATUS_NO_RESOURCES;
	maybe_receives(call->fw->objects, table);
	prm_set(call->out, &prm_modify_queue_in.number, table->id);
	return PRM_STATUS_OK;
}

static struct fw_object *named(const struct fw_call *call)
{
	return fw_object_find(call->fw->objects, FW_OBJECT_RQT,
			      (uint32_t)prm_get(call->in, &prm_modify_queue_in.number));
}

uint8_t fw_modify_rqt(struct fw_call *call)
{
	const uint8_t *context = call->in + PRM_QUEUE_CONTEXT_AT;
	size_t actual = (size_t)prm_get(context, &prm_rqtc.rqt_actual_size);
	struct fw_object *table = named(call);

	if (!table)
		return PRM_STATUS_BAD_RESOURCE;
	if (!prm_get(call->in, &prm_modify_rqt_in.rqn_list))
		return PRM_STATUS_OK;
	if (entry_of(call->in, actual) > call->in + call->in_len ||
	    actual > prm_get(table->create + PRM_QUEUE_CONTEXT_AT, &prm_rqtc.rqt_max_size))
		return PRM_STATUS_BAD_PARAM;
	prm_set(table->create + PRM_QUEUE_CONTEXT_AT, &prm_rqtc.rqt_actual_size, actual);
	memcpy(table->create + PRM_QUEUE_CONTEXT_AT + PRM_RQTC_LIST_AT, entry_of(call->in, 0),
	       actual * RQT_ENTRY_BYTES);
	maybe_receives(call->fw->objects, table);
	return PRM_STATUS_OK;
}

uint8_t fw_destroy_rqt(struct fw_call *call)
{
	const struct fw_object *table = named(call);

	if (table && call->fw->objects->driver.receive_table == table->id)
		call->fw->objects->driver.receive_table = 0;
	return fw_destroy(call);
}
