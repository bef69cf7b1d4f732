// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lib/host/once.h"
#include "tools/common/ask.h"
#include "tools/ece-set/changes.h"
#include "tools/ece-set/ending.h"
#include "tools/ece-set/set_host.h"
#include "tools/ece-set/verbs.h"
#include "tools/common/nic_select.h"

struct setting {
	const struct set_args *args;
	struct set_host host;
	struct assign *assigns;
	size_t assign_count;
	struct changes changes;
	struct report report;
	char run[PROTOCOL_ID_MAX];
	bool ran;  /* something was written, or tried to */
	bool left; /* and not all of it could be put back */
};

static enum ending carry_out(struct setting *s)
{
	struct guard_set *sets = NULL;
	struct guard_job *job;
	struct ece_error e;
	enum ending ending;
	int err = once_name(&s->host.guard, time(NULL), s->run, &e);

	if (!err && changes_sets(&s->changes, &sets))
		err = ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu values",
				    s->changes.differing);
	if (err)
		return ending_of_error(&e, &s->report);
	s->ran = true;
	err = once_apply(&s->host.guard, s->run, sets, s->changes.differing, s->host.now_ns, &job, &e);
	free(sets);
	if (err)
		return ending_of_error(&e, &s->report);
	ending = ending_of(job, &s->report);
	s->left = guard_job_result(job) == PROTOCOL_DIRTY;
	guard_job_free(job);
	return ending;
}

static bool may_go_on(const struct setting *s, enum ending *ending)
{
	const struct changes *c = &s->changes;

	*ending = ENDING_UNCHANGED;
	if (!c->differing)
		return false;
	if (s->args->yes)
		return true;
	*ending = ENDING_NOT_ASKED;
	if (!ask_possible()) {
		fflush(stdout);
		fputs("error: nobody can be asked here: --yes carries it out\n", stderr);
		return false;
	}
	*ending = ENDING_DECLINED;
	return ask("Change %zu value%s of %zu %sNIC%s?", c->differing, c->differing == 1 ? "" : "s", c->differing_nics,
		   s->host.simulated ? "simulated " : "", c->differing_nics == 1 ? "" : "s");
}

static enum ending find_card(struct setting *s)
{
	struct ece_error e;
	int err = set_host_open(s->args, &s->host, &e);

	if (!err && !s->host.nic_count) {
		ece_error_set(&e, -ENODEV, ECE_ERROR_GONE, "this host has no ConnectX NIC");
		report_add(&s->report, &e);
		return ENDING_NO_NIC;
	}
	err = err ? err : select_nics(s->host.guard.os, s->host.nics, &s->host.nic_count, s->args->words, 1, &e);
	return err ? ending_of_error(&e, &s->report) : ENDING_APPLIED;
}

static enum ending set(struct setting *s)
{
	enum ending ending;

	if (!assign_parse(s->args->words + 1, s->assign_count, s->assigns, &s->report.sink))
		return ENDING_REFUSED;
	ending = find_card(s);
	if (ending != ENDING_APPLIED)
		return ending;
	if (!changes_make(s->host.guard.os, s->host.nics, s->host.nic_count, s->assigns, s->assign_count, &s->changes,
			  &s->report.sink))
		return ENDING_REFUSED;
	if (!s->args->json) {
		struct term term;

		term_init(&term, stdout);
		changes_text(&term, &s->changes);
	}
	return may_go_on(s, &ending) ? carry_out(s) : ending;
}

static bool can_be_verified(const struct setting *s)
{
	for (size_t i = 0; i < s->assign_count; i++)
		if (s->assigns[i].param->no_verify)
			return false;
	return true;
}

static void say(const struct setting *s, enum ending ending)
{
	switch (ending) {
	case ENDING_APPLIED:
		printf("\nSet: %zu value%s, each %s.\n", s->changes.differing, s->changes.differing == 1 ? "" : "s",
		       can_be_verified(s) ? "read back" : "accepted, and read back where that says anything");
		ending_say_undo(s->args, "undo", s->run);
		break;
	case ENDING_UNCHANGED:
		puts("\nNothing to do.");
		break;
	case ENDING_PUT_BACK:
		puts("\nA write failed. Everything was put back, and that was read back.");
		break;
	case ENDING_INCOMPLETE:
		if (!s->left) {
			puts("\nA write failed. Everything was put back as far as can be told: the card does not tell "
			     "what "
			     "such a switch really is.");
			break;
		}
		puts("\nA write failed, and not everything could be put back: a person is needed.");
		ending_say_undo(s->args, "undo", s->run);
		break;
	case ENDING_ERROR:
		if (s->ran)
			ending_say_undo(s->args, "undo", s->run);
		break;
	default:
		break;
	}
}

int verb_set(const struct set_args *args)
{
	struct setting s = {.args = args, .host.lock = -1, .assign_count = args->word_count - 1};
	enum ending ending;
	int exit_code;

	set_host_say(args);
	report_init(&s.report);
	s.assigns = calloc(s.assign_count, sizeof(*s.assigns));
	if (s.assigns)
		ending = set(&s);
	else
		ending = ENDING_ERROR;
	if (args->json) {
		exit_code = ending_json(args, ending, s.ran ? s.run : NULL, changes_json(&s.changes), &s.report);
	} else {
		say(&s, ending);
		exit_code = ending_exit(ending);
	}
	changes_done(&s.changes);
	free(s.assigns);
	report_done(&s.report);
	set_host_close(&s.host);
	return exit_code;
}
