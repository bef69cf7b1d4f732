// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Steps that are too large for the leases of their hosts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "tests/unit/lib/plan/bench.h"

static void plan(struct bench *b, const char *hosts, const char *steps, unsigned int parallel)
{
	char text[1024];

	snprintf(text, sizeof(text),
		 "{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"" BENCH_RATE "\": 20 } } },"
		 "  \"assign\": [ { \"hosts\": \"%s\", \"profile\": \"p\" } ],"
		 "  \"rollouts\": { \"default\": { \"steps\": [ %s ], \"parallel\": %u,"
		 "                                \"lease\": { \"ttl\": \"15s\" } } },"
		 "  \"transport\": { \"kind\": \"sim\" } }",
		 hosts, steps, parallel);
	bench_begin(b, text, 1);
	assert_int_equal(bench_plan(b), 0);
}

/* 15 s, a third of it for 10 hosts, one after the other: half a second each. */
static void more_hosts_than_can_be_renewed_is_said(void **state)
{
	struct bench b;

	(void)state;
	plan(&b, "a[1-11]", "{ \"to\": 1 }, { \"to\": \"100%\" }", 1);
	assert_false(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_LEASE, "",
			  "step \"100 %\" of rest has 10 hosts that hold the change at once; their leases of 15 s are "
			  "renewed by a third of it, 1 at once, so hosts must answer within 0.5 s on average",
			  false);
	bench_end(&b);
}

static void what_can_be_renewed_is_not(void **state)
{
	struct bench b;

	(void)state;
	plan(&b, "a[1-6]", "{ \"to\": 1 }, { \"to\": \"100%\" }", 1); /* one second each */
	assert_null(bench_note(&b, PLAN_NOTE_LEASE));
	bench_end(&b);
	plan(&b, "a[1-11]", "{ \"to\": 1 }, { \"to\": \"100%\" }", 2);
	assert_null(bench_note(&b, PLAN_NOTE_LEASE));
	bench_end(&b);
	plan(&b, "a[1-11]", "{ \"to\": \"100%\", \"batch\": 5 }", 1); /* confirmed hosts have no lease */
	assert_null(bench_note(&b, PLAN_NOTE_LEASE));
	bench_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(more_hosts_than_can_be_renewed_is_said),
		cmocka_unit_test(what_can_be_renewed_is_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
