// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is known from pass to pass: since when, how often repaired, whom not to fight, and when many are wrong alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/drift/memory.h"
#include "tests/unit/lib/drift/bench.h"

#define HOUR INT64_C(3600)
#define DAY  (24 * HOUR)
#define NOON INT64_C(1764504000)

/* One pass: what was kept is taken in, brought up, and kept again. */
struct passes {
	struct bench bench;
	char *kept[BENCH_HOSTS], *looked;
	struct drift_memory *memory;
};

static void setup(struct passes *p, const char *more)
{
	memset(p, 0, sizeof(*p));
	bench_begin(&p->bench, more);
}

static void done(struct passes *p)
{
	for (size_t i = 0; i < BENCH_HOSTS; i++)
		free(p->kept[i]);
	free(p->looked);
	drift_memory_free(p->memory);
	bench_end(&p->bench);
}

static void take_in(struct passes *p)
{
	drift_memory_free(p->memory);
	assert_int_equal(drift_memory_new(p->bench.fleet, &p->memory), 0);
	for (size_t i = 0; i < BENCH_HOSTS; i++)
		if (p->kept[i])
			assert_int_equal(drift_memory_take_host(p->memory, p->bench.hosts[i].name, p->kept[i]), 0);
	if (p->looked)
		assert_int_equal(drift_memory_take_looked(p->memory, p->looked), 0);
}

static void keep(struct passes *p)
{
	for (size_t i = 0; i < BENCH_HOSTS; i++) {
		free(p->kept[i]);
		assert_int_equal(drift_memory_host(p->memory, (uint32_t)i, &p->kept[i]), 0);
	}
	free(p->looked);
	assert_int_equal(drift_memory_looked(p->memory, &p->looked), 0);
}

static void pass(struct passes *p, int64_t now)
{
	take_in(p);
	bench_find(&p->bench);
	assert_int_equal(drift_memory_update(p->memory, p->bench.drift, p->bench.hosts, now), 0);
	keep(p);
}

/* The same, and what it found is repaired. */
static void repair(struct passes *p, int64_t now)
{
	pass(p, now);
	for (size_t i = 0; i < p->bench.drift->item_count; i++) {
		const struct drift_item *item = &p->bench.drift->items[i];

		drift_memory_repairing(p->memory, item, p->bench.hosts, now);
		bench_write(&p->bench, item->host, item->should);
	}
	keep(p);
}

static void since_when_is_known_from_the_pass_before(void **state)
{
	struct passes p;

	(void)state;
	setup(&p, "");
	pass(&p, NOON);
	assert_null(p.kept[7]);
	bench_write(&p.bench, 7, 9);
	pass(&p, NOON + HOUR);
	pass(&p, NOON + 2 * HOUR);
	assert_int_equal(p.bench.drift->item_count, 1);
	assert_int_equal(p.bench.drift->items[0].first_seen, NOON + HOUR);
	assert_int_equal(p.bench.drift->items[0].last_right, NOON);
	bench_write(&p.bench, 7, 20);
	pass(&p, NOON + 3 * HOUR);
	assert_null(p.kept[7]);
	bench_write(&p.bench, 7, 9);
	pass(&p, NOON + 4 * HOUR);
	assert_int_equal(p.bench.drift->items[0].first_seen, NOON + 4 * HOUR);
	assert_int_equal(p.bench.drift->items[0].last_right, NOON + 3 * HOUR);
	done(&p);
}

static void the_first_pass_knows_no_since(void **state)
{
	struct passes p;

	(void)state;
	setup(&p, "");
	bench_write(&p.bench, 7, 9);
	pass(&p, NOON);
	assert_int_equal(p.bench.drift->items[0].first_seen, NOON);
	assert_int_equal(p.bench.drift->items[0].last_right, 0);
	done(&p);
}

static void a_host_that_is_silent_stays_as_it_was_known(void **state)
{
	struct passes p;

	(void)state;
	setup(&p, "");
	pass(&p, NOON);
	bench_write(&p.bench, 7, 9);
	pass(&p, NOON + HOUR);
	p.bench.hosts[7].state = p.bench.hosts[8].state = FACTS_HOST_UNREACHABLE;
	pass(&p, NOON + 2 * HOUR);
	assert_int_equal(p.bench.drift->item_count, 0);
	p.bench.hosts[7].state = p.bench.hosts[8].state = FACTS_HOST_READ;
	bench_write(&p.bench, 8, 9);
	pass(&p, NOON + 3 * HOUR);
	assert_int_equal(p.bench.drift->item_count, 2);
	assert_int_equal(p.bench.drift->items[0].first_seen, NOON + HOUR);
	assert_int_equal(p.bench.drift->items[1].first_seen, NOON + 3 * HOUR);
	assert_int_equal(p.bench.drift->items[1].last_right, NOON + HOUR);
	done(&p);
}

/* tries: 3. */
static void who_keeps_writing_is_not_fought(void **state)
{
	struct passes p;

	(void)state;
	setup(&p, "");
	for (int i = 0; i < 3; i++) {
		bench_write(&p.bench, 7, 9);
		repair(&p, NOON + i * HOUR);
		assert_int_equal(p.bench.drift->items[0].given_up, 0);
		assert_int_equal(p.bench.drift->items[0].repairs, i);
	}
	bench_write(&p.bench, 7, 10);
	pass(&p, NOON + 3 * HOUR);
	assert_int_equal(p.bench.drift->items[0].repairs, 3);
	assert_int_equal(p.bench.drift->items[0].given_up, NOON + 3 * HOUR);
	pass(&p, NOON + 30 * DAY);
	assert_int_equal(p.bench.drift->items[0].given_up, NOON + 3 * HOUR);
	done(&p);
}

static void repairs_long_ago_do_not_count(void **state)
{
	struct passes p;

	(void)state;
	setup(&p, "'drift': {'repair': {'within': '2h'}},");
	for (int i = 0; i < 6; i++) {
		bench_write(&p.bench, 7, 9);
		repair(&p, NOON + i * HOUR);
	}
	/* at 17:00 those of 15:00 and 16:00 */
	assert_int_equal(p.bench.drift->items[0].repairs, 2);
	assert_int_equal(p.bench.drift->items[0].given_up, 0);
	done(&p);
}

static void a_person_may_say_again(void **state)
{
	bool hosts[BENCH_HOSTS] = {[7] = true};
	struct passes p;

	(void)state;
	setup(&p, "'drift': {'repair': {'tries': 1}},");
	for (int i = 0; i < 2; i++) {
		bench_write(&p.bench, 7, 9);
		bench_write(&p.bench, 8, 9);
		repair(&p, NOON + i);
	}
	bench_write(&p.bench, 7, 9);
	bench_write(&p.bench, 8, 9);
	take_in(&p);
	drift_memory_again(p.memory, hosts);
	bench_find(&p.bench);
	assert_int_equal(drift_memory_update(p.memory, p.bench.drift, p.bench.hosts, NOON + 9), 0);
	assert_int_equal(p.bench.drift->items[0].given_up, 0);
	assert_int_equal(p.bench.drift->items[0].repairs, 0);
	assert_int_equal(p.bench.drift->items[1].given_up, NOON + 1);
	done(&p);
}

static void what_was_repaired_counts_among_those_alike(void **state)
{
	uint16_t rate = (uint16_t)ece_param_index(ece_param_find(BENCH_RATE));
	struct passes p;

	(void)state;
	setup(&p, "");
	bench_write(&p.bench, 1, 9);
	repair(&p, NOON);
	bench_write(&p.bench, 2, 9);
	bench_write(&p.bench, 3, 9);
	bench_write(&p.bench, 4, 10);
	pass(&p, NOON + HOUR);
	assert_int_equal(drift_memory_same_hosts(p.memory, rate, 20, 9), 3);
	assert_int_equal(drift_memory_same_hosts(p.memory, rate, 20, 10), 1);
	assert_int_equal(drift_memory_same_hosts(p.memory, rate, 20, 11), 0);
	pass(&p, NOON + 2 * DAY);
	assert_int_equal(drift_memory_same_hosts(p.memory, rate, 20, 9), 2);
	done(&p);
}

static void widespread_is_more_than_the_file_says_and_never_one_host(void **state)
{
	const struct fleet_amount one_percent = {.percent = true, .n = FLEET_PERCENT}, three = {.n = 3};
	const struct fleet_amount half_a_percent = {.percent = true, .n = 50}, one = {.n = 1};

	(void)state;
	assert_false(drift_is_widespread(one_percent, 1, 1));
	assert_false(drift_is_widespread(one_percent, 1, 50));
	assert_true(drift_is_widespread(one_percent, 2, 50));
	assert_true(drift_is_widespread(one_percent, 2, 199));
	assert_false(drift_is_widespread(one_percent, 2, 200));
	assert_true(drift_is_widespread(one_percent, 3, 200));
	assert_false(drift_is_widespread(one_percent, 200, 20000));
	assert_true(drift_is_widespread(one_percent, 201, 20000));
	assert_true(drift_is_widespread(half_a_percent, 101, 20000));
	assert_false(drift_is_widespread(half_a_percent, 100, 20000));
	assert_false(drift_is_widespread(three, 3, 20000));
	assert_true(drift_is_widespread(three, 4, 20000));
	assert_false(drift_is_widespread(one, 1, 2));
	assert_true(drift_is_widespread(one, 2, 2));
}

static void what_is_no_memory_is_refused_whole(void **state)
{
	struct passes p;

	(void)state;
	setup(&p, "");
	take_in(&p);
	assert_int_equal(drift_memory_take_host(p.memory, "gpu001", "{\"version\":1}"), -EINVAL);
	assert_int_equal(drift_memory_take_host(p.memory, "gpu001", "{\"version\":2,\"entries\":[]}"), -EINVAL);
	assert_int_equal(drift_memory_take_host(p.memory, "gpu001", "\033[2J"), -EINVAL);
	assert_int_equal(drift_memory_take_host(p.memory, "gpu001", "{\"version\":1,\"entries\":[{\"guid\":\"1\"}]}"),
			 -EINVAL);
	assert_int_equal(drift_memory_take_looked(p.memory, "{\"version\":1,\"times\":[{\"at\":1}]}"), -EINVAL);
	assert_int_equal(drift_memory_take_looked(p.memory, "{\"version\":1,\"times\":[{\"at\":1,\"hosts\":\"a[\"}]}"),
			 -EINVAL);
	assert_int_equal(drift_memory_take_host(p.memory, "other", "rubbish"), 0);
	assert_int_equal(p.memory->count, 0);
	done(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(since_when_is_known_from_the_pass_before),
		cmocka_unit_test(the_first_pass_knows_no_since),
		cmocka_unit_test(a_host_that_is_silent_stays_as_it_was_known),
		cmocka_unit_test(who_keeps_writing_is_not_fought),
		cmocka_unit_test(repairs_long_ago_do_not_count),
		cmocka_unit_test(a_person_may_say_again),
		cmocka_unit_test(what_was_repaired_counts_among_those_alike),
		cmocka_unit_test(widespread_is_more_than_the_file_says_and_never_one_host),
		cmocka_unit_test(what_is_no_memory_is_refused_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
