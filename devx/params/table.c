// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/param.h"

#include "devx/params/rows.h"

/* In the order people see them, which is that of enum ece_param_home. */
static const struct rows *const parts[] = {&rows_roce_accl, &rows_dcqcn, &rows_ztr_rtt};

_Static_assert(ECE_HOME_ROCE_ACCL == 0 && ECE_HOME_CONG == 1 && ECE_HOME_PPCC == 2, "a home is an index of parts");

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
	return NULL;
}

size_t ece_param_index(const struct ece_param *param)
{
	size_t before = 0;

	for (size_t part = 0; part < PART_COUNT; before += parts[part++]->count)
		if (part == param->home)
			return before + (size_t)(param - parts[part]->row);
	return before;
}
