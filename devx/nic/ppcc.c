// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Parameters of programmable algorithms, found by name. A session asks for the algorithms first; the card ignores a
 * set that is out of range or read only in silence, so range and access are checked here, against what the card tells.
 */
#include "devx/prm/ppcc.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "devx/nic/nic_internal.h"

static struct ece_result command(struct ece_nic *nic, const struct ece_backend *backend,
				 enum prm_access_reg_method method, enum prm_ppcc_cmd cmd,
				 const struct nic_ppcc_place *place, uint8_t *reg)
{
	prm_set(reg, &prm_ppcc.local_port, nic->info.port);
	prm_set(reg, &prm_ppcc.cmd_type, cmd);
	prm_set(reg, &prm_ppcc.algo_slot, place->slot);
	prm_set(reg, &prm_ppcc.algo_param_index, place->index);
	return nic_access_reg(nic, backend, method, PRM_REG_PPCC, reg, PRM_PPCC_BYTES);
}

static const struct nic_page *read_slots(struct ece_nic *nic, struct nic_snapshot *snapshot,
					 const struct ece_backend *backend)
{
	struct nic_page *page = &snapshot->ppcc[backend->id];
	struct nic_ppcc_place any = {0};

	if (page->tried)
		return page;
	page->tried = true;
	page->len = PRM_PPCC_BYTES;
	page->result = command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_ALGO_ARRAY, &any, page->bytes);
	return page;
}

static void make_key(const struct ece_nic *nic, const uint8_t *word, struct ece_ppcc_key *key)
{
	*key = (struct ece_ppcc_key){
		.algo = (uint16_t)prm_get(word, &prm_ppcc_algo.id),
		.major = (uint8_t)prm_get(word, &prm_ppcc_algo.major),
		.minor = (uint8_t)prm_get(word, &prm_ppcc_algo.minor),
	};
	memcpy(key->firmware, nic->info.firmware, sizeof(key->firmware));
	memcpy(key->psid, nic->info.psid, sizeof(key->psid));
}

/* The card's description of the parameter at an index. */
static struct ece_result read_entry(struct ece_nic *nic, const struct ece_backend *backend,
				    struct nic_ppcc_place *place)
{
	uint8_t reg[PRM_PPCC_BYTES] = {0};
	struct ece_result result;

	result = command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_PARAM_INFO, place, reg);
	if (!result.err)
		result.err = ece_ppcc_entry_parse(reg, &place->entry, NULL);
	return result;
}

/* Asks for all parameters of a slot and remembers them. */
static struct ece_result enumerate(struct ece_nic *nic, const struct ece_backend *backend, uint8_t slot,
				   struct ece_ppcc_schema *schema)
{
	struct nic_ppcc_place place = {.slot = slot};
	uint8_t reg[PRM_PPCC_BYTES] = {0};
	struct ece_result result;
	uint64_t count;

	result = command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_PARAM_COUNT, &place, reg);
	if (result.err)
		return result;
	count = prm_get(reg, &prm_ppcc.value);
	schema->cut = count > ECE_PPCC_PARAMS_MAX;
	if (schema->cut)
		count = ECE_PPCC_PARAMS_MAX;
	for (schema->count = 0; schema->count < count; schema->count++) {
		place.index = (uint16_t)schema->count;
		result = read_entry(nic, backend, &place);
		if (result.err && result.err != -EPROTO)
			return result;
		/* An entry without a name cannot be asked for; its neighbours can. */
		if (result.err)
			place.entry = (struct ece_ppcc_entry){0};
		schema->entries[schema->count] = place.entry;
	}
	result.err = 0;
	ece_ppcc_remember(schema);
	return result;
}

/*
 * Looks for a name in one slot. result.err: 0 found, -ENOENT not there, -E2BIG perhaps behind what is read of a slot,
 * else the failure of a command.
 */
static struct ece_result locate_in_slot(struct ece_nic *nic, const struct ece_backend *backend,
					const struct ece_ppcc_key *key, const char *name, struct nic_ppcc_place *place)
{
	struct ece_result result = {.backend = backend->id};
	int index = ece_ppcc_recall(key, name);
	struct ece_ppcc_schema schema;

	if (index >= 0) {
		place->index = (uint16_t)index;
		result = read_entry(nic, backend, place);
		if (!result.err && !strcmp(place->entry.name, name))
			return result;
		if (result.err && !result.has_status)
			return result;
		/* The card's table is not what it was: another firmware under the same name. */
		ece_ppcc_forget(key);
		index = -ESRCH;
	}
	if (index == -ESRCH) {
		schema.key = *key;
		result = enumerate(nic, backend, place->slot, &schema);
		if (result.err)
			return result;
		index = ece_ppcc_schema_find(&schema, name);
		if (index >= 0) {
			place->index = (uint16_t)index;
			place->entry = schema.entries[index];
			return result;
		}
	}
	result.err = index;
	return result;
}

/* A card that does not answer this leaves it open; only a clear "not enabled" counts. */
static bool is_stopped(struct ece_nic *nic, const struct ece_backend *backend, uint8_t slot)
{
	struct nic_ppcc_place algo = {.slot = slot};
	uint8_t reg[PRM_PPCC_BYTES] = {0};
	struct ece_result result;

	result = command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_ALGO_STATUS, &algo, reg);
	return !result.err && !prm_get(reg, &prm_ppcc.value);
}

/* Finds a parameter in the first slot that has its name. Returns true; false with @value saying why not. */
static bool locate(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
		   const struct ece_param *param, struct ece_value *value)
{
	const struct nic_page *page = read_slots(nic, snapshot, backend);
	struct nic_ppcc_place place = {.param = param};

	if (snapshot->place.param == param)
		return true;
	if (page->result.err) {
		nic_register_refused(value, &page->result);
		return false;
	}
	for (place.slot = 0; place.slot < PRM_PPCC_SLOT_BUILT_IN; place.slot++) {
		const uint8_t *word = page->bytes + PRM_PPCC_TEXT + sizeof(uint32_t) * place.slot;
		struct ece_ppcc_key key;
		struct ece_result result;

		make_key(nic, word, &key);
		if (!key.algo)
			continue;
		result = locate_in_slot(nic, backend, &key, param->card_name, &place);
		if (!result.err) {
			place.stopped = is_stopped(nic, backend, place.slot);
			snapshot->place = place;
			return true;
		}
		if (result.err == -E2BIG) {
			/* A later slot may have the name too; which of them is meant cannot be told. */
			nic_value_fail(
				value, ECE_VALUE_UNREADABLE, &result,
				"the algorithm in slot %u has more than %d parameters; %s is not among the first",
				place.slot, ECE_PPCC_PARAMS_MAX, param->card_name);
			return false;
		}
		if (result.err != -ENOENT) {
			nic_register_refused(value, &result);
			return false;
		}
	}
	nic_value_fail(value, ECE_VALUE_UNSUPPORTED, &page->result, "no algorithm on the card has a parameter %s",
		       param->card_name);
	return false;
}

static void read_param(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		       const struct ece_backend *backend, struct ece_value *value)
{
	uint8_t reg[PRM_PPCC_BYTES] = {0};
	struct ece_result result;

	if (!locate(nic, snapshot, backend, param, value))
		return;
	result = command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_PARAM, &snapshot->place, reg);
	if (result.err) {
		nic_register_refused(value, &result);
		return;
	}
	nic_value_set(value, prm_get(reg, &prm_ppcc.value), &result);
	if (snapshot->place.stopped)
		nic_value_inert(value, "the algorithm in slot %u is not enabled on this port", snapshot->place.slot);
}

static int check(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
		 const struct ece_write *write, struct ece_error *e)
{
	const struct ece_ppcc_entry *entry = &snapshot->place.entry;
	struct ece_value value;

	if (!locate(nic, snapshot, backend, write->param, &value))
		return nic_value_error(write->param, &value, e);
	if (entry->access != PRM_PPCC_READ_WRITE)
		return ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED, "%s is read only on this card",
				     write->param->name);
	if (write->raw < entry->min || write->raw > entry->max)
		return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
				     "this card takes %" PRIu32 " to %" PRIu32 " for %s, not %" PRIu64, entry->min,
				     entry->max, write->param->name, write->raw);
	return 0;
}

static struct ece_result send(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
			      struct ece_write *const *writes, size_t n)
{
	uint8_t reg[PRM_PPCC_BYTES] = {0};
	struct ece_value value;

	(void)n;
	if (!locate(nic, snapshot, backend, writes[0]->param, &value))
		return value.result;
	prm_set(reg, &prm_ppcc.value, writes[0]->raw);
	return command(nic, backend, PRM_ACCESS_REG_WRITE, PRM_PPCC_SET_PARAM, &snapshot->place, reg);
}

const struct nic_family nic_ppcc = {
	.read = read_param,
	.check = check,
	.send = send,
};
