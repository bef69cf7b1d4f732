// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ROCE_ACCL: one register, a select bit for each feature. A write selects what changes and nothing else, so that it
 * takes nothing from another writer and touches no bit that this toolkit does not know.
 *
 * The profile of adaptive retransmission is the exception: its select bit commits all of it. It is read with its index,
 * changed where it shall change, and written as a whole.
 */
#include "devx/prm/roce_accl.h"

#include <string.h>

#include "devx/nic/adp_retx.h"
#include "devx/nic/nic_internal.h"
#include "devx/prm/cmd.h"

/* The PCI window has no word for a wrong length: there it is a bad parameter. */
static bool length_refused(const struct ece_result *result)
{
	if (result->backend == ECE_BACKEND_VSC)
		return result->has_status && result->status == PRM_STATUS_BAD_PARAM;
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

/* Only for a card whose select bit offers the profile: to others the index may mean anything. */
static struct nic_page *read_profile(struct ece_nic *nic, struct nic_snapshot *snapshot,
				     const struct ece_backend *backend)
{
	const struct nic_page *main = read_page(nic, snapshot, backend);
	struct nic_page *page = &snapshot->adp_retx[backend->id];

	if (page->tried)
		return page;
	page->tried = true;
	page->len = main->len;
	prm_set(page->bytes, &prm_roce_accl.adp_retx_profile_id, PRM_ROCE_ACCL_PROFILE_USER);
	page->result = nic_access_reg(nic, backend, PRM_ACCESS_REG_READ, PRM_REG_ROCE_ACCL, page->bytes, page->len);
	return page;
}

static void read_profile_param(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
			       const struct ece_backend *backend, struct ece_value *value)
{
	const struct nic_page *page = read_profile(nic, snapshot, backend);

	if (page->result.err)
		nic_register_refused(value, &page->result);
	else if (!nic_adp_retx_is_user(page->bytes))
		nic_value_fail(value, ECE_VALUE_UNREADABLE, &page->result,
			       "the card was asked for profile 1 and answered for another one");
	else if (!nic_adp_retx_unit_known(page->bytes))
		nic_value_fail(value, ECE_VALUE_UNREADABLE, &page->result,
			       "the profile counts its times in a unit that is not known");
	else
		nic_value_set(value, ece_param_get(param, page->bytes), &page->result);
	if (value->state == ECE_VALUE_SET && !prm_get(page->bytes, &prm_roce_accl.roce_adp_retrans_en))
		nic_value_inert(value, "roce_accl.roce_adp_retrans_en is false: no timer adapts");
}

static void read_param(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		       const struct ece_backend *backend, struct ece_value *value)
{
	const struct nic_page *page = read_page(nic, snapshot, backend);

	if (page->result.err)
		nic_register_refused(value, &page->result);
	else if (!prm_get(page->bytes, param->select))
		nic_value_fail(value, ECE_VALUE_UNSUPPORTED, &page->result,
			       "the card's register has the field, but its select bit says it cannot be set here");
	else if (nic_adp_retx_has(param))
		read_profile_param(nic, snapshot, param, backend, value);
	else
		nic_value_set(value, ece_param_get(param, page->bytes), &page->result);
}

/* Any write of the profile, or NULL. */
static struct ece_write *of_profile(struct ece_write *const *writes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (nic_adp_retx_has(writes[i]->param))
			return writes[i];
	return NULL;
}

/* The register as it is to be written. */
static const struct nic_page *compose(struct ece_nic *nic, struct nic_snapshot *snapshot,
				      const struct ece_backend *backend, struct ece_write *const *writes, size_t n,
				      uint8_t reg[PRM_ROCE_ACCL_BYTES])
{
	bool profile = of_profile(writes, n);
	const struct nic_page *page =
		profile ? read_profile(nic, snapshot, backend) : read_page(nic, snapshot, backend);

	memcpy(reg, page->bytes, PRM_ROCE_ACCL_BYTES);
	memset(reg, 0, sizeof(uint32_t)); /* the word of select bits */
	for (size_t i = 0; i < n; i++) {
		prm_set(reg, writes[i]->param->select, 1);
		ece_param_put(writes[i]->param, reg, writes[i]->raw);
	}
	if (profile)
		nic_adp_retx_set_unit(reg);
	return page;
}

static struct ece_write *check_together(struct ece_nic *nic, struct nic_snapshot *snapshot,
					const struct ece_backend *backend, struct ece_write *const *writes, size_t n)
{
	struct ece_write *guilty = of_profile(writes, n);
	uint8_t reg[PRM_ROCE_ACCL_BYTES];

	if (!guilty || compose(nic, snapshot, backend, writes, n, reg)->result.err)
		return NULL;
	return nic_adp_retx_check(reg, &guilty->error) ? guilty : NULL;
}

static void limits_of(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
		      const struct ece_param *param, struct ece_nic_limits *limits)
{
	const struct nic_page *page = nic_adp_retx_has(param) ? read_profile(nic, snapshot, backend) : NULL;

	if (page && !page->result.err)
		nic_adp_retx_limits(page->bytes, param, limits);
}

static struct ece_result send(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
			      struct ece_write *const *writes, size_t n)
{
	uint8_t reg[PRM_ROCE_ACCL_BYTES];
	const struct nic_page *page = compose(nic, snapshot, backend, writes, n, reg);

	if (page->result.err)
		return page->result;
	return nic_access_reg(nic, backend, PRM_ACCESS_REG_WRITE, PRM_REG_ROCE_ACCL, reg, page->len);
}

const struct nic_family nic_roce_accl = {
	.read = read_param,
	.limits = limits_of,
	.check_together = check_together,
	.send = send,
};
