// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/value_view.h"

#include <stdio.h>

#include "tools/common/json_build.h"
#include "tools/common/param_text.h"

bool value_has_raw(const struct ece_value *value)
{
	return value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT;
}

const char *value_text(const struct ece_param *param, const struct ece_value *value, char *buf, size_t size)
{
	if (value_has_raw(value))
		return ece_param_format(param, value->raw, buf, size);
	snprintf(buf, size, "%s", ece_value_state_name(value->state));
	return buf;
}

json_t *value_json(const struct ece_param *param, const struct ece_value *value)
{
	char text[PARAM_TEXT_VALUE_MAX];
	json_t *object = json_pack("{s:s, s:s?, s:s?}", "state", ece_value_state_name(value->state), "backend",
				   value->result.backend ? ece_backend_name(value->result.backend) : NULL, "why",
				   value->why[0] ? value->why : NULL);

	if (value_has_raw(value)) {
		ece_param_format(param, value->raw, text, sizeof(text));
		build_set(&object, "value", json_string(text));
		build_set(&object, "raw", json_integer((json_int_t)value->raw));
	} else {
		build_set(&object, "value", json_null());
		build_set(&object, "raw", json_null());
	}
	return object;
}
