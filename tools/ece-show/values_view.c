// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdbool.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/param_text.h"
#include "tools/common/table.h"
#include "tools/ece-show/views.h"

#define VALUE_COLUMNS 4 /* name, value, backend, why */

static bool has_raw(const struct ece_value *value)
{
	return value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT;
}

static void value_cells(struct table *table, const struct ece_param *param, const struct ece_value *value)
{
	char text[PARAM_TEXT_VALUE_MAX];

	table_add(table, "%s", param->name);
	if (has_raw(value))
		table_add(table, "%s", ece_param_format(param, value->raw, text, sizeof(text)));
	else
		table_add(table, "%s", ece_value_state_name(value->state));
	table_add(table, "%s", has_raw(value) ? ece_backend_name(value->result.backend) : "-");
	if (value->state == ECE_VALUE_INERT)
		table_add(table, "inert: %s", value->why);
	else
		table_add(table, "%s", value->why);
}

/* "dcqcn.rp.ai_rate" and "dcqcn.rp.hai_rate" are of one family. */
static bool same_family(const struct ece_param *a, const struct ece_param *b)
{
	size_t len = (size_t)(strrchr(a->name, '.') - a->name) + 1;

	return !strncmp(a->name, b->name, len) && !strchr(b->name + len, '.');
}

static void empty_row(struct table *table)
{
	for (int i = 0; i < VALUE_COLUMNS; i++)
		table_add(table, "%s", "");
}

void values_text(const struct term *term, const struct nic_values *nic)
{
	struct table *table = table_new(VALUE_COLUMNS);

	for (size_t i = 0; i < ece_param_count(); i++) {
		if (i && !same_family(ece_param_at(i - 1), ece_param_at(i)))
			empty_row(table);
		value_cells(table, ece_param_at(i), &nic->values[i]);
	}
	table_print(table, term->out, 4, 0);
	table_free(table);
}

static json_t *value_json(const struct ece_param *param, const struct ece_value *value)
{
	char text[PARAM_TEXT_VALUE_MAX];
	json_t *object = json_pack("{s:s, s:s?, s:s?}", "state", ece_value_state_name(value->state), "backend",
				   value->result.backend ? ece_backend_name(value->result.backend) : NULL, "why",
				   value->why[0] ? value->why : NULL);

	if (has_raw(value)) {
		ece_param_format(param, value->raw, text, sizeof(text));
		build_set(&object, "value", json_string(text));
		build_set(&object, "raw", json_integer((json_int_t)value->raw));
	} else {
		build_set(&object, "value", json_null());
		build_set(&object, "raw", json_null());
	}
	return object;
}

json_t *values_json(const struct nic_values *nic)
{
	json_t *object = json_object();

	for (size_t i = 0; i < ece_param_count(); i++)
		build_set(&object, ece_param_at(i)->name, value_json(ece_param_at(i), &nic->values[i]));
	return object;
}
