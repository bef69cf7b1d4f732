// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>

#include "devx/params/nv.h"
#include "devx/params/param.h"

bool ece_need_met(const struct ece_need *need, uint64_t raw)
{
	return (raw == need->raw) != need->differs;
}

const char *ece_need_text(const struct ece_need *need, char *buf, size_t size)
{
	const struct ece_nv_field *field = ece_nv_find(need->nv);
	char value[ECE_PARAM_NAME_MAX] = "?";

	if (field)
		ece_nv_format(field, need->raw, value, sizeof(value));
	snprintf(buf, size, "NV config %s %s %s", need->nv, need->differs ? "not" : "=", value);
	return buf;
}

bool ece_param_refused(const struct ece_param *param, enum ece_value_state have, uint64_t raw)
{
	if (have != ECE_VALUE_INERT || !raw)
		return false;
	for (const struct ece_need *need = param->needs; need && need->nv; need++)
		if (need->unmet == ECE_UNMET_REFUSE)
			return true;
	return false;
}
