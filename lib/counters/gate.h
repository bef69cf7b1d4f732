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
	double min_traffic; /* bytes that the watched hosts together must have moved in the window; 0: no such limit */
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
	double value, baseline, threshold; /* of the worst host when .worst names one, else of all that were judged */
	uint32_t hosts, usable;            /* watched; of them those that could be judged */
	uint32_t worst;                    /* index into the samples of the host that decided, or GATE_NO_HOST */
	char why[GATE_WHY_MAX];            /* one sentence, also for PASS */
};

#define GATE_NO_HOST UINT32_MAX

/**
 * gate_judge - the verdict of a counter gate
 * @samples: of the watched hosts
 *
 * Values are of an average host: growth, growth a second, or growth per TB. All hosts together are held against the
 * bounds, and against max each host alone too, with its own baseline. Where the bound came from a baseline, and for a
 * host alone, an excess must be more than chance explains. PASS needs half the watched hosts to be judged, and every
 * treated one to have answered. docs/rollout.md has the rules in words.
 */
void gate_judge(const struct counter *counter, const struct gate_rule *rule, const struct gate_sample *samples,
		size_t count, struct gate_verdict *verdict);

/**
 * gate_hard_counter - the counters of the built-in gate "hard": any growth beyond the baseline is harm
 *
 * Returns NULL behind the last one; there are at most GATE_HARD_MAX.
 */
const struct counter *gate_hard_counter(size_t i);

#define GATE_HARD_MAX 8

/**
 * gate_judge_hard - the verdict of the built-in gate
 * @samples: of each gate_hard_counter() in order, those of the same @count hosts
 *
 * A counter that a host does not have, or that its queue pairs do not move, is passed over for that host; what is
 * judged of it by none is said. A host without any of them is not judged.
 */
void gate_judge_hard(const struct gate_sample *const *samples, size_t count, struct gate_verdict *verdict);

/**
 * gate_judge_numbers - the verdict on what Prometheus or a command told
 * @values: each of them must be within the bounds; none: no data, inconclusive; NaN: inconclusive
 * @baseline: what it told before the step, NaN when it told nothing
 *
 * .worst is the index of the value that decided.
 */
void gate_judge_numbers(const struct gate_rule *rule, const double *values, size_t count, double baseline,
			struct gate_verdict *verdict);

/* "pass", "fail", "inconclusive", "error", "none" */
const char *gate_result_name(enum gate_result result);

/* "per TB", "a second", "in the window": behind a value of a gate */
const char *gate_per_words(enum gate_per per);

#endif
