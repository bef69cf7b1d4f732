// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/store/bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ftw.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int bench_setup(void **state)
{
	char path[256];
	const char *tmp = getenv("TEST_TMPDIR");

	snprintf(path, sizeof(path), "%s/store.XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(path))
		return -1;
	*state = strdup(path);
	return *state ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

int bench_teardown(void **state)
{
	nftw(*state, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(*state);
	return 0;
}

struct store *bench_open(const char *dir)
{
	struct store *store = NULL;
	struct ece_error e = {0};

	if (store_open(dir, NULL, &store, &e))
		fail_msg("%s", e.text);
	return store;
}

struct store_run bench_run(struct store *store, const char *id)
{
	struct store_run run = {.file = "fleet.json", .started_unix = 1800000000};
	struct ece_error e = {0};

	snprintf(run.id, sizeof(run.id), "%s", id);
	if (store_run_create(store, &run, "plan", 4, &e))
		fail_msg("%s", e.text);
	return run;
}

void bench_sql(const char *dir, const char *sql)
{
	char path[512], *why = NULL;
	sqlite3 *db;

	snprintf(path, sizeof(path), "%s/store.db", dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
		fail_msg("%s", why);
	sqlite3_close(db);
}

void bench_child(void (*body)(const char *dir), const char *dir)
{
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (!pid) {
		body(dir);
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

pid_t bench_hold(void (*body)(const char *dir), const char *dir)
{
	int ready[2];
	char byte;
	pid_t pid;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		body(dir);
		if (write(ready[1], "", 1) == 1)
			pause();
		_exit(1);
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	return pid;
}

void bench_release(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

struct rollout_event bench_event(size_t i)
{
	return (struct rollout_event){
		.kind = ROLLOUT_EVENT_ANSWER,
		.host = (uint32_t)i,
		.request = ROLLOUT_REQUEST_CONFIRM,
		.attempt = (uint32_t)i + 7,
		.answer = ROLLOUT_ANSWER_CONFIRMED,
		.step = (uint32_t)i + 1,
		.round = (uint32_t)i + 2,
		.sample = ROLLOUT_SAMPLE_SOAK_END,
		.gate = (uint32_t)i + 3,
		.verdict = ROLLOUT_VERDICT_INCONCLUSIVE,
	};
}

static int count_event(void *ctx, uint64_t now_ns, const struct rollout_event *event)
{
	size_t *count = ctx;
	struct rollout_event want = bench_event(*count);

	assert_memory_equal(event, &want, sizeof(want));
	assert_int_equal(now_ns, 1000 + *count);
	++*count;
	return 0;
}

size_t bench_events(struct store *store, const char *id)
{
	struct ece_error e = {0};
	size_t count = 0;

	if (store_event_each(store, id, count_event, &count, &e))
		fail_msg("%s", e.text);
	return count;
}
