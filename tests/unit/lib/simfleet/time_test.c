// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What happens to a simulated fleet while its clock moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "devx/sim/fw/counter.h"
#include "lib/host/protocol.h"
#include "tests/unit/lib/simfleet/bench.h"

#define SECOND  UINT64_C(1000000000)
#define HOUR    (3600 * SECOND)
#define TRAFFIC "\"traffic\":{\"rack\":\"none\"}"

static const char *dir;

static int setup(void **state)
{
	(void)state;
	dir = bench_dir_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	bench_dir_remove(dir);
	return 0;
}

static struct simfleet *open_with(unsigned int hosts, const char *members)
{
	struct fleet *fleet = bench_fleet(hosts, 2, members);
	struct simfleet *sim = bench_open(dir, fleet);

	fleet_free(fleet);
	return sim;
}

/* Counters are brought up to date when a host is opened. */
static const struct fw_state *card(struct simfleet *sim, size_t host, size_t i)
{
	struct simfleet_host *open;
	struct ece_error e;

	assert_int_equal(simfleet_host_open(sim, host, &open, &e), 0);
	simfleet_host_close(open);
	return simfleet_card(sim, host, i);
}

static uint64_t counter(struct simfleet *sim, size_t i, const char *name)
{
	return card(sim, 0, i)->counter[fw_counter_find(name)];
}

static const char *serve(struct simfleet *sim, char *line, char id[64])
{
	struct simfleet_call call = {.host = 0, .line = line, .len = strlen(line)};
	struct protocol_answer *answer;
	const char *name;
	struct ece_error e;

	simfleet_serve(sim, &call, 1);
	free(line);
	assert_non_null(call.answer);
	assert_int_equal(protocol_answer_decode(call.answer, call.answer_len, &answer, &e), 0);
	name = protocol_result_name(answer->result);
	snprintf(id, 64, "%.63s", answer->id);
	free(call.answer);
	protocol_answer_free(answer);
	return name;
}

static void bytes_move_and_survive_the_process(void **state)
{
	struct simfleet *sim = open_with(2, TRAFFIC);
	uint64_t before, after;

	(void)state;
	simfleet_advance(sim, HOUR);
	before = card(sim, 1, 0)->rdma_tx_bytes;
	/* 60 % of 400 Gb/s, 2 % up or down, 3 % less for the timid ai_rate after power-on */
	assert_true(before > 3600 * 50e9 * 0.56 && before < 3600 * 50e9 * 0.6);
	simfleet_advance(sim, 2 * HOUR);
	simfleet_close(sim);
	sim = open_with(2, TRAFFIC);
	after = card(sim, 1, 0)->rdma_tx_bytes;
	assert_true(after > before * 1.9 && after < before * 2.1);
	simfleet_close(sim);
}

static void without_traffic_nothing_moves(void **state)
{
	struct simfleet *sim = open_with(1, "");

	(void)state;
	simfleet_advance(sim, 100 * HOUR);
	assert_int_equal(card(sim, 0, 0)->rdma_tx_bytes, 0);
	simfleet_close(sim);
}

static void a_broken_optic_is_broken_before_anybody_changes_it(void **state)
{
	struct simfleet *sim = open_with(1, TRAFFIC ",\"faults\":[{\"hosts\":\"h1\",\"kind\":\"optic\"}]");

	(void)state;
	simfleet_advance(sim, HOUR);
	assert_int_equal(counter(sim, 0, "packet_seq_err"), 0);
	assert_int_equal(card(sim, 0, 0)->phy.rx_symbol_err, 0);
	assert_true(counter(sim, 1, "packet_seq_err") > 1000);
	assert_true(card(sim, 0, 1)->phy.rx_symbol_err > 1000);
	simfleet_close(sim);
}

static void counters_start_over_again_and_again(void **state)
{
	struct simfleet *sim = open_with(1, TRAFFIC ",\"faults\":[{\"hosts\":\"h1\",\"kind\":\"resets\",\"at\":\"1h\","
						    "\"every\":\"1h\"}]");
	uint64_t hour;

	(void)state;
	simfleet_advance(sim, HOUR - SECOND);
	hour = counter(sim, 0, "rx_write_requests");
	simfleet_advance(sim, HOUR + 60 * SECOND);
	assert_true(counter(sim, 0, "rx_write_requests") < hour / 50);
	simfleet_advance(sim, 2 * HOUR + 60 * SECOND);
	assert_true(counter(sim, 0, "rx_write_requests") < hour / 50);
	simfleet_close(sim);
}

/* The card's own count goes on; the mailbox has 32 bits of it. */
static void counters_wrap(void **state)
{
	struct simfleet *sim = open_with(1, TRAFFIC ",\"faults\":[{\"hosts\":\"h1\",\"kind\":\"wraps\"}]");

	(void)state;
	assert_int_equal(counter(sim, 0, "packet_seq_err"), 0xfffffff5);
	simfleet_advance(sim, 60 * SECOND);
	assert_true(counter(sim, 0, "rx_write_requests") > UINT32_MAX);
	simfleet_close(sim);
}

static void a_host_dies_and_comes_back_without_its_values(void **state)
{
	struct simfleet *sim = open_with(1, TRAFFIC ",\"faults\":[{\"hosts\":\"h1\",\"kind\":\"dies\",\"at\":\"1h\","
						    "\"for\":\"21d\"}]");
	const struct ece_param *param = ece_param_find(RATE);
	struct ece_error e;

	(void)state;
	assert_int_equal(simfleet_drift(sim, 0, param, 77, &e), 0);
	assert_int_equal(bench_bytes(card(sim, 0, 0)).rate, 77);
	simfleet_advance(sim, HOUR);
	assert_true(simfleet_is_off(sim, 0));
	assert_true(simfleet_fate(sim, 0, "{}", 2).down);
	simfleet_advance(sim, HOUR + 21 * 24 * HOUR - SECOND);
	assert_true(simfleet_is_off(sim, 0));
	simfleet_advance(sim, HOUR + 21 * 24 * HOUR);
	assert_false(simfleet_is_off(sim, 0));
	assert_int_equal(bench_bytes(card(sim, 0, 0)).rate, 5);
	assert_int_equal(card(sim, 0, 0)->rdma_tx_bytes, 0);
	simfleet_advance(sim, 2 * HOUR + 21 * 24 * HOUR);
	assert_true(card(sim, 0, 0)->rdma_tx_bytes > 0);
	simfleet_close(sim);
}

static void somebody_else_writes_again_and_again(void **state)
{
	struct simfleet *sim = open_with(1, "\"faults\":[{\"hosts\":\"h1\",\"kind\":\"rewrites\",\"param\":\"" RATE
					    "\",\"value\":\"9 Mb/s\",\"at\":\"1h\",\"every\":\"5m\"}]");
	const struct ece_param *param = ece_param_find(RATE);
	struct ece_error e;

	(void)state;
	simfleet_advance(sim, HOUR - SECOND);
	assert_int_equal(bench_bytes(card(sim, 0, 1)).rate, 5);
	simfleet_advance(sim, HOUR);
	assert_int_equal(bench_bytes(card(sim, 0, 1)).rate, 9);
	assert_int_equal(simfleet_drift(sim, 0, param, 77, &e), 0);
	simfleet_advance(sim, HOUR + 299 * SECOND);
	assert_int_equal(bench_bytes(card(sim, 0, 1)).rate, 77);
	simfleet_advance(sim, HOUR + 300 * SECOND);
	assert_int_equal(bench_bytes(card(sim, 0, 1)).rate, 9);
	simfleet_close(sim);
}

/* As a driver update that knows the value only in steps: what is read back is not what was written. */
static void a_driver_rounds(void **state)
{
	struct simfleet *sim = open_with(1, "\"faults\":[{\"hosts\":\"h1\",\"kind\":\"rounds\",\"param\":\"" RATE
					    "\",\"value\":\"3 Mb/s\",\"at\":\"5m\"}]");
	char id[64];

	(void)state;
	assert_string_equal(serve(sim, bench_apply(sim, 0, "1", "run"), id), "held");
	assert_int_equal(bench_bytes(card(sim, 0, 0)).rate, 20);
	simfleet_advance(sim, 300 * SECOND);
	assert_int_equal(bench_bytes(card(sim, 0, 0)).rate, 18);
	assert_string_equal(serve(sim, bench_op("undo", "2", "run"), id), "conflict");
	simfleet_close(sim);
}

static void a_driver_rounds_what_is_written_later(void **state)
{
	struct simfleet *sim = open_with(1, "\"faults\":[{\"hosts\":\"h1\",\"kind\":\"rounds\",\"param\":\"" RATE
					    "\",\"value\":\"5 Mb/s\",\"at\":\"5m\"}]");
	const struct ece_param *param = ece_param_find(RATE);
	struct ece_error e;

	(void)state;
	assert_int_equal(simfleet_drift(sim, 0, param, 22, &e), 0);
	simfleet_advance(sim, 300 * SECOND);
	assert_int_equal(bench_bytes(card(sim, 0, 0)).rate, 20);
	assert_int_not_equal(simfleet_drift(sim, 0, param, 23, &e), 0);
	assert_int_equal(bench_bytes(card(sim, 0, 0)).rate, 20);
	simfleet_close(sim);
}

/* 10 minutes, and up to a tenth more; no controller is needed for it, and no process that lives. */
static void a_lease_ends(void **state)
{
	struct simfleet *sim = open_with(2, "");
	char id[64];

	(void)state;
	assert_string_equal(serve(sim, bench_apply(sim, 0, "1", "run"), id), "held");
	simfleet_close(sim);
	sim = open_with(2, "");
	simfleet_advance(sim, 600 * SECOND);
	assert_true(bench_all(sim, 0, true));
	simfleet_advance(sim, 662 * SECOND);
	assert_true(bench_all(sim, 0, false));
	assert_string_equal(serve(sim, bench_op("confirm", "2", "run"), id), "self_undone");
	simfleet_close(sim);
}

static void a_renewed_lease_does_not_end(void **state)
{
	struct simfleet *sim = open_with(2, TRAFFIC);
	char id[64];

	(void)state;
	assert_string_equal(serve(sim, bench_apply(sim, 0, "1", "run"), id), "held");
	simfleet_advance(sim, 500 * SECOND);
	assert_string_equal(serve(sim, bench_op("renew", "2", "run"), id), "renewed");
	simfleet_advance(sim, 1000 * SECOND);
	assert_true(bench_all(sim, 0, true));
	assert_string_equal(serve(sim, bench_op("confirm", "3", "run"), id), "confirmed");
	simfleet_advance(sim, 100 * HOUR);
	assert_true(bench_all(sim, 0, true));
	simfleet_close(sim);
}

/* Confirmed values come back by the host's own boot unit, held ones do not. */
static void what_was_confirmed_is_back_after_a_boot(void **state)
{
	struct simfleet *sim = open_with(2, TRAFFIC);
	struct ece_error unready, e;
	char id[64];

	(void)state;
	assert_string_equal(serve(sim, bench_apply(sim, 0, "1", "run"), id), "held");
	assert_int_equal(simfleet_start(sim, 0, &unready, &e), 0);
	assert_int_equal(unready.code, 0);
	assert_true(bench_all(sim, 0, false));
	assert_string_equal(serve(sim, bench_apply(sim, 0, "2", "again"), id), "held");
	assert_string_equal(serve(sim, bench_op("confirm", "3", "again"), id), "confirmed");
	assert_int_equal(simfleet_start(sim, 0, &unready, &e), 0);
	assert_int_equal(unready.code, 0);
	assert_true(bench_all(sim, 0, true));
	simfleet_close(sim);
}

static void a_liar_holds_nothing(void **state)
{
	struct simfleet *sim = open_with(1, "\"faults\":[{\"hosts\":\"h1\",\"kind\":\"lies\",\"times\":1}]");
	char id[64];

	(void)state;
	assert_string_equal(serve(sim, bench_apply(sim, 0, "1", "run"), id), "held");
	assert_string_equal(id, "1");
	assert_true(bench_all(sim, 0, false));
	assert_string_equal(serve(sim, bench_apply(sim, 0, "1", "run"), id), "held");
	assert_true(bench_all(sim, 0, true));
	simfleet_close(sim);
}

static void an_answer_to_somebody_else(void **state)
{
	struct simfleet *sim = open_with(1, "\"faults\":[{\"hosts\":\"h1\",\"kind\":\"other_id\",\"times\":1}]");
	char id[64];

	(void)state;
	assert_string_equal(serve(sim, bench_apply(sim, 0, "1", "run"), id), "held");
	assert_string_equal(id, "another");
	assert_string_equal(serve(sim, bench_apply(sim, 0, "1", "run"), id), "held");
	assert_string_equal(id, "1");
	simfleet_close(sim);
}

static void an_answer_comes_twice(void **state)
{
	struct simfleet *sim = open_with(1, "\"faults\":[{\"hosts\":\"h1\",\"kind\":\"twice\",\"times\":1}]");

	(void)state;
	assert_true(simfleet_fate(sim, 0, "{}", 2).twice);
	assert_false(simfleet_fate(sim, 0, "{}", 2).twice);
	simfleet_close(sim);
}

/* Who looks again and again leaves the host to others meanwhile, and sees what the clock brought. */
static void a_host_that_was_left_goes_on(void **state)
{
	struct simfleet *sim = open_with(1, TRAFFIC);
	struct simfleet_host *open;
	const struct fw_state *before;
	struct ece_error e;
	uint64_t bytes;

	(void)state;
	assert_int_equal(simfleet_host_open(sim, 0, &open, &e), 0);
	before = simfleet_card(sim, 0, 0);
	bytes = before->rdma_tx_bytes;
	simfleet_host_leave(open);
	simfleet_advance(sim, 60 * SECOND);
	/* Nobody holds it: this would wait for its lock, and fail */
	assert_non_null(card(sim, 0, 0));
	simfleet_advance(sim, 120 * SECOND);
	bytes = before->rdma_tx_bytes;
	assert_true(bytes);
	assert_int_equal(simfleet_host_enter(open, &e), 0);
	assert_true(before->rdma_tx_bytes > bytes);
	assert_int_equal(simfleet_host_enter(open, &e), 0);
	simfleet_host_leave(open);
	simfleet_host_leave(open);
	simfleet_host_close(open);
	simfleet_close(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(bytes_move_and_survive_the_process, setup, teardown),
		cmocka_unit_test_setup_teardown(without_traffic_nothing_moves, setup, teardown),
		cmocka_unit_test_setup_teardown(a_broken_optic_is_broken_before_anybody_changes_it, setup, teardown),
		cmocka_unit_test_setup_teardown(counters_start_over_again_and_again, setup, teardown),
		cmocka_unit_test_setup_teardown(counters_wrap, setup, teardown),
		cmocka_unit_test_setup_teardown(a_host_dies_and_comes_back_without_its_values, setup, teardown),
		cmocka_unit_test_setup_teardown(somebody_else_writes_again_and_again, setup, teardown),
		cmocka_unit_test_setup_teardown(a_driver_rounds, setup, teardown),
		cmocka_unit_test_setup_teardown(a_driver_rounds_what_is_written_later, setup, teardown),
		cmocka_unit_test_setup_teardown(a_lease_ends, setup, teardown),
		cmocka_unit_test_setup_teardown(a_renewed_lease_does_not_end, setup, teardown),
		cmocka_unit_test_setup_teardown(what_was_confirmed_is_back_after_a_boot, setup, teardown),
		cmocka_unit_test_setup_teardown(a_liar_holds_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(an_answer_to_somebody_else, setup, teardown),
		cmocka_unit_test_setup_teardown(an_answer_comes_twice, setup, teardown),
		cmocka_unit_test_setup_teardown(a_host_that_was_left_goes_on, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
