// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/ppcc_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/nic/nic_internal.h"
#include "devx/nic/ppcc_command.h"

struct lister {
	struct ece_nic *nic;
	const struct ece_backend *backend;
	struct nic_snapshot *snapshot;
};

static struct ece_result ask(const struct lister *l, enum prm_ppcc_cmd cmd, const struct nic_ppcc_place *place,
			     uint8_t *reg)
{
	memset(reg, 0, PRM_PPCC_BYTES);
	return nic_ppcc_command(l->nic, l->backend, PRM_ACCESS_REG_READ, cmd, place, reg);
}

/* The row of what the card calls @name: one of the table, or one made for it. */
static const struct ece_param *row_of(const char *name)
{
	char full[ECE_PARAM_NAME_MAX];

	if (snprintf(full, sizeof(full), "ppcc.%s", name) >= (int)sizeof(full))
		return NULL;
	return ece_param_find(full);
}

static void read_param(const struct lister *l, struct nic_ppcc_place *place, struct ece_ppcc_told_param *param)
{
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_result result = ask(l, PRM_PPCC_GET_PARAM_INFO, place, reg);

	if (!result.err)
		result.err = ece_ppcc_entry_parse(reg, &param->entry, NULL);
	if (result.err) {
		nic_register_refused(&param->value, &result);
		return;
	}
	ece_ppcc_text_parse(reg, param->text);
	param->param = row_of(param->entry.name);
	result = ask(l, PRM_PPCC_GET_PARAM, place, reg);
	if (result.err)
		nic_register_refused(&param->value, &result);
	else
		nic_value_set(&param->value, prm_get(reg, &prm_ppcc.value), &result);
}

static int read_params(const struct lister *l, struct ece_ppcc_told_algo *algo)
{
	struct nic_ppcc_place place = {.slot = algo->slot};
	struct ece_ppcc_told_param *params;
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_result result = ask(l, PRM_PPCC_GET_PARAM_COUNT, &place, reg);
	uint64_t count;

	if (result.err) {
		nic_register_refused(&algo->counted, &result);
		return 0;
	}
	count = prm_get(reg, &prm_ppcc.value);
	nic_value_set(&algo->counted, count, &result);
	algo->cut = count > ECE_PPCC_PARAMS_MAX;
	algo->param_count = algo->cut ? ECE_PPCC_PARAMS_MAX : (size_t)count;
	params = calloc(algo->param_count + 1, sizeof(*params));
	algo->params = params;
	if (!params)
		return -ENOMEM;
	for (size_t i = 0; i < algo->param_count; i++) {
		place.index = (uint16_t)i;
		read_param(l, &place, &params[i]);
	}
	return 0;
}

static void read_name(const struct lister *l, struct ece_ppcc_told_algo *algo)
{
	struct nic_ppcc_place place = {.slot = algo->slot};
	struct ece_ppcc_entry entry;
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_result result = ask(l, PRM_PPCC_GET_ALGO_INFO, &place, reg);

	if (result.err) {
		nic_register_refused(&algo->named, &result);
		return;
	}
	nic_value_set(&algo->named, 1, &result);
	if (ece_ppcc_entry_parse(reg, &entry, NULL))
		return;
	memcpy(algo->name, entry.name, sizeof(algo->name));
	ece_ppcc_text_parse(reg, algo->text);
}

static int read_algo(const struct lister *l, struct ece_ppcc_told_algo *algo)
{
	struct nic_ppcc_place place = {.slot = algo->slot};
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_result result;

	read_name(l, algo);
	result = ask(l, PRM_PPCC_GET_ALGO_STATUS, &place, reg);
	if (result.err) {
		nic_register_refused(&algo->enabled, &result);
	} else {
		nic_value_set(&algo->enabled, prm_get(reg, &prm_ppcc.value), &result);
		algo->counters = prm_get(reg, &prm_ppcc.counter_en);
		algo->trace = prm_get(reg, &prm_ppcc.trace_en);
	}
	return read_params(l, algo);
}

static int read_algos(const struct lister *l, const struct nic_page *slots, struct ece_ppcc_told *told)
{
	int err = 0;

	told->backend = l->backend->id;
	for (uint8_t slot = 0; slot < PRM_PPCC_SLOTS && !err; slot++) {
		struct ece_ppcc_key key;

		if (!nic_ppcc_key(l->nic, slots, slot, &key))
			continue;
		told->algos[told->algo_count] = (struct ece_ppcc_told_algo){
			.slot = slot, .id = key.algo, .major = key.major, .minor = key.minor};
		err = read_algo(l, &told->algos[told->algo_count++]);
	}
	return err;
}

int ece_nic_ppcc_list(struct ece_nic *nic, struct ece_ppcc_told **told, struct ece_error *e)
{
	struct lister l = {.nic = nic, .snapshot = calloc(1, sizeof(*l.snapshot))};
	struct ece_ppcc_told *new = calloc(1, sizeof(*new));
	const struct nic_page *slots = NULL;
	int err = -ENOMEM;

	if (l.snapshot && new)
		err = nic_ppcc_way(nic, l.snapshot, &l.backend, &slots, e);
	if (slots)
		err = read_algos(&l, slots, new);
	if (err == -ENOMEM)
		ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory");
	free(l.snapshot);
	if (err) {
		ece_ppcc_told_free(new);
		return err;
	}
	*told = new;
	return 0;
}

static const struct ece_ppcc_told_param *first_nameless(const struct ece_ppcc_told_algo *algo, size_t *count)
{
	const struct ece_ppcc_told_param *first = NULL;

	*count = 0;
	for (size_t i = 0; i < algo->param_count; i++) {
		if (algo->params[i].entry.name[0])
			continue;
		(*count)++;
		first = first ? first : &algo->params[i];
	}
	return first;
}

size_t ece_ppcc_untold(const struct ece_ppcc_told_algo *algo, char (*texts)[ECE_PPCC_UNTOLD_TEXT])
{
	const struct {
		const char *what;
		const struct ece_value *value;
	} parts[] = {
		{"its name", &algo->named},
		{"whether it is enabled", &algo->enabled},
		{"its parameters", &algo->counted},
	};
	size_t n = 0, missing;
	const struct ece_ppcc_told_param *first = first_nameless(algo, &missing);

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (parts[i].value->state != ECE_VALUE_SET)
			snprintf(texts[n++], ECE_PPCC_UNTOLD_TEXT, "not told: %s: %s", parts[i].what,
				 parts[i].value->why);
	if (first)
		snprintf(texts[n++], ECE_PPCC_UNTOLD_TEXT, "not told: %zu of %zu parameters: %s", missing,
			 algo->param_count, first->value.why);
	return n;
}

void ece_ppcc_told_free(struct ece_ppcc_told *told)
{
	if (!told)
		return;
	for (size_t i = 0; i < told->algo_count; i++)
		free(told->algos[i].params);
	free(told);
}
