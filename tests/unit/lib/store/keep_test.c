// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is kept beside the events: evidence, generations, hosts that are owed something. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/store/bench.h"

static void put(struct store *store, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample,
		uint32_t round, const char *json)
{
	struct ece_error e = {0};

	if (store_evidence_put(store, "a", kind, step, gate, sample, round, json, &e))
		fail_msg("%s", e.text);
}

static int print(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample, uint32_t round,
		 const char *json)
{
	char *text = ctx;
	size_t len = strlen(text);

	snprintf(text + len, 256 - len, "%d %u %d %u %u %s;", (int)kind, step, gate, sample, round, json);
	return 0;
}

static void evidence_comes_back_oldest_first(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	char text[256] = "";

	bench_run(store, "a");
	put(store, STORE_BASELINE, 0, -1, 1, 0, "{\"n\": 1}");
	put(store, STORE_SAMPLE, 0, -1, 3, 1, "{}");
	put(store, STORE_VERDICT, 0, 2, 0, 1, "[]");
	assert_int_equal(store_commit(store, &e), 0);
	store_close(store);
	store = bench_open(*state);
	assert_int_equal(store_evidence_each(store, "a", print, text, &e), 0);
	assert_string_equal(text, "0 0 -1 1 0 {\"n\": 1};1 0 -1 3 1 {};2 0 2 0 1 [];");
	store_close(store);
}

static void evidence_of_the_same_question_is_replaced(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	char text[256] = "";

	bench_run(store, "a");
	put(store, STORE_VERDICT, 4, 0, 0, 1, "\"old\"");
	put(store, STORE_VERDICT, 4, 0, 0, 2, "\"another round\"");
	put(store, STORE_VERDICT, 4, 0, 0, 1, "\"new\"");
	assert_int_equal(store_commit(store, &e), 0);
	assert_int_equal(store_evidence_each(store, "a", print, text, &e), 0);
	assert_string_equal(text, "2 4 0 0 2 \"another round\";2 4 0 0 1 \"new\";");
	store_close(store);
}

static void evidence_of_a_run_that_nobody_knows_is_refused(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};

	assert_int_equal(store_evidence_put(store, "a", STORE_SAMPLE, 0, -1, 0, 0, "{}", &e), -ENOENT);
	assert_int_equal(store_evidence_each(store, "a", print, NULL, &e), -ENOENT);
	store_close(store);
}

static void too_much_evidence_is_refused(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	char *json = malloc(STORE_EVIDENCE_MAX + 2);

	assert_non_null(json);
	memset(json, ' ', STORE_EVIDENCE_MAX + 1);
	json[STORE_EVIDENCE_MAX + 1] = '\0';
	bench_run(store, "a");
	assert_int_equal(store_evidence_put(store, "a", STORE_SAMPLE, 0, -1, 0, 0, json, &e), -EFBIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	json[STORE_EVIDENCE_MAX] = '\0';
	assert_int_equal(store_evidence_put(store, "a", STORE_SAMPLE, 0, -1, 0, 0, json, &e), 0);
	free(json);
	store_close(store);
}

/* A run with everything that is kept of one. */
static void put_run(struct store *store, const char *id, bool finish)
{
	struct ece_error e = {0};

	bench_run(store, id);
	for (int kind = STORE_BASELINE; kind <= STORE_SAID; kind++)
		if (store_evidence_put(store, id, (enum store_evidence)kind, 0, -1, 0, 0, "{}", &e))
			fail_msg("%s", e.text);
	assert_int_equal(store_commit(store, &e), 0);
	if (finish)
		assert_int_equal(store_run_finish(store, id, "applied", &e), 0);
}

static void assert_kept(struct store *store, const char *id, const char *want)
{
	struct ece_error e = {0};
	char text[256] = "";

	assert_int_equal(store_evidence_each(store, id, print, text, &e), 0);
	assert_string_equal(text, want);
}

#define ALL        "0 0 -1 0 0 {};1 0 -1 0 0 {};2 0 -1 0 0 {};3 0 -1 0 0 {};"
#define NO_SAMPLES "2 0 -1 0 0 {};3 0 -1 0 0 {};"

/* 20, as it is promised. What an open run may still be judged on is kept, however old it is. */
static void samples_of_old_finished_runs_are_dropped(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	char id[16];

	put_run(store, "open", false);
	put_run(store, "old", true);
	for (int i = 1; i <= 19; i++) {
		snprintf(id, sizeof(id), "run-%d", i);
		put_run(store, id, true);
	}
	assert_kept(store, "old", ALL);
	put_run(store, "new", true);
	assert_kept(store, "old", NO_SAMPLES);
	assert_kept(store, "open", ALL);
	assert_kept(store, "run-1", ALL);
	assert_kept(store, "new", ALL);
	assert_int_equal(store_run_finish(store, "open", "undone", &e), 0);
	assert_kept(store, "open", NO_SAMPLES);
	assert_kept(store, "run-1", ALL);
	store_close(store);
}

static uint64_t generation(struct store *store, const char *id)
{
	struct ece_error e = {0};
	uint64_t number = 0;

	if (store_generation_next(store, id, &number, &e))
		fail_msg("%s", e.text);
	assert_int_equal(store_commit(store, &e), 0);
	return number;
}

static void each_applied_run_is_one_generation(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	struct store_run run;
	uint64_t number;

	bench_run(store, "a");
	bench_run(store, "undone");
	bench_run(store, "b");
	assert_int_equal(generation(store, "a"), 1);
	assert_int_equal(generation(store, "b"), 2);
	assert_int_equal(generation(store, "a"), 1);
	store_close(store);
	store = bench_open(*state);
	assert_int_equal(generation(store, "b"), 2);
	assert_int_equal(store_run_find(store, "b", false, &run, &e), 0);
	assert_int_equal(run.generation, 2);
	assert_int_equal(store_run_find(store, "undone", false, &run, &e), 0);
	assert_int_equal(run.generation, 0);
	assert_int_equal(store_generation_next(store, "none", &number, &e), -ENOENT);
	store_close(store);
}

static void the_change_ticket_is_kept_with_its_run(void **state)
{
	struct store *store = bench_open(*state);
	struct store_run run = {.id = "a", .change_id = "CHG0031337"}, found;
	struct ece_error e = {0};

	assert_int_equal(store_run_create(store, &run, "{}", 2, &e), 0);
	assert_int_equal(store_run_find(store, "a", false, &found, &e), 0);
	assert_string_equal(found.change_id, "CHG0031337");
	store_close(store);
}

static void owe(struct store *store, const char *host, const char *change, const char *run, uint64_t since,
		const char *why)
{
	struct store_owed owed = {.generation = since};
	struct ece_error e = {0};

	snprintf(owed.host, sizeof(owed.host), "%s", host);
	snprintf(owed.change, sizeof(owed.change), "%s", change);
	snprintf(owed.run, sizeof(owed.run), "%s", run);
	snprintf(owed.why, sizeof(owed.why), "%s", why);
	if (store_owed_put(store, &owed, &e))
		fail_msg("%s", e.text);
}

static void assert_owed(const struct store_owed *owed, const char *host, const char *change, const char *run,
			uint64_t since, const char *why)
{
	assert_string_equal(owed->host, host);
	assert_string_equal(owed->change, change);
	assert_string_equal(owed->run, run);
	assert_int_equal(owed->generation, since);
	assert_string_equal(owed->why, why);
}

static void whether_a_host_is_only_reported_is_kept(void **state)
{
	struct store_owed owed = {.host = "host-1", .run = "r3", .generation = 3, .why = "RMA", .report = true};
	struct store *store = bench_open(*state);
	struct store_owed *list = NULL;
	struct ece_error e = {0};
	size_t count;

	for (int i = 0; i < 2; i++) {
		assert_int_equal(store_owed_put(store, &owed, &e), 0);
		assert_int_equal(store_commit(store, &e), 0);
		assert_int_equal(store_owed_list(store, &list, &count, &e), 0);
		assert_int_equal(count, 1);
		assert_int_equal(list[0].report, owed.report);
		free(list);
		owed.report = false;
	}
	store_close(store);
}

static void a_host_stays_owed_since_the_first_time_until_it_has_it(void **state)
{
	struct store *store = bench_open(*state);
	struct store_owed *list = NULL;
	struct ece_error e = {0};
	size_t count = 9;

	assert_int_equal(store_owed_list(store, &list, &count, &e), 0);
	assert_int_equal(count, 0);
	free(list);
	owe(store, "host-2", "ai20", "r4", 4, "down");
	owe(store, "host-1", "", "r3", 3, "excluded: RMA");
	owe(store, "host-2", "ai20", "r5", 5, "down for weeks");
	owe(store, "host-2", "txw", "r5", 5, "down for weeks");
	assert_int_equal(store_commit(store, &e), 0);
	store_close(store);
	store = bench_open(*state);
	assert_int_equal(store_owed_list(store, &list, &count, &e), 0);
	assert_int_equal(count, 3);
	assert_owed(&list[0], "host-1", "", "r3", 3, "excluded: RMA");
	assert_owed(&list[1], "host-2", "ai20", "r4", 4, "down for weeks");
	assert_owed(&list[2], "host-2", "txw", "r5", 5, "down for weeks");
	free(list);
	assert_int_equal(store_owed_clear(store, "host-2", &e), 0);
	assert_int_equal(store_owed_clear(store, "host-3", &e), 0);
	assert_int_equal(store_commit(store, &e), 0);
	assert_int_equal(store_owed_list(store, &list, &count, &e), 0);
	assert_int_equal(count, 1);
	assert_string_equal(list[0].host, "host-1");
	free(list);
	store_close(store);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(evidence_comes_back_oldest_first),
		CASE(evidence_of_the_same_question_is_replaced),
		CASE(evidence_of_a_run_that_nobody_knows_is_refused),
		CASE(too_much_evidence_is_refused),
		CASE(samples_of_old_finished_runs_are_dropped),
		CASE(each_applied_run_is_one_generation),
		CASE(the_change_ticket_is_kept_with_its_run),
		CASE(a_host_stays_owed_since_the_first_time_until_it_has_it),
		CASE(whether_a_host_is_only_reported_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
