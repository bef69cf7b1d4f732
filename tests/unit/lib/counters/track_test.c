// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/counters/track.h"

#define ROUND UINT64_C(4294967296)

static enum counter_event feed(struct counter_track *track, uint8_t width, uint64_t value)
{
	struct counter_reading reading = {.value = value, .state = COUNTER_PRESENT};

	return counter_track_feed(track, width, &reading, false);
}

static void the_first_reading_is_the_total(void **state)
{
	struct counter_track track = {0};

	(void)state;
	assert_int_equal(feed(&track, 32, 4000000000), COUNTER_EVENT_FIRST);
	assert_int_equal(track.total, 4000000000);
	assert_int_equal(feed(&track, 32, 4000000000), COUNTER_EVENT_NONE);
	assert_int_equal(feed(&track, 32, 4000000007), COUNTER_EVENT_NONE);
	assert_int_equal(track.total, 4000000007);
	assert_int_equal(track.resets, 0);
	assert_false(track.unsure);
}

static void rounds_are_added_up(void **state)
{
	struct counter_track track = {0};

	(void)state;
	feed(&track, 32, 4294967290);
	assert_int_equal(feed(&track, 32, 4), COUNTER_EVENT_WRAPPED);
	assert_int_equal(track.total, 4294967300);
	feed(&track, 32, 2000000000);
	feed(&track, 32, 4000000000);
	assert_int_equal(feed(&track, 32, 5), COUNTER_EVENT_WRAPPED);
	assert_int_equal(track.total, 2 * ROUND + 5);
	assert_int_equal(track.resets, 0);
}

static void a_reset_starts_the_total_over(void **state)
{
	struct counter_track track = {0};

	(void)state;
	feed(&track, 32, 4294967290);
	feed(&track, 32, 1000);
	assert_int_equal(feed(&track, 32, 3), COUNTER_EVENT_RESET);
	assert_int_equal(track.total, 3);
	assert_int_equal(track.resets, 1);
	assert_int_equal(feed(&track, 32, 8), COUNTER_EVENT_NONE);
	assert_int_equal(track.total, 8);
	/* half the range: as well a reset */
	feed(&track, 32, 2147483648);
	assert_int_equal(feed(&track, 32, 0), COUNTER_EVENT_RESET);
	assert_int_equal(track.resets, 2);
}

static void sixty_four_bits_never_wrap(void **state)
{
	struct counter_track track = {0};

	(void)state;
	feed(&track, 64, 4294967290);
	assert_int_equal(feed(&track, 64, 4), COUNTER_EVENT_RESET);
	assert_int_equal(track.total, 4);
	feed(&track, 64, UINT64_MAX);
	assert_int_equal(track.total, UINT64_MAX);
	assert_false(track.unsure);
	assert_int_equal(feed(&track, 64, 4), COUNTER_EVENT_RESET);
}

static void starting_over_is_a_reset_though_it_grew(void **state)
{
	struct counter_reading later = {.value = 5000, .state = COUNTER_PRESENT};
	struct counter_track track = {0};

	(void)state;
	/* nothing was known before: nothing was lost */
	assert_int_equal(counter_track_feed(&track, 32, &later, true), COUNTER_EVENT_FIRST);
	assert_int_equal(track.resets, 0);
	later.value = 6000;
	assert_int_equal(counter_track_feed(&track, 32, &later, true), COUNTER_EVENT_RESET);
	assert_int_equal(track.total, 6000);
	assert_int_equal(track.resets, 1);
}

static void what_is_not_read_changes_nothing(void **state)
{
	struct counter_reading absent = {0}, unreadable = {.value = 9, .state = COUNTER_UNREADABLE};
	struct counter_track track = {0};

	(void)state;
	assert_int_equal(counter_track_feed(&track, 32, &absent, false), COUNTER_EVENT_NONE);
	assert_false(track.seen);
	feed(&track, 32, 70);
	assert_int_equal(counter_track_feed(&track, 32, &absent, true), COUNTER_EVENT_NONE);
	assert_int_equal(counter_track_feed(&track, 32, &unreadable, false), COUNTER_EVENT_NONE);
	assert_int_equal(track.total, 70);
	assert_int_equal(track.last, 70);
	assert_int_equal(track.resets, 0);
}

static void half_a_round_at_once_may_be_more(void **state)
{
	struct counter_track track = {0};

	(void)state;
	feed(&track, 32, 7);
	feed(&track, 32, 2147483655);
	assert_true(track.unsure);
	feed(&track, 32, 2147483656);
	assert_false(track.unsure);
	feed(&track, 32, 4294967295);
	assert_false(track.unsure);
	feed(&track, 64, 3 * ROUND);
	assert_false(track.unsure);
	/* what was lost before a reset is not asked again */
	feed(&track, 32, 4 * ROUND);
	assert_true(track.unsure);
	assert_int_equal(feed(&track, 32, 1), COUNTER_EVENT_RESET);
	assert_false(track.unsure);
}

/* Two queue pairs with sets of their own: the sum is beyond 32 bits, and one of its parts goes round. */
static void a_sum_of_narrow_counters_wraps_too(void **state)
{
	struct counter_track track = {0};

	(void)state;
	feed(&track, 32, 4294967290 + UINT64_C(3000000000));
	assert_int_equal(feed(&track, 32, 4 + UINT64_C(3000000000)), COUNTER_EVENT_WRAPPED);
	assert_int_equal(track.total, 4294967300 + UINT64_C(3000000000));
	/* more than a round less is no wrap of one part */
	assert_int_equal(feed(&track, 32, 9 * ROUND), COUNTER_EVENT_NONE);
	assert_int_equal(feed(&track, 32, 7 * ROUND), COUNTER_EVENT_RESET);
}

/* A fixed sequence, so that a failure comes back. */
static uint64_t next(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005U + 1442695040888963407U;
	return *seed >> 33;
}

/* Whatever a 32-bit counter does, if it is read at least once per half round, the total is what really happened. */
static void no_round_is_lost_when_it_is_read_often_enough(void **state)
{
	uint64_t seed = 1, truth = 4294967000;
	struct counter_track track = {0};
	size_t wraps = 0;

	(void)state;
	feed(&track, 32, (uint32_t)truth);
	for (size_t i = 0; i < 20000; i++) {
		truth += next(&seed) >> (next(&seed) % 32);
		wraps += feed(&track, 32, (uint32_t)truth) == COUNTER_EVENT_WRAPPED;
		assert_int_equal(track.total, truth);
		assert_int_equal((uint32_t)track.total, track.last);
		assert_int_equal(track.resets, 0);
	}
	assert_true(wraps > 100);
}

/* Whatever is fed, the total never falls but at a reset, and a reset is counted. */
static void a_total_falls_only_at_a_reset(void **state)
{
	struct counter_track track = {0};
	uint64_t seed = 2, before = 0;
	uint32_t resets = 0;

	(void)state;
	for (size_t i = 0; i < 20000; i++) {
		enum counter_event event = feed(&track, 32, next(&seed) >> (next(&seed) % 20));

		if (event == COUNTER_EVENT_RESET)
			resets++;
		else
			assert_true(track.total >= before);
		assert_int_equal(track.resets, resets);
		before = track.total;
	}
	assert_true(resets > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_reading_is_the_total),
		cmocka_unit_test(rounds_are_added_up),
		cmocka_unit_test(a_reset_starts_the_total_over),
		cmocka_unit_test(sixty_four_bits_never_wrap),
		cmocka_unit_test(starting_over_is_a_reset_though_it_grew),
		cmocka_unit_test(what_is_not_read_changes_nothing),
		cmocka_unit_test(half_a_round_at_once_may_be_more),
		cmocka_unit_test(a_sum_of_narrow_counters_wraps_too),
		cmocka_unit_test(no_round_is_lost_when_it_is_read_often_enough),
		cmocka_unit_test(a_total_falls_only_at_a_reset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
