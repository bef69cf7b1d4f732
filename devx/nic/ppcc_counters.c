// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/ppcc_counters.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/base/be.h"
#include "devx/nic/nic_internal.h"
#include "devx/nic/ppcc_command.h"

#define VALUE_BYTES 4

static struct ece_result ask(struct ece_nic *nic, const struct ece_backend *backend, enum prm_ppcc_cmd cmd,
			     uint8_t slot, size_t index, uint8_t *reg)
{
	const struct nic_ppcc_place place = {.slot = slot, .index = (uint16_t)index};

	memset(reg, 0, PRM_PPCC_BYTES);
	return nic_ppcc_command(nic, backend, PRM_ACCESS_REG_READ, cmd, &place, reg);
}

static int failed(const struct ece_nic *nic, const struct ece_result *result, struct ece_error *e)
{
	char text[ECE_VALUE_WHY_MAX];

	ece_error_set(e, result->err, ECE_ERROR_IO, "cannot read the counters of algorithms: %s",
		      ece_result_text(result, text, sizeof(text)));
	ece_error_place(e, "%s", nic->info.pci);
	return ece_error_result(e, result);
}

/* Without a name there may be a number behind it all the same, so its neighbours keep their places. */
static void take_name(const uint8_t *reg, struct ece_ppcc_counter *counter)
{
	struct ece_ppcc_entry entry;

	if (ece_ppcc_entry_parse(reg, &entry, NULL /* a counter without a name is none to tell */))
		return;
	memcpy(counter->name, entry.name, sizeof(counter->name));
	ece_ppcc_text_parse(reg, counter->text);
	counter->wraps = (uint32_t)prm_get(reg, &prm_ppcc.param_value3);
}

/* The card refuses, or gives no text, behind the last one. */
static struct ece_result name_counters(struct ece_nic *nic, const struct ece_backend *backend,
				       struct ece_ppcc_counted *algo)
{
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_result result = ask(nic, backend, PRM_PPCC_GET_COUNTER_COUNT, algo->slot, 0, reg);

	for (size_t i = 0; !result.err && i < ECE_PPCC_COUNTERS_MAX; i++) {
		result = ask(nic, backend, PRM_PPCC_GET_COUNTER_INFO, algo->slot, i, reg);
		if (result.err || !prm_get(reg, &prm_ppcc.text_length))
			break;
		take_name(reg, &algo->counters[i]);
		algo->count = i + 1;
	}
	if (result.err && result.has_status)
		result.err = 0;
	return result;
}

static struct ece_result name_algorithm(struct ece_nic *nic, const struct ece_backend *backend,
					struct ece_ppcc_counted *algo)
{
	struct ece_ppcc_entry entry;
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_result result = name_counters(nic, backend, algo);

	if (result.err || !algo->count)
		return result;
	result = ask(nic, backend, PRM_PPCC_GET_ALGO_INFO, algo->slot, 0, reg);
	if (!result.err && !ece_ppcc_entry_parse(reg, &entry, NULL /* it is then told without a name */))
		memcpy(algo->name, entry.name, sizeof(algo->name));
	return result;
}

static int find_out(struct ece_nic *nic, const struct ece_backend *backend, const struct nic_page *slots,
		    struct ece_ppcc_counting *counting, struct ece_error *e)
{
	counting->backend = backend->id;
	for (uint8_t slot = 0; slot < PRM_PPCC_SLOTS; slot++) {
		struct ece_ppcc_counted *algo = &counting->algos[counting->algo_count];
		struct ece_result result;

		*algo = (struct ece_ppcc_counted){.slot = slot};
		if (!nic_ppcc_key(nic, slots, slot, &algo->key))
			continue;
		result = name_algorithm(nic, backend, algo);
		if (result.err)
			return failed(nic, &result, e);
		counting->algo_count += algo->count > 0;
	}
	return 0;
}

int ece_nic_ppcc_counters(struct ece_nic *nic, struct ece_ppcc_counting **counting, struct ece_error *e)
{
	struct nic_snapshot *snapshot = calloc(1, sizeof(*snapshot));
	struct ece_ppcc_counting *made = calloc(1, sizeof(*made));
	const struct ece_backend *backend;
	const struct nic_page *slots;
	int err = -ENOMEM;

	if (snapshot && made) {
		err = nic_ppcc_way(nic, snapshot, &backend, &slots, e);
		if (!err)
			err = find_out(nic, backend, slots, made, e);
	} else {
		ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory");
	}
	free(snapshot);
	if (err) {
		free(made);
		return err;
	}
	*counting = made;
	return 0;
}

static void take_values(const uint8_t *reg, struct ece_ppcc_counted *algo)
{
	size_t told = prm_get(reg, &prm_ppcc.text_length) / VALUE_BYTES;

	for (size_t i = 0; i < algo->count; i++) {
		algo->counters[i].told = i < told;
		algo->counters[i].value = i < told ? ece_be32(reg + PRM_PPCC_TEXT + VALUE_BYTES * i) : 0;
	}
}

static struct ece_result count_algorithm(struct ece_nic *nic, const struct ece_backend *backend,
					 struct ece_ppcc_counted *algo)
{
	const struct nic_ppcc_place place = {.slot = algo->slot};
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_result result = ask(nic, backend, PRM_PPCC_GET_ALGO_STATUS, algo->slot, 0, reg);

	if (result.err)
		return result;
	algo->counting = prm_get(reg, &prm_ppcc.counter_en);
	memset(reg, 0, sizeof(reg));
	prm_set(reg, &prm_ppcc.text_length, VALUE_BYTES * algo->count);
	result = nic_ppcc_command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_BULK_GET_COUNTERS, &place, reg);
	if (!result.err)
		take_values(reg, algo);
	return result;
}

static bool is_same(const struct ece_ppcc_key *a, const struct ece_ppcc_key *b)
{
	return a->algo == b->algo && a->major == b->major && a->minor == b->minor;
}

int ece_nic_ppcc_count(struct ece_nic *nic, struct ece_ppcc_counting *counting, struct ece_error *e)
{
	const struct ece_backend *backend = ece_backend(counting->backend);
	struct nic_page slots = {.len = PRM_PPCC_BYTES};
	struct ece_ppcc_key key;

	slots.result = ask(nic, backend, PRM_PPCC_GET_ALGO_ARRAY, 0, 0, slots.bytes);
	if (slots.result.err)
		return failed(nic, &slots.result, e);
	for (size_t i = 0; i < counting->algo_count; i++) {
		struct ece_ppcc_counted *algo = &counting->algos[i];
		struct ece_result result;

		if (!nic_ppcc_key(nic, &slots, algo->slot, &key) || !is_same(&key, &algo->key))
			return ece_error_set(e, -ESTALE, ECE_ERROR_STALE,
					     "another algorithm is in slot %u of the card by now", algo->slot);
		result = count_algorithm(nic, backend, algo);
		if (result.err)
			return failed(nic, &result, e);
	}
	return 0;
}
