/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a controller's store has to tell of its fleet, for a page: plain data. lib/control reads it, since it alone can
 * replay a run (control_fleet_read()).
 */
#ifndef ECE_LIB_EXPORT_FLEET_H
#define ECE_LIB_EXPORT_FLEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/rollout/rollout.h"

#define EXPORT_HOSTS_MAX       500 /* owed ones that are told one by one; more are counted */
#define EXPORT_GENERATIONS_MAX 16  /* older ones are counted with the oldest of these */
#define EXPORT_VERDICTS_MAX    64  /* the newest of each gate of each change of a run; more are not told */

struct export_verdict {
	char change[64], gate[64]; /* change is empty when the run has only one */
	char verdict[16];          /* "pass", "fail", "inconclusive", "error", "damaged" */
};

/* The newest run. */
struct export_run {
	char id[64], change_id[64];
	char file[256];
	int64_t started_unix;
	uint64_t generation; /* 0: it has made none */
	bool known;          /* the following is: its plan and its events could be read */
	enum rollout_run_state state;
	enum rollout_pause pause;
	uint32_t step, steps; /* .step from 1 */
	uint32_t steps_in[ROLLOUT_STEP_STATE_COUNT];
	uint32_t hosts_in[ROLLOUT_HOST_STATE_COUNT]; /* a host counts once for each change that it gets */
	int64_t lease_end_unix;                      /* the earliest; 0: no host holds anything by a lease */
	struct export_verdict verdicts[EXPORT_VERDICTS_MAX];
	size_t verdict_count;
};

struct export_generation {
	uint64_t generation;
	size_t hosts;
};

struct export_owed {
	char host[256];
	char change[64];     /* empty when the run had only one */
	uint64_t generation; /* the first one that it missed */
};

struct export_fleet {
	bool frozen; /* writes are forbidden everywhere */
	bool locked; /* a controller is at work */
	char holder[256];
	bool has_run;
	struct export_run run;
	uint64_t generation;                                          /* the newest; 0: there is none */
	struct export_generation generations[EXPORT_GENERATIONS_MAX]; /* newest first */
	size_t generation_count;
	struct export_owed *owed; /* one for each change that a host is owed */
	size_t owed_count, owed_hosts, owed_left_out;
};

/* export_fleet_free - NULL is accepted */
void export_fleet_free(struct export_fleet *fleet);

#endif
