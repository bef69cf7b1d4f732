// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/adp_retx.h"

#include <errno.h>

#include "devx/prm/roce_accl.h"

#define NS_PER_US 1000

bool nic_adp_retx_has(const struct ece_param *param)
{
	return param->select == &prm_roce_accl.adp_retx_profile_select;
}

static unsigned int get(const uint8_t *reg, const struct prm_field *field)
{
	return (unsigned int)prm_get(reg, field);
}

bool nic_adp_retx_is_user(const uint8_t *reg)
{
	return get(reg, &prm_roce_accl.adp_retx_profile_id) == PRM_ROCE_ACCL_PROFILE_USER;
}

static bool is_empty(const uint8_t *reg)
{
	for (unsigned int i = 0; i < PRM_ROCE_ACCL_PROFILE_BYTES; i++)
		if (reg[PRM_ROCE_ACCL_PROFILE + i])
			return false;
	return true;
}

bool nic_adp_retx_unit_known(const uint8_t *reg)
{
	return is_empty(reg) || get(reg, &prm_roce_accl.time_unit) == PRM_ROCE_ACCL_TIME_USEC;
}

void nic_adp_retx_set_unit(uint8_t *reg)
{
	prm_set(reg, &prm_roce_accl.time_unit, 0);
	if (!is_empty(reg))
		prm_set(reg, &prm_roce_accl.time_unit, PRM_ROCE_ACCL_TIME_USEC);
}

static unsigned int least_base(const uint8_t *reg)
{
	return (get(reg, &prm_roce_accl.adp_retx_base_timeout_min) + NS_PER_US - 1) / NS_PER_US;
}

static unsigned int most_ranges(const uint8_t *reg)
{
	unsigned int most = get(reg, &prm_roce_accl.adp_retx_profile_max_range_num);

	return most > PRM_ROCE_ACCL_RANGES ? PRM_ROCE_ACCL_RANGES : most;
}

void nic_adp_retx_limits(const uint8_t *reg, const struct ece_param *param, struct ece_nic_limits *limits)
{
	if (param->field == &prm_roce_accl.time_base) {
		limits->min = least_base(reg);
	} else if (param->field == &prm_roce_accl.range_num) {
		limits->min = 1;
		limits->max = most_ranges(reg);
	}
}

static int check_base(const uint8_t *reg, struct ece_error *e)
{
	unsigned int base = get(reg, &prm_roce_accl.time_base);
	unsigned int least = least_base(reg);

	if (!base || base & (base - 1))
		return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
				     "roce_accl.adp_retx.time_base must be a power of two, not %u us", base);
	if (base < least)
		return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
				     "roce_accl.adp_retx.time_base must be at least %u us on this card, not %u us",
				     least, base);
	return 0;
}

static int check_count(const uint8_t *reg, struct ece_error *e)
{
	unsigned int most = most_ranges(reg);
	unsigned int count = get(reg, &prm_roce_accl.range_num);
	unsigned int start = get(reg, &prm_roce_accl.start_range_index);

	if (!count || count > most)
		return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
				     "roce_accl.adp_retx.range_num must be 1 to %u on this card, not %u", most, count);
	if (start >= count)
		return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
				     "roce_accl.adp_retx.start_range must name a range in use, 0 to %u, not %u",
				     count - 1, start);
	return 0;
}

static const uint8_t *range_at(const uint8_t *reg, unsigned int i)
{
	return reg + PRM_ROCE_ACCL_RANGE + (size_t)sizeof(uint32_t) * i;
}

/* After a range comes one in use; what is kept in those behind the last one does not act. */
static int check_previous(const uint8_t *reg, struct ece_error *e)
{
	unsigned int count = get(reg, &prm_roce_accl.range_num);

	for (unsigned int i = 0; i < count; i++) {
		unsigned int previous = get(range_at(reg, i), &prm_roce_accl_range.prev_range_index);

		if (previous >= count)
			return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
					     "roce_accl.adp_retx.range%u.prev_range must name a range in use, 0 to %u, "
					     "not %u",
					     i, count - 1, previous);
	}
	return 0;
}

static int check_order(const uint8_t *reg, struct ece_error *e)
{
	unsigned int count = get(reg, &prm_roce_accl.range_num);

	for (unsigned int i = 1; i < count; i++) {
		unsigned int before = get(range_at(reg, i - 1), &prm_roce_accl_range.range_low_bound);
		unsigned int low = get(range_at(reg, i), &prm_roce_accl_range.range_low_bound);

		if (low <= before)
			return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
					     "the ranges of roce_accl.adp_retx must ascend: range%u.low_bound %u is "
					     "not above the %u of range%u",
					     i, low, before, i - 1);
	}
	return 0;
}

int nic_adp_retx_check(const uint8_t *reg, struct ece_error *e)
{
	int ret;

	if (is_empty(reg))
		return 0;
	ret = check_base(reg, e);
	ret = ret ? ret : check_count(reg, e);
	ret = ret ? ret : check_previous(reg, e);
	return ret ? ret : check_order(reg, e);
}
