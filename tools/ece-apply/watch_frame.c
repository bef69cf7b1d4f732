// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/watch_frame.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ece-apply/tally.h"
#include "tools/ece-apply/verdict_view.h"

#define BAR_WIDTH   24
#define OTHER_LINES 4 /* of a frame: title, counts, leases, and the cursor's own; gates come on top */
#define REASON_MAX  512

static const char *const step_texts[ROLLOUT_STEP_STATE_COUNT] = {
	[ROLLOUT_STEP_PENDING] = "waiting", [ROLLOUT_STEP_BASELINE] = "watched before",
	[ROLLOUT_STEP_GATING] = "judged",   [ROLLOUT_STEP_APPLYING] = "writing",
	[ROLLOUT_STEP_SOAKING] = "soaking", [ROLLOUT_STEP_CONFIRMING] = "confirming",
	[ROLLOUT_STEP_DONE] = "done",       [ROLLOUT_STEP_UNDOING] = "putting back",
	[ROLLOUT_STEP_UNDONE] = "put back",
};

const char *watch_step_text(enum rollout_step_state state)
{
	return state < ROLLOUT_STEP_STATE_COUNT ? step_texts[state] : "";
}

const char *watch_time(uint64_t ns, char buf[WATCH_TIME_MAX])
{
	uint64_t s = ns / 1000000000;

	snprintf(buf, WATCH_TIME_MAX, "%02" PRIu64 ":%02u:%02u", s / 3600, (unsigned int)(s / 60 % 60),
		 (unsigned int)(s % 60));
	return buf;
}

/* Hosts of a step that are where its present work takes them. */
static uint32_t arrived(const struct rollout_counts *c, enum rollout_step_state state)
{
	switch (state) {
	case ROLLOUT_STEP_PENDING:
	case ROLLOUT_STEP_BASELINE:
		return 0;
	case ROLLOUT_STEP_UNDOING:
	case ROLLOUT_STEP_UNDONE:
		return c->undone;
	default:
		return c->held + c->confirmed + c->unchanged;
	}
}

static enum term_style style_of(enum rollout_step_state state)
{
	switch (state) {
	case ROLLOUT_STEP_PENDING:
		return TERM_DIM;
	case ROLLOUT_STEP_DONE:
		return TERM_GOOD;
	case ROLLOUT_STEP_UNDOING:
	case ROLLOUT_STEP_UNDONE:
		return TERM_WARN;
	default:
		return TERM_BOLD;
	}
}

static void bar(const struct term *term, FILE *out, uint32_t part, uint32_t whole)
{
	uint32_t full = whole ? (uint32_t)((uint64_t)part * BAR_WIDTH / whole) : 0;

	for (uint32_t i = 0; i < BAR_WIDTH; i++)
		fputs(term_sign(term, i < full ? TERM_BAR_FULL : TERM_BAR_EMPTY), out);
}

static size_t name_width(const struct plan *plan)
{
	size_t width = 0;

	for (size_t i = 0; i < plan->step_count; i++)
		if (strlen(plan->steps[i].name) > width)
			width = strlen(plan->steps[i].name);
	return width;
}

static void step_line(const struct term *term, FILE *out, const struct plan *plan, const struct rollout *run, size_t i)
{
	enum rollout_step_state state = rollout_step_state(run, i);
	struct rollout_counts c = rollout_step_counts(run, i);
	uint32_t there = arrived(&c, state), bad = c.failed + c.lost + c.unreached + c.conflict + c.undo_failed;

	fprintf(out, "  %s%2zu  %-*s  ", term_style(term, style_of(state)), i + 1, (int)name_width(plan),
		plan->steps[i].name);
	bar(term, out, there, c.hosts);
	fprintf(out, "  %5" PRIu32 "/%-5" PRIu32 "  %s%s", there, c.hosts, watch_step_text(state),
		term_style(term, TERM_PLAIN));
	if (bad)
		fprintf(out, "  %s%" PRIu32 " in trouble%s", term_style(term, TERM_BAD), bad,
			term_style(term, TERM_PLAIN));
	fputc('\n', out);
}

/* The step that moves: the first that is not done. */
static size_t active(const struct plan *plan, const struct rollout *run)
{
	size_t i = 0;

	while (i < plan->step_count && rollout_step_state(run, i) == ROLLOUT_STEP_DONE)
		i++;
	return i;
}

static size_t first_shown(const struct term *term, const struct watch_view *view, size_t *count)
{
	size_t other = OTHER_LINES + view->gate_count, steps = view->plan->step_count;
	size_t room = term->height > other ? term->height - other : 1;
	size_t at = active(view->plan, view->run), half;

	*count = steps < room ? steps : room;
	half = *count / 2;
	if (at <= half)
		return 0;
	return at - half + *count > steps ? steps - *count : at - half;
}

static void counts_line(const struct term *term, FILE *out, const struct plan *plan, const struct rollout *run)
{
	struct tally t = tally_make(plan, run);
	struct rollout_counts c = rollout_counts(run);

	fprintf(out, "  %zu of %zu hosts changed, %" PRIu32 " hold the change, %" PRIu32 " in flight, ", t.changed,
		t.hosts, c.held, c.in_flight);
	if (t.failed || t.unreachable)
		fprintf(out, "%s%zu failed, %zu unreachable%s\n", term_style(term, TERM_BAD), t.failed, t.unreachable,
			term_style(term, TERM_PLAIN));
	else
		fputs("0 failed\n", out);
}

static void gate_line(const struct term *term, FILE *out, const struct watch_gate *gate)
{
	fprintf(out, "  gate %s  %s%s%s  %s\n", gate->name, term_style(term, verdict_style(gate->result)),
		gate_result_name(gate->result), term_style(term, TERM_PLAIN), gate->why);
}

static void lease_line(FILE *out, const struct watch_view *view)
{
	uint64_t end = rollout_lease_end(view->run);
	char time[WATCH_TIME_MAX];

	if (end != UINT64_MAX)
		fprintf(out, "  leases: the first ends in %s, unless it is renewed\n",
			watch_time(end > view->now_ns ? end - view->now_ns : 0, time));
}

char *watch_frame(const struct term *term, const struct watch_view *view)
{
	char *text = NULL, time[WATCH_TIME_MAX], reason[REASON_MAX];
	size_t size, count, first = first_shown(term, view, &count);
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fprintf(out, "%s%s%s  %s\n", term_style(term, TERM_BOLD), watch_time(view->elapsed_ns, time),
		term_style(term, TERM_PLAIN), rollout_reason(view->run, reason, sizeof(reason)));
	for (size_t i = first; i < first + count; i++)
		step_line(term, out, view->plan, view->run, i);
	counts_line(term, out, view->plan, view->run);
	for (size_t i = 0; i < view->gate_count; i++)
		gate_line(term, out, &view->gates[i]);
	lease_line(out, view);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}
