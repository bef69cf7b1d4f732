// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Notes: texts by key that survive, and of which two programs cannot write one over the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/lib/store/bench.h"

static void put(struct store *store, const char *key, const char *text)
{
	struct ece_error e = {0};

	assert_int_equal(store_note_put(store, key, text, &e), 0);
	assert_int_equal(store_commit(store, &e), 0);
}

static void assert_note(struct store *store, const char *key, const char *want)
{
	struct ece_error e = {0};
	char *text = NULL;
	int err = store_note_get(store, key, &text, &e);

	if (!want) {
		assert_int_equal(err, -ENOENT);
		return;
	}
	assert_int_equal(err, 0);
	assert_string_equal(text, want);
	free(text);
}

static void a_note_stays_until_it_is_replaced_or_forgotten(void **state)
{
	struct store *store = bench_open(*state);

	assert_note(store, "drift/bucket", NULL);
	put(store, "drift/bucket", "one");
	store_close(store);
	store = bench_open(*state);
	assert_note(store, "drift/bucket", "one");
	put(store, "drift/bucket", "two");
	assert_note(store, "drift/bucket", "two");
	put(store, "drift/bucket", NULL);
	assert_note(store, "drift/bucket", NULL);
	store_close(store);
}

static void what_was_not_committed_is_gone(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};

	assert_int_equal(store_note_put(store, "a", "1", &e), 0);
	store_close(store);
	store = bench_open(*state);
	assert_note(store, "a", NULL);
	store_close(store);
}

static int collect(void *ctx, const char *key, const char *text)
{
	char *seen = ctx;

	strcat(strcat(strcat(strcat(seen, key), "="), text), " ");
	return 0;
}

static int stop(void *ctx, const char *key, const char *text)
{
	collect(ctx, key, text);
	return 7;
}

static void notes_are_listed_by_what_their_keys_begin_with(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	char seen[256] = "";

	put(store, "drift/seen/gpu2", "2");
	put(store, "drift/seen/gpu1", "1");
	put(store, "drift/seenx", "x");
	put(store, "drift/see", "y");
	put(store, "other", "z");
	assert_int_equal(store_note_each(store, "drift/seen/", collect, seen, &e), 0);
	assert_string_equal(seen, "drift/seen/gpu1=1 drift/seen/gpu2=2 ");
	seen[0] = '\0';
	assert_int_equal(store_note_each(store, "drift/seen/", stop, seen, &e), 7);
	assert_string_equal(seen, "drift/seen/gpu1=1 ");
	store_close(store);
}

static void a_swap_wants_what_was_there(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};

	assert_int_equal(store_note_swap(store, "n", "x", "y", &e), -EAGAIN);
	assert_int_equal(e.kind, ECE_ERROR_CONFLICT);
	assert_int_equal(store_note_swap(store, "n", NULL, "1", &e), 0);
	assert_int_equal(store_note_swap(store, "n", NULL, "2", &e), -EAGAIN);
	assert_note(store, "n", "1");
	assert_int_equal(store_note_swap(store, "n", "1", "2", &e), 0);
	assert_note(store, "n", "2");
	assert_int_equal(store_note_swap(store, "n", "2", NULL, &e), 0);
	assert_note(store, "n", NULL);
	store_close(store);
}

#define RACERS 4
#define TURNS  50

/* Adds one, over and over, as the holders of a bucket do. */
static void count_up(const char *dir)
{
	struct store *store = bench_open(dir);

	for (int i = 0; i < TURNS; i++) {
		struct ece_error e = {0};
		char next[16], *was;
		int err;

		do {
			was = NULL;
			if (store_note_get(store, "count", &was, &e) && was)
				_exit(2);
			snprintf(next, sizeof(next), "%d", was ? atoi(was) + 1 : 1);
			err = store_note_swap(store, "count", was, next, &e);
			free(was);
		} while (err == -EAGAIN || err == -EBUSY);
		if (err)
			_exit(3);
	}
	store_close(store);
	_exit(0);
}

static void no_swap_is_lost_between_processes(void **state)
{
	struct store *store = bench_open(*state);
	pid_t pids[RACERS];
	int status;

	for (int i = 0; i < RACERS; i++) {
		pids[i] = fork();
		assert_true(pids[i] >= 0);
		if (!pids[i])
			count_up(*state);
	}
	for (int i = 0; i < RACERS; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_int_equal(status, 0);
	}
	assert_note(store, "count", "200");
	store_close(store);
}

static void a_note_has_a_limit(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	char *text = malloc(STORE_NOTE_MAX + 2), key[STORE_NOTE_KEY_MAX + 1];

	assert_non_null(text);
	memset(text, 'x', STORE_NOTE_MAX + 1);
	memset(key, 'k', sizeof(key));
	text[STORE_NOTE_MAX + 1] = key[STORE_NOTE_KEY_MAX] = '\0';
	assert_int_equal(store_note_put(store, "n", text, &e), -EFBIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	text[STORE_NOTE_MAX] = '\0';
	assert_int_equal(store_note_put(store, "n", text, &e), 0);
	assert_int_equal(store_note_swap(store, key, NULL, "1", &e), -EFBIG);
	key[STORE_NOTE_KEY_MAX - 1] = '\0';
	assert_int_equal(store_note_swap(store, key, NULL, "1", &e), 0);
	free(text);
	store_close(store);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_note_stays_until_it_is_replaced_or_forgotten),
		CASE(what_was_not_committed_is_gone),
		CASE(notes_are_listed_by_what_their_keys_begin_with),
		CASE(a_swap_wants_what_was_there),
		CASE(no_swap_is_lost_between_processes),
		CASE(a_note_has_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
