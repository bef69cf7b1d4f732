// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Link aggregation of the two functions of a card: the driver says which port carries what, the model remembers it.
 * Layout: Linux include/linux/mlx5/mlx5_ifc.h (create_lag_in, modify_lag_in, query_lag_out, lagc). No packets move.
 */
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/handlers.h"
#include "devx/sim/fw/page.h"

#define CONTEXT_AT        0x08
#define MODIFY_CONTEXT_AT 0x10
#define CAP_LAG_WORD      0x4c
#define CAP_LAG_MASTER    4

static struct fw_driver *driver_of(const struct fw_call *call)
{
	bool master = fw_page_word(&call->fw->type->cap_general, CAP_LAG_WORD) >> CAP_LAG_MASTER & 1;

	return master && call->fw->objects ? &call->fw->objects->driver : NULL;
}

uint8_t fw_create_lag(struct fw_call *call)
{
	struct fw_driver *driver = driver_of(call);

	if (!driver)
		return PRM_STATUS_BAD_PARAM;
	if (driver->lag_made)
		return PRM_STATUS_BAD_RES_STATE;
	memcpy(driver->lag, call->in + CONTEXT_AT, FW_LAG_BYTES);
	driver->lag_made = true;
	return PRM_STATUS_OK;
}

uint8_t fw_modify_lag(struct fw_call *call)
{
	struct fw_driver *driver = driver_of(call);

	if (!driver || !driver->lag_made)
		return PRM_STATUS_BAD_RESOURCE;
	memcpy(driver->lag, call->in + MODIFY_CONTEXT_AT, FW_LAG_BYTES);
	return PRM_STATUS_OK;
}

uint8_t fw_query_lag(struct fw_call *call)
{
	const struct fw_driver *driver = driver_of(call);

	/* UCX asks every card that has DevX, also those with one port, and takes zeros (lag_state 0) for "no LAG" */
	if (driver && driver->lag_made)
		memcpy(call->out + CONTEXT_AT, driver->lag, FW_LAG_BYTES);
	return PRM_STATUS_OK;
}

uint8_t fw_destroy_lag(struct fw_call *call)
{
	struct fw_driver *driver = driver_of(call);

	if (!driver || !driver->lag_made)
		return PRM_STATUS_BAD_RESOURCE;
	driver->lag_made = false;
	memset(driver->lag, 0, FW_LAG_BYTES);
	return PRM_STATUS_OK;
}
