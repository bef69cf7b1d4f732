// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Whatever events come, in whatever order and at whatever time: what is carried out was made durable before, nothing but
 * renewals is sent in a freeze, nobody is confirmed whose gates did not pass, the end of an undo is true, and the events
 * that were kept give the same run once more.
 *
 * The first byte chooses the plan, each eight after it are an event.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rollout/rollout.h"

#define POSITIONS  7
#define STEPS      3
#define GATES      2
#define EVENTS_MAX 512
#define SANE_NS    (UINT64_C(1) << 62) /* beyond it deadlines are cut off */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct trial {
	struct rollout_change changes[2];
	struct rollout_gate gates[GATES];
	struct rollout *run;
	uint64_t now, armed;
	bool intent[POSITIONS];
	uint32_t attempts[POSITIONS][2]; /* of requests, of renewals */
	uint32_t round;                  /* of the last SAMPLE or JUDGE */
	enum rollout_host_state was[POSITIONS];
	struct rollout_event log[EVENTS_MAX];
	uint64_t times[EVENTS_MAX];
	size_t count;
};

static const struct rollout_step_plan steps[STEPS] = {
	{.first = 0, .count = 1, .soak_ns = 500, .baseline_ns = 100},
	{.first = 1, .count = 3, .soak_ns = 500},
	{.first = 4, .count = 3, .soak_ns = 200, .change = 1},
};
static const uint32_t hosts[POSITIONS] = {10, 11, 12, 13, 10, 11, 14};

static void require(bool holds)
{
	if (!holds)
		abort();
}

static struct rollout *make(const struct trial *t)
{
	struct rollout *run = NULL;
	int err = rollout_new(&(struct rollout_plan){.changes = t->changes,
						     .change_count = 2,
						     .steps = steps,
						     .step_count = STEPS,
						     .host_of = hosts,
						     .host_count = POSITIONS},
			      &run);

	require(!err || err == -ENOMEM);
	return run;
}

static void choose_plan(struct trial *t, uint8_t byte)
{
	for (uint32_t g = 0; g < GATES; g++)
		t->gates[g] = (struct rollout_gate){
			.name = "gate",
			.samples = g == 0,
			.on_inconclusive = (enum rollout_rule)((byte >> 6) % 3),
			.wait_ns = byte & 32 ? 400 : 0,
		};
	for (uint32_t c = 0; c < 2; c++)
		t->changes[c] = (struct rollout_change){
			.name = c ? "second" : "first",
			.limits = {.unreachable = 2,
				   .lost = 2,
				   .failed = 1 + (byte >> 2 & 1),
				   .parallel = 1 + (byte & 3),
				   .undo_parallel = 2,
				   .attempts = 2,
				   .answer_ns = 1000,
				   .retry_ns = 100,
				   .undo_on_fail = byte & 8,
				   .lease_ns = byte & 16 ? 1500 : 0,
				   .sample_ns = 200,
				   .judge_ns = 300},
			.gates = t->gates,
			.gate_count = c ? 1 : GATES,
		};
}

static uint64_t move_time(const struct trial *t, uint8_t byte)
{
	uint64_t by = byte < 0x80 ? byte : UINT64_C(1) << (byte & 63);

	if (byte == 0x7f)
		return t->armed != UINT64_MAX && t->armed > t->now ? t->armed : t->now;
	return by > UINT64_MAX - t->now ? UINT64_MAX : t->now + by;
}

/* An attempt of 0 is the one that is waited for, so that the fuzzer need not count. */
static struct rollout_event read_event(const struct trial *t, const uint8_t *b)
{
	struct rollout_event event = {
		.kind = (enum rollout_event_kind)(b[0] % (ROLLOUT_EVENT_COUNT + 1)),
		.host = b[1] % (POSITIONS + 1),
		.request = (enum rollout_request)(b[2] % (ROLLOUT_REQUEST_COUNT + 1)),
		.answer = (enum rollout_answer)(b[3] % (ROLLOUT_ANSWER_COUNT + 1)),
		.step = b[1] % (STEPS + 1),
		.sample = (enum rollout_sample)(b[2] % (ROLLOUT_SAMPLE_COUNT + 1)),
		.gate = b[2] % (GATES + 1),
		.verdict = (enum rollout_verdict)(b[3] % (ROLLOUT_VERDICT_COUNT + 1)),
		.attempt = b[4],
		.round = b[5],
	};

	if (!event.attempt && event.host < POSITIONS)
		event.attempt = t->attempts[event.host][event.request == ROLLOUT_REQUEST_RENEW];
	if (!event.round)
		event.round = t->round;
	return event;
}

/* Of the two gates, or of the one of the second change. */
static bool may_confirm(const struct trial *t, uint32_t step)
{
	const struct rollout_change *change = &t->changes[steps[step].change];

	if (rollout_accepted(t->run, step))
		return true;
	for (uint32_t g = 0; g < change->gate_count; g++) {
		enum rollout_verdict verdict = rollout_verdict(t->run, g);

		if (verdict != ROLLOUT_VERDICT_PASS &&
		    !(verdict == ROLLOUT_VERDICT_INCONCLUSIVE && t->gates[g].on_inconclusive == ROLLOUT_RULE_PASS))
			return false;
	}
	return true;
}

static void check_send(struct trial *t, const struct rollout_action *a)
{
	bool renewal = a->request == ROLLOUT_REQUEST_RENEW;

	require(a->host < POSITIONS && a->request < ROLLOUT_REQUEST_COUNT && a->deadline_ns >= t->now);
	require(a->host >= steps[a->step].first && a->host < steps[a->step].first + steps[a->step].count);
	require(renewal || rollout_pause(t->run) != ROLLOUT_PAUSE_FREEZE);
	require(a->attempt == t->attempts[a->host][renewal] + 1);
	t->attempts[a->host][renewal] = a->attempt;
	if (a->request == ROLLOUT_REQUEST_APPLY)
		t->intent[a->host] = true;
	if (a->request == ROLLOUT_REQUEST_CONFIRM && t->was[a->host] != ROLLOUT_HOST_CONFIRM)
		require(may_confirm(t, a->step));
	require(a->request != ROLLOUT_REQUEST_UNDO || t->intent[a->host]);
}

static void check_actions(struct trial *t, const struct rollout_action *actions, size_t count, int changed, bool timer)
{
	for (size_t i = 0; i < count; i++) {
		const struct rollout_action *a = &actions[i];

		switch (a->kind) {
		case ROLLOUT_ACTION_SEND:
			check_send(t, a);
			break;
		case ROLLOUT_ACTION_SAMPLE:
		case ROLLOUT_ACTION_JUDGE:
			require(a->step < STEPS && a->gate < GATES);
			t->round = a->round;
			break;
		case ROLLOUT_ACTION_WAIT:
			/* Only a timer finds what is overdue. */
			require(a->deadline_ns > t->now || !timer);
			t->armed = a->deadline_ns;
			continue;
		default:
			continue;
		}
		require(changed == 1);
	}
}

static void check_end(const struct trial *t, enum rollout_run_state state)
{
	for (uint32_t i = 0; i < POSITIONS; i++) {
		enum rollout_host_state host = rollout_host_state(t->run, i);

		if (state == ROLLOUT_UNDONE && t->intent[i])
			require(host == ROLLOUT_HOST_UNDONE || host == ROLLOUT_HOST_UNREACHED);
		if (state == ROLLOUT_DONE)
			require(host != ROLLOUT_HOST_QUEUED && host != ROLLOUT_HOST_INTENT &&
				host != ROLLOUT_HOST_HELD && host != ROLLOUT_HOST_CONFIRM &&
				host != ROLLOUT_HOST_SELF_UNDONE);
	}
}

static void check_run(const struct trial *t)
{
	enum rollout_run_state state = rollout_state(t->run);
	struct rollout_wait wait = rollout_wait(t->run);
	char reason[512];

	require(rollout_reason(t->run, reason, sizeof(reason))[0] != '\0');
	require((state == ROLLOUT_PAUSED) == (rollout_pause(t->run) != ROLLOUT_PAUSE_NONE));
	require(wait.person == (state == ROLLOUT_PAUSED || state == ROLLOUT_PLANNED));
	if (t->now < SANE_NS && (state == ROLLOUT_RUNNING || state == ROLLOUT_UNDOING))
		require(wait.deadline_ns != UINT64_MAX && t->armed <= wait.deadline_ns);
	check_end(t, state);
}

static void feed(struct trial *t, const struct rollout_event *event)
{
	const struct rollout_action *actions;
	size_t count;
	int changed;

	for (uint32_t i = 0; i < POSITIONS; i++)
		t->was[i] = rollout_host_state(t->run, i);
	if (event->kind == ROLLOUT_EVENT_TIMER || event->kind == ROLLOUT_EVENT_RESUME ||
	    event->kind == ROLLOUT_EVENT_TAKE_OVER)
		t->armed = UINT64_MAX;
	changed = rollout_step(t->run, event, t->now, &actions, &count);
	require(changed == 0 || changed == 1 || (changed == -EINVAL && !count));
	check_actions(t, actions, count, changed, event->kind == ROLLOUT_EVENT_TIMER);
	check_run(t);
	if (changed != 1)
		return;
	t->log[t->count] = *event;
	t->times[t->count++] = t->now;
}

static void replay(const struct trial *t)
{
	struct rollout *other = make(t);
	const struct rollout_action *actions;
	char a[512], b[512];
	size_t count;

	for (size_t i = 0; other && i < t->count; i++)
		require(rollout_step(other, &t->log[i], t->times[i], &actions, &count) == 1);
	for (uint32_t i = 0; other && i < POSITIONS; i++)
		require(rollout_host_state(t->run, i) == rollout_host_state(other, i));
	if (other)
		require(!strcmp(rollout_reason(t->run, a, sizeof(a)), rollout_reason(other, b, sizeof(b))));
	rollout_free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct trial t;

	memset(&t, 0, sizeof(t));
	t.armed = UINT64_MAX;
	choose_plan(&t, size ? data[0] : 0);
	t.run = make(&t);
	if (!t.run)
		return 0;
	for (size_t i = 1; i + 8 <= size && t.count < EVENTS_MAX; i += 8) {
		struct rollout_event event = read_event(&t, data + i);

		t.now = move_time(&t, data[i + 6]);
		feed(&t, &event);
	}
	replay(&t);
	rollout_free(t.run);
	return 0;
}
