/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A directory for one test, and another process that works in it. */
#ifndef ECE_TESTS_STORE_BENCH_H
#define ECE_TESTS_STORE_BENCH_H

#include <sys/types.h>

#include "lib/store/store.h"

/* cmocka set-up and tear-down: *state is the path of an empty directory that vanishes afterwards. */
int bench_setup(void **state);
int bench_teardown(void **state);

struct store *bench_open(const char *dir);

/**
 * bench_run - a run with this id, created
 */
struct store_run bench_run(struct store *store, const char *id);

/**
 * bench_sql - change DIR/store.db behind the store's back
 */
void bench_sql(const char *dir, const char *sql);

/**
 * bench_child - carry out @body in another process that then kills itself with SIGKILL; fails when it ends otherwise
 */
void bench_child(void (*body)(const char *dir), const char *dir);

/**
 * bench_hold - another process that carries out @body and then stays alive until bench_release()
 */
pid_t bench_hold(void (*body)(const char *dir), const char *dir);
void bench_release(pid_t pid);

/* Number of events of a run, in order; fails when they are not those that bench_event() makes. */
size_t bench_events(struct store *store, const char *id);
struct rollout_event bench_event(size_t i);

#endif
