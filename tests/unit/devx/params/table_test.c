// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The parameter table: each row is whole, and names lead to one row. */
#include "devx/params/param.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define SELECTIVE_REPEAT (ece_param_find("roce_accl.selective_repeat_forced_en"))
#define AI_RATE          (ece_param_find("dcqcn.rp.ai_rate"))
#define ALPHA            (ece_param_find("ztr_rtt.ALPHA"))

static void a_row_knows_its_place(void **state)
{
	(void)state;
	assert_null(ece_param_at(ece_param_limit()));
	assert_null(ece_param_at(SIZE_MAX));
	for (size_t i = 0; i < ece_param_count(); i++)
		assert_int_equal(ece_param_index(ece_param_at(i)), i);
}

static size_t listed(const enum ece_backend_id *list)
{
	size_t n = 0;

	while (n < ECE_PARAM_BACKENDS && list[n] != ECE_BACKEND_NONE)
		n++;
	return n;
}

static void check_home(const struct ece_param *p)
{
	switch (p->home) {
	case ECE_HOME_ROCE_ACCL:
		assert_non_null(p->field);
		assert_non_null(p->select);
		assert_true(p->max <= prm_field_max(p->field));
		break;
	case ECE_HOME_CONG:
		assert_non_null(p->field);
		assert_non_null(p->file);
		assert_true(p->protocol >= 1 && p->protocol <= 3);
		assert_true(p->max <= prm_field_max(p->field));
		break;
	case ECE_HOME_CONG_STATUS:
		assert_non_null(p->field);
		assert_int_equal(p->kind, ECE_PARAM_PRIORITIES);
		assert_true(p->protocol == 1 || p->protocol == 2);
		break;
	case ECE_HOME_PPCC:
		assert_non_null(p->card_name);
		assert_true(!p->min && !p->max);
		break;
	case ECE_HOME_PPCC_SLOT:
		assert_non_null(p->field);
		assert_int_equal(p->kind, ECE_PARAM_BOOL);
		assert_true(p->slot < 16);
		break;
	case ECE_HOME_POLICY:
		assert_int_equal(p->kind, ECE_PARAM_OPTIONS);
		assert_int_equal(p->max, 0x0fffffff);
		break;
	case ECE_HOME_COUNT:
		fail();
	}
}

static void every_row_is_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *p = ece_param_at(i);

		assert_non_null(strchr(p->name, '.'));
		assert_true(strlen(p->name) < ECE_PARAM_NAME_MAX);
		assert_non_null(p->unit);
		assert_non_null(p->text);
		assert_true(p->min <= p->max);
		assert_true(listed(p->reads) >= 1 && listed(p->reads) < ECE_PARAM_BACKENDS);
		assert_true(listed(p->writes) >= 1 && listed(p->writes) < ECE_PARAM_BACKENDS);
		assert_int_equal(p->fraction_bits != 0, p->kind == ECE_PARAM_FRACTION);
		assert_true(p->fraction_bits <= 24);
		check_home(p);
	}
}

/* A word in place of a number: one of them, that no number can mean. A kind of words alone has them all in range. */
static void words_and_numbers_do_not_meet(void **state)
{
	(void)state;
	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *p = ece_param_at(i);

		assert_int_equal(p->words != NULL, p->kind == ECE_PARAM_WORD || p->kind == ECE_PARAM_PRIORITIES ||
							   p->kind == ECE_PARAM_OPTIONS || p->instead);
		for (const struct ece_param_word *word = p->words; word && word->name; word++) {
			assert_int_equal(word->raw > p->max, p->instead != NULL);
			/* Words of the fleet file for any parameter. */
			assert_string_not_equal(word->name, "leave");
			assert_string_not_equal(word->name, "default");
			assert_string_not_equal(word->name, "original");
		}
		if (!p->instead)
			continue;
		assert_null(p->words[1].name);
		assert_non_null(p->instead->field);
		assert_int_equal(p->instead->file != NULL, p->home == ECE_HOME_CONG);
	}
}

/* A ceiling is a row behind its floor, in the same unit, where 0 is no limit. */
static void floors_come_before_their_ceilings(void **state)
{
	size_t floors = 0;

	(void)state;
	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *p = ece_param_at(i), *ceiling;

		if (!p->ceiling)
			continue;
		ceiling = ece_param_find(p->ceiling);
		assert_non_null(ceiling);
		assert_string_equal(ceiling->name, p->ceiling);
		assert_string_equal(ceiling->unit, p->unit);
		assert_int_equal(ceiling->min, 0);
		/* What one command writes has no order. */
		assert_true(i < ece_param_index(ceiling) || ece_param_together(p, ceiling));
		floors++;
	}
	assert_int_equal(floors, 2);
	assert_string_equal(ece_param_find("ece.require")->ceiling, "ece.allow");
	assert_string_equal(ece_param_find("dcqcn.rp.min_rate")->ceiling, "dcqcn.rp.max_rate");
}

/* The contract of the first three: what the documents say of them, as literals. */
static void selective_repeat_is_pairwise_and_for_new_queue_pairs(void **state)
{
	const struct ece_param *p = ece_param_find("roce_accl.selective_repeat_forced_en");

	(void)state;
	assert_true(p->pairwise);
	assert_int_equal(p->cost, ECE_COST_NEXT_QP);
	assert_int_equal(p->max, 1);
	assert_string_equal(p->needs[0].nv, "RDMA_SELECTIVE_REPEAT_EN");
	assert_int_equal(p->needs[0].raw, 1);
	assert_int_equal(p->needs[0].unmet, ECE_UNMET_REFUSE);
	assert_null(p->needs[1].nv);
	assert_string_equal(p->counters[0], "packet_seq_err");
	assert_string_equal(p->counters[1], "out_of_sequence");
	assert_int_equal(p->field->at, 0x04);
	assert_int_equal(p->field->low, 6);
	assert_int_equal(p->select->at, 0x00);
	assert_int_equal(p->select->low, 6);
}

static void ai_rate_is_written_as_a_file_only(void **state)
{
	const struct ece_param *p = ece_param_find("dcqcn.rp.ai_rate");

	(void)state;
	assert_string_equal(p->file, "rp_ai_rate");
	assert_int_equal(p->max, 131071);
	assert_int_equal(p->protocol, 1);
	assert_int_equal(p->select_bit, 7);
	assert_int_equal(p->field->at, 0x24);
	assert_string_equal(p->vendor_file, "roce_rp/rpg_ai_rate");
	assert_int_equal(p->writes[0], ECE_BACKEND_DEBUGFS);
	assert_int_equal(p->writes[1], ECE_BACKEND_OFED);
	assert_int_equal(p->writes[2], ECE_BACKEND_NONE);
}

static void other_names_lead_to_the_row(void **state)
{
	static const char *const names[] = {"rpg_ai_rate", "RPG_AI_RATE", "rp_ai_rate", "DCQCN_RL_AI"};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_ptr_equal(ece_param_find(names[i]), AI_RATE);
	assert_null(ece_param_find("ai_rate"));
	assert_null(ece_param_find("Rpg_Ai_Rate"));
	assert_null(ece_param_find(""));
}

static void no_name_leads_to_two_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *p = ece_param_at(i);

		assert_ptr_equal(ece_param_find(p->name), p);
		for (const char *const *alias = p->aliases; alias && *alias; alias++) {
			assert_ptr_equal(ece_param_find(*alias), p);
			assert_true(strlen(*alias) < ECE_PARAM_NAME_MAX);
		}
	}
}

static void a_mistyped_name_finds_its_neighbour(void **state)
{
	(void)state;
	assert_ptr_equal(ece_param_nearest("dcqcn.rp.ai_rat"), AI_RATE);
	assert_ptr_equal(ece_param_nearest("airate"), AI_RATE);
	assert_ptr_equal(ece_param_nearest("roce_acl.selectiv_repeat_forced_en"), SELECTIVE_REPEAT);
	assert_ptr_equal(ece_param_nearest("ztr_rtt.alhpa"), ALPHA);
	assert_null(ece_param_nearest("frobnicate"));
	assert_null(ece_param_nearest(""));
}

static void words_of_states_go_both_ways(void **state)
{
	enum ece_value_state back;

	(void)state;
	assert_string_equal(ece_value_state_name(ECE_VALUE_NO_DOOR), "no_door");
	assert_string_equal(ece_value_state_name(ECE_VALUE_UNSET), "unset");
	for (int i = 0; i < ECE_VALUE_STATE_COUNT; i++) {
		assert_int_equal(ece_value_state_parse(ece_value_state_name((enum ece_value_state)i), &back), 0);
		assert_int_equal(back, i);
	}
	assert_int_equal(ece_value_state_parse("zero", &back), -EINVAL);
	assert_string_equal(ece_param_cost_name(ECE_COST_NEXT_QP), "next_qp");
	assert_string_equal(ece_param_kind_name(ECE_PARAM_COUNT_OF), "count");
	assert_string_equal(ece_param_scope_name(ECE_SCOPE_PORT), "port");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_knows_its_place),
		cmocka_unit_test(every_row_is_whole),
		cmocka_unit_test(words_and_numbers_do_not_meet),
		cmocka_unit_test(floors_come_before_their_ceilings),
		cmocka_unit_test(selective_repeat_is_pairwise_and_for_new_queue_pairs),
		cmocka_unit_test(ai_rate_is_written_as_a_file_only),
		cmocka_unit_test(other_names_lead_to_the_row),
		cmocka_unit_test(no_name_leads_to_two_rows),
		cmocka_unit_test(a_mistyped_name_finds_its_neighbour),
		cmocka_unit_test(words_of_states_go_both_ways),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
