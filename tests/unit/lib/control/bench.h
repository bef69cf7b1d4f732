/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A fleet file, fake hosts, a store in a directory of its own, and a controller over them. */
#ifndef ECE_TESTS_CONTROL_BENCH_H
#define ECE_TESTS_CONTROL_BENCH_H

#include "lib/control/control.h"
#include "tests/unit/lib/control/fake_fleet.h"

struct bench {
	char dir[256];
	struct fleet *fleet;
	struct fake_fleet hosts;
	struct store *store;
	struct control *control;
	struct plan *plan;
	const struct facts_host *facts;
	size_t fact_count;
	struct ece_error e;
	char run[RUN_ID_MAX];
	enum control_result result;
	char trouble[1024]; /* what the watcher was told, one line each */
	char judged[4096];  /* verdicts, one line each: step, gate, result, why */
	unsigned int moves, samples;
	struct control_sampled last_sampled;
	unsigned int stop_after;                                               /* submits; 0: never */
	void (*look)(struct bench *b, const struct protocol_request *request); /* at each submit of a run */
	void (*moved)(struct bench *b, const struct rollout *run);
	void (*sampled)(struct bench *b, const struct control_sampled *sampled);
	bool said; /* for .look and .moved: once is enough */
};

int bench_setup(void **state);
int bench_teardown(void **state);

/**
 * bench_begin - @count hosts, a fleet file with this rollout ("" for: "steps": 1 host, then all; no soak)
 */
void bench_begin(struct bench *b, size_t count, const char *rollout);

/* With more members of the fleet file, each with a comma behind it. */
void bench_begin_with(struct bench *b, size_t count, const char *rollout, const char *more);

/**
 * bench_store - the store of a bench once more, as another program opens it; store_close() it
 *
 * An SQLite file; with ECE_TEST_ETCD=http://HOST:PORT etcd there, so that tests/services/etcd runs the same tests on it.
 */
struct store *bench_store(const struct bench *b);

/* Skips a test that needs the file of an SQLite store. */
void bench_needs_file(void);

/* Another controller, after the first one died: store and control anew, the hosts are as they are. */
void bench_restart(struct bench *b);

/* Read and plan; returns what plan_make() returned. */
int bench_plan(struct bench *b);

/* Read, plan, run; returns what control_run() returned, and fails when an earlier call did. */
int bench_apply(struct bench *b);
int bench_resume(struct bench *b);
int bench_undo(struct bench *b);

/* How many hosts have this rate. */
size_t bench_count(const struct bench *b, uint64_t rate);

#endif
