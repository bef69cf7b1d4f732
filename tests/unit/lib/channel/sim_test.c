// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The channel to simulated hosts: its clock, its batches, its truth about lost answers. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/base/fault.h"
#include "lib/channel/sim.h"
#include "lib/host/protocol.h"
#include "tests/unit/lib/simfleet/bench.h"

#define MINUTE (60 * CLOCK_SECOND_NS)

static const char *dir;
static struct simfleet *sim;
static struct channel *channel;

/* What came back, by cookie. */
static struct got {
	unsigned int times;
	enum channel_outcome outcome;
	enum protocol_result result;
	char why[256];
	uint64_t at_ns;
} got[128];
static unsigned int order[128], order_count;

static int setup(void **state)
{
	(void)state;
	memset(got, 0, sizeof(got));
	order_count = 0;
	channel = NULL;
	sim = NULL;
	dir = bench_dir_new();
	return fault_arm("count");
}

static int teardown(void **state)
{
	(void)state;
	channel_free(channel);
	simfleet_close(sim);
	bench_dir_remove(dir);
	return 0;
}

static void open_fleet(unsigned int hosts, const char *faults, const struct channel_sim_options *options)
{
	static const struct channel_sim_options plain;
	struct fleet *fleet = bench_fleet(hosts, 1, faults);
	struct ece_error e;

	sim = bench_open(dir, fleet);
	fleet_free(fleet);
	assert_int_equal(channel_sim_new(sim, options ? options : &plain, &channel, &e), 0);
}

static void take(void *ctx, const struct channel_answer *answer)
{
	struct got *g = &got[answer->cookie];
	struct protocol_answer *decoded;
	struct ece_error e;

	(void)ctx;
	g->times++;
	g->outcome = answer->outcome;
	g->at_ns = channel_now(channel);
	order[order_count++] = (unsigned int)answer->cookie;
	if (answer->outcome != CHANNEL_REPLY) {
		snprintf(g->why, sizeof(g->why), "%s", answer->why);
		return;
	}
	assert_int_equal(protocol_answer_decode(answer->line, answer->len, &decoded, &e), 0);
	g->result = decoded->result;
	protocol_answer_free(decoded);
}

/* Submits a line, which it frees. */
static void submit(size_t host, char *line, uint64_t deadline_ns, uint64_t cookie)
{
	struct ece_error e;

	assert_int_equal(
		channel_submit(channel, simfleet_host_name(sim, host), line, strlen(line), deadline_ns, cookie, &e), 0);
	free(line);
}

static int poll_until(uint64_t until_ns)
{
	struct ece_error e;

	return channel_poll(channel, until_ns, -1, false, take, NULL, &e);
}

static void poll_all(unsigned int n)
{
	for (unsigned int i = 0; order_count < n && i < 1000; i++)
		assert_true(poll_until(UINT64_MAX) >= 0);
	assert_int_equal(order_count, n);
}

static void test_answers_come_in_the_order_of_the_virtual_clock(void **state)
{
	uint64_t start, last = 0, delays[20];

	(void)state;
	open_fleet(20, "", NULL);
	start = channel_now(channel);
	for (size_t i = 0; i < 20; i++) {
		delays[i] = simfleet_fate(sim, i, "", 0).delay_ns;
		submit(i, bench_read("r"), start + MINUTE, i);
	}
	assert_int_equal(channel_now(channel), start);
	poll_all(20);
	for (size_t i = 0; i < 20; i++) {
		assert_int_equal(got[i].times, 1);
		assert_int_equal(got[i].outcome, CHANNEL_REPLY);
		assert_int_equal(got[i].result, PROTOCOL_OK);
		assert_int_equal(got[i].at_ns, start + delays[i]);
		assert_true(got[order[i]].at_ns >= last);
		last = got[order[i]].at_ns;
	}
}

static void test_idle_poll_jumps_to_its_end(void **state)
{
	uint64_t start, real = clock_now();

	(void)state;
	open_fleet(1, "", NULL);
	start = channel_now(channel);
	assert_int_equal(poll_until(start + 3600 * CLOCK_SECOND_NS), 0);
	assert_int_equal(channel_now(channel), start + 3600 * CLOCK_SECOND_NS);
	assert_int_equal(poll_until(UINT64_MAX), 0);
	assert_true(clock_now() - real < 10 * CLOCK_SECOND_NS);
}

static void test_poll_does_not_go_past_its_end(void **state)
{
	uint64_t start;

	(void)state;
	open_fleet(1, "", NULL);
	start = channel_now(channel);
	submit(0, bench_read("r"), start + MINUTE, 0);
	assert_int_equal(poll_until(start + 1000), 0);
	assert_int_equal(channel_now(channel), start + 1000);
	poll_all(1);
}

/* One prepare, one commit, all writes, one commit, whatever the number of hosts. */
static void test_hosts_in_flight_share_two_commits(void **state)
{
	uint64_t one, ten;

	(void)state;
	open_fleet(12, "", NULL);
	/* The first one also learns what is remembered of the card type. */
	submit(0, bench_apply(sim, 0, "a", "R"), UINT64_MAX, 0);
	poll_all(1);
	fault_arm("count");
	submit(1, bench_apply(sim, 1, "a", "R"), UINT64_MAX, 1);
	poll_all(2);
	one = fault_count();
	for (size_t i = 2; i < 12; i++)
		submit(i, bench_apply(sim, i, "a", "R"), UINT64_MAX, i);
	poll_all(12);
	ten = fault_count() - one;
	/* Ten times all operations of one host, but for its two commits, and those two. */
	assert_int_equal(ten, 10 * (one - 2) + 2);
	for (size_t i = 0; i < 12; i++) {
		assert_int_equal(got[i].result, PROTOCOL_HELD);
		assert_true(bench_all(sim, i, true));
	}
}

static void test_two_requests_to_one_host_come_one_after_the_other(void **state)
{
	(void)state;
	open_fleet(1, "", NULL);
	submit(0, bench_apply(sim, 0, "a", "R"), UINT64_MAX, 0);
	submit(0, bench_op("confirm", "c", "R"), UINT64_MAX, 1);
	submit(0, bench_op("undo", "u", "R"), UINT64_MAX, 2);
	poll_all(3);
	assert_int_equal(got[0].result, PROTOCOL_HELD);
	assert_int_equal(got[1].result, PROTOCOL_CONFIRMED);
	assert_int_equal(got[2].result, PROTOCOL_UNDONE);
}

static void test_host_that_is_down_surely_got_nothing(void **state)
{
	(void)state;
	open_fleet(2, "\"faults\":[{\"hosts\":\"h2\",\"kind\":\"down\",\"times\":1}]", NULL);
	simfleet_set_down(sim, 0, true);
	submit(0, bench_apply(sim, 0, "a", "R"), UINT64_MAX, 0);
	submit(1, bench_apply(sim, 1, "a", "R"), UINT64_MAX, 1);
	poll_all(2);
	assert_int_equal(got[0].outcome, CHANNEL_NOT_SENT);
	assert_int_equal(got[1].outcome, CHANNEL_NOT_SENT);
	assert_string_equal(got[1].why, "the simulated host does not answer");
	assert_true(bench_all(sim, 0, false));
	submit(1, bench_apply(sim, 1, "a", "R"), UINT64_MAX, 2);
	poll_all(3);
	assert_int_equal(got[2].result, PROTOCOL_HELD);
}

/* The host did it; only the answer is lost, and a repeated request gets it from the journal. */
static void test_lost_answer_is_maybe_at_the_deadline(void **state)
{
	uint64_t deadline;

	(void)state;
	open_fleet(1, "\"faults\":[{\"hosts\":\"h1\",\"kind\":\"lost\",\"times\":1}]", NULL);
	deadline = channel_now(channel) + MINUTE;
	submit(0, bench_apply(sim, 0, "a", "R"), deadline, 0);
	poll_all(1);
	assert_int_equal(got[0].outcome, CHANNEL_MAYBE);
	assert_int_equal(got[0].at_ns, deadline);
	assert_true(bench_all(sim, 0, true));
	submit(0, bench_apply(sim, 0, "a", "R"), UINT64_MAX, 1);
	poll_all(2);
	assert_int_equal(got[1].result, PROTOCOL_HELD);
}

static void test_slow_host_is_late_or_maybe(void **state)
{
	uint64_t start;

	(void)state;
	open_fleet(1, "\"faults\":[{\"hosts\":\"h1\",\"kind\":\"slow\",\"delay\":\"30s\"}]", NULL);
	start = channel_now(channel);
	submit(0, bench_read("r"), start + MINUTE, 0);
	poll_all(1);
	assert_int_equal(got[0].outcome, CHANNEL_REPLY);
	assert_true(got[0].at_ns - start >= 30 * CLOCK_SECOND_NS);
	start = channel_now(channel);
	submit(0, bench_read("r"), start + 10 * CLOCK_SECOND_NS, 1);
	poll_all(2);
	assert_int_equal(got[1].outcome, CHANNEL_MAYBE);
	assert_int_equal(got[1].at_ns, start + 10 * CLOCK_SECOND_NS);
}

static void test_unknown_host_and_long_line_are_refused(void **state)
{
	static char line[CHANNEL_LINE_MAX + 2];
	struct ece_error e;

	(void)state;
	open_fleet(1, "", NULL);
	memset(line, 'x', CHANNEL_LINE_MAX + 1);
	assert_int_equal(channel_submit(channel, "h7", "{}", 2, UINT64_MAX, 0, &e), -ENOENT);
	assert_int_equal(channel_submit(channel, "h1", line, CHANNEL_LINE_MAX + 1, UINT64_MAX, 0, &e), -EMSGSIZE);
	assert_int_equal(poll_until(UINT64_MAX), 0);
}

static void test_rubbish_is_answered_by_a_refusal(void **state)
{
	(void)state;
	open_fleet(1, "", NULL);
	submit(0, strdup("rubbish"), UINT64_MAX, 0);
	poll_all(1);
	assert_int_equal(got[0].outcome, CHANNEL_REPLY);
	assert_int_equal(got[0].result, PROTOCOL_REFUSED);
}

static void ring(int signo)
{
	(void)signo;
}

static void test_pace_takes_real_time_up_to_its_limit(void **state)
{
	const struct channel_sim_options options = {.pace_ns = 50 * CLOCK_MS_NS};
	uint64_t real = clock_now();

	(void)state;
	open_fleet(1, "", &options);
	assert_int_equal(poll_until(channel_now(channel) + MINUTE), 0);
	assert_true(clock_now() - real >= 50 * CLOCK_MS_NS);
	assert_true(clock_now() - real < 20 * CLOCK_SECOND_NS);
}

/* Who looks after something else several times a second must not keep the clock from moving. */
static void test_a_paced_jump_goes_on_after_it_was_woken(void **state)
{
	const struct channel_sim_options options = {.pace_ns = 50 * CLOCK_MS_NS};
	const struct itimerspec often = {.it_interval.tv_nsec = 10000000, .it_value.tv_nsec = 10000000};
	int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
	uint64_t until, ticks, deadline = clock_now() + 20 * CLOCK_SECOND_NS;
	int woken = 0;

	(void)state;
	open_fleet(1, "", &options);
	until = channel_now(channel) + MINUTE;
	assert_int_equal(timerfd_settime(timer, 0, &often, NULL), 0);
	while (channel_now(channel) < until && clock_now() < deadline) {
		assert_int_equal(channel_poll(channel, until, timer, false, NULL, NULL, NULL), 0);
		woken += read(timer, &ticks, sizeof(ticks)) > 0;
	}
	close(timer);
	assert_int_equal(channel_now(channel), until);
	assert_true(woken > 0);
}

static void test_signal_ends_a_paced_wait(void **state)
{
	const struct channel_sim_options options = {.pace_ns = UINT64_MAX};
	const struct sigaction action = {.sa_handler = ring};
	const struct itimerval soon = {.it_value = {.tv_usec = 30000}};
	uint64_t start;

	(void)state;
	open_fleet(1, "", &options);
	start = channel_now(channel);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &soon, NULL);
	assert_int_equal(poll_until(start + MINUTE), -EINTR);
	assert_true(channel_now(channel) < start + MINUTE);
}

/* The agent as a program of its own does the same, and its death is MAYBE with its last words. */
static void test_agents_as_processes(void **state)
{
	const struct channel_sim_options options = {.agent = getenv("ECE_AGENT"), .dir = dir};

	(void)state;
	if (!options.agent)
		skip();
	open_fleet(3, "", &options);
	for (size_t i = 0; i < 3; i++)
		submit(i, bench_apply(sim, i, "a", "R"), UINT64_MAX, i);
	poll_all(3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(got[i].result, PROTOCOL_HELD);
		assert_true(bench_all(sim, i, true));
	}
	setenv("ECE_FAULT", "fail@1", 1);
	submit(0, bench_op("undo", "u", "R"), UINT64_MAX, 3);
	poll_all(4);
	assert_int_equal(got[3].result, PROTOCOL_REFUSED);
	setenv("ECE_FAULT", "kill@1", 1);
	submit(0, bench_op("undo", "u", "R"), UINT64_MAX, 4);
	poll_all(5);
	unsetenv("ECE_FAULT");
	assert_int_equal(got[4].outcome, CHANNEL_MAYBE);
	assert_non_null(strstr(got[4].why, "killed by signal 9"));
	submit(0, bench_op("undo", "u", "R"), UINT64_MAX, 5);
	poll_all(6);
	assert_int_equal(got[5].result, PROTOCOL_UNDONE);
	assert_true(bench_all(sim, 0, false));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		CASE(test_answers_come_in_the_order_of_the_virtual_clock),
		CASE(test_idle_poll_jumps_to_its_end),
		CASE(test_poll_does_not_go_past_its_end),
		CASE(test_hosts_in_flight_share_two_commits),
		CASE(test_two_requests_to_one_host_come_one_after_the_other),
		CASE(test_host_that_is_down_surely_got_nothing),
		CASE(test_lost_answer_is_maybe_at_the_deadline),
		CASE(test_slow_host_is_late_or_maybe),
		CASE(test_unknown_host_and_long_line_are_refused),
		CASE(test_rubbish_is_answered_by_a_refusal),
		CASE(test_pace_takes_real_time_up_to_its_limit),
		CASE(test_a_paced_jump_goes_on_after_it_was_woken),
		CASE(test_signal_ends_a_paced_wait),
		CASE(test_agents_as_processes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
