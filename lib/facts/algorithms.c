// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Programmable congestion control as the card tells it: its algorithms and their parameters. */
#include "devx/nic/ppcc_list.h"
#include "lib/facts/internal.h"

static const char *access_name(uint8_t access)
{
	switch (access) {
	case PRM_PPCC_READ_ONLY:
		return "read";
	case PRM_PPCC_READ_WRITE:
		return "read_write";
	case PRM_PPCC_CLEARABLE:
		return "clearable";
	default:
		return "unknown";
	}
}

static json_t *parameter(struct sheet *sheet, const struct ece_ppcc_told_param *param)
{
	bool read = param->value.state == ECE_VALUE_SET;
	json_t *object = json_object();

	/* What can be cleared is counted by the card: its value is of this moment */
	facts_put(sheet, object, param->entry.access == PRM_PPCC_CLEARABLE ? "counted" : "value",
		  read ? json_integer((json_int_t)param->value.raw) : facts_unknown(param->value.why));
	facts_put(sheet, object, "default", json_integer(param->entry.initial));
	facts_put(sheet, object, "min", json_integer(param->entry.min));
	facts_put(sheet, object, "max", json_integer(param->entry.max));
	facts_put(sheet, object, "access", json_string(access_name(param->entry.access)));
	return object;
}

/* Names are the card's: plain texts, and an entry without one was not told. */
static json_t *parameters(struct sheet *sheet, const struct ece_ppcc_told_algo *algo)
{
	json_t *object = json_object();

	for (size_t i = 0; i < algo->param_count; i++)
		if (algo->params[i].entry.name[0])
			facts_put(sheet, object, algo->params[i].entry.name, parameter(sheet, &algo->params[i]));
	return object;
}

static json_t *untold(struct sheet *sheet, const struct ece_ppcc_told_algo *algo)
{
	char texts[ECE_PPCC_UNTOLD_MAX][ECE_PPCC_UNTOLD_TEXT];
	size_t count = ece_ppcc_untold(algo, texts);
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		facts_add(sheet, list, facts_text(texts[i]));
	return list;
}

static json_t *algorithm(struct sheet *sheet, const struct ece_ppcc_told_algo *algo)
{
	bool known = algo->enabled.state == ECE_VALUE_SET;
	json_t *object = json_object();

	facts_put(sheet, object, "slot", json_integer(algo->slot));
	facts_put(sheet, object, "algorithm", facts_text(algo->name));
	facts_put(sheet, object, "id", json_integer(algo->id));
	facts_put(sheet, object, "version", json_sprintf("%u.%u", algo->major, algo->minor));
	facts_put(sheet, object, "enabled", known ? json_boolean(algo->enabled.raw) : facts_unknown(algo->enabled.why));
	facts_put(sheet, object, "counters", known ? json_boolean(algo->counters) : json_null());
	facts_put(sheet, object, "trace", known ? json_boolean(algo->trace) : json_null());
	facts_put(sheet, object, "parameters", parameters(sheet, algo));
	facts_put(sheet, object, "untold", untold(sheet, algo));
	facts_put(sheet, object, "more", json_boolean(algo->cut));
	return object;
}

json_t *facts_algorithms(struct sheet *sheet, struct ece_nic *nic)
{
	struct ece_ppcc_told *told = NULL;
	struct ece_error e = {.code = 0};
	json_t *list;

	if (ece_nic_ppcc_list(nic, &told, &e))
		return e.kind == ECE_ERROR_UNSUPPORTED ? json_null() : facts_unknown(e.text);
	list = json_array();
	for (size_t i = 0; i < told->algo_count; i++)
		facts_add(sheet, list, algorithm(sheet, &told->algos[i]));
	ece_ppcc_told_free(told);
	return list;
}
