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
	case PRM_CAP_ATOMIC:
		return &type->cap_atomic;
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
	prm_set(general, &prm_cap_general.ece_support, state->ece != 0);
	prm_set(general, &prm_cap_general.vhca_id, fw_vhca_id(state));
	prm_set(general, &prm_cap_general.native_port_num, state->function + 1U);
}

/* What the card can do: @to is a whole page. */
static void maximum(const struct fw *fw, unsigned int cap, uint8_t *to)
{
	fw_page_expand(page_of(fw->type, cap), to, FW_CAP_BYTES);
	if (cap == PRM_CAP_GENERAL)
		say_which(fw->state, to);
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
	maximum(call->fw, (unsigned int)cap, to);
	return PRM_STATUS_OK;
}

/*
 * The driver sends the one field of the page that it sets, and zeros; taken over as a whole they would erase the
 * capability.
 */
static void set_atomic(uint8_t *page, const uint8_t *from)
{
	const struct prm_field *mode = &prm_cap_atomic.atomic_req_8B_endianness_mode;

	prm_set(page, mode, prm_get(from, mode));
}

uint8_t fw_set_hca_cap(struct fw_call *call)
{
	uint64_t cap = prm_get(call->in, &prm_mbox_in.op_mod) >> 1;
	const uint8_t *from = call->in + PRM_QUERY_HCA_CAP_PAGE;
	struct fw_objects *objects = call->fw->objects;

	if (cap >= FW_CAP_TYPES)
		return PRM_STATUS_BAD_PARAM;
	if (!objects)
		return PRM_STATUS_NO_RESOURCES;
	if (!objects->driver.cap[cap])
		objects->driver.cap[cap] = malloc(FW_CAP_BYTES);
	if (!objects->driver.cap[cap])
		return PRM_STATUS_NO_RESOURCES;
	if (cap == PRM_CAP_ATOMIC) {
		maximum(call->fw, PRM_CAP_ATOMIC, objects->driver.cap[cap]);
		set_atomic(objects->driver.cap[cap], from);
	} else {
		memcpy(objects->driver.cap[cap], from, FW_CAP_BYTES);
	}
	return PRM_STATUS_OK;
}
