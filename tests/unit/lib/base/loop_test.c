// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/base/loop.h"

static struct loop *loop;
static char order[16];
static char a[] = "a", b[] = "b", c[] = "c", x[] = "x", y[] = "y";
static int ends[2][2];

static int setup(void **state)
{
	(void)state;
	order[0] = '\0';
	loop = loop_new();
	return !loop || pipe(ends[0]) || pipe(ends[1]) ? -1 : 0;
}

static int teardown(void **state)
{
	(void)state;
	loop_free(loop);
	for (int i = 0; i < 4; i++)
		close(ends[i / 2][i % 2]);
	return 0;
}

static void note(void *ctx)
{
	strcat(order, ctx);
}

static void drain(void *ctx, int fd, short events)
{
	char byte;

	assert_int_equal(events & POLLIN, POLLIN);
	assert_int_equal(read(fd, &byte, 1), 1);
	strcat(order, ctx);
}

static void test_timers_fire_in_the_order_of_their_times(void **state)
{
	uint64_t now = clock_now(), id;

	(void)state;
	assert_int_equal(loop_timer(loop, now + 2 * CLOCK_MS_NS, note, b, &id), 0);
	assert_int_equal(loop_timer(loop, now + 1 * CLOCK_MS_NS, note, a, &id), 0);
	assert_int_equal(loop_timer(loop, now + 3 * CLOCK_MS_NS, note, c, &id), 0);
	loop_timer_cancel(loop, id);
	loop_timer_cancel(loop, 12345);
	while (strlen(order) < 2)
		assert_true(loop_step(loop, now + 5 * CLOCK_SECOND_NS) > 0);
	assert_string_equal(order, "ab");
	assert_int_equal(loop_step(loop, clock_now() + 10 * CLOCK_MS_NS), 0);
	assert_string_equal(order, "ab");
}

static void test_descriptors_are_called_until_unwatched(void **state)
{
	(void)state;
	assert_int_equal(loop_watch(loop, ends[0][0], POLLIN, drain, x), 0);
	assert_int_equal(write(ends[0][1], "12", 2), 2);
	assert_int_equal(loop_step(loop, UINT64_MAX), 1);
	assert_int_equal(loop_step(loop, UINT64_MAX), 1);
	assert_string_equal(order, "xx");
	assert_int_equal(write(ends[0][1], "3", 1), 1);
	loop_unwatch(loop, ends[0][0]);
	assert_int_equal(loop_step(loop, clock_now() + CLOCK_MS_NS), 0);
}

static void drain_and_unwatch_other(void *ctx, int fd, short events)
{
	drain(y, fd, events);
	loop_unwatch(loop, fd == ends[0][0] ? ends[1][0] : ends[0][0]);
	(void)ctx;
}

static void test_callback_may_unwatch_one_whose_turn_is_still_to_come(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(loop_watch(loop, ends[i][0], POLLIN, drain_and_unwatch_other, NULL), 0);
		assert_int_equal(write(ends[i][1], "1", 1), 1);
	}
	assert_int_equal(loop_step(loop, UINT64_MAX), 1);
	assert_string_equal(order, "y");
}

static void ring(int signo)
{
	(void)signo;
}

static void test_signal_ends_the_wait(void **state)
{
	const struct sigaction action = {.sa_handler = ring};
	const struct itimerval soon = {.it_value = {.tv_usec = 20000}};

	(void)state;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &soon, NULL);
	assert_int_equal(loop_step(loop, clock_now() + 10 * CLOCK_SECOND_NS), -EINTR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		CASE(test_timers_fire_in_the_order_of_their_times),
		CASE(test_descriptors_are_called_until_unwatched),
		CASE(test_callback_may_unwatch_one_whose_turn_is_still_to_come),
		CASE(test_signal_ends_the_wait),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
