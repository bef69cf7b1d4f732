// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ROCE_ACCL: one register, a select bit for each feature. A write selects what changes and nothing else, so that it
 * takes nothing from another writer and touches no bit that this toolkit does not know.
 */
#include "devx/prm/roce_accl.h"

#include <string.h>

#include "devx/nic/nic_internal.h"
#include "devx/prm/cmd.h"

static bool length_refused(const struct ece_result *result)
{
	return result->has_status &&
	       (result->status == PRM_STATUS_BAD_INPUT_LEN || result->status == PRM_STATUS_BAD_OUTPUT_LEN ||
		result->status == PRM_STATUS_BAD_SIZE);
}

static struct nic_page *read_page(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend)
{
	struct nic_page *page = &snapshot->roce_accl[backend->id];

	if (page->tried)
		return page;
	page->tried = true;
	page->len = PRM_ROCE_ACCL_BYTES;
	page->result = nic_access_reg(nic, backend, PRM_ACCESS_REG_READ, PRM_REG_ROCE_ACCL, page->bytes, page->len);
	if (length_refused(&page->result)) {
		page->len = PRM_ROCE_ACCL_BYTES_SHORT;
		page->result =
			nic_access_reg(nic, backend, PRM_ACCESS_REG_READ, PRM_REG_ROCE_ACCL, page->bytes, page->len);
	}
	return page;
}

static void read_param(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		       const struct ece_backend *backend, struct ece_value *value)
{
	const struct nic_page *page = read_page(nic, snapshot, backend);

	if (page->result.err)
		nic_value_refused(value, &page->result);
	else if (!prm_get(page->bytes, param->select))
		nic_value_fail(value, ECE_VALUE_UNSUPPORTED, &page->result,
			       "the card's register has the field, but its select bit says it cannot be set here");
	else
		nic_value_set(value, ece_param_get(param, page->bytes), &page->result);
}

static struct ece_result send(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
			      struct ece_write *const *writes, size_t n)
{
	struct nic_page *page = read_page(nic, snapshot, backend);
	uint8_t reg[PRM_ROCE_ACCL_BYTES];

	if (page->result.err)
		return page->result;
	memcpy(reg, page->bytes, sizeof(reg));
	memset(reg, 0, sizeof(uint32_t)); /* the word of select bits */
	for (size_t i = 0; i < n; i++) {
		prm_set(reg, writes[i]->param->select, 1);
		ece_param_put(writes[i]->param, reg, writes[i]->raw);
	}
	return nic_access_reg(nic, backend, PRM_ACCESS_REG_WRITE, PRM_REG_ROCE_ACCL, reg, page->len);
}

const struct nic_family nic_roce_accl = {
	.read = read_param,
	.send = send,
	.whole = true,
};
