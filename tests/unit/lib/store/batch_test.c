// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* How what is written falls into transactions of etcd. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/etcd/batch.h"

static void put(struct batch *batch, const char *key, size_t len, bool tied)
{
	char *value = calloc(1, len + 1);

	assert_non_null(value);
	memset(value, 'v', len);
	assert_int_equal(batch_put(batch, key, value, len, tied), 0);
	free(value);
}

/* The sizes of the transactions, as "3 1 ". */
static const char *split(struct batch *batch)
{
	static char text[256];
	struct etcd_op ops[BATCH_TXN_OPS];
	size_t count, at = 0, len = 0;

	text[0] = '\0';
	while (at < batch->count) {
		long next = batch_next(batch, at, ops, &count);

		assert_true(next > (long)at);
		assert_int_equal((size_t)next - at, count);
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%zu ", count);
		at = (size_t)next;
	}
	batch_clear(batch);
	return text;
}

static void what_fits_is_one_transaction(void **state)
{
	struct batch batch = {0};

	(void)state;
	put(&batch, "/p/a", 3, false);
	put(&batch, "/p/b", 3, false);
	assert_int_equal(batch_remove(&batch, "/p/c", false), 0);
	assert_string_equal(split(&batch), "3 ");
	assert_string_equal(split(&batch), "");
}

static void etcd_takes_a_limited_number_of_operations(void **state)
{
	struct batch batch = {0};
	char key[32];

	(void)state;
	for (int i = 0; i < 250; i++) {
		snprintf(key, sizeof(key), "/p/%d", i);
		put(&batch, key, 1, false);
	}
	assert_string_equal(split(&batch), "100 100 50 ");
}

static void etcd_takes_a_limited_number_of_bytes(void **state)
{
	struct batch batch = {0};
	char key[32];

	(void)state;
	for (int i = 0; i < 9; i++) {
		snprintf(key, sizeof(key), "/p/%d", i);
		put(&batch, key, BATCH_VALUE_MAX, false);
	}
	/* 4 * 262144 and the keys are more than a MiB */
	assert_string_equal(split(&batch), "3 3 3 ");
}

static void a_key_is_touched_once_in_a_transaction(void **state)
{
	struct batch batch = {0};

	(void)state;
	put(&batch, "/p/a", 1, false);
	put(&batch, "/p/b", 1, false);
	put(&batch, "/p/a", 1, false);
	assert_int_equal(batch_remove(&batch, "/p/", true), 0);
	put(&batch, "/q", 1, false);
	put(&batch, "/p/c", 1, false);
	assert_string_equal(split(&batch), "2 1 2 1 ");
}

static void what_is_tied_is_not_torn(void **state)
{
	struct batch batch = {0};
	char key[32];

	(void)state;
	for (int i = 0; i < 99; i++) {
		snprintf(key, sizeof(key), "/p/%d", i);
		put(&batch, key, 1, false);
	}
	put(&batch, "/p/word", 1, true);
	put(&batch, "/p/event", 1, false);
	assert_string_equal(split(&batch), "99 2 ");
}

static void the_last_one_may_be_tied_to_nothing(void **state)
{
	struct batch batch = {0};

	(void)state;
	put(&batch, "/p/word", 1, true);
	assert_string_equal(split(&batch), "1 ");
}

static json_t *number(int n)
{
	return json_pack("[i]", n);
}

static void events_share_a_value_and_keep_their_order(void **state)
{
	struct batch batch = {0};
	struct etcd_op ops[BATCH_TXN_OPS];
	size_t count;

	(void)state;
	assert_int_equal(batch_event(&batch, "/e/1", number(1)), 0);
	assert_int_equal(batch_event(&batch, "/e/2", number(2)), 0);
	put(&batch, "/evidence", 1, false);
	assert_int_equal(batch_event(&batch, "/e/3", number(3)), 0);
	assert_int_equal(batch_next(&batch, 0, ops, &count), 3);
	assert_string_equal(ops[0].key, "/e/1");
	assert_string_equal(ops[0].value, "[[1],[2]]");
	assert_string_equal(ops[1].key, "/evidence");
	assert_string_equal(ops[2].key, "/e/3");
	assert_string_equal(ops[2].value, "[[3]]");
	batch_clear(&batch);
}

static void a_value_holds_a_limited_number_of_events(void **state)
{
	struct batch batch = {0};
	char key[32];

	(void)state;
	for (int i = 0; i < 2001; i++) {
		snprintf(key, sizeof(key), "/e/%d", i);
		assert_int_equal(batch_event(&batch, key, number(i)), 0);
	}
	assert_int_equal(batch.count, 3);
	assert_string_equal(batch.ops[1].key, "/e/1000");
	assert_int_equal(json_array_size(batch.ops[2].events), 1);
	batch_clear(&batch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_fits_is_one_transaction),
		cmocka_unit_test(etcd_takes_a_limited_number_of_operations),
		cmocka_unit_test(etcd_takes_a_limited_number_of_bytes),
		cmocka_unit_test(a_key_is_touched_once_in_a_transaction),
		cmocka_unit_test(what_is_tied_is_not_torn),
		cmocka_unit_test(the_last_one_may_be_tied_to_nothing),
		cmocka_unit_test(events_share_a_value_and_keep_their_order),
		cmocka_unit_test(a_value_holds_a_limited_number_of_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
