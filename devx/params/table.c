// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/param.h"

#include "devx/params/rows.h"

/* In the order people see them. */
static const struct rows *const parts[] = {
	[ECE_HOME_ROCE_ACCL] = &rows_roce_accl,
	[ECE_HOME_CONG] = &rows_dcqcn,
	[ECE_HOME_PPCC] = &rows_ztr_rtt,
};

#define PART_COUNT (sizeof(parts) / sizeof(parts[0]))

/* How many rows the parts before this one have. */
static size_t rows_before(size_t part)
{
	size_t n = 0;

	for (size_t i = 0; i < part; i++)
		n += parts[i]->count;
	return n;
}

size_t ece_param_count(void)
{
	return rows_before(PART_COUNT);
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
	return rows_before(param->home) + (size_t)(param - parts[param->home]->row);
}
