// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Begin a run, take one over, undo one, look at one. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "lib/control/internal.h"
#include "lib/control/tell.h"

#define ID_TRIES 8

void run_free(struct run *run)
{
	if (!run)
		return;
	rollout_free(run->rollout);
	frozen_free(run->frozen);
	for (int i = 0; i < ROLLOUT_SAMPLE_COUNT; i++)
		sample_free(run->samples[i]);
	signing_free(run->signing);
	sampler_done(&run->sampler);
	free(run->applied_again);
	free(run->step_began_ns);
	free(run->outbox);
	free(run);
}

int run_new(struct control *control, const struct store_run *record, char *text, size_t len, struct run **out,
	    struct ece_error *e)
{
	struct run *run = calloc(1, sizeof(*run));
	int err;

	if (!run) {
		free(text);
		ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a run");
		return -ENOMEM;
	}
	run->control = control;
	run->record = *record;
	run->generation = record->generation;
	err = frozen_read(text, len, &run->frozen, e);
	if (!err)
		err = run_make_rollout(run, e);
	if (!err) {
		run->applied_again = calloc(run->frozen->plan.order_count, sizeof(*run->applied_again));
		run->step_began_ns = calloc(run->frozen->plan.step_count + 1, sizeof(*run->step_began_ns));
		if (!run->applied_again || !run->step_began_ns)
			err = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a run");
	}
	if (err) {
		run_free(run);
		return err;
	}
	*out = run;
	return 0;
}

static void note_step(struct run *run, uint64_t now_ns)
{
	uint32_t step = rollout_current_step(run->rollout);

	if (!run->step_began_ns[step] && rollout_step_state(run->rollout, step) != ROLLOUT_STEP_PENDING)
		run->step_began_ns[step] = now_ns;
}

void run_note(struct run *run, uint64_t now_ns, const struct rollout_event *event)
{
	if (!run->began_ns)
		run->began_ns = now_ns;
	run->last_ns = now_ns;
	run->event_count++;
	note_step(run, now_ns);
	run->undo_round += event->kind == ROLLOUT_EVENT_UNDO;
	run->said += words_is_said(event->kind);
	if (event->kind == ROLLOUT_EVENT_ANSWER && event->answer == ROLLOUT_ANSWER_SELF_UNDONE)
		run->applied_again[event->host]++;
}

void run_note_asked(struct run *run, const struct rollout_action *actions, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (actions[i].kind == ROLLOUT_ACTION_SAMPLE)
			run->asked[actions[i].sample] = (struct asked){true, actions[i].step, actions[i].round};
}

int run_replay(void *ctx, uint64_t now_ns, const struct rollout_event *event)
{
	const struct rollout_action *actions;
	struct run *run = ctx;
	size_t count;
	int changed = rollout_step(run->rollout, event, now_ns, &actions, &count);

	/* Only what changed the run was written, so what does not is of another run or another program. */
	if (changed != 1)
		return ece_error_set(run->e, -EUCLEAN, ECE_ERROR_DAMAGED,
				     "run %s: its events do not follow from its plan", run->record.id);
	run_note(run, now_ns, event);
	run_note_asked(run, actions, count);
	return 0;
}

int run_find(struct control *control, const char *run_id, bool open, struct run **run, struct ece_error *e)
{
	struct store_run record;
	char *text;
	size_t len;
	int err = store_run_find(control->store, run_id, open, &record, e);

	if (!err)
		err = store_run_plan(control->store, record.id, &text, &len, e);
	return err ? err : run_new(control, &record, text, len, run, e);
}

int run_open(struct control *control, const char *run_id, bool open, struct run **out, struct ece_error *e)
{
	struct run *run = NULL;
	int err = run_find(control, run_id, open, &run, e);

	if (err)
		return err;
	run->e = e;
	err = store_event_each(control->store, run->record.id, run_replay, run, e);
	if (err) {
		run_free(run);
		return err;
	}
	*out = run;
	return 0;
}

static void holder_text(char *buf, size_t size)
{
	char host[HOST_NAME_MAX + 1] = "", since[32];
	time_t now = time(NULL);
	struct tm tm;

	gethostname(host, sizeof(host) - 1);
	gmtime_r(&now, &tm);
	strftime(since, sizeof(since), "%Y-%m-%d %H:%M:%SZ", &tm);
	snprintf(buf, size, "pid %ld on %s since %s", (long)getpid(), host, since);
}

static int lock(struct control *control, struct ece_error *e)
{
	char holder[HOST_NAME_MAX + 64];

	/* A signal that came while hosts were read, or right before: it must not be forgotten. */
	if (control->stop)
		return ece_error_set(e, -EINTR, ECE_ERROR_GONE, "stopped before anything was written");
	holder_text(holder, sizeof(holder));
	return store_lock(control->store, holder, e);
}

static void drive(struct control *control, struct run *run)
{
	uint64_t now = channel_now(control->channel);

	run_free(control->run);
	control->run = run;
	/* The clock of the channel may have started over since the last event, for example with the machine. */
	run->offset_ns = run->last_ns > now ? run->last_ns - now : 0;
}

static int finish(struct control *control, enum control_result *result, struct ece_error *e)
{
	struct run *run = control->run;

	int err = 0;

	*result = result_of_run(run);
	if (*result == CONTROL_PAUSED)
		return 0;
	if (rollout_state(run->rollout) == ROLLOUT_DONE)
		err = owed_settle(run, e);
	return err ? err : store_run_finish(control->store, run->record.id, control_result_name(*result), e);
}

static int carry_out(struct control *control, const enum rollout_event_kind *first, size_t count,
		     enum control_result *result, struct ece_error *e)
{
	int err;

	err = run_loop(control->run, first, count, e);
	control->stop = 0;
	if (!err)
		err = finish(control, result, e);
	if (!err)
		tell_rest(control->run);
	tell_close(control);
	return err;
}

/* When it began, and a few bits against two in one second. */
static int make_run_id(char *id, size_t size, int64_t now, struct ece_error *e)
{
	time_t when = (time_t)now;
	unsigned short salt;
	char date[32];
	struct tm tm;

	if (getrandom(&salt, sizeof(salt), 0) != (ssize_t)sizeof(salt))
		return ece_error_set(e, -EIO, ECE_ERROR_IO, "no random numbers for the id of the run");
	gmtime_r(&when, &tm);
	strftime(date, sizeof(date), "%Y%m%d-%H%M%S", &tm);
	snprintf(id, size, "%s-%04x", date, salt);
	return 0;
}

/* A run that holds hosts must come to its end before another one touches them. */
static int refuse_open_run(struct control *control, struct ece_error *e)
{
	struct store_run open;
	int err = store_run_find(control->store, NULL, true, &open, e);

	if (err == -ENOENT)
		return 0;
	if (err)
		return err;
	return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED,
			     "run %s is still open: resume it, or undo it, before another one", open.id);
}

/*
 * A host that has seen a token which this store has not given out yet: the store is an older copy of itself. What it
 * gives out now, hosts refuse, or take for what the lost time gave out.
 */
static int refuse_older_store(struct control *control, const struct facts_host *hosts, size_t count,
			      struct ece_error *e)
{
	struct token last;
	int err = store_identity(control->store, &last, e);

	for (size_t i = 0; i < count && !err; i++) {
		const struct token *obeyed = &hosts[i].obeyed;

		if (token_compare(obeyed, &last) != TOKEN_NEWER)
			continue;
		err = ece_error_set(e, -ESTALE, ECE_ERROR_STALE,
				    "%s has obeyed this store at epoch %" PRIu32 ", number %" PRIu64
				    ", and the store has only come to epoch %" PRIu32 ", number %" PRIu64
				    ": was it restored from an older copy? then 'ece-apply epoch raise' makes it the "
				    "newer one again; nothing was written",
				    hosts[i].name, obeyed->epoch, obeyed->number, last.epoch, last.number);
	}
	return err;
}

/* Its full path, which is the same file for a later command in another directory; as it was named if it is gone. */
static void set_file(struct store_run *record, const char *file)
{
	if (!realpath(file, record->file))
		snprintf(record->file, sizeof(record->file), "%s", file);
}

/* Two runs of one second may draw the same bits. */
static int create_record(struct control *control, struct store_run *record, const char *plan, size_t len,
			 struct ece_error *e)
{
	int err = -EEXIST;

	for (int i = 0; i < ID_TRIES && err == -EEXIST; i++) {
		err = make_run_id(record->id, sizeof(record->id), record->started_unix, e);
		if (!err)
			err = store_run_create(control->store, record, plan, len, e);
	}
	return err;
}

static int create(struct control *control, const struct fleet *fleet, const struct plan *plan,
		  const struct facts_host *hosts, struct ece_error *e)
{
	struct store_run record = {.started_unix = time(NULL)};
	struct run *run = NULL;
	char *text;
	size_t len;
	int err = frozen_write(fleet, plan, hosts, control->adopt, control->simulated, &text, &len, e);

	if (err)
		return err;
	set_file(&record, fleet->file);
	memcpy(record.change_id, control->change_id, sizeof(record.change_id));
	err = create_record(control, &record, text, len, e);
	if (err) {
		free(text);
		return err;
	}
	err = run_new(control, &record, text, len, &run, e);
	if (err)
		return err;
	drive(control, run);
	if (!control->sign.key)
		return 0;
	err = signing_make(run, e);
	if (err)
		store_run_finish(control->store, record.id, control_result_name(CONTROL_ERROR), NULL);
	return err;
}

int control_run(struct control *control, const struct fleet *fleet, const struct plan *plan,
		const struct facts_host *hosts, char *run_id, enum control_result *result, struct ece_error *e)
{
	int err;

	run_id[0] = '\0';
	if (plan->refused || !plan->order_count) {
		*result = result_of_plan(plan);
		return 0;
	}
	err = store_frozen(control->store, control->frozen, sizeof(control->frozen), e);
	if (err > 0)
		*result = CONTROL_PAUSED;
	if (err)
		return err < 0 ? err : 0;
	err = lock(control, e);
	if (err)
		return err;
	err = refuse_open_run(control, e);
	if (!err)
		err = refuse_older_store(control, hosts, plan->host_count, e);
	if (!err)
		err = create(control, fleet, plan, hosts, e);
	if (!err) {
		snprintf(run_id, RUN_ID_MAX, "%s", control->run->record.id);
		err = carry_out(control, &(enum rollout_event_kind){ROLLOUT_EVENT_START}, 1, result, e);
	}
	store_unlock(control->store);
	return err;
}

/* A new number for the same run: whoever drove it before and is not quite dead is refused by hosts from now on. */
static int take_over(struct control *control, const char *run_id, bool open, bool sign, struct ece_error *e)
{
	struct run *run = NULL;
	int err = run_open(control, run_id, open, &run, e);

	if (err)
		return err;
	err = store_run_reopen(control->store, &run->record, e);
	if (!err && sign && control->sign.key)
		err = signing_make(run, e);
	if (err)
		run_free(run);
	else
		drive(control, run);
	return err;
}

/* What is open is sent, sampled and judged again before the word is heard: so it is heard where the run stands. */
static int say(struct control *control, const char *run_id, enum rollout_event_kind word, enum control_result *result,
	       struct ece_error *e)
{
	const enum rollout_event_kind events[] = {ROLLOUT_EVENT_TAKE_OVER, word};
	int err = lock(control, e);

	if (err)
		return err;
	err = take_over(control, run_id, true, word == ROLLOUT_EVENT_RESUME, e);
	if (!err)
		err = carry_out(control, events, 2, result, e);
	store_unlock(control->store);
	return err;
}

int control_resume(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e)
{
	return say(control, run_id, ROLLOUT_EVENT_RESUME, result, e);
}

int control_pause(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e)
{
	return say(control, run_id, ROLLOUT_EVENT_PAUSE, result, e);
}

int control_accept(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e)
{
	return say(control, run_id, ROLLOUT_EVENT_ACCEPT, result, e);
}

int control_abort(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e)
{
	return say(control, run_id, ROLLOUT_EVENT_ABORT, result, e);
}

/* Open requests are sent again first: what they did must be known before it is put back. */
static int undo(struct control *control, enum control_result *result, struct ece_error *e)
{
	static const enum rollout_event_kind events[] = {ROLLOUT_EVENT_TAKE_OVER, ROLLOUT_EVENT_UNDO};

	return carry_out(control, events, 2, result, e);
}

static int close_damaged(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e)
{
	struct store_run record;
	int err = store_run_find(control->store, run_id, false, &record, e);

	if (err)
		return err;
	if (record.result[0])
		return -EUCLEAN;
	run_free(control->run);
	control->run = NULL;
	*result = CONTROL_UNDO_INCOMPLETE;
	return store_run_finish(control->store, record.id, control_result_name(*result), e);
}

int control_undo(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e)
{
	int err = lock(control, e);

	if (err)
		return err;
	err = take_over(control, run_id, false, false, e);
	if (!err)
		err = undo(control, result, e);
	else if (err == -EUCLEAN)
		err = close_damaged(control, run_id, result, e);
	store_unlock(control->store);
	return err;
}

int control_load(struct control *control, const char *run_id, struct ece_error *e)
{
	struct run *run = NULL;
	int err = run_open(control, run_id, false, &run, e);

	if (err)
		return err;
	run_free(control->run);
	control->run = run;
	return 0;
}
