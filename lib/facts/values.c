// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What comes from the card through a door: parameters, NV configuration, and the doors themselves. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "devx/nic/door.h"
#include "devx/nic/nv.h"
#include "devx/params/nv.h"
#include "lib/facts/internal.h"

#define VALUE_TEXT_MAX 128

json_t *facts_doors(struct sheet *sheet, struct ece_nic *nic)
{
	json_t *doors = json_object();

	for (int id = ECE_BACKEND_NONE + 1; id < ECE_BACKEND_COUNT; id++) {
		char why[ECE_VALUE_WHY_MAX];
		int err = ece_nic_door(nic, (enum ece_backend_id)id, why);
		json_t *door = json_pack("{s:b, s:o}", "open", !err, "why", facts_text(why));

		if (id == ECE_BACKEND_DEVX && err != -ENODEV) {
			sheet->asked = true;
			sheet->rdma_core = err != -ENOSYS;
		}
		facts_put(sheet, doors, ece_backend_name((enum ece_backend_id)id), door);
	}
	return doors;
}

static bool has_raw(const struct ece_value *value)
{
	return value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT;
}

static json_t *parameter(struct sheet *sheet, const struct ece_param *param, const struct ece_value *value)
{
	char text[VALUE_TEXT_MAX];
	json_t *object = json_object();

	facts_put(sheet, object, "state", json_string(ece_value_state_name(value->state)));
	facts_put(sheet, object, "value",
		  has_raw(value) ? facts_text(ece_param_format(param, value->raw, text, sizeof(text))) : json_null());
	facts_put(sheet, object, "raw", has_raw(value) ? json_integer((json_int_t)value->raw) : json_null());
	facts_put(sheet, object, "backend",
		  value->result.backend ? json_string(ece_backend_name(value->result.backend)) : json_null());
	facts_put(sheet, object, "why", facts_text(value->why));
	return object;
}

json_t *facts_parameters(struct sheet *sheet, struct ece_nic *nic)
{
	size_t n = ece_param_count();
	const struct ece_param **params = calloc(n, sizeof(struct ece_param *));
	struct ece_value *values = calloc(n, sizeof(*values));
	json_t *object = json_object();

	if (params && values) {
		for (size_t i = 0; i < n; i++)
			params[i] = ece_param_at(i);
		ece_nic_read(nic, params, values, n);
		for (size_t i = 0; i < n; i++)
			facts_put(sheet, object, params[i]->name, parameter(sheet, params[i], &values[i]));
	} else {
		sheet->failed = true;
	}
	free(params);
	free(values);
	return object;
}

static json_t *nv_mode(const struct ece_nv_field *field, const struct ece_value *value)
{
	char text[VALUE_TEXT_MAX];

	if (value->state == ECE_VALUE_SET)
		return facts_text(ece_nv_format(field, value->raw, text, sizeof(text)));
	/* Nobody has set it: that is an answer */
	return value->state == ECE_VALUE_UNSET ? json_null() : facts_unknown(value->why);
}

static json_t *nv_value(struct sheet *sheet, const struct ece_nv_value *value)
{
	json_t *object = json_object();

	for (int mode = 0; mode < ECE_NV_MODES; mode++)
		facts_put(sheet, object, ece_nv_mode_name((enum ece_nv_mode)mode),
			  nv_mode(value->field, &value->at[mode]));
	facts_put(sheet, object, "pending", value->comparable ? json_boolean(value->pending) : json_null());
	return object;
}

/* A field that the card does not have is left out: absent is not False. */
static bool is_absent(const struct ece_nv_value *value)
{
	return value->at[ECE_NV_NEXT].state == ECE_VALUE_UNSUPPORTED;
}

/* When no field can be told, one reason for all. */
static bool none_told(const struct ece_nv_value *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (values[i].at[ECE_NV_NEXT].state != ECE_VALUE_NO_DOOR && !is_absent(&values[i]))
			return false;
	return n;
}

static json_t *nv_object(struct sheet *sheet, const struct ece_nv_value *values, size_t n)
{
	json_t *object = json_object();
	char name[ECE_PARAM_NAME_MAX];

	for (size_t i = 0; i < n; i++)
		if (!is_absent(&values[i]))
			facts_put(sheet, object, ece_nv_name(values[i].field, values[i].port, name, sizeof(name)),
				  nv_value(sheet, &values[i]));
	return object;
}

json_t *facts_nv(struct sheet *sheet, struct ece_nic *nic)
{
	size_t n = ece_nv_count();
	const struct ece_nv_field **fields = calloc(n, sizeof(struct ece_nv_field *));
	struct ece_nv_value *values = calloc(n, sizeof(*values));
	json_t *nv = NULL;

	if (fields && values) {
		for (size_t i = 0; i < n; i++)
			fields[i] = ece_nv_at(i);
		ece_nic_nv_read(nic, fields, values, n);
		nv = none_told(values, n) ? facts_unknown(values[0].at[ECE_NV_NEXT].why) : nv_object(sheet, values, n);
	}
	free(fields);
	free(values);
	return nv;
}
