// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Slots of programmable congestion control. The command that enables an algorithm carries its counters and its trace
 * too, so what is not to change is read first and sent along; the one that disables carries nothing.
 */
#include "devx/prm/ppcc.h"

#include <errno.h>
#include <string.h>

#include "devx/nic/nic_internal.h"
#include "devx/nic/ppcc_command.h"

static bool is_enable(const struct ece_param *param)
{
	return param->field == &prm_ppcc.value;
}

static const struct nic_page *read_slot(struct ece_nic *nic, struct nic_snapshot *snapshot,
					const struct ece_backend *backend, uint8_t slot)
{
	struct nic_ppcc_place place = {.slot = slot};
	struct nic_page *page = &snapshot->slot;

	if (page->tried && snapshot->slot_at == slot && page->result.backend == backend->id)
		return page;
	*page = (struct nic_page){.tried = true, .len = PRM_PPCC_BYTES};
	snapshot->slot_at = slot;
	page->result =
		nic_ppcc_command(nic, backend, PRM_ACCESS_REG_READ, PRM_PPCC_GET_ALGO_STATUS, &place, page->bytes);
	return page;
}

static void read_param(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		       const struct ece_backend *backend, struct ece_value *value)
{
	const struct nic_page *slots = nic_ppcc_slots(nic, snapshot, backend), *page;
	struct ece_ppcc_key key;

	if (slots->result.err) {
		nic_register_refused(value, &slots->result);
		return;
	}
	if (!nic_ppcc_key(nic, slots, param->slot, &key)) {
		nic_value_fail(value, ECE_VALUE_UNSUPPORTED, &slots->result, "the card has no algorithm in slot %u",
			       param->slot);
		return;
	}
	page = read_slot(nic, snapshot, backend, param->slot);
	if (page->result.err)
		nic_register_refused(value, &page->result);
	else
		nic_value_set(value, prm_get(page->bytes, param->field), &page->result);
}

/* What switches counters and trace switches the slot on, and of the built-in one no card tells whether it was off. */
static int check(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
		 const struct ece_write *write, struct ece_error *e)
{
	const struct ece_param *param = write->param;

	(void)nic;
	(void)snapshot;
	(void)backend;
	if (param->slot != PRM_PPCC_SLOT_BUILT_IN || is_enable(param))
		return 0;
	return ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED,
			     "%s can only be read: writing it would enable slot %u, and cards do not tell whether it "
			     "was disabled",
			     param->name, param->slot);
}

/* What the slot is to be, in the place where its state is told. Returns whether counters or trace change. */
static bool compose(const struct nic_page *page, struct ece_write *const *writes, size_t n, uint8_t *reg)
{
	bool flags = false;

	memcpy(reg, page->bytes, PRM_PPCC_BYTES);
	for (size_t i = 0; i < n; i++) {
		prm_set(reg, writes[i]->param->field, writes[i]->raw);
		flags = flags || !is_enable(writes[i]->param);
	}
	return flags;
}

static struct ece_write *check_together(struct ece_nic *nic, struct nic_snapshot *snapshot,
					const struct ece_backend *backend, struct ece_write *const *writes, size_t n)
{
	uint8_t slot = writes[0]->param->slot;
	const struct nic_page *page = read_slot(nic, snapshot, backend, slot);
	uint8_t reg[PRM_PPCC_BYTES];
	size_t i = 0;

	if (page->result.err || !compose(page, writes, n, reg) || prm_get(reg, &prm_ppcc.value) ||
	    prm_get(page->bytes, &prm_ppcc.value))
		return NULL;
	while (is_enable(writes[i]->param))
		i++;
	ece_error_set(&writes[i]->error, -EINVAL, ECE_ERROR_CONFLICT,
		      "counters and trace are switched by what enables the slot, and slot %u is not enabled: write "
		      "ppcc.slot.%u.enable = true with it",
		      slot, slot);
	return writes[i];
}

static struct ece_result enable(struct ece_nic *nic, const struct ece_backend *backend,
				const struct nic_ppcc_place *place, const uint8_t *wanted)
{
	uint8_t reg[PRM_PPCC_BYTES] = {0};

	/* The group of counters stays the slot's own, as older firmware has it. */
	prm_set(reg, &prm_ppcc.sl_bitmask, prm_get(wanted, &prm_ppcc.sl_bitmask));
	prm_set(reg, &prm_ppcc.counter_en, prm_get(wanted, &prm_ppcc.counter_en));
	prm_set(reg, &prm_ppcc.trace_en, prm_get(wanted, &prm_ppcc.trace_en));
	return nic_ppcc_command(nic, backend, PRM_ACCESS_REG_WRITE, PRM_PPCC_ENABLE_ALGO, place, reg);
}

static struct ece_result send(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
			      struct ece_write *const *writes, size_t n)
{
	struct nic_ppcc_place place = {.slot = writes[0]->param->slot};
	const struct nic_page *page = read_slot(nic, snapshot, backend, place.slot);
	uint8_t wanted[PRM_PPCC_BYTES], reg[PRM_PPCC_BYTES] = {0};
	struct ece_result result = page->result;
	bool flags = compose(page, writes, n, wanted);
	bool on = prm_get(wanted, &prm_ppcc.value);

	/* On the way off, counters and trace change while it still runs. */
	if (!result.err && (on || flags))
		result = enable(nic, backend, &place, wanted);
	if (!result.err && !on)
		result = nic_ppcc_command(nic, backend, PRM_ACCESS_REG_WRITE, PRM_PPCC_DISABLE_ALGO, &place, reg);
	return result;
}

const struct nic_family nic_ppcc_slot = {
	.read = read_param,
	.check = check,
	.check_together = check_together,
	.send = send,
};
