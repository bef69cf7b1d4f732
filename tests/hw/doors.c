// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Cases that read: who the card is, which doors it has, and whether they agree. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/request.h"
#include "tests/hw/hw.h"

enum hw_verdict the_card_says_who_it_is(struct hw *hw)
{
	const struct ece_nic_info *info = &hw->info;

	hw_note(hw, "%s, device 0x%04x, PSID %s, firmware %s, port %u at %u Mb/s", info->card, info->device_id,
		info->psid, info->firmware, info->port, info->speed_mbps);
	if (!info->psid[0] || !info->firmware[0])
		return hw_fail(hw, "PSID \"%s\", firmware \"%s\": both must be told", info->psid, info->firmware);
	return HW_OK;
}

enum hw_verdict every_door_opens_or_says_why(struct hw *hw)
{
	int open = 0;

	for (int id = ECE_BACKEND_NONE + 1; id < ECE_BACKEND_COUNT; id++) {
		const struct ece_backend *backend = ece_backend((enum ece_backend_id)id);

		/* What is none of the card's doors says nothing of them. */
		if (!backend || backend->host_only)
			continue;
		if (!ece_backend_open(backend, &hw->doors)) {
			hw_note(hw, "%s: open", ece_backend_name(backend->id));
			open++;
			continue;
		}
		hw_note(hw, "%s: %s", ece_backend_name(backend->id), hw->doors.door[id].why);
		if (!hw->doors.door[id].why[0])
			return hw_fail(hw, "%s is shut and does not say why", ece_backend_name(backend->id));
	}
	return open ? HW_OK : hw_fail(hw, "no door opens; are you root?");
}

/* All rows, read at once. Returns NULL without memory. */
static struct ece_value *read_all(struct hw *hw)
{
	const struct ece_param **params = calloc(ece_param_count(), sizeof(struct ece_param *));
	struct ece_value *values = calloc(ece_param_count(), sizeof(*values));

	if (params && values) {
		for (size_t i = 0; i < ece_param_count(); i++)
			params[i] = ece_param_at(i);
		ece_nic_read(hw->nic, params, values, ece_param_count());
	} else {
		free(values);
		values = NULL;
	}
	free(params);
	return values;
}

enum hw_verdict every_parameter_reads_or_says_why(struct hw *hw)
{
	struct ece_value *values = read_all(hw);
	enum hw_verdict verdict = HW_OK;
	char text[64];

	if (!values)
		return hw_fail(hw, "out of memory");
	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *param = ece_param_at(i);
		const struct ece_value *value = &values[i];

		if (value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT)
			hw_note(hw, "%s = %s, by %s", param->name,
				ece_param_format(param, value->raw, text, sizeof(text)),
				ece_backend_name(value->result.backend));
		else
			hw_note(hw, "%s: %s: %s", param->name, ece_value_state_name(value->state), value->why);
		if (value->state == ECE_VALUE_UNREADABLE)
			verdict = hw_fail(hw, "%s is unreadable: %s", param->name, value->why);
	}
	free(values);
	return verdict;
}

enum hw_verdict two_reads_say_the_same(struct hw *hw)
{
	struct ece_value *first = read_all(hw), *second = read_all(hw);
	enum hw_verdict verdict = HW_OK;

	if (!first || !second)
		verdict = hw_fail(hw, "out of memory");
	for (size_t i = 0; first && second && verdict == HW_OK && i < ece_param_count(); i++)
		if (first[i].state != second[i].state || first[i].raw != second[i].raw)
			verdict = hw_fail(hw, "%s was %" PRIu64 " and is %" PRIu64 "; did somebody else write?",
					  ece_param_at(i)->name, first[i].raw, second[i].raw);
	free(second);
	free(first);
	return verdict;
}

/* The blocks of all protocols through both doors that carry the query, to the last bit. */
enum hw_verdict doors_say_the_same(struct hw *hw)
{
	const struct ece_backend *devx = ece_backend(ECE_BACKEND_DEVX), *fwctl = ece_backend(ECE_BACKEND_FWCTL);

	if (ece_backend_open(devx, &hw->doors) || ece_backend_open(fwctl, &hw->doors))
		return hw_skip(hw, "needs both DevX and fwctl");
	for (unsigned int protocol = PRM_CONG_ROCE_RP; protocol < PRM_CONG_PROTOCOLS; protocol++) {
		uint8_t a[PRM_CONG_BLOCK] = {0}, b[PRM_CONG_BLOCK] = {0};
		struct ece_result one = ece_query_cong_params(devx, &hw->doors, (uint8_t)protocol, a);
		struct ece_result two = ece_query_cong_params(fwctl, &hw->doors, (uint8_t)protocol, b);

		if (one.err != two.err)
			return hw_fail(hw, "protocol %u: DevX says %d, fwctl %d", protocol, one.err, two.err);
		if (memcmp(a, b, sizeof(a)) != 0)
			return hw_fail(hw, "protocol %u: DevX and fwctl read different blocks", protocol);
	}
	return HW_OK;
}

static const struct ece_backend *command_door(struct hw *hw)
{
	static const enum ece_backend_id carry[] = {ECE_BACKEND_DEVX, ECE_BACKEND_FWCTL};

	for (size_t i = 0; i < sizeof(carry) / sizeof(carry[0]); i++)
		if (!ece_backend_open(ece_backend(carry[i]), &hw->doors))
			return ece_backend(carry[i]);
	return NULL;
}

static enum hw_verdict tell_page(struct hw *hw, const char *name, enum prm_cap_page which, const struct prm_field *rows,
				 size_t count)
{
	uint8_t page[PRM_QUERY_HCA_CAP_OUT - PRM_QUERY_HCA_CAP_PAGE];
	const struct ece_backend *door = command_door(hw);
	struct ece_result result;
	char text[128];

	if (!door)
		return hw_skip(hw, "needs DevX or fwctl");
	result = ece_query_hca_cap(door, &hw->doors, which, page, sizeof(page));
	if (result.err)
		return hw_fail(hw, "%s page: %s", name, hw_result(&result, text, sizeof(text)));
	for (size_t i = 0; i < count; i++)
		hw_note(hw, "%s.%s = 0x%" PRIx64, name, rows[i].name, prm_get(page, &rows[i]));
	return HW_OK;
}

enum hw_verdict capabilities_are_told(struct hw *hw)
{
	enum hw_verdict verdict = tell_page(hw, "cap_general", PRM_CAP_GENERAL, prm_layout_rows(&prm_cap_general),
					    prm_layout_count(&prm_cap_general));

	if (verdict != HW_OK)
		return verdict;
	return tell_page(hw, "cap_roce", PRM_CAP_ROCE, prm_layout_rows(&prm_cap_roce), prm_layout_count(&prm_cap_roce));
}
