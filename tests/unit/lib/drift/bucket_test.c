// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lib/drift/bucket.h"

#define MINUTE INT64_C(60000)

static const struct fleet_rate ten_a_minute = {.n = 10, .per_ns = 60000000000};

static uint32_t take(struct drift_bucket *bucket, int64_t now_ms, uint32_t want)
{
	return drift_bucket_take(bucket, &ten_a_minute, 5, now_ms, want);
}

static void it_gives_its_burst_and_then_its_rate(void **state)
{
	struct drift_bucket bucket = drift_bucket_full(5, 1000);

	(void)state;
	assert_int_equal(take(&bucket, 1000, 3), 3);
	assert_int_equal(take(&bucket, 1000, 9), 2);
	assert_int_equal(take(&bucket, 1000, 1), 0);
	assert_int_equal(drift_bucket_wait_ms(&bucket, &ten_a_minute, 1000), 6000);
	assert_int_equal(take(&bucket, 1000 + 5999, 1), 0);
	assert_int_equal(drift_bucket_wait_ms(&bucket, &ten_a_minute, 1000 + 5999), 1);
	assert_int_equal(take(&bucket, 1000 + 6000, 1), 1);
	assert_int_equal(take(&bucket, 1000 + MINUTE, 100), 5);
}

static void it_never_holds_more_than_its_burst(void **state)
{
	struct drift_bucket bucket = drift_bucket_full(5, 0);

	(void)state;
	assert_int_equal(take(&bucket, INT64_MAX, 100), 5);
	assert_int_equal(take(&bucket, INT64_MAX, 100), 0);
}

/* Asked every millisecond it does not give more than asked once a minute. */
static void small_steps_bring_no_more(void **state)
{
	struct drift_bucket bucket = {.level = 0, .at_ms = 0};
	uint32_t got = 0;

	(void)state;
	for (int64_t now = 1; now <= 10 * MINUTE; now++)
		got += take(&bucket, now, 1);
	assert_int_equal(got, 100);
}

/* Two machines, one a minute ahead of the other, take turns. */
static void clocks_that_differ_bring_nothing(void **state)
{
	struct drift_bucket bucket = drift_bucket_full(5, 100 * MINUTE);
	uint32_t got = 0;

	(void)state;
	assert_int_equal(take(&bucket, 101 * MINUTE, 5), 5);
	for (int i = 0; i < 10; i++) {
		got += take(&bucket, 100 * MINUTE, 5);
		got += take(&bucket, 101 * MINUTE, 5);
	}
	assert_int_equal(got, 0);
	assert_int_equal(drift_bucket_wait_ms(&bucket, &ten_a_minute, 100 * MINUTE), MINUTE + 6000);
	assert_int_equal(take(&bucket, 101 * MINUTE + 6000, 5), 1);
}

static void a_clock_that_went_back_brings_nothing(void **state)
{
	struct drift_bucket bucket = drift_bucket_full(5, 100 * MINUTE);

	(void)state;
	assert_int_equal(take(&bucket, 100 * MINUTE, 5), 5);
	assert_int_equal(take(&bucket, 0, 5), 0);
	assert_int_equal(take(&bucket, 6000, 5), 1);
}

static void a_smaller_burst_holds_at_once(void **state)
{
	struct drift_bucket bucket = drift_bucket_full(5, 0);

	(void)state;
	assert_int_equal(drift_bucket_take(&bucket, &ten_a_minute, 2, 0, 100), 2);
}

static void it_survives_as_text(void **state)
{
	struct drift_bucket bucket = {.level = 216000000, .at_ms = 1764530000123}, back;
	char text[DRIFT_BUCKET_TEXT_MAX];

	(void)state;
	assert_string_equal(drift_bucket_encode(&bucket, text),
			    "{\"version\":1,\"level\":216000000,\"at_ms\":1764530000123}");
	assert_true(drift_bucket_decode(text, &back));
	assert_int_equal(back.level, 216000000);
	assert_int_equal(back.at_ms, 1764530000123);
	assert_false(drift_bucket_decode("", &back));
	assert_false(drift_bucket_decode("{\"version\":1,\"level\":-1,\"at_ms\":0}", &back));
	assert_false(drift_bucket_decode("{\"version\":2,\"level\":1,\"at_ms\":0}", &back));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_gives_its_burst_and_then_its_rate),
		cmocka_unit_test(it_never_holds_more_than_its_burst),
		cmocka_unit_test(small_steps_bring_no_more),
		cmocka_unit_test(clocks_that_differ_bring_nothing),
		cmocka_unit_test(a_clock_that_went_back_brings_nothing),
		cmocka_unit_test(a_smaller_burst_holds_at_once),
		cmocka_unit_test(it_survives_as_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
