// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Two ports of a card, what changes cost and who uses the NICs, the way to the host, and gates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/plan/bench.h"

#define TEXT_MAX 4096
#define RATE     "\"" BENCH_RATE "\": 20"

/* One row may cost more than any of the table does, to see what follows. */
static const struct ece_param *costly;
static struct ece_param copy;

const struct ece_param *__real_ece_param_at(size_t i);
const struct ece_param *__wrap_ece_param_at(size_t i);
const struct ece_param *__real_ece_param_find(const char *name);
const struct ece_param *__wrap_ece_param_find(const char *name);
size_t __real_ece_param_index(const struct ece_param *param);
size_t __wrap_ece_param_index(const struct ece_param *param);

static const struct ece_param *in_place_of(const struct ece_param *param)
{
	return param && param == costly ? &copy : param;
}

const struct ece_param *__wrap_ece_param_at(size_t i)
{
	return in_place_of(__real_ece_param_at(i));
}

const struct ece_param *__wrap_ece_param_find(const char *name)
{
	return in_place_of(__real_ece_param_find(name));
}

size_t __wrap_ece_param_index(const struct ece_param *param)
{
	return __real_ece_param_index(param == &copy ? costly : param);
}

static void begin(struct bench *b, const char *set, const char *more, size_t nics)
{
	char text[TEXT_MAX];

	snprintf(text, sizeof(text),
		 "{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { %s } } }, %s"
		 "  \"assign\": [ { \"hosts\": \"a[1-4]\", \"profile\": \"p\" } ], \"transport\": { \"kind\": \"sim\" "
		 "} }",
		 set, more);
	bench_begin(b, text, nics);
	assert_int_equal(bench_plan(b), 0);
}

/* openshift/sriov-network-operator#218: two ports that disagree are never as they should be. */
#define TWO_PORTS(param, first, second)                                                                    \
	"{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"" param "\": " first " } },"              \
	"  \"q\": { \"set\": { \"" param "\": " second " } } },"                                           \
	"  \"assign\": [ { \"hosts\": \"a1\", \"nics\": { \"netdev\": \"eth0\" }, \"profile\": \"p\" },"   \
	"                { \"hosts\": \"a1\", \"nics\": { \"netdev\": \"eth1\" }, \"profile\": \"q\" } ]," \
	"  \"transport\": { \"kind\": \"sim\" } }"

static void begin_ports(struct bench *b, const char *json, const char *first, const char *second)
{
	bench_begin(b, json, 2);
	b->nics[0].pci = first;
	b->nics[1].pci = second;
	b->nics[1].netdev = "eth1";
	assert_int_equal(bench_plan(b), 0);
}

static void one_card_gets_one_decision(void **state)
{
	static const char rate[] = TWO_PORTS(BENCH_RATE, "20", "30");
	struct bench b;

	(void)state;
	/* DCQCN values are those of the function */
	begin_ports(&b, rate, "0000:5e:00.0", "0000:5e:00.0");
	assert_true(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_REFUSED, "a1", "is one value for both ports of a card", true);
	bench_end(&b);
	begin_ports(&b, rate, "0000:5e:00.0", "0000:5e:00.1");
	assert_false(b.plan->refused);
	assert_int_equal(b.plan->note_count, 0);
	bench_end(&b);
	begin_ports(&b, TWO_PORTS(BENCH_RATE, "20", "20"), "0000:5e:00.0", "0000:5e:00.0");
	assert_false(b.plan->refused);
	bench_end(&b);
}

/* Of ROCE_ACCL no document says whether ports share it, so it is said and not refused. */
static void where_nobody_knows_it_is_said(void **state)
{
	static const char sr[] = TWO_PORTS("roce_accl.roce_tx_window_en", "true", "false");
	struct bench b;

	(void)state;
	begin_ports(&b, sr, "0000:5e:00.0", "0000:5e:00.1");
	assert_false(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_NEEDS, "a1", "may be one value for both ports", false);
	bench_end(&b);
	begin_ports(&b, sr, "0000:5e:00.0", "0000:5f:00.0");
	assert_int_equal(b.plan->note_count, 0);
	bench_end(&b);
	begin_ports(&b, sr, "0000:5e:00.0", "0000:5e:00.0");
	assert_true(b.plan->refused);
	bench_end(&b);
}

static void a_set_of_some_priorities_may_not_take(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, "\"dcqcn.np.enable\": \"3\"", "", 1);
	bench_assert_note(&b, PLAN_NOTE_NEEDS, "a[1-4]", "one switch for all priorities", false);
	bench_end(&b);
	begin(&b, "\"dcqcn.np.enable\": \"all\"", "", 1);
	assert_int_equal(b.plan->change_count, 4);
	assert_int_equal(b.plan->note_count, 0);
	bench_end(&b);
}

static void costs_are_added_up_by_class(void **state)
{
	const struct plan_cost *live, *next;
	struct bench b;

	(void)state;
	begin(&b, RATE ", \"" BENCH_ALPHA "\": 0.08, \"roce_accl.roce_tx_window_en\": true", "", 2);
	for (size_t i = 0; i < 8; i++) {
		b.nics[i].qp_count = 10;
		b.nics[i].process_count = 2;
		b.nics[i].connected_count = 7;
	}
	b.nics[7].qp_count = -1;
	b.nics[6].connected_count = -1; /* an older agent */
	bench_reading(&b, 0, 0, "roce_accl.roce_tx_window_en")->raw = 1;
	assert_int_equal(bench_plan(&b), 0);
	live = &b.plan->costs[ECE_COST_LIVE];
	next = &b.plan->costs[ECE_COST_NEXT_QP];
	assert_int_equal(live->change_count, 16);
	assert_int_equal(live->nic_count, 8);
	assert_int_equal(live->host_count, 4);
	assert_int_equal(live->unknown_nic_count, 1);
	assert_int_equal(live->qp_count, 70);
	assert_int_equal(live->process_count, 14);
	assert_int_equal(live->connected_count, 42);
	assert_int_equal(live->untold_nic_count, 1);
	assert_int_equal(next->change_count, 7);
	assert_int_equal(next->nic_count, 7);
	assert_int_equal(next->host_count, 4);
	assert_int_equal(b.plan->costs[ECE_COST_REBOOT].change_count, 0);
	bench_end(&b);
}

/* Mellanox/network-operator#2176: who cuts the link of the default route must not need the link to undo it. */
static void a_change_that_may_cut_the_way_to_the_host_ends_in_undo(void **state)
{
	struct bench b;

	(void)state;
	costly = ece_param_find(BENCH_RATE);
	copy = *costly;
	begin(&b, RATE, "\"rollouts\": { \"default\": { \"lease\": { \"ttl\": \"30m\", \"on_loss\": \"keep\" } } },",
	      1);
	copy.cost = ECE_COST_LINK_FLAP;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->parts[0].undo_on_loss);
	b.nics[1].default_route = 1;
	b.nics[2].default_route = -1;
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->parts[0].undo_on_loss);
	bench_assert_note(&b, PLAN_NOTE_PATH, "a2", "carries the host's default route", false);
	bench_assert_note(&b, PLAN_NOTE_PATH, "a3", "may carry the host's default route", false);
	b.nics[1].default_route = b.nics[2].default_route = 0;
	b.nics[3].management = 1;
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->parts[0].undo_on_loss);
	bench_assert_note(&b, PLAN_NOTE_PATH, "a4", "the controller reaches these hosts by the NIC", false);
	copy.cost = ECE_COST_LIVE;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->parts[0].undo_on_loss);
	bench_end(&b);
	costly = NULL;
}

#define GATED                                                                                                   \
	"\"gates\": { \"harm\": { \"counter\": \"local_ack_timeout_err\", \"on\": \"treated\", \"max\": 1 } }," \
	"\"rollouts\": { \"default\": { \"gates\": [ \"harm\" ] } },"

/* argoproj/argo-rollouts#872: a gate that could never judge is found before anything is written. */
static void a_gate_without_its_counter_is_refused(void **state)
{
	struct counter_reading there = {.value = 5, .state = COUNTER_PRESENT}, absent = {0};
	const struct counter *counters[4];
	struct bench b;

	(void)state;
	begin(&b, RATE, GATED, 1);
	assert_int_equal(plan_counters(b.fleet, counters), 1);
	assert_string_equal(counters[0]->name, "local_ack_timeout_err");
	assert_false(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_GATE, "a[1-4]", "is not known before the step", false);
	for (size_t i = 0; i < 4; i++)
		b.nics[i].counters = &there;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->note_count, 0);
	b.nics[2].counters = &absent;
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_GATE, "a3", "which these NICs do not have", true);
	/* a NIC that is not treated need not have it */
	bench_reading(&b, 2, 0, BENCH_RATE)->raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_end(&b);
}

static void a_gate_on_untouched_hosts_has_none_at_the_end(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE,
	      "\"gates\": { \"victims\": { \"counter\": \"local_ack_timeout_err\", \"on\": \"untouched\", \"max\": 1 } "
	      "},"
	      "\"rollouts\": { \"default\": { \"gates\": [ \"victims\" ] } },",
	      1);
	bench_assert_note(&b, PLAN_NOTE_GATE, "", "the last step leaves none", false);
	bench_reading(&b, 2, 0, BENCH_RATE)->raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->note_count, 0);
	bench_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_card_gets_one_decision),
		cmocka_unit_test(where_nobody_knows_it_is_said),
		cmocka_unit_test(a_set_of_some_priorities_may_not_take),
		cmocka_unit_test(costs_are_added_up_by_class),
		cmocka_unit_test(a_change_that_may_cut_the_way_to_the_host_ends_in_undo),
		cmocka_unit_test(a_gate_without_its_counter_is_refused),
		cmocka_unit_test(a_gate_on_untouched_hosts_has_none_at_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
