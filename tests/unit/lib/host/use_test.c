// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a host tells of its NICs beside their values: who uses them, what was there before, what an undo leaves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/lib/host/bench.h"
#include "tests/unit/lib/host/fake_net.h"

static const char read_line[] = "{\"version\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[\"" RATE "\"]}";

static struct protocol_answer *expect(const char *line, enum protocol_result result)
{
	struct protocol_answer *answer = bench_ask(line);

	assert_non_null(answer);
	assert_string_equal(protocol_result_name(answer->result), protocol_result_name(result));
	return answer;
}

static void ask(const char *line, enum protocol_result result)
{
	protocol_answer_free(expect(line, result));
}

static struct protocol_use read_use(void)
{
	struct protocol_answer *answer = expect(read_line, PROTOCOL_OK);
	struct protocol_use use = answer->nics[0].use;

	protocol_answer_free(answer);
	return use;
}

static void set_qps(size_t count, uint32_t pid)
{
	fake_net.qp_count = count;
	for (size_t i = 0; i < count; i++) {
		fake_net.qps[i].qpn = 100 + (uint32_t)i;
		fake_net.qps[i].pid = i ? pid : 0;
	}
}

static void test_a_nic_tells_who_uses_it(void **state)
{
	struct protocol_use use;

	(void)state;
	set_qps(3, 4711);
	use = read_use();
	assert_int_equal(use.bonded, 0);
	assert_int_equal(use.default_route, 0);
	assert_int_equal(use.qps, 3);
	assert_int_equal(use.processes, 1);
	/* without the kernel's own, and the one that has no other end yet */
	assert_int_equal(use.connected, 1);
	fake_net.bonded = true;
	assert_int_equal(read_use().bonded, 1);
}

/* Mellanox/network-operator#2176: the host was managed over the NIC. */
static void test_the_default_route_is_found_below_bond_and_vlan(void **state)
{
	(void)state;
	fake_net.route = 2;
	assert_int_equal(read_use().default_route, 1);
	fake_net.route = 3;
	assert_int_equal(read_use().default_route, 0);
	fake_net.route = 9;
	assert_int_equal(read_use().default_route, 0);
	fake_net.bonded = true;
	assert_int_equal(read_use().default_route, 1);
	fake_net.route = 20;
	fake_net.vlan = 20;
	fake_net.vlan_lower = 9;
	assert_int_equal(read_use().default_route, 1);
	fake_net.vlan_lower = 3;
	assert_int_equal(read_use().default_route, 0);
	/* A VLAN over itself cannot be, and ends all the same. */
	fake_net.vlan_lower = 20;
	assert_int_equal(read_use().default_route, -1);
}

static void test_what_the_kernel_does_not_tell_is_not_known(void **state)
{
	struct protocol_use use;

	(void)state;
	fake_net.silent = true;
	use = read_use();
	assert_int_equal(use.bonded, -1);
	assert_int_equal(use.default_route, -1);
	assert_int_equal(use.qps, -1);
	assert_int_equal(use.processes, -1);
}

static void test_original_values_are_told_with_what_is_there_now(void **state)
{
	struct protocol_answer *answer = expect(read_line, PROTOCOL_OK);

	(void)state;
	assert_int_equal(answer->nics[0].original_count, 0);
	protocol_answer_free(answer);
	ask(bench_apply_one("a1", "R1", 0), PROTOCOL_HELD);
	fake_find(0, ALPHA)->raw = 8000;
	answer = expect(read_line, PROTOCOL_OK);
	assert_int_equal(answer->nics[0].original_count, 3);
	assert_string_equal(answer->nics[0].originals[0].param->name, RATE);
	assert_int_equal(answer->nics[0].originals[0].raw, 5);
	assert_int_equal(answer->nics[0].originals[0].now.raw, 20);
	assert_string_equal(answer->nics[0].originals[2].param->name, ALPHA);
	assert_int_equal(answer->nics[0].originals[2].raw, 6553);
	assert_int_equal(answer->nics[0].originals[2].now.raw, 8000);
	assert_int_equal(answer->nics[1].original_count, 0);
	protocol_answer_free(answer);
}

static const char *confirm_generation(const char *id, const char *run, unsigned int generation)
{
	static char line[512];

	snprintf(line, sizeof(line),
		 "{\"version\":1,\"op\":\"confirm\",\"id\":\"%s\",\"run\":\"%s\",\"token\":{\"store\":\"s\","
		 "\"epoch\":1,\"number\":1},\"generation\":%u}",
		 id, run, generation);
	return line;
}

static void check_standing(uint64_t generation, const char *holder)
{
	struct protocol_answer *answer = expect(read_line, PROTOCOL_OK);

	assert_int_equal(answer->generation, generation);
	assert_string_equal(answer->holder, holder);
	protocol_answer_free(answer);
}

static void test_a_host_tells_its_generation_and_who_holds_it(void **state)
{
	(void)state;
	check_standing(0, "");
	ask(bench_apply_one("a1", "R1", 0), PROTOCOL_HELD);
	check_standing(0, "R1");
	ask(confirm_generation("c1", "R1", 7), PROTOCOL_CONFIRMED);
	check_standing(7, "");
	ask(bench_apply_one("a2", "R2", 1), PROTOCOL_HELD);
	ask(confirm_generation("c2", "R2", 8), PROTOCOL_CONFIRMED);
	check_standing(8, "");
	ask(bench_op("undo", "u2", "R2", 1), PROTOCOL_UNDONE);
	check_standing(7, "");
}

static void test_an_undo_tells_of_queue_pairs_that_keep_the_feature(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	set_qps(3, 4711);
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	set_qps(5, 4711);
	fake_net.qps[4].pid = 4712;
	/* A number that is used again is another queue pair. */
	fake_net.qps[1].pid = 4713;
	answer = expect(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	assert_int_equal(answer->nics[0].residual.qps, 3);
	assert_int_equal(answer->nics[0].residual.pid_count, 3);
	assert_int_equal(answer->nics[0].residual.pids[0], 4713);
	assert_int_equal(answer->nics[0].residual.pids[1], 4711);
	assert_int_equal(answer->nics[0].residual.pids[2], 4712);
	assert_int_equal(answer->nics[1].residual.qps, 0);
	protocol_answer_free(answer);
}

static void test_queue_pairs_that_cannot_be_told_are_not_known(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	fake_net.silent = true;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	fake_net.silent = false;
	set_qps(2, 4711);
	answer = expect(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	assert_int_equal(answer->nics[0].residual.qps, -1);
	protocol_answer_free(answer);
	ask(bench_apply("a2", "R2", 1), PROTOCOL_HELD);
	fake_net.silent = true;
	answer = expect(bench_op("undo", "u2", "R2", 1), PROTOCOL_UNDONE);
	assert_int_equal(answer->nics[0].residual.qps, -1);
	protocol_answer_free(answer);
}

/* Nothing was put back, so nothing is kept. */
static void test_an_undo_of_nothing_leaves_nothing(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	for (unsigned int i = 0; i < FAKE_NICS; i++)
		fake_find(i, SR)->raw = 0;
	set_qps(2, 4711);
	answer = expect(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	assert_int_equal(answer->nics[0].residual.qps, 0);
	protocol_answer_free(answer);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_a_nic_tells_who_uses_it),
		CASE(test_the_default_route_is_found_below_bond_and_vlan),
		CASE(test_what_the_kernel_does_not_tell_is_not_known),
		CASE(test_original_values_are_told_with_what_is_there_now),
		CASE(test_a_host_tells_its_generation_and_who_holds_it),
		CASE(test_an_undo_tells_of_queue_pairs_that_keep_the_feature),
		CASE(test_queue_pairs_that_cannot_be_told_are_not_known),
		CASE(test_an_undo_of_nothing_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
