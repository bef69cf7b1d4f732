// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What store.h promises of every kind of store. Runs on an SQLite file, and on etcd where ECE_TEST_ETCD names one
 * (http://HOST:PORT): tests/services/etcd starts it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/store/etcd.h"
#include "tests/unit/lib/store/bench.h"

#define LARGE (3 << 20)

static struct store *open_etcd(const char *url, const char *dir)
{
	const struct store_etcd where = {.connection = {.endpoints = &url, .endpoint_count = 1},
					 .prefix = dir,
					 .ttl_ns = 10000000000,
					 .seen = dir};
	struct store *store = NULL;
	struct ece_error e = {0};

	if (store_open_etcd(&where, &store, &e))
		fail_msg("%s", e.text);
	return store;
}

/* The directory of a test is also the prefix of its keys: another one each time. */
static struct store *open_any(void **state)
{
	const char *url = getenv("ECE_TEST_ETCD");

	return url ? open_etcd(url, *state) : bench_open(*state);
}

static struct store *open_locked(void **state)
{
	struct store *store = open_any(state);
	struct ece_error e = {0};

	if (store_lock(store, "pid 1 on test", &e))
		fail_msg("%s", e.text);
	return store;
}

static void ok(int err, const struct ece_error *e)
{
	if (err)
		fail_msg("%s", e->text);
}

static void append(struct store *store, const char *id, size_t first, size_t count)
{
	struct ece_error e = {0};

	for (size_t i = first; i < first + count; i++) {
		struct rollout_event event = bench_event(i);

		ok(store_event_append(store, id, 1000 + i, &event, &e), &e);
	}
}

static void numbers_rise_over_runs_and_take_overs(void **state)
{
	struct store *store = open_locked(state);
	struct store_run a = bench_run(store, "a"), b = bench_run(store, "b"), found;
	struct token last;
	uint64_t number = a.token.number;
	struct ece_error e = {0};

	assert_int_equal(strlen(a.token.store), 36);
	assert_int_equal(a.token.epoch, 1);
	assert_true(b.token.number > number);
	ok(store_run_finish(store, "a", "applied", &e), &e);
	ok(store_run_reopen(store, &a, &e), &e);
	assert_true(a.token.number > b.token.number);
	ok(store_run_find(store, "a", true, &found, &e), &e);
	assert_int_equal(found.token.number, a.token.number);
	ok(store_identity(store, &last, &e), &e);
	assert_int_equal(last.number, a.token.number);
	assert_string_equal(last.store, a.token.store);
	strcpy(a.id, "none");
	assert_int_equal(store_run_reopen(store, &a, &e), -ENOENT);
	store_close(store);
}

static void a_store_is_the_same_when_it_is_opened_again(void **state)
{
	struct store *store = open_locked(state);
	struct store_run a = bench_run(store, "a"), found;
	struct token last;
	struct ece_error e = {0};

	store_close(store);
	store = open_any(state);
	ok(store_identity(store, &last, &e), &e);
	assert_string_equal(last.store, a.token.store);
	ok(store_run_find(store, NULL, false, &found, &e), &e);
	assert_string_equal(found.id, "a");
	assert_string_equal(found.file, "fleet.json");
	assert_int_equal(found.started_unix, 1800000000);
	assert_string_equal(found.result, "");
	store_close(store);
}

static void a_run_is_made_once(void **state)
{
	struct store *store = open_locked(state);
	struct store_run again = {.id = "a", .file = "x"};
	struct ece_error e = {0};

	bench_run(store, "a");
	assert_int_equal(store_run_create(store, &again, "plan", 4, &e), -EEXIST);
	assert_int_equal(e.kind, ECE_ERROR_DUPLICATE);
	store_close(store);
}

/* Random bytes, which nothing makes small: larger than what one request to etcd carries. */
static void a_large_plan_comes_back_byte_by_byte(void **state)
{
	struct store *store = open_locked(state);
	struct store_run run = {.id = "a", .file = "fleet.json"};
	char *plan = malloc(LARGE), *read = NULL;
	struct ece_error e = {0};
	uint32_t x = 1;
	size_t len;

	assert_non_null(plan);
	for (size_t i = 0; i < LARGE; i++)
		plan[i] = (char)((x = x * 1664525 + 1013904223) >> 24);
	ok(store_run_create(store, &run, plan, LARGE, &e), &e);
	store_close(store);
	store = open_any(state);
	ok(store_run_plan(store, "a", &read, &len, &e), &e);
	assert_int_equal(len, LARGE);
	assert_memory_equal(read, plan, LARGE);
	assert_int_equal(store_run_plan(store, "b", &read, &len, &e), -ENOENT);
	free(read);
	free(plan);
	store_close(store);
}

static void runs_are_listed_newest_first(void **state)
{
	struct store *store = open_locked(state);
	struct store_run *runs, found;
	struct ece_error e = {0};
	size_t count;

	bench_run(store, "b");
	bench_run(store, "a");
	bench_run(store, "c");
	ok(store_run_finish(store, "c", "undone", &e), &e);
	ok(store_run_list(store, &runs, &count, &e), &e);
	assert_int_equal(count, 3);
	assert_string_equal(runs[0].id, "c");
	assert_string_equal(runs[0].result, "undone");
	assert_string_equal(runs[1].id, "a");
	assert_string_equal(runs[2].id, "b");
	free(runs);
	ok(store_run_find(store, "", true, &found, &e), &e);
	assert_string_equal(found.id, "a");
	assert_int_equal(store_run_find(store, "c", true, &found, &e), -ENOENT);
	assert_int_equal(e.kind, ECE_ERROR_UNKNOWN_NAME);
	store_close(store);
}

static void many_events_come_back_in_order(void **state)
{
	struct store *store = open_locked(state);
	struct store_run found;
	struct ece_error e = {0};

	bench_run(store, "a");
	append(store, "a", 0, 3);
	ok(store_commit(store, &e), &e);
	append(store, "a", 3, 5000);
	ok(store_commit(store, &e), &e);
	store_close(store);
	store = open_locked(state);
	append(store, "a", 5003, 2);
	ok(store_commit(store, &e), &e);
	assert_int_equal(bench_events(store, "a"), 5005);
	ok(store_run_find(store, "a", false, &found, &e), &e);
	assert_int_equal(found.events, 5005);
	store_close(store);
}

static void what_is_not_committed_never_was(void **state)
{
	struct store *store = open_locked(state);
	struct ece_error e = {0};

	bench_run(store, "a");
	append(store, "a", 0, 2);
	ok(store_commit(store, &e), &e);
	append(store, "a", 2, 2);
	store_close(store);
	store = open_any(state);
	assert_int_equal(bench_events(store, "a"), 2);
	store_close(store);
}

struct seen {
	char text[256];
	size_t large;
};

static int see(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample, uint32_t round,
	       const char *json)
{
	struct seen *seen = ctx;
	size_t len = strlen(seen->text);

	if (strlen(json) > 100) {
		seen->large = strlen(json);
		json = "large";
	}
	snprintf(seen->text + len, sizeof(seen->text) - len, "%d.%u.%d.%u.%u=%s ", (int)kind, step, gate, sample, round,
		 json);
	return 0;
}

static void evidence_is_replaced_and_then_is_the_newest(void **state)
{
	struct store *store = open_locked(state);
	struct seen seen = {0};
	struct ece_error e = {0};

	bench_run(store, "a");
	ok(store_evidence_put(store, "a", STORE_VERDICT, 0, -1, 0, 0, "1", &e), &e);
	ok(store_evidence_put(store, "a", STORE_SAMPLE, 1, 2, 3, 4, "2", &e), &e);
	ok(store_commit(store, &e), &e);
	ok(store_evidence_put(store, "a", STORE_BASELINE, 1, 2, 3, 4, "3", &e), &e);
	ok(store_evidence_put(store, "a", STORE_VERDICT, 0, -1, 0, 0, "4", &e), &e);
	ok(store_commit(store, &e), &e);
	ok(store_evidence_each(store, "a", see, &seen, &e), &e);
	assert_string_equal(seen.text, "1.1.2.3.4=2 0.1.2.3.4=3 2.0.-1.0.0=4 ");
	store_close(store);
}

static void large_evidence_comes_back_whole(void **state)
{
	struct store *store = open_locked(state);
	char *text = malloc(LARGE + 1);
	struct seen seen = {0};
	struct ece_error e = {0};

	assert_non_null(text);
	memset(text, 'x', LARGE);
	text[LARGE] = '\0';
	bench_run(store, "a");
	ok(store_evidence_put(store, "a", STORE_SAMPLE, 0, 0, 0, 0, text, &e), &e);
	ok(store_evidence_put(store, "a", STORE_SAMPLE, 1, 0, 0, 0, "small", &e), &e);
	ok(store_commit(store, &e), &e);
	ok(store_evidence_each(store, "a", see, &seen, &e), &e);
	assert_string_equal(seen.text, "1.0.0.0.0=large 1.1.0.0.0=small ");
	assert_int_equal(seen.large, LARGE);
	free(text);
	store_close(store);
}

static void samples_of_old_runs_are_dropped_and_their_verdicts_stay(void **state)
{
	struct store *store = open_locked(state);
	struct seen seen = {0};
	struct ece_error e = {0};
	char id[16];

	for (int i = 0; i <= STORE_SAMPLED_RUNS; i++) {
		snprintf(id, sizeof(id), "run-%d", i);
		bench_run(store, id);
		ok(store_evidence_put(store, id, STORE_SAMPLE, 0, 0, 0, 0, "s", &e), &e);
		ok(store_evidence_put(store, id, STORE_VERDICT, 0, 0, 0, 0, "v", &e), &e);
		ok(store_run_finish(store, id, "applied", &e), &e);
	}
	ok(store_evidence_each(store, "run-0", see, &seen, &e), &e);
	assert_string_equal(seen.text, "2.0.0.0.0=v ");
	seen.text[0] = '\0';
	ok(store_evidence_each(store, "run-1", see, &seen, &e), &e);
	assert_string_equal(seen.text, "1.0.0.0.0=s 2.0.0.0.0=v ");
	store_close(store);
}

static void a_generation_is_given_once(void **state)
{
	struct store *store = open_locked(state);
	struct ece_error e = {0};
	struct store_run found;
	uint64_t generation = 0;

	bench_run(store, "a");
	bench_run(store, "b");
	ok(store_generation_next(store, "a", &generation, &e), &e);
	assert_int_equal(generation, 1);
	ok(store_generation_next(store, "a", &generation, &e), &e);
	assert_int_equal(generation, 1);
	ok(store_commit(store, &e), &e);
	ok(store_generation_next(store, "b", &generation, &e), &e);
	assert_int_equal(generation, 2);
	ok(store_commit(store, &e), &e);
	ok(store_generation_next(store, "a", &generation, &e), &e);
	assert_int_equal(generation, 1);
	ok(store_run_find(store, "b", false, &found, &e), &e);
	assert_int_equal(found.generation, 2);
	assert_int_equal(store_generation_next(store, "none", &generation, &e), -ENOENT);
	store_close(store);
}

static void words_are_taken_in_order_with_the_commit(void **state)
{
	struct store *controller = open_locked(state), *speaker = open_any(state);
	struct ece_error e = {0};
	enum store_word word;
	int64_t first, second;
	char who[STORE_WHO_MAX];

	bench_run(controller, "a");
	assert_int_equal(store_word_take(controller, "a", &word, who, sizeof(who), &e), -ENOENT);
	ok(store_word_put(speaker, "a", STORE_WORD_PAUSE, "eve", &first, &e), &e);
	ok(store_word_put(speaker, "a", STORE_WORD_RESUME, "bob", &second, &e), &e);
	ok(store_word_take(controller, "a", &word, who, sizeof(who), &e), &e);
	assert_int_equal(word, STORE_WORD_PAUSE);
	assert_string_equal(who, "eve");
	assert_int_equal(store_word_taken(speaker, first, &e), 0);
	append(controller, "a", 0, 1);
	ok(store_commit(controller, &e), &e);
	assert_int_equal(store_word_taken(speaker, first, &e), 1);
	assert_int_equal(store_word_taken(speaker, second, &e), 0);
	assert_int_equal(store_word_withdraw(speaker, first, &e), -EALREADY);
	ok(store_word_withdraw(speaker, second, &e), &e);
	assert_int_equal(store_word_take(controller, "a", &word, who, sizeof(who), &e), -ENOENT);
	store_close(speaker);
	store_close(controller);
}

static void words_for_a_dead_controller_are_dropped(void **state)
{
	struct store *controller = open_locked(state), *speaker = open_any(state);
	struct store_run run = bench_run(controller, "a");
	struct ece_error e = {0};
	enum store_word word;
	int64_t number;
	char who[STORE_WHO_MAX];

	ok(store_word_put(speaker, "a", STORE_WORD_ABORT, "eve", &number, &e), &e);
	ok(store_word_take(controller, "a", &word, who, sizeof(who), &e), &e);
	store_close(controller);
	controller = open_locked(state);
	ok(store_run_reopen(controller, &run, &e), &e);
	assert_int_equal(store_word_taken(speaker, number, &e), -ECANCELED);
	assert_int_equal(store_word_take(controller, "a", &word, who, sizeof(who), &e), -ENOENT);
	store_close(speaker);
	store_close(controller);
}

static void anybody_may_freeze_and_the_first_reason_stays(void **state)
{
	struct store *one = open_locked(state), *other = open_any(state);
	struct ece_error e = {0};
	char why[STORE_WHY_MAX];

	assert_int_equal(store_frozen(other, why, sizeof(why), &e), 0);
	ok(store_freeze(other, "eve: the switches", &e), &e);
	ok(store_freeze(one, "bob: me too", &e), &e);
	assert_int_equal(store_frozen(one, why, sizeof(why), &e), 1);
	assert_string_equal(why, "eve: the switches");
	ok(store_unfreeze(other, &e), &e);
	ok(store_unfreeze(other, &e), &e);
	assert_int_equal(store_frozen(one, why, sizeof(why), &e), 0);
	assert_string_equal(why, "");
	store_close(one);
	store_close(other);
}

static struct store_owed owed(const char *host, const char *change, uint64_t generation, const char *why)
{
	struct store_owed o = {.run = "a", .generation = generation, .report = generation & 1};

	snprintf(o.host, sizeof(o.host), "%s", host);
	snprintf(o.change, sizeof(o.change), "%s", change);
	snprintf(o.why, sizeof(o.why), "%s", why);
	return o;
}

static void hosts_stay_owed_since_the_first_time(void **state)
{
	struct store *store = open_locked(state);
	const struct store_owed put[] = {owed("gpu2", "", 1, "down"), owed("gpu10", "txw", 1, "out"),
					 owed("gpu2", "txw", 2, "down"), owed("gpu2", "", 4, "still down")};
	struct store_owed *list;
	struct ece_error e = {0};
	size_t count;

	for (size_t i = 0; i < 4; i++) {
		ok(store_owed_put(store, &put[i], &e), &e);
		ok(store_commit(store, &e), &e);
	}
	ok(store_owed_list(store, &list, &count, &e), &e);
	assert_int_equal(count, 3);
	assert_string_equal(list[0].host, "gpu10");
	assert_string_equal(list[1].host, "gpu2");
	assert_string_equal(list[1].change, "");
	assert_int_equal(list[1].generation, 1);
	assert_string_equal(list[1].why, "still down");
	assert_false(list[1].report);
	free(list);
	ok(store_owed_clear(store, "gpu2", &e), &e);
	ok(store_owed_clear(store, "gpu1", &e), &e);
	ok(store_commit(store, &e), &e);
	ok(store_owed_list(store, &list, &count, &e), &e);
	assert_int_equal(count, 1);
	assert_string_equal(list[0].host, "gpu10");
	free(list);
	store_close(store);
}

static void the_lock_has_one_holder(void **state)
{
	struct store *one = open_locked(state), *other = open_any(state);
	struct ece_error e = {0};
	char who[128];

	assert_int_equal(store_lock(other, "me", &e), -EBUSY);
	assert_int_equal(e.kind, ECE_ERROR_LOCKED);
	assert_non_null(strstr(e.text, "pid 1 on test"));
	assert_true(store_holder(other, who, sizeof(who)));
	assert_string_equal(who, "pid 1 on test");
	assert_false(store_holder(one, who, sizeof(who)));
	assert_int_equal(store_lock_holder(other, &e), -EBUSY);
	assert_true(store_may_act(one));
	ok(store_step(one, &e), &e);
	store_unlock(one);
	assert_int_equal(store_lock_holder(other, &e), 0);
	ok(store_lock(other, "me", &e), &e);
	store_close(one);
	store_close(other);
}

static void a_raised_epoch_stays(void **state)
{
	struct store *store = open_locked(state);
	struct store_run a = bench_run(store, "a");
	struct ece_error e = {0};
	struct token last;
	uint32_t epoch = 0;

	ok(store_epoch_raise(store, &epoch, &e), &e);
	assert_int_equal(epoch, 2);
	store_close(store);
	store = open_locked(state);
	ok(store_identity(store, &last, &e), &e);
	assert_int_equal(last.epoch, 2);
	ok(store_run_reopen(store, &a, &e), &e);
	assert_int_equal(a.token.epoch, 2);
	store_close(store);
}

static void a_note_is_swapped_by_one(void **state)
{
	struct store *one = open_locked(state), *other = open_any(state);
	struct ece_error e = {0};
	char *text = NULL;

	assert_int_equal(store_note_get(one, "drift/bucket", &text, &e), -ENOENT);
	ok(store_note_swap(one, "drift/bucket", NULL, "5", &e), &e);
	assert_int_equal(store_note_swap(other, "drift/bucket", NULL, "5", &e), -EAGAIN);
	ok(store_note_swap(other, "drift/bucket", "5", "4", &e), &e);
	assert_int_equal(store_note_swap(one, "drift/bucket", "5", "4", &e), -EAGAIN);
	ok(store_note_put(one, "drift/seen/gpu1", "x", &e), &e);
	ok(store_commit(one, &e), &e);
	ok(store_note_get(other, "drift/seen/gpu1", &text, &e), &e);
	assert_string_equal(text, "x");
	free(text);
	ok(store_note_swap(other, "drift/bucket", "4", NULL, &e), &e);
	assert_int_equal(store_note_get(one, "drift/bucket", &text, &e), -ENOENT);
	store_close(one);
	store_close(other);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(numbers_rise_over_runs_and_take_overs),
		CASE(a_store_is_the_same_when_it_is_opened_again),
		CASE(a_run_is_made_once),
		CASE(a_large_plan_comes_back_byte_by_byte),
		CASE(runs_are_listed_newest_first),
		CASE(many_events_come_back_in_order),
		CASE(what_is_not_committed_never_was),
		CASE(evidence_is_replaced_and_then_is_the_newest),
		CASE(large_evidence_comes_back_whole),
		CASE(samples_of_old_runs_are_dropped_and_their_verdicts_stay),
		CASE(a_generation_is_given_once),
		CASE(words_are_taken_in_order_with_the_commit),
		CASE(words_for_a_dead_controller_are_dropped),
		CASE(anybody_may_freeze_and_the_first_reason_stays),
		CASE(hosts_stay_owed_since_the_first_time),
		CASE(the_lock_has_one_holder),
		CASE(a_raised_epoch_stays),
		CASE(a_note_is_swapped_by_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
