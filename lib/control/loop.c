// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The loop of a run: events go to the state machine and into the store; once they are durable, what they led to is
 * carried out. Answers that come together share one commit.
 */
#include <errno.h>
#include <stdlib.h>

#include "lib/control/internal.h"
#include "lib/control/tell.h"

#define NEVER UINT64_MAX

uint64_t run_now(const struct run *run)
{
	uint64_t now = channel_now(run->control->channel) + run->offset_ns;

	return now > run->last_ns ? now : run->last_ns;
}

static int keep_actions(struct run *run, const struct rollout_action *actions, size_t count)
{
	size_t want = run->outbox_count + count;

	if (want > run->outbox_max) {
		size_t max = want * 2;
		struct rollout_action *grown = reallocarray(run->outbox, max, sizeof(*grown));

		if (!grown)
			return ece_error_set(run->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a run");
		run->outbox = grown;
		run->outbox_max = max;
	}
	for (size_t i = 0; i < count; i++)
		run->outbox[run->outbox_count++] = actions[i];
	return 0;
}

/* With the first host that is told to keep what it has; durable with the event that led to it. */
static int make_generation(struct run *run, const struct rollout_action *actions, size_t count)
{
	for (size_t i = 0; i < count && !run->generation; i++)
		if (actions[i].kind == ROLLOUT_ACTION_SEND && actions[i].request == ROLLOUT_REQUEST_CONFIRM)
			return store_generation_next(run->control->store, run->record.id, &run->generation, run->e);
	return 0;
}

int run_feed(struct run *run, const struct rollout_event *event)
{
	const struct rollout_action *actions;
	uint64_t now = run_now(run);
	size_t count;
	int changed = rollout_step(run->rollout, event, now, &actions, &count);
	int err = 0;

	if (changed < 0)
		return ece_error_set(run->e, changed, ECE_ERROR_DAMAGED, "run %s: an event that names nothing",
				     run->record.id);
	if (changed) {
		err = store_event_append(run->control->store, run->record.id, now, event, run->e);
		run_note(run, now, event);
	}
	if (changed && !err)
		err = tell_event(run);
	if (!err)
		err = make_generation(run, actions, count);
	if (!err)
		err = keep_actions(run, actions, count);
	run_note_asked(run, actions, count);
	return err ? err : changed;
}

/* A request that is sent again, or will be, is no trouble yet. */
static bool is_sent_again(const struct run *run, const struct rollout_event *event)
{
	enum rollout_host_state state = rollout_host_state(run->rollout, event->host);

	switch (event->request) {
	case ROLLOUT_REQUEST_APPLY:
		return state == ROLLOUT_HOST_INTENT;
	case ROLLOUT_REQUEST_CONFIRM:
		return state == ROLLOUT_HOST_CONFIRM;
	case ROLLOUT_REQUEST_RENEW:
		return state == ROLLOUT_HOST_HELD;
	default:
		return state == ROLLOUT_HOST_UNDO;
	}
}

/* Returns as run_feed(); tells the watcher when the answer leaves the host in trouble. */
static int feed_answer(struct run *run, const struct rollout_event *event, const char *why)
{
	const struct control_watch *watch = &run->control->watch;
	int changed = run_feed(run, event);

	if (changed > 0 && why[0] && watch->trouble && !is_sent_again(run, event))
		watch->trouble(watch->ctx, run->frozen->lines[event->host].host, why);
	return changed;
}

static unsigned int kind_of(uint64_t cookie)
{
	return cookie >> 32 & 7;
}

static void on_request_answer(struct run *run, const struct channel_answer *answer)
{
	struct rollout_event event = {
		.kind = ROLLOUT_EVENT_ANSWER,
		.host = (uint32_t)answer->cookie,
		.request = (enum rollout_request)kind_of(answer->cookie),
		.attempt = (uint32_t)(answer->cookie >> 35),
	};
	char id[PROTOCOL_ID_MAX], why[ECE_ERROR_TEXT_MAX];
	struct protocol_request asked = {0};
	int err;

	if (event.host >= run->frozen->plan.order_count)
		return;
	if (event.request == ROLLOUT_REQUEST_APPLY)
		run->err = frozen_cards(run->frozen, event.host, &asked, run->e);
	if (run->err)
		return;
	request_id(run, event.host, event.request, event.attempt, id, sizeof(id));
	event.answer = answer_read(answer, id, &asked, why, sizeof(why));
	frozen_cards_free(&asked);
	err = feed_answer(run, &event, why);
	run->err = err < 0 ? err : 0;
}

static void on_answer(void *ctx, const struct channel_answer *answer)
{
	struct run *run = ctx;

	run->in_flight -= run->in_flight > 0;
	if (run->err)
		return;
	if (kind_of(answer->cookie) == COOKIE_COUNTERS)
		run->err = sampler_answer(run, answer);
	else
		on_request_answer(run, answer);
}

/* Whoever took the lock after us may have told the hosts something else by now. */
static int run_may_act(struct run *run)
{
	int err;

	if (store_may_act(run->control->store))
		return 0;
	err = store_step(run->control->store, run->e);
	return err ? err :
		     ece_error_set(run->e, -ENOLCK, ECE_ERROR_LOCKED,
				   "the lock of the store was not sure for a moment");
}

/* A request that cannot even be handed over surely did not arrive. */
static int send_request(struct run *run, const struct rollout_action *action)
{
	struct rollout_event event = {
		.kind = ROLLOUT_EVENT_ANSWER,
		.host = action->host,
		.request = action->request,
		.attempt = action->attempt,
		.answer = ROLLOUT_ANSWER_NOT_SENT,
	};
	struct ece_error why;
	int err = run_may_act(run);

	if (err)
		return err;
	err = run_submit(run, action, &why);
	if (!err)
		return 0;
	if (err == -ENOMEM || why.kind == ECE_ERROR_DAMAGED || why.kind == ECE_ERROR_VERSION)
		return ece_error_set(run->e, err, why.kind, "%s", why.text);
	err = feed_answer(run, &event, why.text);
	return err < 0 ? err : 0;
}

/* A paused run is held by whoever was told to. */
static bool stays(const struct run *run)
{
	return run->control->hold && rollout_state(run->rollout) == ROLLOUT_PAUSED;
}

static int act(struct run *run, const struct rollout_action *action, bool *moved)
{
	switch (action->kind) {
	case ROLLOUT_ACTION_SEND:
		return send_request(run, action);
	case ROLLOUT_ACTION_WAIT:
		run->wait_ns = action->deadline_ns;
		return 0;
	case ROLLOUT_ACTION_CHANGED:
		*moved = true;
		return 0;
	case ROLLOUT_ACTION_SAMPLE:
		return sampler_begin(run, action);
	case ROLLOUT_ACTION_JUDGE:
		return judge_begin(run, action);
	case ROLLOUT_ACTION_FINISH:
		run->finished = rollout_idle(run->rollout) && !stays(run);
		return 0;
	default:
		return 0;
	}
}

static void tell_moved(struct run *run)
{
	const struct control_watch *watch = &run->control->watch;

	if (watch->moved)
		watch->moved(watch->ctx, &run->frozen->plan, run->rollout, run_now(run));
}

/* What is carried out may lead to more events (a request that could not be sent), which must be durable first again. */
static int commit_and_act(struct run *run)
{
	struct rollout_action *actions;
	bool moved = false;
	int err = store_commit(run->control->store, run->e);

	while (!err && run->outbox_count) {
		size_t count = run->outbox_count;

		actions = run->outbox;
		run->outbox = NULL;
		run->outbox_count = 0;
		run->outbox_max = 0;
		for (size_t i = 0; i < count && !err; i++)
			err = act(run, &actions[i], &moved);
		free(actions);
		if (!err)
			err = store_commit(run->control->store, run->e);
	}
	if (!err && moved)
		tell_moved(run);
	return err;
}

/*
 * Real time counts where a person, Prometheus or a command is waited for: a simulated clock stands still then. It must
 * go on as long as hosts have something to answer.
 */
static bool holds_clock(const struct run *run)
{
	if (gate_open(run->control->wake.asker))
		return true;
	return stays(run) && rollout_idle(run->rollout) && !run->in_flight;
}

/* @news: come back early when there is other news, too; always so while the clock is held, or nothing would end it. */
static int poll_until(struct run *run, uint64_t until, bool news)
{
	bool hold = holds_clock(run);
	int wake_fd = news || hold ? run->control->wake.epoll_fd : -1;
	int n = channel_poll(run->control->channel, until, wake_fd, hold, on_answer, run, run->e);

	if (n < 0 && n != -EINTR)
		return n;
	return run->err ? run->err : n;
}

/*
 * One answer is worth a short wait for those that come right behind it: they then share its commit, and what it leads
 * to goes out together, so that hosts that share a journal can share their commits as well. Other news waits that long:
 * which answers share a commit must not depend on how busy this machine is, where the clock is a simulated one.
 */
static int gather(struct run *run)
{
	uint64_t until = channel_now(run->control->channel) + GATHER_NS;
	int n = 1;

	for (int seen = 0; n > 0 && seen < GATHER_MAX && !rollout_idle(run->rollout); seen += n)
		n = poll_until(run, until, false);
	return n < 0 && n != -EINTR ? n : 0;
}

static int feed_timer(struct run *run)
{
	int changed;

	if (run_now(run) < run->wait_ns)
		return 0;
	run->wait_ns = NEVER;
	changed = run_feed(run, &(struct rollout_event){.kind = ROLLOUT_EVENT_TIMER});
	return changed < 0 ? changed : 0;
}

static int wait_for_news(struct run *run)
{
	uint64_t until = run->wait_ns == NEVER ? NEVER : run->wait_ns - run->offset_ns;
	int err, n = poll_until(run, until, true);

	if (n > 0)
		n = gather(run);
	if (n < 0 && n != -EINTR)
		return n;
	err = wake_look(run);
	if (!err)
		err = sampler_go(run);
	return err ? err : feed_timer(run);
}

/* A frozen store is heard first, or what is open would be sent; a thawed one last, as it lets things go on. */
static int feed_first(struct run *run, const enum rollout_event_kind *first, size_t count)
{
	int frozen = store_frozen(run->control->store, NULL, 0, run->e);
	int err = frozen > 0 ? words_freeze(run) : 0;

	if (frozen < 0)
		return frozen;
	for (size_t i = 0; i < count && err >= 0; i++)
		err = run_feed(run, &(struct rollout_event){.kind = first[i]});
	return err < 0 ? err : words_freeze(run);
}

int run_loop(struct run *run, const enum rollout_event_kind *first, size_t count, struct ece_error *e)
{
	int err;

	run->e = e;
	run->wait_ns = NEVER;
	run->frozen_seen = -1;
	err = tell_open(run);
	if (!err)
		err = wake_open(run->control, e);
	if (!err)
		err = feed_first(run, first, count);
	if (!err)
		err = commit_and_act(run);
	while (!err && !run->finished && !run->control->stop) {
		err = wait_for_news(run);
		if (!err)
			err = commit_and_act(run);
	}
	wake_close(run->control);
	return err;
}
