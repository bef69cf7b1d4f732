/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* An asker, and the answers it gave as text. */
#ifndef ECE_TESTS_GATE_BENCH_H
#define ECE_TESTS_GATE_BENCH_H

#include "lib/gate/gate.h"

#define BENCH_TEXT_MAX 2048
#define BENCH_NS       UINT64_C(20000000000) /* longer than any test waits */

struct bench {
	struct gate_asker *asker;
	char answers[BENCH_TEXT_MAX]; /* "COOKIE RESULT VALUE{LABELS} ...: WHY;" of each */
};

/* cmocka set-up and tear-down: *state is a bench. */
int bench_setup(void **state);
int bench_teardown(void **state);

/**
 * bench_wait - let the asker work until nothing is open any more; fails after BENCH_NS
 */
void bench_wait(struct bench *b);

/**
 * bench_assert - wait, and compare what was answered
 */
void bench_assert(struct bench *b, const char *want);

#endif
