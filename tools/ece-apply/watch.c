// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/watch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/ece-apply/verdict_view.h"
#include "tools/ece-apply/watch_frame.h"
#include "tools/ece-apply/words.h"

#define REDRAW_MS  60
#define REASON_MAX 512
#define GATHER_NS  UINT64_C(1000000000) /* how long troubles wait for others of the same kind */

static uint64_t clock_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static bool due(struct watch *watch, bool now)
{
	uint64_t ms = clock_ms();

	if (!now && ms - watch->drawn_ms < REDRAW_MS)
		return false;
	watch->drawn_ms = ms;
	return true;
}

static void draw(struct watch *watch, bool now)
{
	char *frame;

	if (!watch->run || !due(watch, now))
		return;
	frame = watch_frame(&watch->term, &(struct watch_view){.plan = watch->plan,
							       .run = watch->run,
							       .elapsed_ns = watch->now_ns - watch->start_ns,
							       .now_ns = watch->now_ns,
							       .gates = watch->gates,
							       .gate_count = watch->gate_count});
	if (frame)
		term_draw(&watch->term, frame);
	free(frame);
}

/* Also counts as told once there is no more room for lines. */
static void tell_troubles(struct watch *watch)
{
	char time[WATCH_TIME_MAX], when[WATCH_TIME_MAX + 2] = "";
	size_t room = WATCH_TROUBLES_MAX - watch->troubles;

	if (!watch->fresh.count && !watch->fresh.more)
		return;
	if (watch->full) {
		troubles_free(&watch->fresh);
		return;
	}
	term_draw(&watch->term, "");
	if (watch->started)
		snprintf(when, sizeof(when), "%s  ", watch_time(watch->fresh_ns - watch->start_ns, time));
	watch->troubles += troubles_tell(&watch->fresh, room, when, &watch->term, &watch->full);
	fflush(watch->term.out);
	draw(watch, true);
}

static void print_step(struct watch *watch, size_t step)
{
	struct rollout_counts c = rollout_step_counts(watch->run, step);
	const char *change = watch->control ? control_change_name(watch->control, (uint32_t)step) : "";
	uint32_t written = c.queued + c.in_flight;
	char time[WATCH_TIME_MAX];

	fprintf(watch->term.out, "%s  step %zu of %zu (%s%s%s): %s", watch_time(watch->now_ns - watch->start_ns, time),
		step + 1, watch->plan->step_count, change, change[0] ? ", " : "", watch->plan->steps[step].name,
		watch_step_text(rollout_step_state(watch->run, step)));
	switch (rollout_step_state(watch->run, step)) {
	case ROLLOUT_STEP_APPLYING:
		fprintf(watch->term.out, ", %" PRIu32 " host%s\n", written, plural(written));
		break;
	case ROLLOUT_STEP_DONE:
		fprintf(watch->term.out, ", %" PRIu32 " changed", c.confirmed);
		if (c.failed + c.lost + c.unreached)
			fprintf(watch->term.out, ", %" PRIu32 " not", c.failed + c.lost + c.unreached);
		fputc('\n', watch->term.out);
		break;
	case ROLLOUT_STEP_UNDONE:
		fprintf(watch->term.out, ", %" PRIu32 " host%s\n", c.undone, plural(c.undone));
		break;
	default:
		fputc('\n', watch->term.out);
		break;
	}
	fflush(watch->term.out);
}

/* What was done before this program took the run up is no news. */
static bool remember(struct watch *watch, size_t count)
{
	if (watch->seen)
		return true;
	watch->seen = calloc(count, sizeof(*watch->seen));
	watch->seen_count = watch->seen ? count : 0;
	for (size_t i = 0; i < watch->seen_count; i++)
		if (rollout_step_state(watch->run, i) == ROLLOUT_STEP_DONE)
			watch->seen[i] = ROLLOUT_STEP_DONE;
	return watch->seen;
}

/* Returns whether some step moved to another state. */
static bool look_at_steps(struct watch *watch)
{
	bool any = false;

	if (!remember(watch, watch->plan->step_count))
		return false;
	for (size_t i = 0; i < watch->seen_count; i++) {
		enum rollout_step_state state = rollout_step_state(watch->run, i);

		if (state == watch->seen[i])
			continue;
		watch->seen[i] = state;
		any = true;
		tell_troubles(watch);
		if (!watch->term.tty)
			print_step(watch, i);
	}
	return any;
}

/* That it runs, or is at its end, is said by others. */
static bool is_news(const struct watch *watch)
{
	switch (watch->state) {
	case ROLLOUT_PAUSED:
	case ROLLOUT_UNDOING:
		return true;
	case ROLLOUT_RUNNING:
		return watch->started;
	default:
		return false;
	}
}

/* Returns whether the run moved to another state. */
static bool look_at_run(struct watch *watch)
{
	enum rollout_run_state state = rollout_state(watch->run);
	enum rollout_pause pause = rollout_pause(watch->run);
	char time[WATCH_TIME_MAX], reason[REASON_MAX];

	if (state == watch->state && pause == watch->pause)
		return false;
	watch->state = state;
	watch->pause = pause;
	tell_troubles(watch);
	if (!watch->term.tty && is_news(watch)) {
		fprintf(watch->term.out, "%s  %s\n", watch_time(watch->now_ns - watch->start_ns, time),
			rollout_reason(watch->run, reason, sizeof(reason)));
		fflush(watch->term.out);
	}
	return true;
}

static void moved(void *ctx, const struct plan *plan, const struct rollout *run, uint64_t now_ns)
{
	struct watch *watch = ctx;
	bool any;

	if (!watch->started) {
		watch->start_ns = watch->since ? watch->start_ns : now_ns;
		/* Hosts that could not be read were told of; those of the run count anew */
		watch->troubles = 0;
		watch->full = false;
		fflush(stdout);
		if (watch->begun)
			watch->begun(watch->begun_ctx);
	}
	watch->plan = plan;
	watch->run = run;
	watch->now_ns = now_ns;
	if (now_ns - watch->fresh_ns >= GATHER_NS)
		tell_troubles(watch);
	any = look_at_run(watch);
	watch->started = true;
	any |= look_at_steps(watch);
	if (watch->term.tty)
		draw(watch, any);
}

static struct watch_gate *gate_of(struct watch *watch, const char *name)
{
	for (size_t i = 0; i < watch->gate_count; i++)
		if (!strcmp(watch->gates[i].name, name))
			return &watch->gates[i];
	if (watch->gate_count == ROLLOUT_GATES_MAX)
		return NULL;
	return &watch->gates[watch->gate_count++];
}

static void keep(struct watch *watch, const struct control_verdict *verdict)
{
	struct watch_gate *gate;

	if (verdict->step != watch->gate_step)
		watch->gate_count = 0;
	watch->gate_step = verdict->step;
	gate = gate_of(watch, verdict->gate);
	if (!gate)
		return;
	snprintf(gate->name, sizeof(gate->name), "%s", verdict->gate);
	snprintf(gate->why, sizeof(gate->why), "%s", verdict->said.why);
	gate->result = verdict->said.result;
}

static void judged(void *ctx, const struct control_verdict *verdict)
{
	struct watch *watch = ctx;
	char time[WATCH_TIME_MAX], line[VERDICT_LINE_MAX];

	keep(watch, verdict);
	tell_troubles(watch);
	if (watch->term.tty)
		return;
	fprintf(watch->term.out, "%s  %s\n", watch_time(watch->now_ns - watch->start_ns, time),
		verdict_line(verdict, line, sizeof(line)));
	fflush(watch->term.out);
}

static void reading(void *ctx, size_t done, size_t total)
{
	struct watch *watch = ctx;
	char line[64];

	watch->read = done == total;
	if (watch->read && watch->unread.count) {
		term_draw(&watch->term, "");
		troubles_tell(&watch->unread, WATCH_TROUBLES_MAX, "", &watch->term, NULL);
	}
	if (watch->term.tty) {
		if (!due(watch, done == total))
			return;
		snprintf(line, sizeof(line), "reading hosts: %zu of %zu\n", done, total);
		/* The last one takes the line away */
		term_draw(&watch->term, done < total ? line : "");
	} else if (done == total) {
		fprintf(watch->term.out, "read %zu host%s\n", total, plural(total));
		fflush(watch->term.out);
	}
}

static void trouble(void *ctx, const char *host, const char *why)
{
	struct watch *watch = ctx;

	/* hosts that are read have mostly the same few troubles */
	if (!watch->started && !watch->read) {
		troubles_add(&watch->unread, host, why);
		return;
	}
	if (!watch->fresh.count)
		watch->fresh_ns = watch->now_ns;
	troubles_add(&watch->fresh, host, why);
	/* while others are asked there will be another event, and may be another of the same */
	if (!watch->run || !rollout_counts(watch->run).in_flight || watch->now_ns - watch->fresh_ns >= GATHER_NS)
		tell_troubles(watch);
}

void watch_init(struct watch *watch, struct control_watch *control_watch)
{
	*watch = (struct watch){0};
	term_init(&watch->term, stderr);
	*control_watch = (struct control_watch){
		.reading = reading,
		.moved = moved,
		.trouble = trouble,
		.judged = judged,
		.ctx = watch,
	};
}

void watch_since(struct watch *watch, uint64_t start_ns)
{
	watch->since = true;
	watch->start_ns = start_ns;
}

void watch_end(struct watch *watch)
{
	tell_troubles(watch);
	if (watch->term.tty)
		draw(watch, true);
	term_keep(&watch->term);
	free(watch->seen);
	watch->seen = NULL;
	watch->run = NULL;
}
