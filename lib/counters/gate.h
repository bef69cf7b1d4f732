/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a gate decides and on what: a rule, what was sampled, one of four results. Pure. Congestion control shares the
 * network: treated hosts may look better because others look worse, so a rule says on whom it watches, and a ratio of
 * treated to untouched is never decided on.
 */
#ifndef ECE_LIB_COUNTERS_GATE_H
#define ECE_LIB_COUNTERS_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/counters/counter.h"

#define GATE_NAME_MAX 64
#define GATE_WHY_MAX  320

enum gate_result {
	GATE_NONE, /* not judged yet */
	GATE_PASS,
	GATE_FAIL,
	GATE_INCONCLUSIVE, /* too quiet, missing, reset, not movable: nobody knows */
	GATE_ERROR,        /* it could not be asked */
	GATE_RESULT_COUNT,
};

enum gate_on {
	GATE_ON_TREATED,
	GATE_ON_UNTOUCHED,
};

enum gate_per {
	GATE_PER_NOTHING, /* growth over the window as it is */
	GATE_PER_SECOND,
	GATE_PER_TB, /* 10^12 bytes of RDMA traffic of the same host */
};

/*
 * A bound of the value. With times_baseline the threshold of max is the larger of times x baseline and floor, that of
 * min is times x baseline; otherwise it is absolute.
 */
struct gate_bound {
	bool set, times_baseline;
	double value; /* absolute, or the factor */
	double floor;
};

struct gate_rule {
	enum gate_on on;
	enum gate_per per;
	struct gate_bound max, min;
	double min_traffic; /* bytes that the watched hosts must have moved in the window; 0: no such limit */
};

/* What was read of one host at the ends of both windows; summed over its NICs by whoever read it. */
struct gate_sample {
	uint32_t host;
	const char *name;
	struct counter_delta before, during;                 /* the counter: baseline window, soak window */
	struct counter_delta traffic_before, traffic_during; /* bytes */
	double seconds_before, seconds_during;
	bool unmovable; /* its traffic is of queue pairs that do not move this counter */
	bool missing;   /* the host did not answer */
};

struct gate_verdict {
	enum gate_result result;
	bool has_value, has_baseline, has_threshold;
	double value, baseline,
		threshold;      /* of the watched hosts together, or of the worst host when .worst names one */
	uint32_t hosts, usable; /* watched; of them those that could be judged */
	uint32_t worst;         /* index into the samples of the host that decided, or UINT32_MAX */
	char why[GATE_WHY_MAX]; /* one sentence, also for PASS */
};

/**
 * gate_judge - the verdict of a counter gate
 * @unit: for the sentence: "per TB", "a second"
 *
 * Hosts are judged together and each alone; one host over the threshold and over the floor is a failure too. PASS needs
 * that all hosts that count could be judged; what that means for missing, reset, too quiet and unmovable ones is said
 * in docs/rollout.md.
 */
void gate_judge(const struct counter *counter, const struct gate_rule *rule, const struct gate_sample *samples,
		size_t count, struct gate_verdict *verdict);

/**
 * gate_judge_numbers - the verdict on what Prometheus or a command told
 * @values: each of them must be within the bounds; none: no data, inconclusive; NaN: inconclusive
 * @baseline: what it told before the step, NaN when it told nothing
 */
void gate_judge_numbers(const struct gate_rule *rule, const double *values, size_t count, double baseline,
			struct gate_verdict *verdict);

const char *gate_result_name(enum gate_result result);

#endif
