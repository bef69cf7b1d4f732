// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The table of the NV configuration. Vectors: the data that mstconfig 4.33 writes for a command to a TLV of zeros, as seen
 * on the wire; every other field of the TLV then reads as 0.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "devx/base/be.h"
#include "devx/params/nv.h"

struct word {
	uint8_t at;
	uint32_t value;
};

struct expect {
	const char *name; /* with a port, as in the command, where mlxconfig has one */
	uint64_t raw;
};

#define WORDS_MAX  16
#define FIELDS_MAX 16

struct vector {
	uint32_t type;
	uint16_t bytes;
	struct word words[WORDS_MAX];
	struct expect fields[FIELDS_MAX];
};

static const struct vector vectors[] = {
	{0x01010107, 4, {{0, 0x00000008}}, {{"ROCE_CC_PRIO_MASK_P1", 8}}},
	{0x01010107, 4, {{0, 0x02000200}}, {{"ROCE_CC_CNP_MODERATION_P1", 2}, {"ROCE_CC_SHAPER_COALESCE_P1", 2}}},
	{0x01010108,
	 0x44,
	 {{0x04, 0x12c},
	  {0x08, 0x7fff},
	  {0x0c, 1},
	  {0x14, 5},
	  {0x18, 0x32},
	  {0x20, 0x32},
	  {0x24, 1},
	  {0x28, 7},
	  {0x2c, 0x3fb},
	  {0x30, 1},
	  {0x34, 4},
	  {0x38, 0x3ff},
	  {0x3c, 4}},
	 {{"RPG_TIME_RESET_P1", 300},
	  {"RPG_BYTE_RESET_P1", 32767},
	  {"RPG_THRESHOLD_P1", 1},
	  {"RPG_AI_RATE_P1", 5},
	  {"RPG_HAI_RATE_P1", 50},
	  {"RPG_MIN_DEC_FAC_P1", 50},
	  {"RPG_MIN_RATE_P1", 1},
	  {"RATE_TO_SET_ON_FIRST_CNP_P1", 7},
	  {"DCE_TCP_G_P1", 1019},
	  {"DCE_TCP_RTT_P1", 1},
	  {"RATE_REDUCE_MONITOR_PERIOD_P1", 4},
	  {"INITIAL_ALPHA_VALUE_P1", 1023},
	  {"MIN_TIME_BETWEEN_CNPS_P1", 4}}},
	{0x01010108, 0x44, {{0x40, 0x00003f00}}, {{"CNP_DSCP_P1", 63}}},
	{0x01010108,
	 0x44,
	 {{0x40, 0x00003f0f}},
	 {{"CNP_DSCP_P1", 63}, {"CNP_802P_PRIO_P1", 7}, {"CNP_RES_PRIO_MODE_P1", 1}}},
	{0x01010108, 0x44, {{0x00, 0xc0000000}}, {{"CLAMP_TGT_RATE_P1", 1}, {"CLAMP_TGT_RATE_AFTER_TIME_INC_P1", 1}}},
	{0x00000111, 4, {{0, 0x80000000}}, {{"USER_PROGRAMMABLE_CC", 1}}},
	{0x00000114,
	 16,
	 {{0, 0x80490000}},
	 {{"PCC_INT_EN", 1}, {"PCC_INT_NP_RTT_DSCP_EN", 1}, {"PCC_INT_NP_RTT_DSCP", 9}}},
	{0x00000119, 16, {{0, 0x88000000}}, {{"ROCE_CC_LEGACY_DCQCN", 1}, {"ROCE_CC_STEERING_EXT", 2}}},
	{0x00000119,
	 16,
	 {{0, 0x61820000}},
	 {{"ROCE_CC_LEGACY_DCQCN_SW", 1},
	  {"ROCE_CC_IFA2_TA", 2},
	  {"ROCE_CC_DCQCN_COMPATIBILITY_MODE", 1},
	  {"ROCE_CC_TX_EVENT_ACK", 2},
	  {"ROCE_CC_COMPATIBILITY_MODE", 2}}},
	{0x0101011b, 16, {{0, 0x00004030}}, {{"ROCE_RTT_RESP_DSCP_P1", 48}, {"ROCE_RTT_RESP_DSCP_MODE_P1", 1}}},
	{0x00000010, 4, {{0, 0x000000fe}}, {{"ROCE_NEXT_PROTOCOL", 254}}},
	{0x01010192,
	 12,
	 {{0, 0x000a0833}},
	 {{"NUM_OF_VL_P1", 3}, {"QOS_TRUST_STATE_P1", 2}, {"NUM_OF_TC_P1", 3}, {"NUM_OF_PFC_P1", 8}}},
	{0x0000010a,
	 8,
	 {{0, 0x00000800}, {4, 0x20090000}},
	 {{"RDMA_SELECTIVE_REPEAT_EN", 1}, {"ROCE_ADAPTIVE_ROUTING_EN", 1}, {"LOG_TX_PSN_WINDOW", 9}}},
	{0x0101018e, 4, {{0, 0x00000004}}, {{"DCBX_WILLING_P1", 1}}},
	{0x0101010a,
	 12,
	 {{0, 0x98000000}},
	 {{"LLDP_NB_TX_MODE_P1", 2}, {"LLDP_NB_RX_MODE_P1", 1}, {"LLDP_NB_DCBX_P1", 1}}},
	{0x01010012, 4, {{0, 0x00000008}}, {{"LINK_TYPE_P1", 2}}},
	{0x03000112, 4, {{0, 0x08000000}}, {{"ROCE_CONTROL", 2}}},
	{0x00000080, 12, {{0, 0x80004000}, {4, 0x80000004}}, {{"SRIOV_EN", 1}, {"NUM_OF_VFS", 4}}},
};

static uint64_t expected(const struct vector *v, const struct ece_nv_field *field)
{
	for (size_t i = 0; i < FIELDS_MAX && v->fields[i].name; i++)
		if (ece_nv_find(v->fields[i].name) == field)
			return v->fields[i].raw;
	return 0;
}

static void check_vector(const struct vector *v)
{
	uint8_t data[ECE_NV_TLV_BYTES_MAX] = {0};
	size_t found = 0;

	for (size_t i = 0; i < WORDS_MAX; i++)
		if (v->words[i].value)
			ece_put_be32(data + v->words[i].at, v->words[i].value);
	for (size_t i = 0; i < FIELDS_MAX && v->fields[i].name; i++) {
		const struct ece_nv_field *field = ece_nv_find(v->fields[i].name);

		assert_non_null(field);
		assert_int_equal(prm_nv_type(field->tlv->nv_class, 1, field->tlv->id), v->type);
		assert_int_equal(field->tlv->bytes, v->bytes);
	}
	for (size_t i = 0; i < ece_nv_count(); i++) {
		const struct ece_nv_field *field = ece_nv_at(i);
		uint64_t raw, want;

		if (prm_nv_type(field->tlv->nv_class, 1, field->tlv->id) != v->type)
			continue;
		want = expected(v, field);
		found += want != 0;
		assert_int_equal(ece_nv_decode(field, data, NULL, &raw),
				 field->valid && !prm_get(data, field->valid) ? ECE_NV_UNSET : ECE_NV_SET);
		if (raw != want)
			fail_msg("%s reads %llu, not %llu", field->name, (unsigned long long)raw,
				 (unsigned long long)want);
	}
	assert_true(found > 0);
}

static void what_mstconfig_writes_is_read_field_by_field(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++)
		check_vector(&vectors[i]);
}

static void a_value_without_its_valid_bit_is_not_set(void **state)
{
	const struct ece_nv_field *trust = ece_nv_find("QOS_TRUST_STATE");
	uint8_t data[ECE_NV_TLV_BYTES_MAX] = {0};
	uint64_t raw;

	(void)state;
	ece_put_be32(data, 0x00060000); /* 6 was DSCP before the valid bit at 19 came */
	assert_int_equal(ece_nv_decode(trust, data, NULL, &raw), ECE_NV_UNSET);
	assert_int_equal(raw, 6);
	ece_put_be32(data, 0x000a0000);
	assert_int_equal(ece_nv_decode(trust, data, NULL, &raw), ECE_NV_SET);
	assert_int_equal(raw, 2);
}

/* One bit of a capability is enough where a field has several: one a value. */
static void a_field_without_capability_is_absent(void **state)
{
	static const struct {
		const char *name;
		uint32_t gate;
		bool present;
	} cases[] = {
		{"RDMA_SELECTIVE_REPEAT_EN", 0x00040000, true},
		{"RDMA_SELECTIVE_REPEAT_EN", 0xfffbffff, false},
		{"ROCE_ADAPTIVE_ROUTING_EN", 0x00002000, true},
		{"ROCE_CC_LEGACY_DCQCN", 0x80000000, true},
		{"ROCE_CC_LEGACY_DCQCN", 0x7fffffff, false},
		{"ROCE_CC_DCQCN_COMPATIBILITY_MODE", 0x10000000, true},
		{"ROCE_CC_DCQCN_COMPATIBILITY_MODE", 0x20000000, true},
		{"ROCE_CC_DCQCN_COMPATIBILITY_MODE", 0xcfffffff, false},
		{"ROCE_CC_SHAPER_COALESCE", 0x00100000, true},
		{"ROCE_CC_SHAPER_COALESCE", 0x00700000, true},
		{"ROCE_CC_SHAPER_COALESCE", 0xff8fffff, false},
		{"PCC_INT_NP_RTT_DATA_MODE", 0x80000000, true},
		{"PCC_INT_NP_RTT_DATA_MODE", 0x00020000, true}, /* INGRESS_BYTE_RX_BUFF alone */
		{"PCC_INT_NP_RTT_DATA_MODE", 0x30fdffff, false},
		{"ROCE_CONTROL", 0x08000000, true},
		{"USER_PROGRAMMABLE_CC", 0, true}, /* has none */
	};
	uint8_t data[ECE_NV_TLV_BYTES_MAX] = {0}, gate[ECE_NV_TLV_BYTES_MAX] = {0};
	uint64_t raw;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		ece_put_be32(gate, cases[i].gate);
		assert_int_equal(ece_nv_decode(ece_nv_find(cases[i].name), data, gate, &raw),
				 cases[i].present ? ECE_NV_SET : ECE_NV_ABSENT);
	}
}

static void names_and_values_are_mlxconfigs(void **state)
{
	static const struct {
		const char *name;
		uint64_t raw;
		const char *text;
	} cases[] = {
		{"RDMA_SELECTIVE_REPEAT_EN", 0, "False(0)"},
		{"RDMA_SELECTIVE_REPEAT_EN", 1, "True(1)"},
		{"LINK_TYPE", 2, "ETH(2)"},
		{"LINK_TYPE", 3, "3"},
		{"QOS_TRUST_STATE", 2, "TRUST_DSCP(2)"},
		{"NUM_OF_VL", 3, "_4_VLs(3)"},
		{"ROCE_NEXT_PROTOCOL", 254, "254"},
		{"RPG_TIME_RESET", 300, "300 us"},
		{"PCC_INT_NP_RTT_DATA_MODE", 0x40, "RTT_V0(64)"},
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(ece_nv_format(ece_nv_find(cases[i].name), cases[i].raw, text, sizeof(text)),
				    cases[i].text);
	assert_string_equal(ece_nv_name(ece_nv_find("RPG_GD"), 2, text, sizeof(text)), "RPG_GD_P2");
	assert_string_equal(ece_nv_name(ece_nv_find("RPG_GD"), 0, text, sizeof(text)), "RPG_GD");
	assert_string_equal(ece_nv_name(ece_nv_find("SRIOV_EN"), 2, text, sizeof(text)), "SRIOV_EN");
	assert_ptr_equal(ece_nv_find("RPG_GD_P2"), ece_nv_find("RPG_GD"));
	assert_null(ece_nv_find("SRIOV_EN_P1")); /* the card has it, not a port */
	assert_null(ece_nv_find("RPG_GD_P0"));
	assert_null(ece_nv_find("RPG_GD_P12"));
	assert_null(ece_nv_find("RPG"));
	assert_null(ece_nv_find(""));
}

/* What the readers rely on. */
static void the_table_is_sound(void **state)
{
	(void)state;
	for (size_t i = 0; i < ece_nv_count(); i++) {
		const struct ece_nv_field *f = ece_nv_at(i);

		assert_ptr_equal(ece_nv_find(f->name), f);
		assert_true(strlen(f->name) < ECE_PARAM_NAME_MAX);
		assert_true(f->field->at + 4U <= f->tlv->bytes);
		assert_true(f->field->high < 32);
		assert_int_equal(f->gate != NULL, f->gates[0] != NULL);
		assert_non_null(f->unit);
		assert_non_null(f->text);
		for (const struct ece_param_word *w = f->words; w && w->name; w++)
			assert_true(w->raw <= prm_field_max(f->field));
	}
	for (size_t i = 0; i < ece_nv_tlv_count(); i++) {
		const struct ece_nv_tlv *tlv = ece_nv_tlv_at(i);

		assert_int_equal(ece_nv_tlv_index(tlv), i);
		assert_true(tlv->bytes && tlv->bytes % 4 == 0 && tlv->bytes <= ECE_NV_TLV_BYTES_MAX);
		for (size_t j = 0; j < i; j++)
			assert_false(ece_nv_tlv_at(j)->id == tlv->id && ece_nv_tlv_at(j)->nv_class == tlv->nv_class);
	}
	assert_null(ece_nv_at(ece_nv_count()));
	assert_null(ece_nv_tlv_at(ece_nv_tlv_count()));
}

/* A condition names a field that there is; of one parameter all refuse, or none does, so that "inert" is not ambiguous. */
static void conditions_of_parameters_can_be_judged(void **state)
{
	size_t with = 0;

	(void)state;
	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_need *first = ece_param_at(i)->needs;

		with += first != NULL;
		for (const struct ece_need *need = first; need && need->nv; need++) {
			const struct ece_nv_field *field = ece_nv_find(need->nv);

			assert_non_null(field);
			assert_true(need->raw <= prm_field_max(field->field));
			assert_non_null(need->text);
			assert_int_equal(need->unmet == ECE_UNMET_REFUSE, first->unmet == ECE_UNMET_REFUSE);
		}
	}
	assert_true(with > 20);
}

static void conditions_are_met_by_the_value_or_by_any_other(void **state)
{
	static const struct ece_need is = {.nv = "ROCE_CC_LEGACY_DCQCN", .raw = 0};
	static const struct ece_need is_not = {.nv = "CNP_DSCP_MODE", .raw = 2, .differs = true};
	char text[64];

	(void)state;
	assert_true(ece_need_met(&is, 0));
	assert_false(ece_need_met(&is, 1));
	assert_false(ece_need_met(&is_not, 2));
	assert_true(ece_need_met(&is_not, 0));
	assert_string_equal(ece_need_text(&is, text, sizeof(text)), "NV config ROCE_CC_LEGACY_DCQCN = False(0)");
	assert_string_equal(ece_need_text(&is_not, text, sizeof(text)), "NV config CNP_DSCP_MODE not RX_PACKET(2)");
}

static void only_what_is_known_to_be_unmet_refuses(void **state)
{
	const struct ece_param *forced = ece_param_find("roce_accl.adaptive_routing_forced_en");
	const struct ece_param *rate = ece_param_find("dcqcn.rp.ai_rate");

	(void)state;
	assert_true(ece_param_refused(forced, ECE_VALUE_INERT, 1));
	assert_false(ece_param_refused(forced, ECE_VALUE_INERT, 0));
	assert_false(ece_param_refused(forced, ECE_VALUE_SET, 1));
	assert_false(ece_param_refused(rate, ECE_VALUE_INERT, 20));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_mstconfig_writes_is_read_field_by_field),
		cmocka_unit_test(a_value_without_its_valid_bit_is_not_set),
		cmocka_unit_test(a_field_without_capability_is_absent),
		cmocka_unit_test(names_and_values_are_mlxconfigs),
		cmocka_unit_test(the_table_is_sound),
		cmocka_unit_test(conditions_of_parameters_can_be_judged),
		cmocka_unit_test(conditions_are_met_by_the_value_or_by_any_other),
		cmocka_unit_test(only_what_is_known_to_be_unmet_refuses),
	};

	return cmocka_run_group_tests_name("nv", tests, NULL, NULL);
}
