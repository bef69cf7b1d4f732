// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Words about one card, without a bus. */
#include "tests/unit/sim/bench.h"

#include <stdio.h>

#include "devx/sim/words/words.h"

static char answer[SIM_WORDS_ANSWER_MAX];

static const char *tell(struct bench *b, struct fw_state *mark, const char *text)
{
	struct sim_words words = {.fw = &b->fw, .mark = mark, .answer = answer};
	char line[256];

	snprintf(line, sizeof(line), "%s", text);
	sim_words_split(&words, line);
	return sim_words_run(&words) ? answer : "unknown";
}

static void a_dump_is_one_object(void **state)
{
	struct bench b;
	json_t *dump;

	(void)state;
	bench_up(&b, "cx7");
	assert_memory_equal(tell(&b, NULL, "dump"), "ok {\"identity.type\":\"cx7\",", 25);
	dump = json_loads(answer + 3, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(dump);
	assert_int_equal(json_integer_value(json_object_get(dump, "cong.rp.rpg_ai_rate")), 5);
	json_decref(dump);
	assert_string_equal(tell(&b, NULL, "dump cong.np.cnp"),
			    "ok {\"cong.np.cnp_dscp\":48,\"cong.np.cnp_prio_mode\":0,\"cong.np.cnp_802p_prio\":6}");
	assert_string_equal(tell(&b, NULL, "dump nothing.of"), "ok {}");
}

static void a_whole_dump_fits(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	/* as long as numbers get, and every word with bits that have no name */
	memset(&b.state, 0xff, sizeof(b.state));
	assert_memory_equal(tell(&b, NULL, "dump"), "ok {", 4);
	assert_true(strlen(answer) < SIM_WORDS_ANSWER_MAX / 2);
}

static void large_numbers_are_strings(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_string_equal(tell(&b, NULL, "counter np_cnp_sent 9223372036854775807"), "ok 9223372036854775807");
	assert_string_equal(tell(&b, NULL, "dump counter.np_cnp"), "ok {\"counter.np_cnp_sent\":9223372036854775807}");
	assert_string_equal(tell(&b, NULL, "counter np_cnp_sent 18446744073709551615"), "ok 18446744073709551615");
	assert_string_equal(tell(&b, NULL, "dump counter.np_cnp"),
			    "ok {\"counter.np_cnp_sent\":\"18446744073709551615\"}");
}

static void what_moved_is_told_and_nothing_else(void **state)
{
	struct fw_state mark = {0};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_string_equal(tell(&b, &mark, "moved"), "error: nothing was marked");
	assert_string_equal(tell(&b, &mark, "mark"), "ok");
	assert_string_equal(tell(&b, &mark, "moved"), "ok {}");
	/* MODIFY_CONG_PARAMS of the additive increase */
	bench_word(&b, 0x00, 0x08250000);
	bench_word(&b, 0x08, 1);
	bench_word(&b, 0x0c, 1U << 7);
	bench_word(&b, 0x20 + 0x24, 20);
	assert_int_equal(bench_run(&b, 0x120, 0x10), 0);
	assert_string_equal(tell(&b, &mark, "moved"), "ok {\"cong.rp.rpg_ai_rate\":[5,20]}");
	tell(&b, &mark, "fault vanish 0 7");
	assert_non_null(strstr(tell(&b, &mark, "moved"), "\"fault.0.skip\":[null,7]"));
	assert_string_equal(tell(&b, NULL, "mark"), "error: this card has no place for a mark; compare two dumps");
}

static void a_card_can_be_told_another_offer(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_string_equal(tell(&b, NULL, "ece"), "ok 0x30000003");
	assert_string_equal(tell(&b, NULL, "ece 0x20000001"), "ok 0x20000001");
	bench_word(&b, 0x00, 0x05000000);
	bench_word(&b, 0x14, 0x10000000);
	assert_int_equal(bench_run(&b, 0x110, 0x10), 0);
	assert_int_equal(bench_got(&b, 0x0c), 0x20000001);
	assert_string_equal(tell(&b, NULL, "ece none"), "ok none");
	bench_word(&b, 0x00, 0x01000000);
	assert_int_equal(bench_run(&b, 0x10, 0x1010), 0);
	assert_int_equal(bench_got(&b, 0x10 + 0x14) & 0x10000000, 0); /* ece_support */
	assert_string_equal(tell(&b, NULL, "ece much"), "error: 'much' is not a number up to 4294967295");
	assert_string_equal(tell(&b, NULL, "ece"), "ok none");
	bench_down(&b);
	bench_up(&b, "cx4");
	assert_string_equal(tell(&b, NULL, "ece"), "ok none");
}

/* What a data path would say. */
static bool view(void *ctx, struct fw_object *qp, struct fw_qp_view *view)
{
	if (qp->id != *(const uint32_t *)ctx)
		return false;
	*view = (struct fw_qp_view){"go-back-N", 0x123456, 0xabcdef, 7, 7168};
	return true;
}

static void moved(void *ctx, struct fw_object *object, uint8_t from, uint8_t to)
{
	(void)ctx, (void)object, (void)from, (void)to;
}

static void gone(void *ctx, struct fw_object *object)
{
	(void)ctx, (void)object;
}

static uint32_t make_qp(struct bench *b, uint32_t service)
{
	bench_word(b, 0x00, 0x05000000);
	bench_word(b, 0x18, service << 16);
	bench_word(b, 0x24, 0x05000000); /* counter set */
	assert_int_equal(bench_run(b, 0x110, 0x10), 0);
	return bench_got(b, 0x08);
}

static void queue_pairs_are_told_in_order(void **state)
{
	static const struct fw_data_ops ops = {.moved = moved, .gone = gone, .view = view};
	struct bench b;
	uint32_t first;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_string_equal(tell(&b, NULL, "qps"), "ok []");
	first = make_qp(&b, 0);
	make_qp(&b, 11);
	fw_objects_watch(b.fw.objects, &ops, &first);
	assert_string_equal(tell(&b, NULL, "qps"),
			    "ok [{\"number\":256,\"service\":\"RC\",\"state\":\"RESET\",\"ece\":\"0x00000000\","
			    "\"remote\":0,\"counter_set\":5,\"recovery\":\"go-back-N\",\"next_psn\":1193046,"
			    "\"expected_psn\":11259375,\"again_packets\":7,\"again_bytes\":7168},"
			    "{\"number\":257,\"service\":\"11\",\"state\":\"RESET\",\"ece\":\"0x00000000\","
			    "\"remote\":0,\"counter_set\":5}]");
	assert_memory_equal(tell(&b, NULL, "qps 0x101"), "ok {\"number\":257,", 17);
	assert_string_equal(tell(&b, NULL, "qps 5"), "error: no queue pair 5");
	/* QUERY_QP shows where it stands, too */
	bench_word(&b, 0x00, 0x050b0000);
	bench_word(&b, 0x08, first);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x18 + 0x78), 0x123456);
	assert_int_equal(bench_got(&b, 0x18 + 0x94), 0xabcdef);
	bench_down(&b);
}

static void frames_cannot_be_made_up(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_string_equal(tell(&b, NULL, "counter tx_prio6_packets"), "ok 0");
	assert_string_equal(tell(&b, NULL, "counter tx_prio6_packets 5"),
			    "error: 'tx_prio6_packets' counts frames and cannot be set");
	assert_string_equal(tell(&b, NULL, "counter tx_prio9_packets"), "error: no counter 'tx_prio9_packets'");
	bench_down(&b);
}

static void what_is_no_verb_is_left_to_others(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_string_equal(tell(&b, NULL, "cards"), "unknown");
	assert_string_equal(tell(&b, NULL, ""), "unknown");
	assert_string_equal(tell(&b, NULL, "link"), "error: 'link' needs 1 more");
	assert_true(sim_words_known("moved"));
	assert_false(sim_words_known("move"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_dump_is_one_object),
		cmocka_unit_test(a_whole_dump_fits),
		cmocka_unit_test(large_numbers_are_strings),
		cmocka_unit_test(what_moved_is_told_and_nothing_else),
		cmocka_unit_test(a_card_can_be_told_another_offer),
		cmocka_unit_test(queue_pairs_are_told_in_order),
		cmocka_unit_test(frames_cannot_be_made_up),
		cmocka_unit_test(what_is_no_verb_is_left_to_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
