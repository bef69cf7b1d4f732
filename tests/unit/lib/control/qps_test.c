// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Live queue pairs of a fleet: who tells, who does not, and why. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/control/bench.h"

struct told {
	enum control_qps_state states[FAKE_HOSTS];
	uint32_t counts[FAKE_HOSTS], calls[FAKE_HOSTS];
	char why[FAKE_HOSTS][ECE_ERROR_TEXT_MAX];
	int stop;
};

static int each(void *ctx, const struct control_qps *qps)
{
	struct told *told = ctx;

	told->states[qps->host] = qps->state;
	told->calls[qps->host]++;
	snprintf(told->why[qps->host], sizeof(told->why[0]), "%s", qps->why);
	for (size_t i = 0; i < qps->nic_count; i++)
		told->counts[qps->host] += qps->nics[i].qps->census.count;
	return told->stop;
}

static struct bench *begin(void **state, size_t count)
{
	struct bench *b = *state;

	bench_begin(b, count, "");
	for (size_t i = 0; i < count; i++)
		b->hosts.hosts[i].census = (struct ece_qp_census){.count = 100 + (uint32_t)i, .unlisted = -1};
	return b;
}

static void every_host_tells(void **state)
{
	struct bench *b = begin(state, 5);
	struct told told = {.stop = 0};

	assert_int_equal(control_qps(b->control, b->fleet, NULL, each, &told, &b->e), 0);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(told.states[i], CONTROL_QPS_TOLD);
		assert_int_equal(told.calls[i], 1);
		assert_int_equal(told.counts[i], 100 + i);
		assert_int_equal(b->hosts.hosts[i].writes, 0);
	}
}

static void an_older_agent_is_no_failure(void **state)
{
	struct bench *b = begin(state, 3);
	struct told told = {.stop = 0};

	b->hosts.hosts[1].old_agent = true;
	assert_int_equal(control_qps(b->control, b->fleet, NULL, each, &told, &b->e), 0);
	assert_int_equal(told.states[0], CONTROL_QPS_TOLD);
	assert_int_equal(told.states[1], CONTROL_QPS_OLD);
	assert_string_equal(told.why[1], "its agent is older and does not tell of queue pairs");
}

static void who_is_down_or_talks_nonsense_is_told(void **state)
{
	struct bench *b = begin(state, 4);
	struct told told = {.stop = 0};

	b->hosts.hosts[0].down = true;
	b->hosts.hosts[1].garbage = true;
	b->hosts.hosts[2].wrong_id = true;
	b->hosts.hosts[3].lose_answer = 1; /* asked again */
	assert_int_equal(control_qps(b->control, b->fleet, NULL, each, &told, &b->e), 0);
	assert_int_equal(told.states[0], CONTROL_QPS_UNREACHABLE);
	assert_int_equal(told.states[1], CONTROL_QPS_FAILED);
	assert_int_equal(told.states[2], CONTROL_QPS_FAILED);
	assert_string_equal(told.why[2], "it answered something else than it was asked");
	assert_int_equal(told.states[3], CONTROL_QPS_TOLD);
	assert_int_equal(told.calls[3], 1);
}

static void a_host_that_never_answers_is_asked_twice(void **state)
{
	struct bench *b = begin(state, 1);
	struct told told = {.stop = 0};

	b->hosts.hosts[0].lose_answer = UINT32_MAX;
	assert_int_equal(control_qps(b->control, b->fleet, NULL, each, &told, &b->e), 0);
	assert_int_equal(told.states[0], CONTROL_QPS_UNREACHABLE);
	assert_int_equal(told.calls[0], 1);
	assert_int_equal(b->hosts.submits, 2);
}

static void only_those_asked_are_asked(void **state)
{
	struct bench *b = begin(state, 4);
	const bool asked[] = {false, true, false, true};
	struct told told = {.stop = 0};

	assert_int_equal(control_qps(b->control, b->fleet, asked, each, &told, &b->e), 0);
	assert_int_equal(told.calls[0] + told.calls[2], 0);
	assert_int_equal(told.calls[1] + told.calls[3], 2);
	assert_int_equal(b->hosts.submits, 2);
}

static void the_caller_can_end_it(void **state)
{
	struct bench *b = begin(state, 4);
	struct told told = {.stop = -ENOMEM};

	assert_int_equal(control_qps(b->control, b->fleet, NULL, each, &told, &b->e), -ENOMEM);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_host_tells),           TEST(an_older_agent_is_no_failure),
		TEST(only_those_asked_are_asked), TEST(who_is_down_or_talks_nonsense_is_told),
		TEST(the_caller_can_end_it),      TEST(a_host_that_never_answers_is_asked_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
