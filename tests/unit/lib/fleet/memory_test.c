// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fleet/fleet.h"

static bool counting;
static long allocations, fail_at;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);

static bool fails(void)
{
	return counting && ++allocations == fail_at;
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *p, size_t size)
{
	return fails() ? NULL : __real_realloc(p, size);
}

static const char text[] = "{\"version\": 1, \"fleet\": \"x\", \"if_unsupported\": {\"ztr_rtt.ALPHA\": \"skip\"},"
			   "\"inventory\": [{\"hosts\": \"a[1-300]\", \"labels\": {\"rack\": \"r1\"}},"
			   "{\"hosts\": \"a[1-3],b\", \"labels\": {\"job\": \"j\"}}],"
			   "\"profiles\": {\"p\": {\"extends\": \"q\", \"set\": {\"dcqcn.rp.ai_rate\": 5}}, \"q\": "
			   "{\"set\": {\"ztr_rtt.ALPHA\": 0.5, \"dcqcn.rp.hai_rate\": {\"by_speed\": {\"400G\": 9}}}}},"
			   "\"roles\": {\"r\": {\"netdev\": \"rail*\"}},"
			   "\"overrides\": [{\"id\": \"o\", \"hosts\": \"a1\", \"nics\": {\"role\": \"r\"}, \"set\": "
			   "{\"ztr_rtt.ALPHA\": \"leave\"}, \"why\": \"w\", \"expires\": \"2099-12-31\"}],"
			   "\"exclude\": [{\"hosts\": \"a2\", \"why\": \"w\", \"until\": \"2099-12-31\"}, "
			   "{\"exec\": [\"./d\", \"x\"], \"why\": \"w\"}],"
			   "\"changes\": [{\"id\": \"c\", \"params\": [\"ztr_rtt.ALPHA\"], \"rollout\": \"z\"}],"
			   "\"prometheus\": {\"url\": \"http://h\"},"
			   "\"gates\": {\"g\": {\"promql\": \"x\", \"max\": 1}, \"e\": {\"exec\": [\"y\"]}},"
			   "\"assign\": [{\"id\": \"i\", \"hosts\": {\"rack\": [\"r1\"]}, \"nics\": {\"card\": "
			   "\"ConnectX-*\"}, \"profile\": \"p\"},"
			   "{\"hosts\": [\"b\"], \"profile\": \"q\"}],"
			   "\"rollouts\": {\"default\": {\"extends\": \"z\"}, \"z\": {\"unit\": \"label:rack\", "
			   "\"gates\": [\"g\"], \"steps\": [{\"hosts\": \"a1\"}, "
			   "{\"to\": \"100%\"}]}},"
			   "\"transport\": {\"kind\": \"sim\", \"cards\": [{\"type\": \"cx7\", \"count\": 2}],"
			   "\"faults\": [{\"hosts\": \"b\", \"kind\": \"down\"}]}}";

static size_t reported, of_memory;

static void keep(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	reported++;
	of_memory += e->kind == ECE_ERROR_MEMORY;
}

static int parse(long n, struct fleet **fleet)
{
	static const char drained[] = "{\"exclude\": [{\"hosts\": \"a[3-40]\", \"why\": \"d\"}]}";
	static const struct fleet_exec_output output = {.text = drained, .len = sizeof(drained) - 1};
	const struct fleet_input input = {
		.text = text, .len = sizeof(text) - 1, .file = "fleet.json", .execs = &output, .exec_count = 1};
	struct ece_error_sink sink = {.add = keep};
	int err;

	reported = of_memory = 0;
	allocations = 0;
	fail_at = n;
	counting = true;
	err = fleet_parse(&input, &sink, fleet);
	counting = false;
	return err;
}

/* For every n of ours (jansson's own are not counted): it is said, and no half of a fleet comes back. */
static void the_nth_allocation_fails(void **state)
{
	struct fleet *fleet = NULL;
	long n = 1;

	(void)state;
	for (; parse(n, &fleet); n++) {
		assert_null(fleet);
		assert_true(reported >= 1);
		assert_int_equal(of_memory, reported);
	}
	printf("%ld allocations\n", n - 1);
	assert_true(n > 50);
	assert_true(allocations < n);
	assert_int_equal(fleet->host_count, 301);
	fleet_free(fleet);
}

static int ask(long n, struct fleet_exec **execs)
{
	const struct fleet_input input = {.text = text, .len = sizeof(text) - 1, .file = "fleet.json"};
	struct ece_error_sink sink = {.add = keep};
	int count;

	reported = of_memory = 0;
	allocations = 0;
	fail_at = n;
	counting = true;
	count = fleet_execs(&input, &sink, execs);
	counting = false;
	return count;
}

static void the_nth_allocation_of_commands_fails(void **state)
{
	struct fleet_exec *execs;
	long n = 1;

	(void)state;
	for (; ask(n, &execs) < 0; n++) {
		assert_null(execs);
		assert_true(reported >= 1);
		assert_int_equal(of_memory, reported);
	}
	assert_true(n > 50);
	assert_string_equal(execs[0].argv[1], "x");
	free(execs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nth_allocation_fails),
		cmocka_unit_test(the_nth_allocation_of_commands_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
