// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* QUERY_HCA_CAP and SET_HCA_CAP: pages of the card type, and what the driver made of them. */
#include "devx/sim/fw/handlers.h"

#include <stdlib.h>
#include <string.h>

#include "devx/prm/hca_cap.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/identity.h"
#include "devx/sim/fw/page.h"

_Static_assert(PRM_QUERY_HCA_CAP_PAGE + FW_CAP_BYTES == PRM_QUERY_HCA_CAP_OUT, "a page is what the mailbox carries");

/* Types without a page of their own read as zeros: nothing of them is supported. */
static const struct fw_page *page_of(const struct fw_card_type *type, unsigned int cap)
{
	static const struct fw_page empty;

	switch (cap) {
	case PRM_CAP_GENERAL:
		return &type->cap_general;
	case PRM_CAP_ETHERNET:
		return &type->cap_ethernet;
	case PRM_CAP_ROCE:
		return &type->cap_roce;
	case PRM_CAP_FLOW_TABLE:
		return &type->cap_flow_table;
	case PRM_CAP_DEBUG:
		return &type->cap_debug;
	case PRM_CAP_GENERAL_2:
		return &type->cap_general2;
	default:
		return &empty;
	}
}

static void say_which(const struct fw_state *state, uint8_t *general)
{
	prm_set(general, &prm_cap_general.vhca_id, fw_vhca_id(state));
	prm_set(general, &prm_cap_general.native_port_num, state->function + 1U);
}

uint8_t fw_query_hca_cap(struct fw_call *call)
{
	uint64_t op_mod = prm_get(call->in, &prm_mbox_in.op_mod);
	struct fw_objects *objects = call->fw->objects;
	uint8_t *to = call->out + PRM_QUERY_HCA_CAP_PAGE;
	uint64_t cap = op_mod >> 1;

	if (cap >= FW_CAP_TYPES)
		return PRM_STATUS_BAD_PARAM;
	if ((op_mod & PRM_CAP_CURRENT) && objects && objects->driver.cap[cap]) {
		memcpy(to, objects->driver.cap[cap], FW_CAP_BYTES);
		return PRM_STATUS_OK;
	}
	fw_page_expand(page_of(call->fw->type, (unsigned int)cap), to, FW_CAP_BYTES);
	if (cap == PRM_CAP_GENERAL)
		say_which(call->fw->state, to);
	return PRM_STATUS_OK;
}

uint8_t fw_set_hca_cap(struct fw_call *call)
{
	uint64_t cap = prm_get(call->in, &prm_mbox_in.op_mod) >> 1;
	struct fw_objects *objects = call->fw->objects;

	if (cap >= FW_CAP_TYPES)
		return PRM_STATUS_BAD_PARAM;
	/* The driver sends the one field it sets and zeros; taken over, they would erase the rest of the page. */
	if (cap == PRM_CAP_ATOMIC)
		return PRM_STATUS_OK;
	if (!objects)
		return PRM_STATUS_NO_RESOURCES;
	if (!objects->driver.cap[cap])
		objects->driver.cap[cap] = malloc(FW_CAP_BYTES);
	if (!objects->driver.cap[cap])
		return PRM_STATUS_NO_RESOURCES;
	memcpy(objects->driver.cap[cap], call->in + PRM_QUERY_HCA_CAP_PAGE, FW_CAP_BYTES);
	return PRM_STATUS_OK;
}
