// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The NV configuration of modelled cards through the simulated kernel, and what it makes of values. */
#include "tests/unit/devx/nic/model.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "devx/base/be.h"
#include "devx/nic/nv.h"
#include "devx/sim/fw/nv.h"

#define SELECTIVE_REPEAT "roce_accl.selective_repeat_forced_en"
#define AI_RATE          "dcqcn.rp.ai_rate"
#define CNP_DSCP         "dcqcn.np.cnp_dscp"
#define ALPHA            "ztr_rtt.ALPHA"

static struct ece_nv_value nv(struct model *m, const char *name)
{
	const struct ece_nv_field *field = ece_nv_find(name);
	struct ece_nv_value value;

	assert_non_null(field);
	ece_nic_nv_read(m->nic, &field, &value, 1);
	return value;
}

static struct ece_value value(struct model *m, const char *name)
{
	const struct ece_param *p = param(name);
	struct ece_value v;

	ece_nic_read(m->nic, &p, &v, 1);
	return v;
}

/* The first word of a TLV for the next firmware, and that firmware. */
static void restart_with(struct model *m, uint32_t type, uint32_t word)
{
	struct fw *fw = &m->card.fw;
	struct fw_nv_item item = fw_nv_find(fw, type);
	uint8_t data[PRM_NV_DATA_MAX];

	assert_non_null(item.tlv);
	fw_nv_read(fw, &item, PRM_NV_NEXT, data);
	ece_put_be32(data, word);
	assert_true(fw_nv_write(fw, &item, data));
	fw_firmware_reset(fw);
}

static void three_values_come_through_either_door(void **state)
{
	static const struct {
		const char *persona;
		enum ece_backend_id door;
	} cases[] = {{"7.x", ECE_BACKEND_FWCTL}, {"6.1", ECE_BACKEND_VSC}};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct ece_nv_value sr;
		struct model m;

		model_start(&m, cases[i].persona, "cx7", 0);
		sr = nv(&m, "RDMA_SELECTIVE_REPEAT_EN");
		assert_int_equal(sr.at[ECE_NV_NEXT].result.backend, cases[i].door);
		assert_int_equal(sr.at[ECE_NV_NEXT].raw, 1);
		assert_int_equal(sr.at[ECE_NV_CURRENT].raw, 1);
		assert_int_equal(sr.at[ECE_NV_FACTORY].state, ECE_VALUE_SET);
		assert_int_equal(sr.at[ECE_NV_FACTORY].raw, 0);
		assert_false(sr.pending);
		assert_int_equal(nv(&m, "ROCE_CC_PRIO_MASK").port, 1);
		assert_int_equal(nv(&m, "ROCE_CC_LEGACY_DCQCN").at[ECE_NV_CURRENT].state, ECE_VALUE_UNSUPPORTED);
		assert_int_equal(nv(&m, "ece_disable_mask").at[ECE_NV_CURRENT].state, ECE_VALUE_UNSET);
		assert_int_equal(m.kernel.taint, 0);
		model_stop(&m);
	}
}

/* What cannot be judged is said on the value, and blocks nothing. */
static void without_a_door_a_write_goes_on(void **state)
{
	struct ece_write write = {.param = param(AI_RATE), .raw = 20};
	struct ece_value v;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7-user", 0);
	assert_int_equal(nv(&m, "USER_PROGRAMMABLE_CC").at[ECE_NV_NEXT].state, ECE_VALUE_NO_DOOR);
	v = value(&m, AI_RATE);
	assert_int_equal(v.state, ECE_VALUE_SET);
	assert_int_equal(v.raw, 5);
	assert_non_null(
		strstr(v.why, "NV config USER_PROGRAMMABLE_CC = False(0) is needed and not known: no fwctl node"));
	assert_int_equal(ece_nic_write(m.nic, &write, 1), 0);
	assert_int_equal(ece_be32(m.state.cong[1] + 0x24), 20);
	model_stop(&m);
}

static void cards_differ_in_what_they_need(void **state)
{
	static const struct {
		const char *card, *param;
		enum ece_value_state state;
		const char *why; /* in it, or NULL: none */
	} cases[] = {
		{"cx7", SELECTIVE_REPEAT, ECE_VALUE_SET, NULL},
		{"cx7", AI_RATE, ECE_VALUE_SET, NULL},
		{"cx7", ALPHA, ECE_VALUE_SET, NULL},
		{"bf3", ALPHA, ECE_VALUE_SET, NULL},
		{"cx6dx", AI_RATE, ECE_VALUE_INERT, "NV config ROCE_CC_LEGACY_DCQCN is False(0)"},
		{"cx6dx", ALPHA, ECE_VALUE_SET, NULL},
		{"cx6dx", CNP_DSCP, ECE_VALUE_SET, NULL},
		{"cx6dx", "roce_accl.adaptive_routing_forced_en", ECE_VALUE_SET,
		 "ROCE_ADAPTIVE_ROUTING_EN = True(1) is needed and not known: this card has no "
		 "ROCE_ADAPTIVE_ROUTING_EN"},
		{"cx6dx-old", AI_RATE, ECE_VALUE_SET, NULL},
		{"cx4", AI_RATE, ECE_VALUE_SET, NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ece_value v;
		struct model m;

		model_start(&m, "7.x", cases[i].card, 0);
		v = value(&m, cases[i].param);
		assert_int_equal(v.state, cases[i].state);
		if (cases[i].why && !strstr(v.why, cases[i].why))
			fail_msg("%s %s: \"%s\"", cases[i].card, cases[i].param, v.why);
		if (!cases[i].why)
			assert_string_equal(v.why, "");
		model_stop(&m);
	}
}

static void what_is_in_force_keeps_values_from_acting(void **state)
{
	static const struct {
		uint32_t type, word;
		const char *param;
		enum ece_value_state state;
		const char *why;
	} cases[] = {
		{0x0000010a, 0x00000100, SELECTIVE_REPEAT, ECE_VALUE_INERT, "RDMA_SELECTIVE_REPEAT_EN is False(0)"},
		{0x00000111, 0x80000000, AI_RATE, ECE_VALUE_INERT, "USER_PROGRAMMABLE_CC is True(1)"},
		{0x01010107, 0x00000000, AI_RATE, ECE_VALUE_SET, "ROCE_CC_PRIO_MASK is 0: DCQCN starts disabled"},
		{0x01010107, 0x00000000, CNP_DSCP, ECE_VALUE_SET, "ROCE_CC_PRIO_MASK is 0: DCQCN starts disabled"},
		{0x0101011b, 0x00008000, "dcqcn.general.rtt_resp_dscp", ECE_VALUE_SET,
		 "ROCE_RTT_RESP_DSCP_MODE is RX_PACKET(2)"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ece_value v;
		struct model m;

		model_start(&m, "7.x", "cx7", 0);
		restart_with(&m, cases[i].type, cases[i].word);
		v = value(&m, cases[i].param);
		assert_int_equal(v.state, cases[i].state);
		if (!strstr(v.why, cases[i].why))
			fail_msg("%s: \"%s\"", cases[i].param, v.why);
		model_stop(&m);
	}
}

/* The only thing that reads at all is asked for; a value without conditions asks nothing. */
static void only_what_has_conditions_asks_for_them(void **state)
{
	struct ece_value v;
	struct model m;
	uint64_t before;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	v = value(&m, "roce_accl.roce_tx_window_en");
	assert_int_equal(v.state, ECE_VALUE_SET);
	before = m.state.commands;
	value(&m, "roce_accl.roce_tx_window_en");
	assert_int_equal(m.state.commands - before, 1);
	value(&m, SELECTIVE_REPEAT);
	before = m.state.commands;
	value(&m, SELECTIVE_REPEAT);
	assert_int_equal(m.state.commands - before, 1);
	model_stop(&m);
}

static void a_virtual_function_reaches_none_of_it(void **state)
{
	struct ece_nv_value v;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7-vf", 0);
	v = nv(&m, "RDMA_SELECTIVE_REPEAT_EN");
	for (size_t mode = 0; mode < ECE_NV_MODES; mode++) {
		assert_int_not_equal(v.at[mode].state, ECE_VALUE_SET);
		assert_string_not_equal(v.at[mode].why, "");
	}
	assert_false(v.pending);
	model_stop(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_values_come_through_either_door),
		cmocka_unit_test(without_a_door_a_write_goes_on),
		cmocka_unit_test(cards_differ_in_what_they_need),
		cmocka_unit_test(what_is_in_force_keeps_values_from_acting),
		cmocka_unit_test(only_what_has_conditions_asks_for_them),
		cmocka_unit_test(a_virtual_function_reaches_none_of_it),
	};

	return cmocka_run_group_tests_name("nv", tests, NULL, NULL);
}
