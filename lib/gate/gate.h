/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gates that ask somebody else: a query of Prometheus, or a command of the operator. Asynchronous and in one thread: a
 * question is asked, one descriptor becomes readable when there is something to do, gate_step() does it and hands on
 * the answers. Deadlines are real time; nothing here waits.
 */
#ifndef ECE_LIB_GATE_GATE_H
#define ECE_LIB_GATE_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/counters/gate.h"

#define GATE_OPEN_MAX   64        /* questions at a time */
#define GATE_BODY_MAX   (1 << 20) /* bytes of an answer of Prometheus */
#define GATE_VALUES_MAX 4096      /* numbers of one answer */
#define GATE_OUTPUT_MAX (1 << 16) /* bytes of a command's output; what is beyond is an error */

struct gate_answer {
	uint64_t cookie; /* of the question */
	/*
	 * GATE_NONE: the numbers are to be judged. PASS, FAIL, INCONCLUSIVE: the command's own verdict, or a warning of
	 * Prometheus that its data is not whole. ERROR: it could not be asked.
	 */
	enum gate_result result;
	const double *values;     /* NaN and infinities as they came; none: no data */
	const char *const *names; /* of each value: {rack="r01"}; "" for a scalar or a command's number */
	size_t count;
	const char *why; /* one sentence, "" for GATE_NONE and PASS; valid during the call like the rest */
};

typedef void gate_answered(void *ctx, const struct gate_answer *answer);

struct gate_asker; /* opaque */

/**
 * gate_new - nothing asked yet
 *
 * Returns 0 or a negative errno with @e filled. gate_free() accepts NULL; it gives up what is open: connections are
 * closed, commands killed with their process group.
 */
int gate_new(struct gate_asker **asker, struct ece_error *e);
void gate_free(struct gate_asker *asker);

/**
 * gate_fd - readable when gate_step() has something to do; for poll(2) and epoll, owned by @asker
 */
int gate_fd(const struct gate_asker *asker);

/* How many questions have no answer yet. */
size_t gate_open(const struct gate_asker *asker);

/* An instant query. Strings are copied. */
struct gate_promql {
	const char *url; /* of the server, with its path prefix: http://prometheus.example:9090 */
	const char *query;
	uint64_t timeout_ns; /* for the whole of it */
};

/**
 * gate_ask_promql - POST URL/api/v1/query (Prometheus HTTP API); http and https only, no redirects
 *
 * A vector or a scalar gives numbers. An empty vector is no data. What Prometheus calls an error, a matrix, a string,
 * an HTTP status of somebody else, a broken connection, a late or too large answer are GATE_ERROR with the reason.
 * The answer comes from a later gate_step(). Returns 0 or a negative errno with @e filled: not asked.
 */
int gate_ask_promql(struct gate_asker *asker, const struct gate_promql *ask, uint64_t cookie, struct ece_error *e);

/* A command of the fleet file. Strings are copied. */
struct gate_exec {
	const char *const *argv;                       /* NULL-ended; no shell */
	const char *dir;                               /* where it runs: that of the fleet file; NULL: here */
	const char *run;                               /* ECE_RUN */
	const char *change;                            /* ECE_CHANGE, "" for a plan of a single change */
	uint32_t step;                                 /* ECE_STEP, counted from 1 as in all output */
	enum gate_on on;                               /* ECE_ON: treated or untouched */
	bool baseline;                                 /* ECE_WHEN: baseline (before the step) or soak */
	const char *const *treated, *const *untouched; /* ECE_TREATED, ECE_UNTOUCHED: files with a name a line */
	size_t treated_count, untouched_count;
	const char *tmp;     /* where the lists lie; NULL: /tmp */
	uint64_t timeout_ns; /* then the process group is killed */
};

/**
 * gate_ask_exec - run a command
 *
 * Exit code 0 passes, 1 fails, 75 is inconclusive; anything else, death by a signal and the deadline are errors with
 * the last line of its error output. A last line of output that is a number is handed on with any of the first three:
 * 0 with a number is for the caller to judge, when the gate has a bound. The files are gone when the answer comes.
 * Returns 0 or a negative errno with @e filled: it did not start.
 */
int gate_ask_exec(struct gate_asker *asker, const struct gate_exec *ask, uint64_t cookie, struct ece_error *e);

/**
 * gate_step - do what can be done without waiting, hand on what was answered
 *
 * @answered may ask again. Returns the number of answers, or a negative errno with @e filled.
 */
int gate_step(struct gate_asker *asker, gate_answered *answered, void *ctx, struct ece_error *e);

/**
 * gate_answer_judge - what an answer means under a gate's rule
 * @baseline: what was answered before the step, NaN when nothing was
 *
 * GATE_NONE, and PASS with a number where the rule has a bound, go to gate_judge_numbers(); otherwise the answer's own
 * result stands. Numbers of an answer with a result of its own are shown. .worst is the index of what decided.
 */
void gate_answer_judge(const struct gate_rule *rule, const struct gate_answer *answer, double baseline,
		       struct gate_verdict *verdict);

#endif
