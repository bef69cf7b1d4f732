// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Commands about the function as a whole. */
#include "devx/sim/fw/handlers.h"

#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/hca.h"
#include "devx/sim/cards/card.h"

#define IEEE_VENDOR_ID 0x2c9
#define PSID_BYTES     16

/* Few, so that probing is quick: the model keeps its state elsewhere and only gives the pages back. */
#define BOOT_PAGES 4
#define INIT_PAGES 8

uint8_t fw_query_issi(struct fw_call *call)
{
	prm_set(call->out, &prm_query_issi_out.supported_issi_dw0, 1U << 1);
	return PRM_STATUS_OK;
}

uint8_t fw_query_pages(struct fw_call *call)
{
	switch (prm_get(call->in, &prm_mbox_in.op_mod)) {
	case PRM_QUERY_PAGES_BOOT:
		prm_set(call->out, &prm_query_pages_out.num_pages, BOOT_PAGES);
		return PRM_STATUS_OK;
	case PRM_QUERY_PAGES_INIT:
		prm_set(call->out, &prm_query_pages_out.num_pages, INIT_PAGES);
		return PRM_STATUS_OK;
	case PRM_QUERY_PAGES_REGULAR:
		return PRM_STATUS_OK;
	default:
		return PRM_STATUS_BAD_PARAM;
	}
}

static uint8_t give(struct fw_call *call, struct fw_driver *driver, size_t count)
{
	uint64_t *more;
	size_t i;

	if (count > (call->in_len - PRM_MANAGE_PAGES_LIST_AT) / sizeof(uint64_t))
		return PRM_STATUS_BAD_INPUT_LEN;
	if (count > FW_PAGES_MAX - driver->pages)
		return PRM_STATUS_LIMIT;
	if (count == 0)
		return PRM_STATUS_OK;
	more = realloc(driver->page, (driver->pages + count) * sizeof(*more));
	if (!more)
		return PRM_STATUS_NO_RESOURCES;
	driver->page = more;
	for (i = 0; i < count; i++)
		more[driver->pages++] = ece_be64(call->in + PRM_MANAGE_PAGES_LIST_AT + i * sizeof(*more));
	return PRM_STATUS_OK;
}

/* As many as are asked for, held and fit into the answer. */
static uint8_t take(struct fw_call *call, struct fw_driver *driver, size_t count)
{
	size_t room = (call->out_len - PRM_MANAGE_PAGES_LIST_AT) / sizeof(uint64_t);
	size_t i;

	for (i = 0; i < count && i < room && driver->pages; i++)
		ece_put_be64(call->out + PRM_MANAGE_PAGES_LIST_AT + i * sizeof(uint64_t),
			     driver->page[--driver->pages]);
	prm_set(call->out, &prm_manage_pages_out.output_num_entries, i);
	return PRM_STATUS_OK;
}

uint8_t fw_manage_pages(struct fw_call *call)
{
	size_t count = prm_get(call->in, &prm_manage_pages_in.input_num_entries);

	if (!call->fw->objects)
		return PRM_STATUS_NO_RESOURCES;
	switch (prm_get(call->in, &prm_mbox_in.op_mod)) {
	case PRM_MANAGE_PAGES_CANNOT_GIVE:
		return PRM_STATUS_OK;
	case PRM_MANAGE_PAGES_GIVE:
		return give(call, &call->fw->objects->driver, count);
	case PRM_MANAGE_PAGES_TAKE:
		return take(call, &call->fw->objects->driver, count);
	default:
		return PRM_STATUS_BAD_PARAM;
	}
}

uint8_t fw_query_adapter(struct fw_call *call)
{
	const char *psid = call->fw->type->psid;

	prm_set(call->out, &prm_query_adapter_out.ieee_vendor_id, IEEE_VENDOR_ID);
	memcpy(call->out + PRM_QUERY_ADAPTER_PSID_AT, psid, strnlen(psid, PSID_BYTES));
	return PRM_STATUS_OK;
}

uint8_t fw_query_special_contexts(struct fw_call *call)
{
	prm_set(call->out, &prm_query_special_contexts_out.dump_fill_mkey, FW_DUMP_FILL_MKEY);
	prm_set(call->out, &prm_query_special_contexts_out.resd_lkey, FW_RESERVED_LKEY);
	prm_set(call->out, &prm_query_special_contexts_out.null_mkey, FW_NULL_MKEY);
	return PRM_STATUS_OK;
}
