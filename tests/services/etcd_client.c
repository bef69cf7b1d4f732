// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* lib/etcd against the real etcd: what it promises while members are killed, stopped, compacted and restored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/etcd/follow.h"
#include "tests/services/etcd_server.h"

#define WAIT_NS   (30 * CLOCK_SECOND_NS)
#define KEYS_MANY 2500 /* more than two pages */
#define TABLE_MAX 4096

/* What a follower believes the keys are. */
struct table {
	struct etcd_follow *follow;
	struct row {
		char key[64], value[32];
		bool live, seen;
	} rows[TABLE_MAX];
	size_t count, listings, lost, back;
	char why[ECE_ERROR_TEXT_MAX];
};

static void must(int ret, const struct ece_error *e)
{
	if (ret < 0)
		fail_msg("%s", e->text);
}

static struct etcd *client(struct etcd_server *server)
{
	const struct etcd_config config = {
		.endpoints = etcd_server_urls(server),
		.endpoint_count = etcd_server_members(server),
		.attempt_ns = CLOCK_SECOND_NS,
		.idle_ns = 3 * CLOCK_SECOND_NS,
	};
	struct etcd *etcd;
	struct ece_error e;

	must(etcd_new(&config, &etcd, &e), &e);
	return etcd;
}

static int64_t put(struct etcd *etcd, const char *key, const char *value)
{
	const struct etcd_op op = {.kind = ETCD_PUT, .key = key, .value = value, .value_len = strlen(value)};
	const struct etcd_txn txn = {.then = &op, .then_count = 1, .again = true};
	struct etcd_answer answer;
	struct ece_error e;
	int64_t revision;

	must(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), &e);
	revision = answer.revision;
	etcd_answer_done(&answer);
	return revision;
}

static void drop(struct etcd *etcd, const char *key)
{
	const struct etcd_op op = {.kind = ETCD_DELETE, .key = key};
	const struct etcd_txn txn = {.then = &op, .then_count = 1, .again = true};
	struct etcd_answer answer;
	struct ece_error e;

	must(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), &e);
	etcd_answer_done(&answer);
}

static void put_many(struct etcd *etcd, const char *prefix, size_t count)
{
	static char keys[ETCD_OPS_MAX][64];
	struct etcd_op ops[ETCD_OPS_MAX];
	struct etcd_txn txn = {.then = ops, .again = true};
	struct etcd_answer answer;
	struct ece_error e;

	for (size_t i = 0; i < count;) {
		for (txn.then_count = 0; txn.then_count < ETCD_OPS_MAX && i < count; txn.then_count++, i++) {
			char *key = keys[txn.then_count];

			snprintf(key, sizeof(keys[0]), "%s%05zu", prefix, i);
			ops[txn.then_count] =
				(struct etcd_op){.kind = ETCD_PUT, .key = key, .value = "v", .value_len = 1};
		}
		must(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), &e);
		etcd_answer_done(&answer);
	}
}

static struct row *row_of(struct table *t, const char *key)
{
	for (size_t i = 0; i < t->count; i++)
		if (!strcmp(t->rows[i].key, key))
			return &t->rows[i];
	if (t->count == TABLE_MAX)
		fail_msg("too many keys");
	snprintf(t->rows[t->count].key, sizeof(t->rows[0].key), "%s", key);
	return &t->rows[t->count++];
}

static void followed(void *ctx, const struct etcd_news *news)
{
	struct table *t = ctx;

	if (news->kind == ETCD_SET || news->kind == ETCD_GONE) {
		struct row *row = row_of(t, news->kv->key);

		row->live = news->kind == ETCD_SET;
		row->seen = true;
		snprintf(row->value, sizeof(row->value), "%s", row->live ? news->kv->value : "");
	}
	for (size_t i = 0; news->kind == ETCD_LISTING && i < t->count; i++)
		t->rows[i].seen = false;
	for (size_t i = 0; news->kind == ETCD_LISTED && i < t->count; i++)
		t->rows[i].live &= t->rows[i].seen;
	t->listings += news->kind == ETCD_LISTED;
	t->lost += news->kind == ETCD_LOST;
	t->back += news->kind == ETCD_BACK;
	if (news->kind == ETCD_LOST)
		snprintf(t->why, sizeof(t->why), "%s", news->why);
}

static struct table *follow(struct etcd *etcd, const char *prefix)
{
	const struct etcd_range range = {.key = prefix, .prefix = true};
	struct table *t = calloc(1, sizeof(*t));
	struct ece_error e;

	assert_non_null(t);
	must(etcd_follow(etcd, &range, 1, followed, t, &t->follow, &e), &e);
	return t;
}

static size_t live(const struct table *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->count; i++)
		n += t->rows[i].live;
	return n;
}

static void poll_once(struct etcd *etcd, uint64_t end)
{
	struct ece_error e;

	if (clock_now() > end)
		fail_msg("it does not happen");
	must(etcd_poll(etcd, clock_now() + 50 * CLOCK_MS_NS, &e), &e);
}

static void until_value(struct etcd *etcd, struct table *t, const char *key, const char *value)
{
	uint64_t end = clock_now() + WAIT_NS;

	while (strcmp(row_of(t, key)->value, value) != 0 || !row_of(t, key)->live)
		poll_once(etcd, end);
}

static void until_gone(struct etcd *etcd, struct table *t, const char *key)
{
	uint64_t end = clock_now() + WAIT_NS;

	while (row_of(t, key)->live)
		poll_once(etcd, end);
}

static void until_listed(struct etcd *etcd, struct table *t, size_t listings)
{
	uint64_t end = clock_now() + WAIT_NS;

	while (t->listings < listings)
		poll_once(etcd, end);
}

static void compares_decide(void **state)
{
	struct etcd *etcd = client(*state);
	int64_t revision = put(etcd, "c/1", "one");
	const struct etcd_op ops[] = {
		{.kind = ETCD_PUT, .key = "c/1", .value = "two", .value_len = 3},
		{.kind = ETCD_GET, .key = "c/", .prefix = true},
		{.kind = ETCD_DELETE, .key = "c/none"},
	};
	struct etcd_compare compare = {.kind = ETCD_MODIFIED_IS, .key = "c/1", .revision = revision};
	const struct etcd_txn txn = {
		.compares = &compare,
		.compare_count = 1,
		.then = ops,
		.then_count = 3,
		.otherwise = ops + 1,
		.otherwise_count = 1,
	};
	struct etcd_answer answer;
	struct ece_error e;

	must(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), &e);
	assert_true(answer.succeeded);
	assert_int_equal(answer.revision, revision + 1);
	assert_int_equal(answer.result_count, 3);
	assert_string_equal(answer.results[1].kvs[0].value, "two");
	assert_int_equal(answer.results[1].kvs[0].created, revision);
	assert_int_equal(answer.results[1].kvs[0].modified, revision + 1);
	assert_int_equal(answer.results[2].deleted, 0);
	etcd_answer_done(&answer);
	must(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), &e);
	assert_false(answer.succeeded);
	assert_int_equal(answer.result_count, 1);
	assert_string_equal(answer.results[0].kvs[0].value, "two");
	etcd_answer_done(&answer);
	etcd_free(etcd);
}

static void values_are_bytes(void **state)
{
	static const char bytes[] = "a\0b\xff\n\"";
	struct etcd *etcd = client(*state);
	const struct etcd_op ops[] = {
		{.kind = ETCD_PUT, .key = "bytes", .value = bytes, .value_len = sizeof(bytes) - 1},
		{.kind = ETCD_GET, .key = "bytes"},
	};
	const struct etcd_txn txn = {.then = ops, .then_count = 2};
	struct etcd_answer answer;
	struct ece_error e;

	must(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), &e);
	assert_int_equal(answer.results[1].kvs[0].value_len, sizeof(bytes) - 1);
	assert_memory_equal(answer.results[1].kvs[0].value, bytes, sizeof(bytes) - 1);
	etcd_answer_done(&answer);
	etcd_free(etcd);
}

static void leases_are_kept_and_end(void **state)
{
	struct etcd *etcd = client(*state);
	struct table *t = follow(etcd, "lease/");
	struct etcd_op op = {.kind = ETCD_PUT, .key = "lease/1", .value = "x", .value_len = 1};
	const struct etcd_txn txn = {.then = &op, .then_count = 1};
	struct etcd_answer answer;
	struct ece_error e;

	must(etcd_lease_grant_wait(etcd, 2, clock_now() + WAIT_NS, &answer, &e), &e);
	assert_true(answer.ttl_s >= 2);
	op.lease = answer.lease;
	must(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), &e);
	etcd_answer_done(&answer);
	until_value(etcd, t, "lease/1", "x");
	must(etcd_lease_keep_wait(etcd, op.lease, clock_now() + WAIT_NS, &answer, &e), &e);
	assert_true(answer.ttl_s >= 2);
	until_gone(etcd, t, "lease/1");
	must(etcd_lease_keep_wait(etcd, op.lease, clock_now() + WAIT_NS, &answer, &e), &e);
	assert_int_equal(answer.ttl_s, 0);
	must(etcd_lease_revoke_wait(etcd, op.lease, clock_now() + WAIT_NS, &answer, &e), &e);
	assert_int_equal(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), -ENOENT);
	assert_int_equal(answer.outcome, ETCD_REFUSED);
	assert_non_null(strstr(e.text, "requested lease not found"));
	etcd_free(etcd);
	free(t);
}

static void a_listing_comes_in_pages(void **state)
{
	struct etcd *etcd = client(*state);
	struct table *t;

	put_many(etcd, "many/", KEYS_MANY);
	put(etcd, "many0", "not below");
	t = follow(etcd, "many/");
	until_listed(etcd, t, 1);
	assert_int_equal(live(t), KEYS_MANY);
	drop(etcd, "many/00007");
	until_gone(etcd, t, "many/00007");
	assert_int_equal(live(t), KEYS_MANY - 1);
	assert_int_equal(t->listings, 1);
	etcd_free(etcd);
	free(t);
}

static void a_restart_loses_no_news(void **state)
{
	struct etcd_server *server = *state;
	struct etcd *etcd = client(server), *other = client(server);
	struct table *t = follow(etcd, "restart/");

	until_listed(etcd, t, 1);
	put(other, "restart/1", "a");
	until_value(etcd, t, "restart/1", "a");
	etcd_server_signal(server, 0, SIGKILL);
	etcd_server_start(server, 0);
	etcd_server_ready(server, 0);
	put(other, "restart/1", "b");
	drop(other, "restart/1");
	put(other, "restart/2", "c");
	until_value(etcd, t, "restart/2", "c");
	assert_false(row_of(t, "restart/1")->live);
	assert_int_equal(t->listings, 1);
	assert_int_equal(t->lost, 1);
	assert_int_equal(t->back, 1);
	etcd_free(etcd);
	etcd_free(other);
	free(t);
}

static void a_compaction_means_a_listing(void **state)
{
	struct etcd_server *server = *state;
	struct etcd *etcd = client(server), *other = client(server);
	struct table *t = follow(etcd, "compact/");
	char revision[24];
	const char *const compact[] = {"compact", revision, NULL};

	until_listed(etcd, t, 1);
	put(other, "compact/1", "a");
	put(other, "compact/2", "a");
	until_value(etcd, t, "compact/2", "a");
	etcd_server_signal(server, 0, SIGKILL);
	etcd_server_start(server, 0);
	etcd_server_ready(server, 0);
	/* nobody steps the follower meanwhile: what it would go on from is gone when it comes back */
	drop(other, "compact/1");
	snprintf(revision, sizeof(revision), "%lld", (long long)put(other, "compact/2", "b"));
	etcd_server_ctl(server, compact);
	until_value(etcd, t, "compact/2", "b");
	assert_false(row_of(t, "compact/1")->live);
	assert_int_equal(t->listings, 2);
	etcd_free(etcd);
	etcd_free(other);
	free(t);
}

/* The revision goes back, and a watch from the old one on would be silent for long. */
static void a_restored_etcd_is_listed_again(void **state)
{
	struct etcd_server *server = *state;
	struct etcd *etcd = client(server);
	char file[128];
	const char *const save[] = {"snapshot", "save", file, NULL};
	struct table *t;

	snprintf(file, sizeof(file), "%s/snapshot", etcd_server_dir(server));
	put(etcd, "restore/1", "old");
	etcd_server_ctl(server, save);
	t = follow(etcd, "restore/");
	put_many(etcd, "restore/x", 300);
	put(etcd, "restore/1", "new");
	until_value(etcd, t, "restore/1", "new");
	etcd_server_restore(server, file);
	until_value(etcd, t, "restore/1", "old");
	assert_int_equal(live(t), 1);
	etcd_free(etcd);
	free(t);
}

static void nobody_there_is_not_sent(void **state)
{
	struct etcd_server *server = *state;
	struct etcd *etcd = client(server);
	const struct etcd_op op = {.kind = ETCD_PUT, .key = "k", .value = "v", .value_len = 1};
	const struct etcd_txn txn = {.then = &op, .then_count = 1};
	struct etcd_answer answer;
	struct ece_error e;
	int ret;

	etcd_server_signal(server, 0, SIGKILL);
	assert_true(etcd_txn_wait(etcd, &txn, clock_now() + CLOCK_SECOND_NS, &answer, &e) < 0);
	assert_int_equal(answer.outcome, ETCD_NOT_SENT);
	etcd_server_start(server, 0);
	etcd_server_ready(server, 0);
	/* it takes the request and says nothing */
	etcd_server_signal(server, 0, SIGSTOP);
	ret = etcd_txn_wait(etcd, &txn, clock_now() + 3 * CLOCK_SECOND_NS, &answer, &e);
	etcd_server_signal(server, 0, SIGCONT);
	assert_true(ret < 0);
	assert_int_equal(answer.outcome, ETCD_MAYBE);
	etcd_free(etcd);
}

static void three_members_outlive_their_leader(void **state)
{
	struct etcd_server *server = etcd_server_new(3, NULL);
	struct etcd *etcd = client(server), *other = client(server);
	struct table *t = follow(etcd, "three/");
	size_t leader;

	(void)state;
	until_listed(etcd, t, 1);
	put(other, "three/1", "a");
	until_value(etcd, t, "three/1", "a");
	leader = etcd_server_leader(server);
	etcd_server_signal(server, leader, SIGKILL);
	put(other, "three/1", "b");
	until_value(etcd, t, "three/1", "b");
	etcd_server_start(server, leader);
	etcd_server_ready(server, leader);
	/* stopped members hang, they refuse nothing */
	leader = etcd_server_leader(server);
	etcd_server_signal(server, leader, SIGSTOP);
	put(other, "three/1", "c");
	until_value(etcd, t, "three/1", "c");
	etcd_server_signal(server, leader, SIGCONT);
	/* without a majority nothing is written, with it everything goes on */
	etcd_server_signal(server, 0, SIGKILL);
	etcd_server_signal(server, 1, SIGKILL);
	etcd_server_start(server, 0);
	etcd_server_start(server, 1);
	put(other, "three/1", "d");
	until_value(etcd, t, "three/1", "d");
	assert_int_equal(live(t), 1);
	etcd_free(etcd);
	etcd_free(other);
	etcd_server_free(server);
	free(t);
}

static void write_secret(const char *file, const char *text, unsigned mode)
{
	int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && !fchmod(fd, mode));
	close(fd);
}

static void ctl_all(struct etcd_server *server, const char *const (*lines)[8], size_t count)
{
	for (size_t i = 0; i < count; i++)
		etcd_server_ctl(server, lines[i]);
}

static void users_log_in_again_by_themselves(void **state)
{
	static const char *const users[][8] = {
		{"user", "add", "root:secret"},
		{"user", "grant-role", "root", "root"},
		{"user", "add", "agent:pass word"},
		{"role", "add", "agent"},
		{"role", "grant-permission", "agent", "readwrite", "mine/", "mine0"},
		{"user", "grant-role", "agent", "agent"},
		{"auth", "enable"},
	};
	struct etcd_server *server = etcd_server_new(1, NULL);
	char file[128];
	const char *url = etcd_server_url(server, 0);
	struct etcd_config config = {.endpoints = &url, .endpoint_count = 1, .user = "agent", .password = file};
	const struct etcd_op op = {.kind = ETCD_GET, .key = "yours/1"};
	const struct etcd_txn txn = {.then = &op, .then_count = 1};
	struct etcd_answer answer;
	struct etcd *etcd;
	struct ece_error e;
	struct table *t;

	(void)state;
	ctl_all(server, users, 7);
	snprintf(file, sizeof(file), "%s/password", etcd_server_dir(server));
	write_secret(file, "pass word\n", 0644);
	assert_int_equal(etcd_new(&config, &etcd, &e), -EPERM);
	write_secret(file, "pass word\n", 0600);
	must(etcd_new(&config, &etcd, &e), &e);
	t = follow(etcd, "mine/");
	put(etcd, "mine/1", "a");
	until_value(etcd, t, "mine/1", "a");
	assert_int_equal(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), -EACCES);
	assert_int_equal(answer.outcome, ETCD_REFUSED);
	assert_non_null(strstr(e.text, "permission denied"));
	/* a restarted etcd has forgotten all tokens */
	etcd_server_signal(server, 0, SIGKILL);
	etcd_server_start(server, 0);
	put(etcd, "mine/1", "b");
	until_value(etcd, t, "mine/1", "b");
	etcd_free(etcd);
	free(t);
	write_secret(file, "wrong\n", 0600);
	must(etcd_new(&config, &etcd, &e), &e);
	assert_int_equal(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), -EINVAL);
	assert_int_equal(answer.outcome, ETCD_REFUSED);
	assert_null(strstr(e.text, "wrong"));
	etcd_free(etcd);
	etcd_server_free(server);
}

static int setup(void **state)
{
	*state = etcd_server_new(1, NULL);
	return 0;
}

static int teardown(void **state)
{
	etcd_server_free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compares_decide),
		cmocka_unit_test(values_are_bytes),
		cmocka_unit_test(leases_are_kept_and_end),
		cmocka_unit_test(a_listing_comes_in_pages),
		cmocka_unit_test(a_restart_loses_no_news),
		cmocka_unit_test(a_compaction_means_a_listing),
		cmocka_unit_test(nobody_there_is_not_sent),
		cmocka_unit_test(a_restored_etcd_is_listed_again),
		cmocka_unit_test(three_members_outlive_their_leader),
		cmocka_unit_test(users_log_in_again_by_themselves),
	};

	return cmocka_run_group_tests_name("etcd", tests, setup, teardown);
}
