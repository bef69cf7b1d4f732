// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/param.h"

uint64_t ece_param_get(const struct ece_param *param, const void *bytes)
{
	const struct ece_param_switch *instead = param->instead;

	if (instead && prm_get(bytes, instead->field) == instead->at)
		return param->words[0].raw;
	return prm_get(bytes, param->field);
}

void ece_param_put(const struct ece_param *param, void *bytes, uint64_t raw)
{
	const struct ece_param_switch *instead = param->instead;
	bool word = instead && raw == param->words[0].raw;

	if (instead)
		prm_set(bytes, instead->field, word ? instead->at : !instead->at);
	prm_set(bytes, param->field, word ? 0 : raw);
}
