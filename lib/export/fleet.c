// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A fleet on a page. Hosts have series of their own only where they are behind. */
#include "lib/export/fleet.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/export/internal.h"

void export_fleet_free(struct export_fleet *fleet)
{
	if (!fleet)
		return;
	free(fleet->owed);
	free(fleet);
}

static void begin(struct export_making *making, const char *name, const char *unit, const char *help)
{
	struct export_family family = {.name = name, .unit = unit, .help = help};

	export_family_begin(&making->writer, &family);
}

static void begin_info(struct export_making *making, const char *name, const char *help)
{
	struct export_family family = {.name = name, .help = help, .type = EXPORT_INFO};

	export_family_begin(&making->writer, &family);
}

static void one(struct export_making *making, const char *name, const char *help, uint64_t value)
{
	begin(making, name, NULL, help);
	export_sample(&making->writer, NULL, NULL, export_integer(value));
}

static void labelled(struct export_making *making, const struct export_label *list, size_t count, uint64_t value)
{
	export_sample(&making->writer, &(struct export_labels){.list = list, .count = count}, NULL,
		      export_integer(value));
}

/* One series for each word of @name, those with nothing in them as well: a state that was left has to be 0 again. */
static void tell_states(struct export_making *making, const struct export_run *run, const uint32_t *in, int states,
			const char *(*name)(int state))
{
	for (int i = 0; i < states; i++) {
		struct export_label list[] = {{"run", run->id}, {"state", name(i)}};

		labelled(making, list, 2, in[i]);
	}
}

static const char *run_word(int state)
{
	return rollout_run_state_name((enum rollout_run_state)state);
}

static const char *step_word(int state)
{
	return rollout_step_state_name((enum rollout_step_state)state);
}

static const char *host_word(int state)
{
	return rollout_host_state_name((enum rollout_host_state)state);
}

static void tell_run_number(struct export_making *making, const struct export_run *run, const char *name,
			    const char *help, uint64_t value)
{
	struct export_label label = {"run", run->id};

	begin(making, name, NULL, help);
	labelled(making, &label, 1, value);
}

static void tell_run_time(struct export_making *making, const struct export_run *run, const char *name,
			  const char *help, int64_t value)
{
	struct export_label label = {"run", run->id};

	begin(making, name, "seconds", help);
	if (value > 0)
		labelled(making, &label, 1, (uint64_t)value);
}

static void tell_pause(struct export_making *making, const struct export_run *run)
{
	struct export_label list[] = {{"run", run->id}, {"reason", rollout_pause_name(run->pause)}};

	begin(making, "ece_run_pause", NULL, "1: why the run is paused. One that is not has no series.");
	if (run->pause != ROLLOUT_PAUSE_NONE)
		labelled(making, list, 2, 1);
}

static void tell_verdicts(struct export_making *making, const struct export_run *run)
{
	begin(making, "ece_run_verdict", NULL, "1: what a gate of the run said last.");
	for (size_t i = 0; i < run->verdict_count; i++) {
		const struct export_verdict *it = &run->verdicts[i];
		struct export_label list[] = {
			{"run", run->id}, {"change", it->change}, {"gate", it->gate}, {"verdict", it->verdict}};

		labelled(making, list, 4, 1);
	}
}

static void tell_progress(struct export_making *making, const struct export_run *run)
{
	uint32_t now[ROLLOUT_RUN_STATE_COUNT] = {0};

	now[run->state] = 1;
	begin(making, "ece_run_state", NULL, "1: the state that the run is in.");
	tell_states(making, run, now, ROLLOUT_RUN_STATE_COUNT, run_word);
	tell_pause(making, run);
	tell_run_number(making, run, "ece_run_step", "The step that is carried out or undone, from 1.", run->step);
	begin(making, "ece_run_steps", NULL, "How many steps of the run are in which state.");
	tell_states(making, run, run->steps_in, ROLLOUT_STEP_STATE_COUNT, step_word);
	begin(making, "ece_run_hosts", NULL,
	      "How many hosts of the run are in which state; one that gets two changes counts twice.");
	tell_states(making, run, run->hosts_in, ROLLOUT_HOST_STATE_COUNT, host_word);
	tell_run_time(making, run, "ece_run_lease_end_timestamp_seconds",
		      "When the first lease of a host of the run ends, if nobody renews it.", run->lease_end_unix);
	tell_verdicts(making, run);
}

static void tell_run(struct export_making *making, const struct export_run *run)
{
	struct export_label list[] = {{"run", run->id}, {"file", run->file}, {"change", run->change_id}};

	begin_info(making, "ece_run", "The newest run of this store, its fleet file, and its change ticket.");
	labelled(making, list, 3, 1);
	tell_run_time(making, run, "ece_run_start_timestamp_seconds", "When the run began.", run->started_unix);
	tell_run_number(making, run, "ece_run_generation",
			"The generation of the fleet that the run made; 0: it has made none.", run->generation);
	tell_run_number(making, run, "ece_run_known",
			"0: what the store keeps of the run cannot be read, and its state is not known.", run->known);
	if (run->known)
		tell_progress(making, run);
}

static void tell_generations(struct export_making *making, const struct export_fleet *fleet)
{
	one(making, "ece_fleet_generation", "The newest generation of the fleet; 0: nothing was ever confirmed.",
	    fleet->generation);
	begin(making, "ece_fleet_hosts", NULL,
	      "How many hosts have which generation, of those of the newest one; the oldest one told has all older "
	      "ones.");
	for (size_t i = 0; i < fleet->generation_count; i++) {
		char number[EXPORT_NUMBER_MAX];
		struct export_label label = {"generation", number};

		snprintf(number, sizeof(number), "%" PRIu64, fleet->generations[i].generation);
		labelled(making, &label, 1, fleet->generations[i].hosts);
	}
}

static void tell_owed(struct export_making *making, const struct export_fleet *fleet)
{
	one(making, "ece_fleet_hosts_owed", "How many hosts are owed something that a confirmed run left them without.",
	    fleet->owed_hosts);
	one(making, "ece_fleet_hosts_left_out",
	    "How many of these have no series of their own, for there are too many.", fleet->owed_left_out);
	begin(making, "ece_fleet_host_owed", NULL, "1: the host is owed a change since this generation.");
	for (size_t i = 0; i < fleet->owed_count; i++) {
		char number[EXPORT_NUMBER_MAX];
		struct export_label list[] = {
			{"host", fleet->owed[i].host}, {"change", fleet->owed[i].change}, {"generation", number}};

		snprintf(number, sizeof(number), "%" PRIu64, fleet->owed[i].generation);
		labelled(making, list, 3, 1);
	}
}

void export_tell_fleet(struct export_making *making)
{
	const struct export_fleet *fleet = making->view->fleet;
	struct export_label holder = {"holder", fleet ? fleet->holder : NULL};

	if (!fleet)
		return;
	one(making, "ece_fleet_frozen", "1: writes are forbidden everywhere.", fleet->frozen);
	one(making, "ece_fleet_lock_held", "1: a controller is at work on this store.", fleet->locked);
	begin_info(making, "ece_fleet_lock", "The controller that is at work.");
	if (fleet->locked)
		labelled(making, &holder, 1, 1);
	tell_generations(making, fleet);
	tell_owed(making, fleet);
	if (fleet->has_run)
		tell_run(making, &fleet->run);
}
