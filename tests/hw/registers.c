// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Cases that read registers, each for a question that no public document answers. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "devx/backend/request.h"
#include "devx/base/be.h"
#include "devx/params/nv.h"
#include "devx/prm/cmd.h"
#include "devx/prm/nv.h"
#include "devx/prm/ppcc.h"
#include "devx/prm/queue.h"
#include "devx/prm/roce_accl.h"
#include "tests/hw/hw.h"

#define TEXT         160
#define QUERY_QP     0x50b
#define QUERY_QP_OUT 0x110
#define QPNS_TRIED   0x400 /* low numbers: those of the driver itself are there */

#define COUNTERS_TRIED 256

static struct ece_result read_register(struct hw *hw, const struct ece_backend *door, uint16_t id, uint8_t *data,
				       size_t len)
{
	return ece_access_reg(door, &hw->doors, PRM_ACCESS_REG_READ, id, data, len);
}

enum hw_verdict roce_accl_has_a_length(struct hw *hw)
{
	static const size_t lengths[] = {PRM_ROCE_ACCL_BYTES, PRM_ROCE_ACCL_BYTES_SHORT};
	const struct ece_backend *door = hw_register_door(hw);
	char text[TEXT];
	int ok = 0;

	if (!door)
		return hw_skip(hw, "no door to registers");
	for (size_t i = 0; i < 2; i++) {
		uint8_t reg[PRM_ROCE_ACCL_BYTES] = {0};
		struct ece_result result = read_register(hw, door, PRM_REG_ROCE_ACCL, reg, lengths[i]);

		hw_note(hw, "ROCE_ACCL of 0x%zx bytes: %s", lengths[i], hw_result(&result, text, sizeof(text)));
		ok += !result.err;
	}
	return ok ? HW_OK : hw_skip(hw, "this card has no ROCE_ACCL");
}

enum hw_verdict roce_accl_has_no_unknown_select_bits(struct hw *hw)
{
	const struct ece_backend *door = hw_register_door(hw);
	uint8_t reg[PRM_ROCE_ACCL_BYTES] = {0}, known[4] = {0};
	const struct prm_field *rows = prm_layout_rows(&prm_roce_accl);

	if (!door)
		return hw_skip(hw, "no door to registers");
	if (read_register(hw, door, PRM_REG_ROCE_ACCL, reg, PRM_ROCE_ACCL_BYTES).err &&
	    read_register(hw, door, PRM_REG_ROCE_ACCL, reg, PRM_ROCE_ACCL_BYTES_SHORT).err)
		return hw_skip(hw, "this card has no ROCE_ACCL");
	for (size_t i = 0; i < prm_layout_count(&prm_roce_accl); i++)
		if (!rows[i].at)
			prm_set(known, &rows[i], UINT64_MAX);
	hw_note(hw, "select 0x%08x, of that not public 0x%08x; values 0x%08x", ece_be32(reg),
		ece_be32(reg) & ~ece_be32(known), ece_be32(reg + 4));
	for (size_t at = 8; at < sizeof(reg); at += 4)
		if (ece_be32(reg + at))
			hw_note(hw, "word 0x%02zx = 0x%08x", at, ece_be32(reg + at));
	return HW_OK;
}

static struct ece_result try_user(struct hw *hw, uint16_t id, size_t len, uint8_t *out)
{
	uint8_t in[PRM_ACCESS_REG_DATA + PRM_ACCESS_REG_DATA_MAX] = {0};

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_ACCESS_REGISTER_USER);
	prm_set(in, &prm_mbox_in.op_mod, PRM_ACCESS_REG_READ);
	prm_set(in, &prm_access_reg.register_id, id);
	return ece_backend(ECE_BACKEND_DEVX)
		->command(&hw->doors, in, PRM_ACCESS_REG_DATA + len, out, PRM_ACCESS_REG_DATA + len);
}

enum hw_verdict access_register_user_is_tried(struct hw *hw)
{
	static const struct {
		const char *name;
		uint16_t id;
		uint16_t bytes;
	} registers[] = {
		{"ROCE_ACCL", PRM_REG_ROCE_ACCL, PRM_ROCE_ACCL_BYTES},
		{"PPCC", PRM_REG_PPCC, PRM_PPCC_BYTES},
		{"MNVGC", PRM_REG_MNVGC, PRM_MNVGC_BYTES},
	};
	uint8_t out[PRM_ACCESS_REG_DATA + PRM_ACCESS_REG_DATA_MAX];
	char text[TEXT];

	if (ece_backend_open(ece_backend(ECE_BACKEND_DEVX), &hw->doors))
		return hw_skip(hw, "no DevX: %s", hw->doors.door[ECE_BACKEND_DEVX].why);
	for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
		struct ece_result result = try_user(hw, registers[i].id, registers[i].bytes, out);

		hw_note(hw, "0xb0c read of %s: %s", registers[i].name, hw_result(&result, text, sizeof(text)));
	}
	return HW_OK;
}

static struct ece_result ask_ppcc(struct hw *hw, const struct ece_backend *door, enum prm_ppcc_cmd cmd, uint8_t slot,
				  uint16_t index, uint8_t *reg)
{
	memset(reg, 0, PRM_PPCC_BYTES);
	prm_set(reg, &prm_ppcc.cmd_type, cmd);
	prm_set(reg, &prm_ppcc.local_port, hw->info.port);
	prm_set(reg, &prm_ppcc.algo_slot, slot);
	prm_set(reg, &prm_ppcc.algo_param_index, index);
	return read_register(hw, door, PRM_REG_PPCC, reg, PRM_PPCC_BYTES);
}

static int ppcc_text(const uint8_t *reg)
{
	uint64_t len = prm_get(reg, &prm_ppcc.text_length);

	return (int)(len < PRM_PPCC_TEXT_BYTES ? len : PRM_PPCC_TEXT_BYTES);
}

static void tell_params(struct hw *hw, const struct ece_backend *door, uint8_t slot, uint64_t count)
{
	uint8_t reg[PRM_PPCC_BYTES];

	for (uint16_t i = 0; i < count && i < 256; i++) {
		if (ask_ppcc(hw, door, PRM_PPCC_GET_PARAM_INFO, slot, i, reg).err)
			continue;
		hw_note(hw,
			"slot %u parameter %u: %.*s: default %" PRIu64 ", %" PRIu64 " to %" PRIu64 ", access %" PRIu64,
			slot, i, ppcc_text(reg), (const char *)reg + PRM_PPCC_TEXT,
			prm_get(reg, &prm_ppcc.param_value1), prm_get(reg, &prm_ppcc.param_value2),
			prm_get(reg, &prm_ppcc.param_value3), prm_get(reg, &prm_ppcc.prm));
	}
}

enum hw_verdict ppcc_tells_its_algorithms(struct hw *hw)
{
	const struct ece_backend *door = hw_register_door(hw);
	uint8_t array[PRM_PPCC_BYTES], reg[PRM_PPCC_BYTES];
	struct ece_result result;
	char text[TEXT];

	if (!door)
		return hw_skip(hw, "no door to registers");
	result = ask_ppcc(hw, door, PRM_PPCC_GET_ALGO_ARRAY, 0, 0, array);
	if (result.err)
		return hw_skip(hw, "no PPCC: %s", hw_result(&result, text, sizeof(text)));
	for (uint8_t slot = 0; slot < PRM_PPCC_SLOTS; slot++) {
		const uint8_t *algo = array + PRM_PPCC_TEXT + (size_t)4 * slot;
		uint64_t enabled;

		if (!prm_get(algo, &prm_ppcc_algo.id))
			continue;
		result = ask_ppcc(hw, door, PRM_PPCC_GET_ALGO_STATUS, slot, 0, reg);
		enabled = prm_get(reg, &prm_ppcc.value);
		ask_ppcc(hw, door, PRM_PPCC_GET_ALGO_INFO, slot, 0, reg);
		hw_note(hw, "slot %u: algorithm 0x%" PRIx64 " version %" PRIu64 ".%" PRIu64 ", %s, \"%.*s\"", slot,
			prm_get(algo, &prm_ppcc_algo.id), prm_get(algo, &prm_ppcc_algo.major),
			prm_get(algo, &prm_ppcc_algo.minor),
			result.err ? "state unknown" :
			enabled    ? "on" :
				     "off",
			ppcc_text(reg), (const char *)reg + PRM_PPCC_TEXT);
		if (!ask_ppcc(hw, door, PRM_PPCC_GET_PARAM_COUNT, slot, 0, reg).err)
			tell_params(hw, door, slot, prm_get(reg, &prm_ppcc.value));
	}
	return HW_OK;
}

static void walk_counters(struct hw *hw, const struct ece_backend *door, uint8_t slot)
{
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_result result = ask_ppcc(hw, door, PRM_PPCC_GET_COUNTER_COUNT, slot, 0, reg);
	uint64_t value = prm_get(reg, &prm_ppcc.value), group = prm_get(reg, &prm_ppcc.param_value1);
	char text[TEXT];
	uint16_t i;

	if (result.err) {
		hw_note(hw, "slot %u, number of counters: %s", slot, hw_result(&result, text, sizeof(text)));
		return;
	}
	for (i = 0; i < COUNTERS_TRIED; i++) {
		result = ask_ppcc(hw, door, PRM_PPCC_GET_COUNTER_INFO, slot, i, reg);
		if (result.err || !reg[PRM_PPCC_TEXT])
			break;
		hw_note(hw, "slot %u counter %u: %.*s: wraps at %" PRIu64 ", access %" PRIu64, slot, i, ppcc_text(reg),
			(const char *)reg + PRM_PPCC_TEXT, prm_get(reg, &prm_ppcc.param_value3),
			prm_get(reg, &prm_ppcc.prm));
	}
	hw_note(hw, "slot %u: told %" PRIu64 ", word 0x0c %" PRIu64 "; described %u, the one behind them: %s", slot,
		value, group, i, hw_result(&result, text, sizeof(text)));
}

enum hw_verdict ppcc_counters_are_walked(struct hw *hw)
{
	const struct ece_backend *door = hw_register_door(hw);
	uint8_t array[PRM_PPCC_BYTES];
	struct ece_result result;
	char text[TEXT];

	if (!door)
		return hw_skip(hw, "no door to registers");
	result = ask_ppcc(hw, door, PRM_PPCC_GET_ALGO_ARRAY, 0, 0, array);
	if (result.err)
		return hw_skip(hw, "no PPCC: %s", hw_result(&result, text, sizeof(text)));
	for (uint8_t slot = 0; slot < PRM_PPCC_SLOTS; slot++)
		if (prm_get(array + PRM_PPCC_TEXT + (size_t)4 * slot, &prm_ppcc_algo.id))
			walk_counters(hw, door, slot);
	return HW_OK;
}

enum hw_verdict ppcc_answers_what_it_has_not(struct hw *hw)
{
	static const struct {
		const char *what;
		enum prm_ppcc_cmd cmd;
		uint8_t slot;
		uint16_t index;
	} asked[] = {
		{"a command 0x7f", (enum prm_ppcc_cmd)0x7f, 0, 0},
		{"the status of slot 14", PRM_PPCC_GET_ALGO_STATUS, 14, 0},
		{"the status of slot 15", PRM_PPCC_GET_ALGO_STATUS, PRM_PPCC_SLOT_BUILT_IN, 0},
		{"parameter 65535 of slot 0", PRM_PPCC_GET_PARAM_INFO, 0, UINT16_MAX},
		{"the target applications", PRM_PPCC_GET_TARGET_APPS, 0, 0},
	};
	const struct ece_backend *door = hw_register_door(hw);
	uint8_t reg[PRM_PPCC_BYTES];
	char text[TEXT];

	if (!door)
		return hw_skip(hw, "no door to registers");
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		struct ece_result result = ask_ppcc(hw, door, asked[i].cmd, asked[i].slot, asked[i].index, reg);

		hw_note(hw, "%s: %s, value 0x%" PRIx64, asked[i].what, hw_result(&result, text, sizeof(text)),
			prm_get(reg, &prm_ppcc.value));
	}
	return HW_OK;
}

static void tell_item(struct hw *hw, const struct ece_backend *door, const struct ece_nv_tlv *tlv,
		      enum prm_nv_mode mode)
{
	uint8_t reg[PRM_ACCESS_REG_DATA_MAX] = {0};
	uint8_t port = tlv->nv_class == PRM_NV_PORT ? hw->info.port : 0;
	struct ece_result result;
	char text[TEXT];

	prm_set(reg, &prm_nv_item.type, prm_nv_type(tlv->nv_class, port, tlv->id));
	prm_set(reg, &prm_nv_item.access_mode, mode);
	prm_set(reg, &prm_nv_item.length, tlv->bytes);
	result = read_register(hw, door, PRM_REG_MNVDA, reg, PRM_NV_ITEM_BYTES + (size_t)tlv->bytes);
	if (result.err)
		hw_note(hw, "%s, mode %u: %s", tlv->name, mode, hw_result(&result, text, sizeof(text)));
	else
		hw_note(hw,
			"%s, mode %u: length %" PRIu64 ", version %" PRIu64 ", writer %" PRIu64 ", priority %" PRIu64
			", header 0x%08x",
			tlv->name, mode, prm_get(reg, &prm_nv_item.length), prm_get(reg, &prm_nv_item.version),
			prm_get(reg, &prm_nv_item.writer_id), prm_get(reg, &prm_nv_item.priority), ece_be32(reg));
}

enum hw_verdict nv_headers_are_told(struct hw *hw)
{
	const struct ece_backend *door = hw_register_door(hw);
	uint8_t reg[PRM_MNVGC_BYTES] = {0};
	struct ece_result result;
	char text[TEXT];

	if (!door)
		return hw_skip(hw, "no door to registers");
	result = read_register(hw, door, PRM_REG_MNVGC, reg, sizeof(reg));
	hw_note(hw, "MNVGC: %s, 0x%08x", hw_result(&result, text, sizeof(text)), ece_be32(reg));
	if (result.err)
		return hw_skip(hw, "no NV configuration here");
	for (size_t i = 0; i < ece_nv_tlv_count(); i++)
		for (int mode = PRM_NV_NEXT; mode <= PRM_NV_FACTORY; mode++)
			tell_item(hw, door, ece_nv_tlv_at(i), (enum prm_nv_mode)mode);
	return HW_OK;
}

enum hw_verdict query_qp_is_tried(struct hw *hw)
{
	const struct ece_backend *fwctl = ece_backend(ECE_BACKEND_FWCTL);
	int found = 0;

	if (ece_backend_open(fwctl, &hw->doors))
		return hw_skip(hw, "no fwctl: %s", hw->doors.door[ECE_BACKEND_FWCTL].why);
	for (uint32_t qpn = 1; qpn < QPNS_TRIED; qpn++) {
		uint8_t in[PRM_MBOX_MIN] = {0}, out[QUERY_QP_OUT] = {0};
		struct ece_result result;

		prm_set(in, &prm_mbox_in.opcode, QUERY_QP);
		prm_set(in, &prm_qp_in.qpn, qpn);
		result = fwctl->command(&hw->doors, in, sizeof(in), out, sizeof(out));
		if (result.err)
			continue;
		hw_note(hw, "queue pair 0x%06x: state %" PRIu64 ", ECE 0x%08" PRIx64, qpn,
			prm_get(out + PRM_QPC_AT, &prm_qpc.state), prm_get(out, &prm_query_qp_out.ece));
		found++;
	}
	if (!found)
		hw_note(hw, "none of the numbers 1 to 0x%x is answered", QPNS_TRIED - 1);
	return HW_OK;
}
