// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/summary.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ece-apply/became.h"
#include "tools/ece-apply/tally.h"
#include "tools/ece-apply/words.h"

#define CARDS_MAX   40
#define COMMAND_MAX 4096
#define REASON_MAX  512
#define SAFE        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=@%+,-"

void summary_simulated(const struct term *term, const char *state_dir, bool virtual_time)
{
	fprintf(term->out, "%sSimulated fleet:%s no real card is read or written%s; its cards live in %s/sim.\n",
		term_style(term, TERM_WARN), term_style(term, TERM_PLAIN),
		virtual_time ? ", and its time is virtual" : "", state_dir);
	fflush(term->out);
}

void summary_simulated_hosts(const struct term *term)
{
	fprintf(term->out, "%sSimulated hosts:%s their agents say so; nothing of theirs was seen on a real card.\n",
		term_style(term, TERM_WARN), term_style(term, TERM_PLAIN));
	fflush(term->out);
}

/* For a shell: in quotes when it has anything but the plainest characters. */
static void quote(FILE *out, const char *word)
{
	if (word[0] && word[strspn(word, SAFE)] == '\0') {
		fputs(word, out);
		return;
	}
	fputc('\'', out);
	for (; *word; word++)
		fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, out);
	fputc('\'', out);
}

const char *summary_command(const struct apply_args *args, const char *verb, const char *run, char *buf, size_t size)
{
	const char *called = getenv(CALLED_AS_ENV);
	FILE *out = fmemopen(buf, size, "w");

	buf[0] = '\0';
	if (!out)
		return buf;
	fprintf(out, "%s %s", called && called[0] ? called : "ece-apply", verb);
	if (run) {
		fputc(' ', out);
		quote(out, run);
	}
	if (args->state) {
		fputs(" --state ", out);
		quote(out, args->state);
	}
	if (args->store) {
		fputs(" --store ", out);
		quote(out, args->store);
	}
	fclose(out);
	buf[size - 1] = '\0';
	return buf;
}

static enum term_style style_of(enum control_result result)
{
	switch (result) {
	case CONTROL_APPLIED:
	case CONTROL_UNCHANGED:
		return TERM_GOOD;
	case CONTROL_APPLIED_OWED:
	case CONTROL_UNDONE:
	case CONTROL_PAUSED:
		return TERM_WARN;
	default:
		return TERM_BAD;
	}
}

/* " (8 NICs)", or nothing where that is not known */
static const char *cards(const struct tally *t, char buf[CARDS_MAX])
{
	buf[0] = '\0';
	if (t->cards_changed != TALLY_UNKNOWN)
		snprintf(buf, CARDS_MAX, " (%zu NIC%s)", t->cards_changed, plural(t->cards_changed));
	return buf;
}

static void headline(const struct term *term, const struct outcome *outcome, const struct tally *t)
{
	enum control_result result = outcome->result;
	char nics[CARDS_MAX];

	cards(t, nics);
	fputs(term_style(term, style_of(result)), term->out);
	switch (result) {
	case CONTROL_APPLIED:
		fprintf(term->out, "Applied: %zu of %zu host%s changed%s, every value read back%s.", t->changed,
			t->hosts, plural(t->hosts), nics, outcome->unverified ? " that can be" : "");
		break;
	case CONTROL_APPLIED_OWED:
		fprintf(term->out, "Applied to %zu of %zu host%s%s; %zu host%s still owed the change.", t->changed,
			t->hosts, plural(t->hosts), nics, t->owed, t->owed == 1 ? " is" : "s are");
		break;
	case CONTROL_UNDONE:
		fprintf(term->out, "Undone: %zu host%s as before the run; what was written was put back, and verified.",
			t->undone, t->undone == 1 ? " is" : "s are");
		break;
	case CONTROL_UNDO_INCOMPLETE:
		fprintf(term->out, "The undo is incomplete: a person is needed. %zu host%s put back.", t->undone,
			t->undone == 1 ? " was" : "s were");
		break;
	case CONTROL_PAUSED:
		fprintf(term->out, "Paused: %zu of %zu host%s changed.", t->changed, t->hosts, plural(t->hosts));
		break;
	default:
		fprintf(term->out, "Result: %s.", control_result_name(result));
		break;
	}
	fprintf(term->out, "%s\n", term_style(term, TERM_PLAIN));
}

static void counts(const struct term *term, const struct plan *plan, const struct tally *t)
{
	if (t->unchanged)
		fprintf(term->out, "  %zu host%s had it already.\n", t->unchanged, plural(t->unchanged));
	if (t->left_out)
		fprintf(term->out, "  %zu host%s left out, as the file says.\n", t->left_out,
			t->left_out == 1 ? " was" : "s were");
	if (plan->excluded_count && !t->undone)
		fprintf(term->out, "  %zu host%s excluded by the file, and left alone.\n", plan->excluded_count,
			plan->excluded_count == 1 ? " is" : "s are");
	if (plan->moved_count && !t->undone)
		fprintf(term->out, "  %zu host%s not what the saved plan saw, and left alone.\n", plan->moved_count,
			plan->moved_count == 1 ? " is" : "s are");
	if (t->failed)
		fprintf(term->out, "  %zu host%s failed, or did not answer any more.\n", t->failed, plural(t->failed));
	if (t->unreachable)
		fprintf(term->out, "  %zu host%s could not be reached; apply the file again when %s back.\n",
			t->unreachable, plural(t->unreachable), t->unreachable == 1 ? "it is" : "they are");
}

static void next_command(const struct term *term, const char *what, const struct apply_args *args, const char *verb,
			 const char *run)
{
	char line[COMMAND_MAX];

	fprintf(term->out, "  %-8s %s\n", what, summary_command(args, verb, run, line, sizeof(line)));
}

static void paused_commands(const struct term *term, const struct outcome *outcome, const struct apply_args *args)
{
	enum rollout_pause pause = rollout_pause(outcome->run);

	if (pause == ROLLOUT_PAUSE_FREEZE)
		next_command(term, "first:", args, "unfreeze", NULL);
	next_command(term, "go on:", args, "resume", outcome->run_id);
	if (pause == ROLLOUT_PAUSE_GATE)
		next_command(term, "accept:", args, "accept", outcome->run_id);
	next_command(term, "undo:", args, "undo", outcome->run_id);
}

static void next_commands(const struct term *term, const struct outcome *outcome, const struct apply_args *args)
{
	switch (outcome->result) {
	case CONTROL_PAUSED:
		paused_commands(term, outcome, args);
		break;
	case CONTROL_APPLIED:
	case CONTROL_APPLIED_OWED:
		next_command(term, "undo:", args, "undo", outcome->run_id);
		break;
	case CONTROL_UNDO_INCOMPLETE:
		next_command(term, "again:", args, "undo", outcome->run_id);
		next_command(term, "look:", args, "status", outcome->run_id);
		break;
	default:
		next_command(term, "look:", args, "status", outcome->run_id);
		break;
	}
}

/* Where all hosts were put back, this is all that is missing. */
static void unverified(const struct term *term, const struct outcome *outcome)
{
	if (outcome->result == CONTROL_UNDO_INCOMPLETE && rollout_state(outcome->run) == ROLLOUT_UNDONE)
		fputs("  All old values were written again; one that cards do not tell truly cannot be verified.\n",
		      term->out);
	else
		fputs("  One parameter is not told truly by cards: that it was written is all that is known.\n",
		      term->out);
}

/* How many have been renewed since is a question to the hosts. */
static void old_queue_pairs(const struct term *term, const struct outcome *outcome)
{
	const struct plan_cost *cost = &outcome->plan->costs[ECE_COST_NEXT_QP];

	if (outcome->result != CONTROL_APPLIED && outcome->result != CONTROL_APPLIED_OWED)
		return;
	if (cost->connected_count)
		fprintf(term->out,
			"  %" PRIu64 " queue pair%s what %s until %s; ece-qp --fleet counts those that did.\n",
			cost->connected_count, cost->connected_count == 1 ? " keeps" : "s keep",
			cost->connected_count == 1 ? "it has" : "they have",
			cost->connected_count == 1 ? "it reconnects" : "they reconnect");
}

/* Without memory for them the counts say enough. */
static void became_of_hosts(const struct term *term, const struct outcome *outcome)
{
	struct became became;

	if (became_make(outcome, &became))
		return;
	became_text(&became, term->out);
	became_free(&became);
}

void summary_run(const struct term *term, const struct outcome *outcome, const struct apply_args *args,
		 const char *journal)
{
	struct tally t = tally_make(outcome->plan, outcome->run);
	char reason[REASON_MAX];

	fputc('\n', term->out);
	headline(term, outcome, &t);
	if (outcome->result != CONTROL_APPLIED && outcome->result != CONTROL_APPLIED_OWED)
		fprintf(term->out, "  %s%s.\n", outcome->stopped ? "Stopped by a signal while " : "",
			rollout_reason(outcome->run, reason, sizeof(reason)));
	if (outcome->pause[0])
		fprintf(term->out, "  Nobody stays with it: %s.\n", outcome->pause);
	became_of_hosts(term, outcome);
	counts(term, outcome->plan, &t);
	old_queue_pairs(term, outcome);
	if (outcome->unverified)
		unverified(term, outcome);
	if (outcome->simulated)
		fputs("  The fleet is simulated: this shows the way of a value, not what a real card does with it.\n",
		      term->out);
	fprintf(term->out, "  %-8s %s\n", "run:", outcome->run_id);
	fprintf(term->out, "  %-8s %s\n", "journal:", journal);
	next_commands(term, outcome, args);
}

void summary_open_run(const struct outcome *outcome, const struct apply_args *args)
{
	struct term term;

	if (!outcome->run || !outcome->run_id[0])
		return;
	term_init(&term, stderr);
	fprintf(stderr, "Run %s is open; when the cause is mended:\n", outcome->run_id);
	next_command(&term, "go on:", args, "resume", outcome->run_id);
	next_command(&term, "undo:", args, "undo", outcome->run_id);
}
