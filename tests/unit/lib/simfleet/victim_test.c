// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A bad change under which treated hosts look better and only the untouched suffer: every gate on treated hosts lets it
 * through to the last step, the gate on untouched ones stops it at the first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "devx/sim/fw/counter.h"
#include "lib/counters/gate.h"
#include "tests/unit/lib/simfleet/bench.h"

#define SECOND UINT64_C(1000000000)
#define WINDOW (600 * SECOND)
#define HOSTS  16

static const char *dir;
static struct simfleet *sim;

/* What is watched, of all NICs of a host. */
enum watched {
	PAUSE,
	LOSSES,
	BYTES,
	WATCHED,
};

static const char *const names[] = {"rx_prio3_pause_duration", "packet_seq_err", "port_xmit_data"};

static int setup(void **state)
{
	struct fleet *fleet;

	(void)state;
	dir = bench_dir_new();
	fleet = bench_rack(HOSTS, "\"traffic\":{}");
	sim = bench_open(dir, fleet);
	fleet_free(fleet);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	simfleet_close(sim);
	bench_dir_remove(dir);
	return 0;
}

static void read_host(size_t host, uint64_t values[WATCHED])
{
	struct simfleet_host *open;
	const struct fw_state *card;
	struct ece_error e;

	memset(values, 0, WATCHED * sizeof(values[0]));
	assert_int_equal(simfleet_host_open(sim, host, &open, &e), 0);
	for (size_t i = 0; (card = simfleet_card(sim, host, i)); i++) {
		values[PAUSE] += card->priority[3].rx_pause_duration;
		values[LOSSES] += card->counter[fw_counter_find("packet_seq_err")];
		values[BYTES] += card->rdma_tx_bytes;
	}
	simfleet_host_close(open);
}

static void window(uint64_t grown[HOSTS][WATCHED])
{
	uint64_t before[HOSTS][WATCHED];

	for (size_t host = 0; host < HOSTS; host++)
		read_host(host, before[host]);
	simfleet_advance(sim, simfleet_now(sim) + WINDOW);
	for (size_t host = 0; host < HOSTS; host++) {
		read_host(host, grown[host]);
		for (int i = 0; i < WATCHED; i++)
			grown[host][i] -= before[host][i];
	}
}

static void treat(size_t from, size_t to)
{
	const struct ece_param *param = ece_param_find(RATE);
	struct ece_error e;

	for (size_t host = from; host < to; host++)
		assert_int_equal(simfleet_drift(sim, host, param, 320, &e), 0);
}

struct step {
	size_t from, to; /* of the hosts */
	uint64_t before[HOSTS][WATCHED], during[HOSTS][WATCHED];
};

static struct counter_delta delta(uint64_t by)
{
	return (struct counter_delta){.growth = COUNTER_GREW, .by = by};
}

static enum gate_result judge(const struct step *step, enum watched what, const struct gate_rule *rule)
{
	bool untouched = rule->on == GATE_ON_UNTOUCHED;
	size_t from = untouched ? step->to : step->from, to = untouched ? HOSTS : step->to;
	struct gate_sample samples[HOSTS] = {0};
	struct gate_verdict verdict;

	for (size_t host = from; host < to; host++)
		samples[host - from] = (struct gate_sample){
			.host = (uint32_t)host,
			.name = simfleet_host_name(sim, host),
			.before = delta(step->before[host][what]),
			.during = delta(step->during[host][what]),
			.traffic_before = delta(step->before[host][BYTES]),
			.traffic_during = delta(step->during[host][BYTES]),
			.seconds_before = 600,
			.seconds_during = 600,
		};
	gate_judge(counter_find(names[what]), rule, samples, to - from, &verdict);
	return verdict.result;
}

static const struct gate_rule losses = {
	.on = GATE_ON_TREATED,
	.per = GATE_PER_TB,
	.max = {.set = true, .times_baseline = true, .value = 1.5, .floor = 1},
};
static const struct gate_rule own_pause = {
	.on = GATE_ON_TREATED,
	.per = GATE_PER_SECOND,
	.max = {.set = true, .times_baseline = true, .value = 1.5, .floor = 1},
};
static const struct gate_rule goodput = {
	.on = GATE_ON_TREATED,
	.per = GATE_PER_SECOND,
	.min = {.set = true, .times_baseline = true, .value = 0.97},
};
static const struct gate_rule victims = {
	.on = GATE_ON_UNTOUCHED,
	.per = GATE_PER_SECOND,
	.max = {.set = true, .times_baseline = true, .value = 1.2, .floor = 1},
};

static void carry_out(struct step *step)
{
	window(step->before);
	treat(step->from, step->to);
	window(step->during);
}

static void pass_all_but_the_victim_gate(const struct step *step)
{
	assert_int_equal(judge(step, LOSSES, &losses), GATE_PASS);
	assert_int_equal(judge(step, PAUSE, &own_pause), GATE_PASS);
	assert_int_equal(judge(step, BYTES, &goodput), GATE_PASS);
}

static void only_the_untouched_suffer(void **state)
{
	static struct step steps[] = {{.from = 0, .to = 1}, {.from = 1, .to = 4}, {.from = 4, .to = HOSTS}};

	(void)state;
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		carry_out(&steps[i]);
		pass_all_but_the_victim_gate(&steps[i]);
	}
	assert_int_equal(judge(&steps[0], PAUSE, &victims), GATE_FAIL);
	assert_int_equal(judge(&steps[1], PAUSE, &victims), GATE_FAIL);
}

/* The harm is of the change: without one, and with a good one, the victim gate is content. */
static void a_change_that_harms_nobody(void **state)
{
	static struct step nothing = {.from = 0, .to = 0}, good = {.from = 0, .to = 1};
	const struct ece_param *param = ece_param_find(RATE);
	struct ece_error e;

	(void)state;
	carry_out(&nothing);
	assert_int_equal(judge(&nothing, PAUSE, &victims), GATE_PASS);
	window(good.before);
	assert_int_equal(simfleet_drift(sim, 0, param, 20, &e), 0);
	window(good.during);
	pass_all_but_the_victim_gate(&good);
	assert_int_equal(judge(&good, PAUSE, &victims), GATE_PASS);
	assert_true(good.during[0][BYTES] > good.before[0][BYTES]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(only_the_untouched_suffer, setup, teardown),
		cmocka_unit_test_setup_teardown(a_change_that_harms_nobody, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
