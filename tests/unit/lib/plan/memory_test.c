// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The n-th allocation of a plan fails, for every n: it says so, leaks nothing, and the next try works. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>

#include "lib/plan/saved.h"
#include "tests/unit/lib/plan/bench.h"

static int fail_at = -1;

static bool fails(void)
{
	return fail_at >= 0 && fail_at-- == 0;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_reallocarray(void *old, size_t count, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
	return fails() ? NULL : __real_reallocarray(old, count, size);
}

char *__wrap_strdup(const char *text)
{
	return fails() ? NULL : __real_strdup(text);
}

static const char json[] =
	"{ \"version\": 1, \"removed\": \"restore_original\","
	"  \"inventory\": [ { \"hosts\": \"a[01-20]\", \"labels\": { \"domain\": \"x\" } },"
	"                   { \"hosts\": \"a[21-30]\", \"labels\": { \"domain\": \"y\" } } ],"
	"  \"profiles\": { \"p\": { \"set\": { \"" BENCH_SR "\": true, \"" BENCH_RATE "\": 20 } } },"
	"  \"assign\": [ { \"hosts\": \"a[01-30]\", \"profile\": \"p\" },"
	"                { \"hosts\": \"a[01-03]\", \"nics\": { \"card\": \"none\" }, \"profile\": \"p\" } ],"
	"  \"exclude\": [ { \"hosts\": \"a[07-08]\", \"why\": \"RMA\" } ],"
	"  \"gates\": { \"harm\": { \"counter\": \"local_ack_timeout_err\", \"on\": \"treated\", \"max\": 1 } },"
	"  \"rollouts\": { \"default\": { \"unit\": \"label:domain\", \"gates\": [ \"harm\" ] } },"
	"  \"changes\": [ { \"id\": \"rate\", \"params\": [\"" BENCH_RATE "\"] } ],"
	"  \"transport\": { \"kind\": \"sim\" } }";

static const struct plan_owed owed[] = {{.host = 1, .generation = 3, .run = "R", .why = "down"}};

static void begin(struct bench *b, struct facts_original *original)
{
	bench_begin(b, json, 2);
	*original = (struct facts_original){
		.param = (uint16_t)ece_param_index(ece_param_find("dcqcn.np.cnp_dscp")),
		.raw = 26,
		.reading = {.raw = 48, .state = ECE_VALUE_SET},
	};
	b->more.owed = owed;
	b->more.owed_count = 1;
	b->nics[2].originals = original;
	b->nics[2].original_count = 1;
	b->hosts[3].state = FACTS_HOST_UNREACHABLE;
	b->hosts[9].holder = "R";
	bench_reading(b, 4, 1, BENCH_RATE)->state = ECE_VALUE_UNREADABLE;
	bench_reading(b, 5, 1, BENCH_RATE)->raw = 7;
}

/* Returns how many allocations a plan takes. */
static int fail_each(struct bench *b)
{
	int n = 0;

	for (;; n++) {
		int err;

		fail_at = n;
		err = bench_plan(b);
		if (fail_at >= 0)
			break;
		fail_at = -1;
		if (err != -ENOMEM || b->plan || b->error.kind != ECE_ERROR_MEMORY)
			fail_msg("allocation %d: %d", n, err);
	}
	fail_at = -1;
	return n;
}

static void any_allocation_may_fail(void **state)
{
	struct facts_original original;
	struct bench b;
	int n;

	(void)state;
	begin(&b, &original);
	n = fail_each(&b);
	print_message("%d allocations made to fail\n", n);
	assert_true(n > 60);
	assert_true(b.plan->note_count >= 8);
	assert_true(b.plan->group_count >= 2);
	bench_end(&b);
}

static void any_allocation_of_a_plan_with_saved_steps_may_fail(void **state)
{
	static const struct plan_moved moved[] = {{.host = 5, .why = "it is another one"}};
	struct plan_saved_info info = {.tool = "1", .file = "f"};
	struct facts_original original;
	struct plan_saved *saved;
	struct ece_error e;
	struct bench b;
	char *text;
	size_t len;

	(void)state;
	begin(&b, &original);
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(plan_saved_encode(&info, b.fleet, b.hosts, b.plan, &text, &len, &e), 0);
	assert_int_equal(plan_saved_decode(text, len, &saved, &e), 0);
	free(text);
	b.more.saved = saved;
	b.more.moved = moved;
	b.more.moved_count = 1;
	b.more.gone_count = 1;
	assert_true(fail_each(&b) > 60);
	assert_int_equal(b.plan->moved_count, 1);
	bench_end(&b);
	plan_saved_free(saved);
}

/* What jansson allocates is not among these. */
static int save_and_compare(struct bench *b)
{
	struct plan_saved_info info = {.tool = "1", .file = "f"};
	const struct plan_moved *moved;
	struct plan_saved *saved = NULL;
	struct ece_error e = {0};
	size_t len, count, gone;
	char *text = NULL;
	int err = plan_saved_encode(&info, b->fleet, b->hosts, b->plan, &text, &len, &e);

	if (!err)
		err = plan_saved_decode(text, len, &saved, &e);
	if (!err)
		err = plan_saved_moved(saved, b->fleet, b->hosts, b->plan, &moved, &count, &gone);
	plan_saved_free(saved);
	free(text);
	return err;
}

static void any_allocation_of_a_saved_plan_may_fail(void **state)
{
	struct facts_original original;
	struct bench b;
	int n = 0;

	(void)state;
	begin(&b, &original);
	assert_int_equal(bench_plan(&b), 0);
	for (;; n++) {
		int err;

		fail_at = n;
		err = save_and_compare(&b);
		if (fail_at >= 0) {
			assert_int_equal(err, 0);
			break;
		}
		assert_int_equal(err, -ENOMEM);
	}
	fail_at = -1;
	assert_true(n > 2);
	bench_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_allocation_may_fail),
		cmocka_unit_test(any_allocation_of_a_plan_with_saved_steps_may_fail),
		cmocka_unit_test(any_allocation_of_a_saved_plan_may_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
