// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/control/fleet_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/control/internal.h"

struct look {
	struct store *store;
	struct control *control;
	struct export_fleet *out;
	struct store_owed *owed; /* @owed_count of them, by host */
	size_t owed_count;
	struct ece_error *e;
};

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what the store says of its fleet");
}

static int read_standing(struct look *l)
{
	int frozen = store_frozen(l->store, NULL, 0, l->e);

	if (frozen < 0)
		return frozen;
	l->out->frozen = frozen;
	l->out->locked = store_holder(l->store, l->out->holder, sizeof(l->out->holder));
	return store_owed_list(l->store, &l->owed, &l->owed_count, l->e);
}

/* The list is by host: is this entry the first of its host? */
static bool is_first(const struct look *l, size_t i)
{
	return !i || strcmp(l->owed[i].host, l->owed[i - 1].host) != 0;
}

static int keep_owed(struct look *l)
{
	struct export_fleet *out = l->out;

	out->owed = calloc(l->owed_count ? l->owed_count : 1, sizeof(*out->owed));
	if (!out->owed)
		return no_memory(l->e);
	for (size_t i = 0; i < l->owed_count; i++) {
		struct export_owed *to = &out->owed[out->owed_count];

		out->owed_hosts += is_first(l, i);
		if (out->owed_hosts > EXPORT_HOSTS_MAX) {
			out->owed_left_out = out->owed_hosts - EXPORT_HOSTS_MAX;
			continue;
		}
		copy_text(to->host, sizeof(to->host), l->owed[i].host);
		copy_text(to->change, sizeof(to->change), l->owed[i].change);
		to->generation = l->owed[i].generation;
		out->owed_count++;
	}
	return 0;
}

/* The newest of a gate of a change stays. */
static int add_verdict(void *ctx, const struct control_verdict *v)
{
	struct export_run *run = ctx;
	struct export_verdict *to = run->verdicts;
	size_t i = 0;

	while (i < run->verdict_count && (strcmp(to[i].change, v->change) != 0 || strcmp(to[i].gate, v->gate) != 0))
		i++;
	if (i == EXPORT_VERDICTS_MAX)
		return 0;
	if (i == run->verdict_count)
		run->verdict_count++;
	copy_text(to[i].change, sizeof(to[i].change), v->change);
	copy_text(to[i].gate, sizeof(to[i].gate), v->gate);
	copy_text(to[i].verdict, sizeof(to[i].verdict), control_verdict_word(v));
	return 0;
}

/* The run's clock is not ours: what is known is when it began on both. */
static int64_t lease_end(const struct look *l, const struct export_run *run)
{
	uint64_t began, last, end = rollout_lease_end(control_rollout(l->control));

	control_times(l->control, &began, &last);
	if (end == UINT64_MAX || end < began)
		return 0;
	return run->started_unix + (int64_t)((end - began) / SECOND_NS);
}

static int read_progress(struct look *l, struct export_run *run)
{
	const struct rollout *rollout = control_rollout(l->control);
	const struct plan *plan = control_plan(l->control);

	run->known = true;
	run->state = rollout_state(rollout);
	run->pause = rollout_pause(rollout);
	run->step = rollout_current_step(rollout) + 1;
	run->steps = (uint32_t)plan->step_count;
	for (size_t i = 0; i < plan->step_count; i++)
		run->steps_in[rollout_step_state(rollout, i)]++;
	for (uint32_t i = 0; i < plan->order_count; i++)
		run->hosts_in[rollout_host_state(rollout, i)]++;
	run->lease_end_unix = lease_end(l, run);
	return control_verdicts(l->control, add_verdict, run, l->e);
}

static bool is_unreadable(int err)
{
	return err == -EUCLEAN || err == -EPROTONOSUPPORT;
}

static int read_run(struct look *l, const struct store_run *record)
{
	struct export_run *run = &l->out->run;
	int err;

	l->out->has_run = true;
	copy_text(run->id, sizeof(run->id), record->id);
	copy_text(run->change_id, sizeof(run->change_id), record->change_id);
	copy_text(run->file, sizeof(run->file), record->file);
	run->started_unix = record->started_unix;
	run->generation = record->generation;
	err = control_load(l->control, record->id, l->e);
	if (err)
		return is_unreadable(err) ? 0 : err;
	return read_progress(l, run);
}

static int intern_host(struct intern *hosts, const char *host, struct ece_error *e)
{
	uint32_t number;

	return intern_put(hosts, host, strlen(host), &number) ? no_memory(e) : 0;
}

/* All hosts that a run was made for, whatever became of them. */
static int intern_plan(struct intern *hosts, const struct frozen *f, struct ece_error *e)
{
	int err = 0;

	for (size_t i = 0; i < f->plan.order_count && !err; i++)
		err = intern_host(hosts, f->lines[i].host, e);
	for (size_t i = 0; i < f->unchanged_count && !err; i++)
		err = intern_host(hosts, f->unchanged[i].host, e);
	for (size_t i = 0; i < f->owed_count && !err; i++)
		err = intern_host(hosts, f->owed[i].host, e);
	return err;
}

static int newest_first(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x < *y) - (*x > *y);
}

/* @behind: what each owed host has. What does not fit is counted with the oldest that did. */
static void count_generations(struct export_fleet *out, uint64_t *behind, size_t count, size_t newest)
{
	struct export_generation *last = out->generations;

	*last = (struct export_generation){.generation = out->generation, .hosts = newest};
	out->generation_count = 1;
	qsort(behind, count, sizeof(*behind), newest_first);
	for (size_t i = 0; i < count; i++) {
		if (last->generation != behind[i] && out->generation_count < EXPORT_GENERATIONS_MAX) {
			last = &out->generations[out->generation_count++];
			*last = (struct export_generation){.generation = behind[i]};
		}
		last->hosts++;
	}
}

/* The generation before the first that it missed, of all its changes. Returns how many hosts. */
static size_t list_behind(const struct look *l, uint64_t *behind)
{
	size_t count = 0;

	for (size_t i = 0; i < l->owed_count; i++) {
		uint64_t missed = l->owed[i].generation, has = missed ? missed - 1 : 0;

		if (is_first(l, i))
			behind[count++] = has;
		else if (has < behind[count - 1])
			behind[count - 1] = has;
	}
	return count;
}

/* The owed hosts are interned first: what the plan adds to them are those that have it all. */
static int count_hosts(struct look *l, const struct frozen *f, struct intern *hosts, uint64_t *behind)
{
	size_t count;
	int err = 0;

	for (size_t i = 0; i < l->owed_count && !err; i++)
		err = intern_host(hosts, l->owed[i].host, l->e);
	count = hosts->count;
	err = err ? err : intern_plan(hosts, f, l->e);
	if (!err)
		count_generations(l->out, behind, list_behind(l, behind), hosts->count - count);
	return err;
}

static int read_generation(struct look *l, const struct store_run *record)
{
	struct arena arena = {0};
	struct intern hosts = {.arena = &arena};
	uint64_t *behind = calloc(l->owed_count + 1, sizeof(*behind));
	struct run *run;
	int err;

	if (!behind)
		return no_memory(l->e);
	err = run_find(l->control, record->id, false, &run, l->e);
	if (!err) {
		err = count_hosts(l, run->frozen, &hosts, behind);
		run_free(run);
	}
	free(behind);
	intern_done(&hosts);
	arena_done(&arena);
	return is_unreadable(err) ? 0 : err;
}

/* One that is under way, or was undone, has a number of its own, and hosts do not have it. */
static bool made_generation(const struct store_run *run)
{
	return run->generation && (!strcmp(run->result, control_result_name(CONTROL_APPLIED)) ||
				   !strcmp(run->result, control_result_name(CONTROL_APPLIED_OWED)));
}

static int read_runs(struct look *l)
{
	const struct store_run *newest = NULL;
	struct store_run *runs;
	size_t count;
	int err = store_run_list(l->store, &runs, &count, l->e);

	if (err)
		return err;
	for (size_t i = 0; i < count; i++)
		if (made_generation(&runs[i]) && runs[i].generation > l->out->generation) {
			l->out->generation = runs[i].generation;
			newest = &runs[i];
		}
	err = count ? read_run(l, &runs[0]) : 0;
	if (newest && !err)
		err = read_generation(l, newest);
	free(runs);
	return err;
}

static int read_all(struct look *l, const char *dir, const char *vfs)
{
	int err = store_look(dir, vfs, &l->store, l->e);

	err = err ? err : control_new(l->store, NULL /* nobody is asked */, NULL /* nor watched */, &l->control, l->e);
	err = err ? err : read_standing(l);
	err = err ? err : keep_owed(l);
	err = err ? err : read_runs(l);
	control_free(l->control);
	store_close(l->store);
	free(l->owed);
	return err;
}

int control_fleet_read(const char *dir, const char *vfs, struct export_fleet **fleet, struct ece_error *e)
{
	struct ece_error own;
	struct look l = {.out = calloc(1, sizeof(*l.out)), .e = e ? e : &own};
	int err = l.out ? read_all(&l, dir, vfs) : no_memory(l.e);

	if (err) {
		export_fleet_free(l.out);
		return err;
	}
	*fleet = l.out;
	return 0;
}
