// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/mcg.h"

#include <string.h>

#include "devx/base/be.h"

#define QPN_AT   0x08
#define QPN_MASK 0xffffff
#define GID_AT   0x10

static uint32_t qpn_of(const struct fw_call *call)
{
	return ece_be32(call->in + QPN_AT) & QPN_MASK;
}

/* The place of a member in the list; the number of members when it is none. */
static size_t place_of(const struct fw_driver *driver, uint32_t qpn, const uint8_t *gid)
{
	size_t i = 0;

	while (i < driver->mcg_members &&
	       (driver->mcg[i].qpn != qpn || memcmp(driver->mcg[i].gid, gid, FW_GID_BYTES) != 0))
		i++;
	return i;
}

uint8_t fw_attach_to_mcg(struct fw_call *call)
{
	const uint8_t *gid = call->in + GID_AT;
	struct fw_driver *driver;
	size_t i;

	if (!fw_object_find(call->fw->objects, FW_OBJECT_QP, qpn_of(call)))
		return PRM_STATUS_BAD_RESOURCE;
	driver = &call->fw->objects->driver;
	i = place_of(driver, qpn_of(call), gid);
	if (i == FW_MCG_MAX)
		return PRM_STATUS_LIMIT;
	driver->mcg[i].qpn = qpn_of(call);
	memcpy(driver->mcg[i].gid, gid, FW_GID_BYTES);
	driver->mcg_members += i == driver->mcg_members;
	return PRM_STATUS_OK;
}

uint8_t fw_detach_from_mcg(struct fw_call *call)
{
	struct fw_driver *driver;
	size_t i;

	if (!call->fw->objects)
		return PRM_STATUS_BAD_RESOURCE;
	driver = &call->fw->objects->driver;
	i = place_of(driver, qpn_of(call), call->in + GID_AT);
	if (i == driver->mcg_members)
		return PRM_STATUS_BAD_RESOURCE;
	driver->mcg[i] = driver->mcg[--driver->mcg_members];
	return PRM_STATUS_OK;
}

uint32_t fw_mcg_next(const struct fw *fw, const uint8_t *gid, size_t *at)
{
	const struct fw_driver *driver = &fw->objects->driver;

	while (*at < driver->mcg_members) {
		const struct fw_mcg *member = &driver->mcg[(*at)++];

		if (!memcmp(member->gid, gid, FW_GID_BYTES))
			return member->qpn;
	}
	return 0;
}
