// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/host/once.h"
#include "tools/common/ask.h"
#include "tools/common/param_text.h"
#include "tools/common/table.h"
#include "tools/ece-set/ending.h"
#include "tools/ece-set/set_host.h"
#include "tools/ece-set/verbs.h"
#include "tools/common/view.h"

#define RUNS_MAX 10000 /* looked at */

struct undoing {
	const struct set_args *args;
	struct set_host host;
	struct report report;
	char run[PROTOCOL_ID_MAX];
	struct journal_change *changes; /* of the run, only what may be there still */
	size_t count;
	json_t *facts;
};

static bool is_ours(const char *run)
{
	return !strncmp(run, ONCE_RUN_PREFIX, strlen(ONCE_RUN_PREFIX));
}

static int check_run(const struct undoing *u, const char *run, struct ece_error *e)
{
	enum journal_run state;
	int err;

	if (strlen(run) >= sizeof(u->run))
		return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "no run has a name as long as \"%s\"", run);
	err = journal_run_get(u->host.guard.journal, u->host.guard.host, run, &state, e);
	if (err == -ENOENT)
		return ece_error_set(e, err, ECE_ERROR_UNKNOWN_NAME, "no run \"%s\" on this host; --history lists them",
				     run);
	if (!err && !is_ours(run))
		return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME,
				     "%s is a run of ece-apply: 'ece-apply undo %s' undoes it on all its hosts", run,
				     run);
	return err;
}

/* What of a run may be there still: its own state does not tell, an undo that failed has set it too. */
static int load_changes(struct undoing *u, const char *run, struct ece_error *e)
{
	size_t count = 0;
	int err;

	free(u->changes);
	u->changes = NULL;
	u->count = 0;
	err = journal_changes(u->host.guard.journal, u->host.guard.host, run, &u->changes, &count, e);
	for (size_t i = 0; i < count && !err; i++)
		if (journal_state_undoable(u->changes[i].state))
			u->changes[u->count++] = u->changes[i];
	return err;
}

/* The newest one of ours of which something is left. */
static int newest_run(struct undoing *u, struct ece_error *e)
{
	struct journal_run_entry *runs;
	size_t count;
	int err = journal_runs(u->host.guard.journal, u->host.guard.host, RUNS_MAX, &runs, &count, e);

	if (err)
		return err;
	for (size_t i = 0; i < count && !err && !u->count; i++) {
		if (!is_ours(runs[i].run))
			continue;
		err = load_changes(u, runs[i].run, e);
		if (!err && u->count)
			copy_text(u->run, sizeof(u->run), runs[i].run);
	}
	free(runs);
	if (err || u->count)
		return err;
	if (count == RUNS_MAX)
		return ece_error_set(
			e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			"none of the newest %d runs of this host is a set that is not undone: name the run to undo",
			RUNS_MAX);
	return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "ece-set has set nothing here that is not undone");
}

static int named_run(struct undoing *u, const char *run, struct ece_error *e)
{
	int err = check_run(u, run, e);

	err = err ? err : load_changes(u, run, e);
	if (err)
		return err;
	copy_text(u->run, sizeof(u->run), run);
	if (u->count)
		return 0;
	return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			     "nothing of run %s is left to undo: all that it wrote was put back", run);
}

static void show(const struct undoing *u)
{
	struct table *table = table_new(4);
	struct term term;

	term_init(&term, stdout);
	for (size_t i = 0; i < u->count; i++) {
		char name[24], old[PARAM_TEXT_VALUE_MAX], new[PARAM_TEXT_VALUE_MAX];
		const struct journal_change *c = &u->changes[i];

		table_add(table, "%s", set_host_name(&u->host, &c->card, name, sizeof(name)));
		table_add(table, "%s", c->param->name);
		table_add(table, "%s", ece_param_format(c->param, c->new_raw, new, sizeof(new)));
		table_add(table, "%s %s", term_sign(&term, TERM_ARROW),
			  ece_param_format(c->param, c->old_raw, old, sizeof(old)));
	}
	printf("Run %s:\n", u->run);
	table_print(table, stdout, VIEW_INDENT, 0);
	table_free(table);
}

static enum ending carry_out(struct undoing *u)
{
	struct guard_job *job;
	struct ece_error e;
	enum ending ending;

	if (once_undo(&u->host.guard, u->run, u->host.now_ns, &job, &e))
		return ending_of_error(&e, &u->report);
	ending = ending_of(job, &u->report);
	if (u->args->json)
		u->facts = ending_facts_json(job);
	guard_job_free(job);
	return ending;
}

static enum ending undo(struct undoing *u)
{
	struct ece_error e;
	int err = set_host_open(u->args, &u->host, &e);

	if (!err)
		err = u->args->word_count ? named_run(u, u->args->words[0], &e) : newest_run(u, &e);
	if (err)
		return ending_of_error(&e, &u->report);
	if (!u->args->json)
		show(u);
	if (u->args->yes)
		return carry_out(u);
	if (!ask_possible()) {
		fflush(stdout);
		fputs("error: nobody can be asked here: --yes carries it out\n", stderr);
		return ENDING_NOT_ASKED;
	}
	return ask("Put it back%s?", u->host.simulated ? " on the simulated host" : "") ? carry_out(u) :
											  ENDING_DECLINED;
}

static void say(const struct undoing *u, enum ending ending)
{
	if (ending == ENDING_UNDONE) {
		puts("\nUndone: every value is as before, and was read back.");
	} else if (ending == ENDING_INCOMPLETE && !u->report.sink.count) {
		puts("\nPut back as far as can be told: the card does not tell what such a switch really is.");
	} else if (ending == ENDING_INCOMPLETE) {
		puts("\nThe undo is incomplete: a person is needed.");
		ending_say_undo(u->args, "again", u->run);
	}
}

int verb_undo(const struct set_args *args)
{
	struct undoing u = {.args = args, .host.lock = -1};
	enum ending ending;
	int exit_code;

	set_host_say(args);
	report_init(&u.report);
	ending = undo(&u);
	if (args->json) {
		exit_code =
			ending_json(args, ending, u.run[0] ? u.run : NULL, u.facts ? u.facts : json_array(), &u.report);
	} else {
		say(&u, ending);
		exit_code = ending_exit(ending);
	}
	free(u.changes);
	report_done(&u.report);
	set_host_close(&u.host);
	return exit_code;
}
