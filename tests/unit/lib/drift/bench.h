/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A fleet of gpu[001-100] with one NIC each, all of it as it was confirmed. */
#ifndef ECE_TESTS_UNIT_LIB_DRIFT_BENCH_H
#define ECE_TESTS_UNIT_LIB_DRIFT_BENCH_H

#include "lib/drift/drift.h"

#define BENCH_HOSTS 100
#define BENCH_RATE  "dcqcn.rp.ai_rate"
#define BENCH_DSCP  "dcqcn.np.cnp_dscp"

struct bench {
	struct fleet *fleet;
	struct facts_host hosts[BENCH_HOSTS];
	struct facts_nic nics[BENCH_HOSTS];
	struct facts_original originals[BENCH_HOSTS];  /* of BENCH_RATE: 5, confirmed 20 by R1 */
	struct facts_reading readings[BENCH_HOSTS][2]; /* BENCH_RATE 20, BENCH_DSCP 48 */
	const struct ece_param *params[2];
	struct drift *drift;
	bool *asked;
};

/**
 * bench_begin - @more: of the fleet file behind its profiles and assigns, with ' for "; "" for nothing
 */
void bench_begin(struct bench *b, const char *more);
void bench_end(struct bench *b);

/* The rate of a host is another one now. */
void bench_write(struct bench *b, size_t host, uint64_t raw);

/* Find again. */
void bench_find(struct bench *b);

/* There is one group, of these hosts and such. */
void bench_assert_group(const struct bench *b, const char *hosts, enum drift_kind kind, enum drift_bar bar);

#endif
