// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Gates: what is read of whom, what it leads to, and what is kept of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/control/bench.h"

#define HARM  "local_ack_timeout_err"
#define PAUSE "rx_prio3_pause"
#define TWO   "{ \"steps\": [ { \"to\": 2 }, { \"to\": \"100%\" } ], \"soak\": \"100s\", "
#define HARD  "link_down_events_phy"

static void assert_result(const struct bench *b, int err, const char *result, int code)
{
	if (err)
		fail_msg("%s", b->e.text);
	if (strcmp(control_result_name(b->result), result) != 0)
		fail_msg("%s, not %s: %s", control_result_name(b->result), result, b->judged);
	assert_int_equal(control_result_exit_code(b->result), code);
}

static void assert_says(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("\"%s\" is not in \"%s\"", what, text);
}

static void harm_those_treated(struct bench *b, const struct protocol_request *request)
{
	if (request->op != PROTOCOL_APPLY)
		return;
	for (size_t i = 0; i < b->hosts.host_count; i++)
		if (strstr(request->id, b->hosts.hosts[i].name))
			fake_fleet_count(&b->hosts, i + 1, HARM, 50);
}

static void harm_those_left_alone(struct bench *b, const struct protocol_request *request)
{
	if (request->op == PROTOCOL_APPLY)
		fake_fleet_count(&b->hosts, b->hosts.host_count, PAUSE, 1000);
}

static void flap_the_link(struct bench *b, const struct protocol_request *request)
{
	if (request->op == PROTOCOL_APPLY && strstr(request->id, "/h02/"))
		fake_fleet_count(&b->hosts, 2, HARD, 1);
}

static const char gates[] =
	"\"gates\": { \"harm\": { \"counter\": \"" HARM "\", \"per\": \"second\", \"max\": { \"times_baseline\": 2, "
	"\"floor\": 1 } }, \"victims\": { \"counter\": \"" PAUSE "\", \"on\": \"untouched\", \"per\": \"second\", "
	"\"max\": 10 } },\n";

static void counters_are_read_four_times_a_step(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 6, TWO "\"gates\": [ \"hard\" ] }");
	assert_result(b, bench_apply(b), "applied", 0);
	assert_int_equal(b->samples, 8);
	/* In the first step the other four are watched as well; in the second the first two. */
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(b->hosts.hosts[i].samples, i < 2 ? 4 : 8);
	assert_says(b->judged, "1 hard pass");
	assert_says(b->judged, "2 hard pass");
	assert_int_equal(b->last_sampled.treated, 4);
	assert_int_equal(b->last_sampled.untouched, 0);
	assert_int_equal(b->last_sampled.missing, 0);
}

static int find_failure(void *ctx, const struct control_verdict *v)
{
	struct control_verdict *found = ctx;

	if (v->said.result != GATE_FAIL)
		return 0;
	assert_string_equal(v->gate, "hard");
	assert_string_equal(v->worst, "h02");
	assert_int_equal(v->step, 0);
	assert_true(v->witness_count > 2);
	assert_string_equal(v->witnesses[0].host, "h02");
	assert_string_equal(v->witnesses[0].counter, HARD);
	assert_true(v->witnesses[0].treated);
	assert_true(v->witnesses[0].during >= 90 && v->witnesses[0].during <= 110);
	assert_true(v->witnesses[0].has_before && v->witnesses[0].before < 1);
	assert_false(v->witnesses[v->witness_count - 1].treated);
	*found = *v;
	return 1;
}

static void the_built_in_gate_undoes_what_breaks_a_link(void **state)
{
	struct bench *b = *state;
	struct control_verdict found = {0};

	bench_begin(b, 6, TWO "\"gates\": [ \"hard\" ] }");
	b->look = flap_the_link;
	assert_result(b, bench_apply(b), "undone", 3);
	assert_says(b->judged, "1 hard fail");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 6);
	/* Nobody beyond the step was touched. */
	for (size_t i = 2; i < 6; i++)
		assert_int_equal(b->hosts.hosts[i].writes, 0);
	/* What it was decided on can be looked at later, by anybody. */
	bench_restart(b);
	assert_int_equal(control_load(b->control, NULL, &b->e), 0);
	assert_int_equal(control_verdicts(b->control, find_failure, &found, &b->e), 1);
	assert_int_equal(found.said.result, GATE_FAIL);
}

static void a_host_that_was_bad_before_is_no_harm(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 6, TWO "\"gates\": [ \"harm\" ] }", gates);
	fake_fleet_count(&b->hosts, 1, HARM, 50);
	assert_result(b, bench_apply(b), "applied", 0);
}

static void a_gate_fails_on_treated_hosts(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 6, TWO "\"gates\": [ \"harm\" ] }", gates);
	b->look = harm_those_treated;
	assert_result(b, bench_apply(b), "undone", 3);
	assert_says(b->judged, "1 harm fail");
}

/* The same change with and without the gate on those who are left alone: it alone sees what is wrong. */
static void only_the_victims_show_a_change_that_takes_from_others(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 6, TWO "\"gates\": [ \"hard\", \"harm\", \"victims\" ] }", gates);
	b->look = harm_those_left_alone;
	assert_result(b, bench_apply(b), "undone", 3);
	assert_says(b->judged, "1 hard pass");
	assert_says(b->judged, "1 harm pass");
	assert_says(b->judged, "1 victims fail");
}

static int find_means(void *ctx, const struct control_verdict *v)
{
	bool *found = ctx;

	if (strcmp(v->gate, "victims") != 0)
		return 0;
	assert_true(v->has_treated && v->has_untouched);
	/* One of four has 1000 a second, the treated ones none. */
	assert_true(v->treated < 1 && v->untouched > 200 && v->untouched < 300);
	*found = true;
	return 1;
}

static void both_kinds_of_hosts_are_shown_beside_each_other(void **state)
{
	struct bench *b = *state;
	bool found = false;

	bench_begin_with(b, 6, TWO "\"gates\": [ \"victims\" ] }", gates);
	b->look = harm_those_left_alone;
	assert_result(b, bench_apply(b), "undone", 3);
	assert_int_equal(control_verdicts(b->control, find_means, &found, &b->e), 1);
	assert_true(found);
}

static void without_the_gate_on_victims_nobody_sees_them(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 6, TWO "\"gates\": [ \"hard\", \"harm\" ] }", gates);
	b->look = harm_those_left_alone;
	assert_result(b, bench_apply(b), "applied", 0);
}

static void where_nobody_is_left_alone_there_are_no_victims(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 3, "{ \"steps\": [ { \"to\": \"100%\" } ], \"soak\": \"10s\", \"gates\": [ \"victims\" ] }",
			 gates);
	assert_result(b, bench_apply(b), "applied", 0);
	assert_says(b->judged, "1 victims pass this step leaves no host untouched");
}

static void neighbours_are_watched_first(void **state)
{
	struct bench *b = *state;

	bench_begin_with(
		b, 8,
		"{ \"steps\": [ { \"hosts\": \"h01\" }, { \"to\": \"100%\" } ], \"soak\": \"10s\", "
		"\"gates\": [ \"few\" ] }",
		"\"inventory\": [ { \"hosts\": \"h[01,07-08]\", \"labels\": { \"rack\": \"r1\" } }, { \"hosts\": "
		"\"h[02-06]\", \"labels\": { \"rack\": \"r2\" } } ],\n"
		"\"gates\": { \"few\": { \"counter\": \"" PAUSE "\", \"on\": \"untouched\", \"max\": 10, "
		"\"watch\": 2 } },\n");
	b->stop_after = 2; /* apply and confirm of the first step */
	assert_result(b, bench_apply(b), "paused", 5);
	for (size_t i = 1; i < 8; i++)
		assert_int_equal(b->hosts.hosts[i].samples, i < 6 ? 0 : 4);
}

static void a_missing_counter_never_passes(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 6, TWO "\"gates\": [ \"harm\" ] }", gates);
	assert_int_equal(bench_plan(b), 0);
	for (size_t i = 0; i < 6; i++)
		b->hosts.hosts[i].absent = HARM;
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), "paused", 5);
	assert_says(b->judged, "1 harm inconclusive");
	assert_int_equal(rollout_pause(control_rollout(b->control)), ROLLOUT_PAUSE_GATE);
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 2);
	assert_false(b->hosts.hosts[0].confirmed);
	/* A person resumes: it soaks and is judged anew, and nothing has become known. */
	bench_restart(b);
	assert_result(b, bench_resume(b), "paused", 5);
	assert_says(b->judged, "1 harm inconclusive");
	assert_false(b->hosts.hosts[0].confirmed);
	/* The counter is there now. */
	bench_restart(b);
	for (size_t i = 0; i < 6; i++)
		b->hosts.hosts[i].absent = NULL;
	assert_result(b, bench_resume(b), "applied", 0);
	assert_says(b->judged, "1 harm pass");
}

/* Before the end of the soak is read. */
static void fall_silent(struct bench *b, const struct rollout *run)
{
	(void)run;
	if (b->samples == 3)
		b->hosts.hosts[1].down = true;
}

static void a_treated_host_that_is_silent_never_passes(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 6, TWO "\"gates\": [ \"harm\" ] }", gates);
	b->moved = fall_silent;
	assert_result(b, bench_apply(b), "paused", 5);
	assert_int_equal(b->last_sampled.missing, 1);
	assert_says(b->judged, "1 harm inconclusive");
	assert_says(b->judged, "h02");
}

static void a_person_may_accept(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 4, TWO "\"gates\": [ \"harm\" ] }", gates);
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[1].absent = HARM;
	b->hosts.hosts[0].absent = HARM;
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), "paused", 5);
	assert_int_equal(control_accept(b->control, NULL, &b->result, &b->e), 0);
	assert_result(b, 0, "applied", 0);
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 4);
}

static void a_person_may_abort(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 4, TWO "\"gates\": [ \"harm\" ] }", gates);
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[1].absent = HARM;
	b->hosts.hosts[0].absent = HARM;
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), "paused", 5);
	bench_restart(b);
	assert_result(b, control_abort(b->control, NULL, &b->result, &b->e), "undone", 3);
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 4);
}

/* Once the beginning of the soak has been read. */
static void reboot(struct bench *b, const struct rollout *run)
{
	(void)run;
	if (b->samples == 3)
		b->hosts.hosts[0].boot = "boot-2";
}

static void a_host_that_boots_counts_anew(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 4,
			 "{ \"steps\": [ { \"to\": 1 }, { \"to\": \"100%\" } ], \"soak\": \"10s\", \"gates\": [ "
			 "\"harm\" ] }",
			 gates);
	b->moved = reboot;
	assert_result(b, bench_apply(b), "paused", 5);
	assert_says(b->judged, "1 harm inconclusive");
}

/* During the soak, on each host that has two. */
static void lose_a_card(struct bench *b, const struct rollout *run)
{
	(void)run;
	for (size_t i = 0; b->samples == 3 && i < b->hosts.host_count; i++)
		b->hosts.hosts[i].nic_count = 1;
}

/* What is left of its host looks well. */
static void judge_without_a_card(struct bench *b, size_t host, const char *rollout, const char *says)
{
	bench_begin_with(b, 6, rollout, gates);
	b->hosts.hosts[host].nic_count = 2;
	b->moved = lose_a_card;
	assert_result(b, bench_apply(b), "paused", 5);
	assert_says(b->judged, says);
}

static void a_card_that_vanishes_never_passes(void **state)
{
	judge_without_a_card(*state, 0, TWO "\"gates\": [ \"harm\" ] }", "1 harm inconclusive");
}

static void a_card_that_vanishes_keeps_the_built_in_gate_open(void **state)
{
	judge_without_a_card(*state, 0, TWO "\"gates\": [ \"hard\" ] }", "1 hard inconclusive");
}

static void a_victim_whose_card_vanishes_is_not_judged(void **state)
{
	judge_without_a_card(*state, 5,
			     "{ \"steps\": [ { \"to\": 5 }, { \"to\": \"100%\" } ], \"soak\": \"100s\", \"gates\": [ "
			     "\"victims\" ] }",
			     "1 victims inconclusive");
}

static void commands_decide(void **state)
{
	static const struct {
		const char *argv, *result, *says;
		int code;
	} cases[] = {
		{"[ \"true\" ]", "applied", "1 ask pass", 0},
		{"[ \"false\" ]", "undone", "1 ask fail", 3},
		{"[ \"sh\", \"-c\", \"exit 75\" ]", "paused", "1 ask inconclusive", 5},
		{"[ \"sh\", \"-c\", \"echo oh >&2; exit 3\" ]", "paused", "1 ask error", 5},
		{"[ \"sh\", \"-c\", \"grep -qx h01 $ECE_TREATED && grep -qx h03 $ECE_UNTOUCHED\" ]", "paused",
		 "1 ask pass", 5},
	};
	struct bench *b = *state;
	char more[512];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (i) {
			bench_teardown(state);
			assert_int_equal(bench_setup(state), 0);
		}
		b = *state;
		snprintf(more, sizeof(more), "\"gates\": { \"ask\": { \"exec\": %s } },\n", cases[i].argv);
		bench_begin_with(b, 3, TWO "\"gates\": [ \"ask\" ] }", more);
		b->stop_after = i == 4 ? 4 : 0; /* with the first step: there is no h03 left to be untouched later */
		assert_result(b, bench_apply(b), cases[i].result, cases[i].code);
		assert_says(b->judged, cases[i].says);
	}
}

static void a_number_is_compared_with_what_it_was_before(void **state)
{
	struct bench *b = *state;

	bench_begin_with(
		b, 3, TWO "\"gates\": [ \"goodput\" ] }",
		"\"gates\": { \"goodput\": { \"exec\": [ \"sh\", \"-c\", \"[ $ECE_WHEN = baseline ] && echo 100 || "
		"echo 90\" ], \"min\": { \"times_baseline\": 0.97 } } },\n");
	assert_result(b, bench_apply(b), "undone", 3);
	assert_says(b->judged, "1 goodput fail");
}

static void an_unreachable_prometheus_is_an_error_and_pauses(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 3, TWO "\"gates\": [ \"prom\" ] }",
			 "\"gates\": { \"prom\": { \"promql\": \"up\", \"max\": 1 } },\n"
			 "\"prometheus\": { \"url\": \"http://127.0.0.1:1\" },\n");
	assert_result(b, bench_apply(b), "paused", 5);
	assert_says(b->judged, "1 prom error");
	assert_int_equal(rollout_pause(control_rollout(b->control)), ROLLOUT_PAUSE_GATE);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(counters_are_read_four_times_a_step),
		CASE(the_built_in_gate_undoes_what_breaks_a_link),
		CASE(a_host_that_was_bad_before_is_no_harm),
		CASE(a_gate_fails_on_treated_hosts),
		CASE(only_the_victims_show_a_change_that_takes_from_others),
		CASE(both_kinds_of_hosts_are_shown_beside_each_other),
		CASE(without_the_gate_on_victims_nobody_sees_them),
		CASE(where_nobody_is_left_alone_there_are_no_victims),
		CASE(neighbours_are_watched_first),
		CASE(a_missing_counter_never_passes),
		CASE(a_treated_host_that_is_silent_never_passes),
		CASE(a_person_may_accept),
		CASE(a_person_may_abort),
		CASE(a_host_that_boots_counts_anew),
		CASE(a_card_that_vanishes_never_passes),
		CASE(a_card_that_vanishes_keeps_the_built_in_gate_open),
		CASE(a_victim_whose_card_vanishes_is_not_judged),
		CASE(commands_decide),
		CASE(a_number_is_compared_with_what_it_was_before),
		CASE(an_unreachable_prometheus_is_an_error_and_pauses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
