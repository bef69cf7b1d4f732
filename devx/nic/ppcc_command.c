// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/ppcc_command.h"

#include <errno.h>
#include <string.h>

struct ece_result nic_ppcc_command(struct ece_nic *nic, const struct ece_backend *backend,
				   enum prm_access_reg_method method, enum prm_ppcc_cmd cmd,
				   const struct nic_ppcc_place *place, uint8_t *reg)
{
	prm_set(reg, &prm_ppcc.local_port, nic->info.port);
	prm_set(reg, &prm_ppcc.cmd_type, cmd);
	prm_set(reg, &prm_ppcc.algo_slot, place->slot);
	prm_set(reg, &prm_ppcc.algo_param_index, place->index);
	return nic_access_reg(nic, backend, method, PRM_REG_PPCC, reg, PRM_PPCC_BYTES);
}

const struct nic_page *nic_ppcc_slots(struct ece_nic *nic, struct nic_snapshot *snapshot,
				      const struct ece_backend *backend)
{
	struct nic_page *page = &snapshot->ppcc[backend->id];
	struct nic_ppcc_place any = {0};

	if (page->tried)
		return page;
	page->tried = true;
	page->len = PRM_PPCC_BYTES;
	page->result = nic_ppcc_command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_ALGO_ARRAY, &any, page->bytes);
	return page;
}

/* Through the first backend that gets the list of algorithms. Returns it, or NULL with what kept the others. */
static const struct nic_page *find_way(struct ece_nic *nic, struct nic_snapshot *snapshot,
				       const struct ece_backend **backend, struct ece_value *why)
{
	/* All such parameters have the same ways */
	const struct ece_param *row = &ece_param_pattern_at(0)->row;

	for (size_t i = 0; i < ECE_PARAM_BACKENDS && row->reads[i] != ECE_BACKEND_NONE; i++) {
		const struct nic_page *slots;
		struct ece_value one;

		*backend = ece_backend(row->reads[i]);
		if (ece_backend_open(*backend, &nic->doors)) {
			nic_value_shut(&one, (*backend)->id, &nic->doors.door[(*backend)->id]);
			nic_value_merge(why, &one);
			continue;
		}
		slots = nic_ppcc_slots(nic, snapshot, *backend);
		if (!slots->result.err)
			return slots;
		nic_register_refused(&one, &slots->result);
		nic_value_merge(why, &one);
	}
	return NULL;
}

static int no_way(const struct ece_value *why, struct ece_error *e)
{
	if (why->state == ECE_VALUE_UNSUPPORTED)
		ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED,
			      "this card has no programmable congestion control: %s", why->why);
	else if (why->state == ECE_VALUE_NO_DOOR)
		ece_error_set(e, -ENXIO, ECE_ERROR_NO_DOOR,
			      "no way to the programmable congestion control on this host: %s", why->why);
	else
		ece_error_set(e, why->result.err, ECE_ERROR_IO, "cannot read the programmable congestion control: %s",
			      why->why);
	return ece_error_result(e, &why->result);
}

int nic_ppcc_way(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend **backend,
		 const struct nic_page **slots, struct ece_error *e)
{
	struct ece_value why = {0};

	*slots = find_way(nic, snapshot, backend, &why);
	return *slots ? 0 : no_way(&why, e);
}

bool nic_ppcc_key(const struct ece_nic *nic, const struct nic_page *slots, uint8_t slot, struct ece_ppcc_key *key)
{
	const uint8_t *word = slots->bytes + PRM_PPCC_TEXT + sizeof(uint32_t) * slot;

	*key = (struct ece_ppcc_key){
		.algo = (uint16_t)prm_get(word, &prm_ppcc_algo.id),
		.major = (uint8_t)prm_get(word, &prm_ppcc_algo.major),
		.minor = (uint8_t)prm_get(word, &prm_ppcc_algo.minor),
	};
	memcpy(key->firmware, nic->info.firmware, sizeof(key->firmware));
	memcpy(key->psid, nic->info.psid, sizeof(key->psid));
	return key->algo;
}

struct ece_result nic_ppcc_entry(struct ece_nic *nic, const struct ece_backend *backend, struct nic_ppcc_place *place)
{
	uint8_t reg[PRM_PPCC_BYTES] = {0};
	struct ece_result result;

	result = nic_ppcc_command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_PARAM_INFO, place, reg);
	if (!result.err)
		result.err = ece_ppcc_entry_parse(reg, &place->entry, NULL);
	return result;
}

struct ece_result nic_ppcc_enumerate(struct ece_nic *nic, const struct ece_backend *backend, uint8_t slot,
				     struct ece_ppcc_schema *schema)
{
	struct nic_ppcc_place place = {.slot = slot};
	uint8_t reg[PRM_PPCC_BYTES] = {0};
	struct ece_result result;
	uint64_t count;

	result = nic_ppcc_command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_PARAM_COUNT, &place, reg);
	if (result.err)
		return result;
	count = prm_get(reg, &prm_ppcc.value);
	schema->cut = count > ECE_PPCC_PARAMS_MAX;
	if (schema->cut)
		count = ECE_PPCC_PARAMS_MAX;
	for (schema->count = 0; schema->count < count; schema->count++) {
		place.index = (uint16_t)schema->count;
		result = nic_ppcc_entry(nic, backend, &place);
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
