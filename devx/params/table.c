// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/param.h"

#include "devx/params/interned.h"
#include "devx/params/rows.h"

/* In the order people see them. */
static const struct rows *const parts[] = {&rows_roce_accl, &rows_adp_retx,  &rows_dcqcn, &rows_cong_status,
					   &rows_ztr_rtt,   &rows_ppcc_slot, &rows_ece};

#define PART_COUNT (sizeof(parts) / sizeof(parts[0]))

size_t ece_param_count(void)
{
	size_t n = 0;

	for (size_t part = 0; part < PART_COUNT; part++)
		n += parts[part]->count;
	return n;
}

const struct ece_param *ece_param_at(size_t i)
{
	for (size_t part = 0; part < PART_COUNT; i -= parts[part++]->count)
		if (i < parts[part]->count)
			return &parts[part]->row[i];
	return ece_param_interned_at(i);
}

size_t ece_param_index(const struct ece_param *param)
{
	size_t before = 0;

	for (size_t part = 0; part < PART_COUNT; before += parts[part++]->count) {
		/* As numbers: a row of another part is no pointer into this one */
		uintptr_t first = (uintptr_t)parts[part]->row;

		if ((uintptr_t)param - first < parts[part]->count * sizeof(*param))
			return before + (size_t)(param - parts[part]->row);
	}
	return before + ece_param_interned_index(param);
}

size_t ece_param_limit(void)
{
	return ece_param_count() + ECE_PARAM_INTERNED_MAX;
}

bool ece_param_together(const struct ece_param *a, const struct ece_param *b)
{
	if (a->home != b->home)
		return false;
	return a == b || a->home == ECE_HOME_ROCE_ACCL || a->home == ECE_HOME_POLICY ||
	       (a->home == ECE_HOME_PPCC_SLOT && a->slot == b->slot);
}
