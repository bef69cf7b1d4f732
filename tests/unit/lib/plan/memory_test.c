// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The n-th allocation of a plan fails, for every n: it says so, leaks nothing, and the next try works. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>

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
	"{ \"version\": 1,"
	"  \"inventory\": [ { \"hosts\": \"a[01-20]\", \"labels\": { \"domain\": \"x\" } },"
	"                   { \"hosts\": \"a[21-30]\", \"labels\": { \"domain\": \"y\" } } ],"
	"  \"profiles\": { \"p\": { \"set\": { \"" BENCH_SR "\": true, \"" BENCH_RATE "\": 20 } } },"
	"  \"assign\": [ { \"hosts\": \"a[01-30]\", \"profile\": \"p\" },"
	"                { \"hosts\": \"a[01-03]\", \"nics\": { \"card\": \"none\" }, \"profile\": \"p\" } ],"
	"  \"transport\": { \"kind\": \"sim\" } }";

static void any_allocation_may_fail(void **state)
{
	struct bench b;
	int n = 0;

	(void)state;
	bench_begin(&b, json, 2);
	b.hosts[3].state = FACTS_HOST_UNREACHABLE;
	bench_reading(&b, 4, 1, BENCH_RATE)->state = ECE_VALUE_UNREADABLE;
	bench_reading(&b, 5, 1, BENCH_RATE)->raw = 7;
	for (;; n++) {
		int err;

		fail_at = n;
		err = bench_plan(&b);
		if (fail_at >= 0)
			break;
		fail_at = -1;
		if (err != -ENOMEM || b.plan || b.error.kind != ECE_ERROR_MEMORY)
			fail_msg("allocation %d: %d", n, err);
	}
	fail_at = -1;
	print_message("%d allocations made to fail\n", n);
	assert_true(n > 40);
	assert_true(b.plan->note_count >= 4);
	assert_true(b.plan->group_count >= 2);
	bench_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_allocation_may_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
