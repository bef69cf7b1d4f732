// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What one process says to another through the store: words to a controller, and that nothing may be written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "tests/unit/lib/store/bench.h"

static int64_t put(struct store *store, const char *id, enum store_word word, const char *who)
{
	struct ece_error e = {0};
	int64_t number = 0;

	if (store_word_put(store, id, word, who, &number, &e))
		fail_msg("%s", e.text);
	return number;
}

static void assert_takes(struct store *store, const char *id, enum store_word want, const char *want_who)
{
	struct ece_error e = {0};
	enum store_word word = STORE_WORD_COUNT;
	char who[STORE_WHO_MAX];

	assert_int_equal(store_word_take(store, id, &word, who, sizeof(who), &e), 0);
	assert_int_equal(word, want);
	assert_string_equal(who, want_who);
	assert_int_equal(store_commit(store, &e), 0);
}

static void assert_nothing_left(struct store *store, const char *id)
{
	struct ece_error e = {0};
	enum store_word word;
	char who[STORE_WHO_MAX];

	assert_int_equal(store_word_take(store, id, &word, who, sizeof(who), &e), -ENOENT);
}

static void words_are_taken_once_in_order_by_their_run(void **state)
{
	struct store *speaker = bench_open(*state), *controller = bench_open(*state);
	struct ece_error e = {0};
	int64_t pause, number;

	bench_run(controller, "a");
	bench_run(controller, "b");
	assert_nothing_left(controller, "a");
	pause = put(speaker, "a", STORE_WORD_PAUSE, "eve");
	put(speaker, "b", STORE_WORD_ABORT, "mallory");
	number = put(speaker, "a", STORE_WORD_RESUME, "bob");
	assert_int_equal(store_word_taken(speaker, pause, &e), 0);
	assert_takes(controller, "a", STORE_WORD_PAUSE, "eve");
	assert_int_equal(store_word_taken(speaker, pause, &e), 1);
	assert_int_equal(store_word_taken(speaker, number, &e), 0);
	assert_takes(controller, "a", STORE_WORD_RESUME, "bob");
	assert_nothing_left(controller, "a");
	assert_takes(controller, "b", STORE_WORD_ABORT, "mallory");
	store_close(speaker);
	store_close(controller);
}

static void a_word_needs_a_run(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	int64_t number = 0;

	assert_int_equal(store_word_put(store, "none", STORE_WORD_PAUSE, "eve", &number, &e), -ENOENT);
	assert_int_equal(e.kind, ECE_ERROR_UNKNOWN_NAME);
	assert_int_equal(store_word_taken(store, 17, &e), -ENOENT);
	store_close(store);
}

static void a_word_that_was_withdrawn_is_not_taken(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	int64_t first, second;

	bench_run(store, "a");
	first = put(store, "a", STORE_WORD_PAUSE, "eve");
	second = put(store, "a", STORE_WORD_ABORT, "bob");
	assert_int_equal(store_word_withdraw(store, first, &e), 0);
	assert_takes(store, "a", STORE_WORD_ABORT, "bob");
	assert_int_equal(store_word_withdraw(store, second, &e), -EALREADY);
	assert_int_equal(store_word_taken(store, second, &e), 1);
	store_close(store);
}

/* Who dies between a word and its event has heard nothing. */
static void a_word_is_taken_with_the_event_that_it_leads_to(void **state)
{
	struct store *speaker = bench_open(*state), *controller = bench_open(*state);
	struct rollout_event event = bench_event(0);
	struct ece_error e = {0};
	enum store_word word;
	char who[STORE_WHO_MAX];
	int64_t number;

	bench_run(controller, "a");
	number = put(speaker, "a", STORE_WORD_PAUSE, "eve");
	assert_int_equal(store_word_take(controller, "a", &word, who, sizeof(who), &e), 0);
	assert_int_equal(store_event_append(controller, "a", 1000, &event, &e), 0);
	assert_int_equal(store_word_taken(speaker, number, &e), 0);
	store_close(controller);
	assert_int_equal(store_word_taken(speaker, number, &e), 0);
	assert_int_equal(bench_events(speaker, "a"), 0);
	controller = bench_open(*state);
	assert_int_equal(store_word_take(controller, "a", &word, who, sizeof(who), &e), 0);
	assert_int_equal(store_event_append(controller, "a", 1000, &event, &e), 0);
	assert_nothing_left(controller, "a");
	assert_int_equal(store_commit(controller, &e), 0);
	assert_int_equal(store_word_taken(speaker, number, &e), 1);
	assert_int_equal(bench_events(speaker, "a"), 1);
	store_close(speaker);
	store_close(controller);
}

/* An hour-old "pause" must not stop the controller that takes over. */
static void words_for_a_dead_controller_are_dropped(void **state)
{
	struct store *store = bench_open(*state);
	struct store_run a = bench_run(store, "a");
	struct ece_error e = {0};
	int64_t number = put(store, "a", STORE_WORD_PAUSE, "eve");

	assert_int_equal(store_run_reopen(store, &a, &e), 0);
	assert_nothing_left(store, "a");
	assert_int_equal(store_word_taken(store, number, &e), -ECANCELED);
	assert_int_equal(e.kind, ECE_ERROR_GONE);
	store_close(store);
}

static void a_long_name_is_cut(void **state)
{
	struct store *store = bench_open(*state);
	char long_name[STORE_WHO_MAX * 2], want[STORE_WHO_MAX];

	memset(long_name, 'x', sizeof(long_name));
	long_name[sizeof(long_name) - 1] = '\0';
	memset(want, 'x', sizeof(want));
	want[sizeof(want) - 1] = '\0';
	bench_run(store, "a");
	put(store, "a", STORE_WORD_ACCEPT, long_name);
	assert_takes(store, "a", STORE_WORD_ACCEPT, want);
	store_close(store);
}

static void a_word_that_nobody_leaves_is_damage(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	enum store_word word;
	char who[STORE_WHO_MAX];

	bench_run(store, "a");
	bench_sql(*state, "INSERT INTO word(run, word, who, state) VALUES(1, 9, 'eve', 0)");
	assert_int_equal(store_word_take(store, "a", &word, who, sizeof(who), &e), -EUCLEAN);
	store_close(store);
}

static void words_have_names(void **state)
{
	(void)state;
	assert_string_equal(store_word_name(STORE_WORD_PAUSE), "pause");
	assert_string_equal(store_word_name(STORE_WORD_RESUME), "resume");
	assert_string_equal(store_word_name(STORE_WORD_ACCEPT), "accept");
	assert_string_equal(store_word_name(STORE_WORD_ABORT), "abort");
	assert_string_equal(store_word_name(STORE_WORD_COUNT), "unknown");
}

/* coreos/bugs#842: "unlocked" was said and not so. What another process reads is what counts. */
static void what_is_frozen_is_frozen_for_everybody(void **state)
{
	struct store *one = bench_open(*state), *other = bench_open(*state);
	struct ece_error e = {0};
	char why[STORE_WHY_MAX];

	assert_int_equal(store_frozen(other, why, sizeof(why), &e), 0);
	assert_string_equal(why, "");
	assert_int_equal(store_freeze(one, "eve: the switches are being changed", &e), 0);
	assert_int_equal(store_frozen(other, why, sizeof(why), &e), 1);
	assert_string_equal(why, "eve: the switches are being changed");
	assert_int_equal(store_freeze(other, "bob: me too", &e), 0);
	assert_int_equal(store_frozen(one, why, sizeof(why), &e), 1);
	assert_string_equal(why, "eve: the switches are being changed");
	assert_int_equal(store_unfreeze(one, &e), 0);
	assert_int_equal(store_unfreeze(one, &e), 0);
	assert_int_equal(store_frozen(other, NULL, 0, &e), 0);
	store_close(one);
	store_close(other);
}

static void frozen_survives_every_process(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};

	assert_int_equal(store_freeze(store, "", &e), 0);
	store_close(store);
	store = bench_open(*state);
	assert_int_equal(store_frozen(store, NULL, 0, &e), 1);
	store_close(store);
}

static void a_store_restored_from_a_backup_gets_a_newer_epoch(void **state)
{
	struct store *store = bench_open(*state);
	struct store_run old = bench_run(store, "a"), new;
	struct ece_error e = {0};
	uint32_t epoch = 0;
	/* the time that the backup does not know of */
	struct token lost = old.token, now;

	lost.number = 40;
	assert_int_equal(store_epoch_raise(store, &epoch, &e), 0);
	assert_int_equal(epoch, 2);
	assert_int_equal(store_identity(store, &now, &e), 0);
	assert_int_equal(now.epoch, 2);
	assert_int_equal(now.number, 1);
	assert_string_equal(now.store, old.token.store);
	new = bench_run(store, "b");
	assert_int_equal(new.token.epoch, 2);
	assert_int_equal(token_compare(&new.token, &lost), TOKEN_NEWER);
	assert_int_equal(token_compare(&old.token, &lost), TOKEN_OLDER);
	assert_int_equal(store_run_reopen(store, &old, &e), 0);
	assert_int_equal(token_compare(&old.token, &lost), TOKEN_NEWER);
	store_close(store);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(words_are_taken_once_in_order_by_their_run),
		CASE(a_word_needs_a_run),
		CASE(a_word_that_was_withdrawn_is_not_taken),
		CASE(a_word_is_taken_with_the_event_that_it_leads_to),
		CASE(words_for_a_dead_controller_are_dropped),
		CASE(a_long_name_is_cut),
		CASE(a_word_that_nobody_leaves_is_damage),
		cmocka_unit_test(words_have_names),
		CASE(what_is_frozen_is_frozen_for_everybody),
		CASE(frozen_survives_every_process),
		CASE(a_store_restored_from_a_backup_gets_a_newer_epoch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
