/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Webhooks of a run. A message becomes durable with the event that it tells of, and is forgotten when it got there: a
 * controller that dies in between leaves it to the next one of this store, so it comes at least once, always under
 * one id. Private to lib/control.
 */
#ifndef ECE_LIB_CONTROL_TELL_H
#define ECE_LIB_CONTROL_TELL_H

#include "lib/control/internal.h"
#include "lib/fleet/hooks.h"
#include "lib/hook/hook.h"

#define TELL_LAST_NS (5 * SECOND_NS) /* that the end of a run waits for messages on their first way */
#define TELL_AGE_S   86400           /* older ones are not delivered any more */
#define TELL_WAITING "hook/"         /* notes of the store: KEY/ID/TARGET */
#define TELL_LOST    "hook.lost/"    /* KEY/SERVER: what was given up since the last one that got there */
#define TELL_ID_MAX  (RUN_ID_MAX + 16)

/* What is to be told apart: where a run is. */
struct tell_scene {
	enum rollout_run_state state;
	enum rollout_pause pause;
	uint32_t step;
	enum rollout_step_state step_state;
};

/* One for whom there are messages: of this run, or left over from others. */
struct tell_target {
	char *url;
	bool complained; /* its failure was told to the watcher */
};

struct tell {
	struct hook *hook;
	struct tell_target targets[HOOK_TARGETS_MAX]; /* as those of @hook; the first ones are those of the run */
	size_t count;
	struct tell_scene scene; /* that was told of last */
};

/**
 * tell_open - for a run that is carried out from now on: who is told, and what is left over from earlier
 * tell_close - accepts what was not opened
 *
 * Returns 0 or a negative errno with the run's error filled.
 */
int tell_open(struct run *run);
void tell_close(struct control *control);

/**
 * tell_event - an event has changed the run and is in the open transaction: so is what is told of it, when this returns
 * tell_verdict - the same for a verdict
 */
int tell_event(struct run *run);
int tell_verdict(struct run *run, const struct control_verdict *verdict);

/**
 * tell_look - send what is due, hear what has come of it
 */
int tell_look(struct run *run);

/**
 * tell_rest - the run does not go on: wait a little for messages that are on their way the first time
 */
void tell_rest(struct run *run);

/**
 * tell_message, tell_annotation - the text of a message about an event, and of one for Grafana; free() it
 * @verdict: of a GATE; else NULL
 *
 * Return NULL without memory; tell_annotation() also when there is nothing that has begun and ended.
 */
char *tell_message(const struct run *run, enum fleet_hook_event event, const struct control_verdict *verdict,
		   const char *id);
char *tell_annotation(const struct run *run, enum fleet_hook_event event, const struct fleet_hook *hook);

#endif
