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
#include "devx/nic/ppcc_command.h"

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
		result = nic_ppcc_entry(nic, backend, place);
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
		result = nic_ppcc_enumerate(nic, backend, place->slot, &schema);
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

	result = nic_ppcc_command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_ALGO_STATUS, &algo, reg);
	return !result.err && !prm_get(reg, &prm_ppcc.value);
}

/* Finds a parameter in the first slot that has its name. Returns true; false with @value saying why not. */
static bool locate(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
		   const struct ece_param *param, struct ece_value *value)
{
	const struct nic_page *page = nic_ppcc_slots(nic, snapshot, backend);
	struct nic_ppcc_place place = {.param = param};
	char near[ECE_PPCC_NAME_MAX] = "";

	if (snapshot->place.param == param)
		return true;
	if (page->result.err) {
		nic_register_refused(value, &page->result);
		return false;
	}
	for (place.slot = 0; place.slot < PRM_PPCC_SLOT_BUILT_IN; place.slot++) {
		struct ece_ppcc_key key;
		struct ece_result result;

		if (!nic_ppcc_key(nic, page, place.slot, &key))
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
		if (!near[0])
			ece_ppcc_recall_nearest(&key, param->card_name, near);
	}
	nic_value_fail(value, ECE_VALUE_UNSUPPORTED, &page->result, "no algorithm on the card has a parameter %s%s%s",
		       param->card_name, near[0] ? "; the nearest it has is " : "", near);
	return false;
}

static void read_param(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		       const struct ece_backend *backend, struct ece_value *value)
{
	uint8_t reg[PRM_PPCC_BYTES] = {0};
	struct ece_result result;

	if (!locate(nic, snapshot, backend, param, value))
		return;
	result = nic_ppcc_command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_PARAM, &snapshot->place, reg);
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
		return ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED, "%s %s on this card", write->param->name,
				     entry->access == PRM_PPCC_CLEARABLE ? "can only be cleared" : "is read only");
	if (write->raw < entry->min || write->raw > entry->max)
		return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
				     "this card takes %" PRIu32 " to %" PRIu32 " for %s, not %" PRIu64, entry->min,
				     entry->max, write->param->name, write->raw);
	return 0;
}

static void limits_of(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
		      const struct ece_param *param, struct ece_nic_limits *limits)
{
	struct ece_value value;

	if (!locate(nic, snapshot, backend, param, &value))
		return;
	limits->min = snapshot->place.entry.min;
	limits->max = snapshot->place.entry.max;
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
	return nic_ppcc_command(nic, backend, PRM_ACCESS_REG_WRITE, PRM_PPCC_SET_PARAM, &snapshot->place, reg);
}

const struct nic_family nic_ppcc = {
	.read = read_param,
	.check = check,
	.limits = limits_of,
	.send = send,
};
