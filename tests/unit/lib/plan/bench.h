/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A fleet file from its parts, hosts that were read, and the plan from both. */
#ifndef ECE_TESTS_PLAN_BENCH_H
#define ECE_TESTS_PLAN_BENCH_H

#include "lib/plan/plan.h"

#define BENCH_PARAMS 3

/* Of every NIC at first; BENCH_SR is pairwise. */
#define BENCH_SR    "roce_accl.selective_repeat_forced_en"
#define BENCH_RATE  "dcqcn.rp.ai_rate"
#define BENCH_ALPHA "ztr_rtt.ALPHA"
#define OLD_RATE    5

struct bench_nic {
	struct facts_reading readings[BENCH_PARAMS]; /* in the order of plan_params() */
};

struct bench {
	struct fleet *fleet;
	struct facts_host *hosts;
	struct facts_nic *nics; /* nics_each of every host */
	struct bench_nic *values;
	size_t count, nics_each, param_count;
	const struct ece_param *params[16];
	struct plan *plan;
	struct plan_input more; /* beside fleet and hosts */
	struct ece_error error; /* the first that was reported */
	size_t errors;
};

/**
 * bench_begin - parse; every host has @nics_each NICs "ConnectX-7" with rate OLD_RATE, ALPHA 100, SR off
 */
void bench_begin(struct bench *b, const char *json, size_t nics_each);
void bench_end(struct bench *b);

/* The reading of one parameter of one NIC. */
struct facts_reading *bench_reading(struct bench *b, size_t host, size_t nic, const char *param);

/* All hosts have this raw value. */
void bench_set_all(struct bench *b, const char *param, uint64_t raw);

/**
 * bench_plan - plan again; returns what plan_make() returned
 */
int bench_plan(struct bench *b);

/* The note of a kind that says @what must be there, with these hosts, and refuse the plan or not. */
void bench_assert_note(const struct bench *b, enum plan_note_kind kind, const char *hosts, const char *what,
		       bool refuses);

/* The first note of a kind, or NULL. */
const struct plan_note *bench_note(const struct bench *b, enum plan_note_kind kind);

#endif
