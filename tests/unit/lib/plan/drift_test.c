// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Plans that wait for values that drifted, and plans that only repair some. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/plan/bench.h"

/* Rate and ALPHA are asked for; everything was confirmed as it is now: 5 and 100. */
struct world {
	struct bench b;
	struct facts_original originals[4];
};

static uint16_t row(const char *name)
{
	return (uint16_t)ece_param_index(ece_param_find(name));
}

static void begin(struct world *w, const char *drift)
{
	char text[1024];

	memset(w, 0, sizeof(*w));
	snprintf(text, sizeof(text),
		 "{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"" BENCH_RATE "\": 20, \"" BENCH_ALPHA
		 "\": 0.5 } } }, \"assign\": [ { \"hosts\": \"a[1-4]\", \"profile\": \"p\" } ], %s \"transport\": { "
		 "\"kind\": \"sim\" } }",
		 drift);
	bench_begin(&w->b, text, 1);
	for (size_t i = 0; i < 4; i++) {
		w->originals[i] = (struct facts_original){.param = row(BENCH_RATE),
							  .raw = 7,
							  .reading = {.raw = OLD_RATE, .state = ECE_VALUE_SET},
							  .has_confirmed = true,
							  .confirmed = OLD_RATE};
		w->b.nics[i].originals = &w->originals[i];
		w->b.nics[i].original_count = 1;
	}
}

static void drift(struct world *w, size_t host, uint64_t raw)
{
	w->originals[host].reading.raw = raw;
	bench_reading(&w->b, host, 0, BENCH_RATE)->raw = raw;
}

static void drift_holds_a_rollout_where_the_file_says_so(void **state)
{
	struct world w;

	(void)state;
	begin(&w, "\"drift\": { \"rules\": [ { \"params\": [ \"dcqcn.*\" ], \"do\": \"hold\" } ] },");
	assert_int_equal(bench_plan(&w.b), 0);
	assert_false(w.b.plan->refused);
	drift(&w, 1, 9);
	drift(&w, 2, 9);
	assert_int_equal(bench_plan(&w.b), 0);
	assert_true(w.b.plan->refused);
	bench_assert_note(&w.b, PLAN_NOTE_DRIFT, "a[2-3]",
			  "dcqcn.rp.ai_rate drifted: 5 Mb/s was confirmed, and it is 9 Mb/s; the file holds rollouts "
			  "for that: look at it with --drift, or take it as it is with --accept-drift",
			  true);
	w.b.more.accept_drift = true;
	assert_int_equal(bench_plan(&w.b), 0);
	assert_false(w.b.plan->refused);
	bench_assert_note(&w.b, PLAN_NOTE_DRIFT, "a[2-3]", "and it was accepted", false);
	bench_end(&w.b);
}

static void drift_that_is_reported_or_repaired_holds_nothing(void **state)
{
	struct world w;

	(void)state;
	begin(&w, "\"drift\": { \"default\": \"repair\" },");
	drift(&w, 1, 9);
	assert_int_equal(bench_plan(&w.b), 0);
	assert_null(bench_note(&w.b, PLAN_NOTE_DRIFT));
	assert_false(w.b.plan->refused);
	bench_end(&w.b);
}

/* A host that the run does not write to holds up nobody. */
static void a_host_without_changes_holds_nothing(void **state)
{
	struct world w;

	(void)state;
	begin(&w, "\"drift\": { \"default\": \"hold\" },");
	drift(&w, 1, 20);
	bench_set_all(&w.b, BENCH_ALPHA, 32768);
	assert_int_equal(bench_plan(&w.b), 0);
	assert_null(bench_note(&w.b, PLAN_NOTE_DRIFT));
	assert_int_equal(w.b.plan->changed_count, 3);
	bench_end(&w.b);
}

static void a_repair_writes_only_what_it_is_for(void **state)
{
	const struct plan_repair repairs[] = {{.host = 1, .param = row(BENCH_RATE)},
					      {.host = 3, .param = row(BENCH_RATE)}};
	const bool within[4] = {false, true, false, true};
	struct world w;

	(void)state;
	begin(&w, "\"drift\": { \"default\": \"hold\" },");
	drift(&w, 1, 9);
	drift(&w, 3, 9);
	w.b.more.within = within;
	w.b.more.repairs = repairs;
	w.b.more.repair_count = 2;
	assert_int_equal(bench_plan(&w.b), 0);
	assert_false(w.b.plan->refused);
	assert_int_equal(w.b.plan->change_count, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(w.b.plan->changes[i].host, repairs[i].host);
		assert_int_equal(w.b.plan->changes[i].param, row(BENCH_RATE));
		assert_int_equal(w.b.plan->changes[i].from, 9);
		assert_int_equal(w.b.plan->changes[i].to, 20);
	}
	bench_end(&w.b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drift_holds_a_rollout_where_the_file_says_so),
		cmocka_unit_test(drift_that_is_reported_or_repaired_holds_nothing),
		cmocka_unit_test(a_host_without_changes_holds_nothing),
		cmocka_unit_test(a_repair_writes_only_what_it_is_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
