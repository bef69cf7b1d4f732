// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/param_text.h"
#include "tools/common/table.h"
#include "tools/ece-set/ending.h"
#include "tools/ece-set/set_host.h"
#include "tools/ece-set/verbs.h"
#include "tools/common/view.h"

#define HISTORY_MAX 100 /* runs */

static const char *const states[] = {
	[JOURNAL_RUN_OPEN] = "open",
	[JOURNAL_RUN_CONFIRMED] = "confirmed",
	[JOURNAL_RUN_UNDONE] = "undone",
	[JOURNAL_RUN_SELF_UNDOING] = "undo incomplete",
	[JOURNAL_RUN_SELF_UNDONE] = "undone by itself",
};

/* Undone in intent: nothing of the run may be written any more, but not all of it is back. */
static bool is_incomplete(const struct journal_run_entry *run, const struct journal_change *changes, size_t count)
{
	for (size_t i = 0; i < count && run->state == JOURNAL_RUN_UNDONE; i++)
		if (journal_state_undoable(changes[i].state))
			return true;
	return false;
}

struct history {
	struct set_host host;
	bool json;
	json_t *runs; /* with --json */
	size_t printed;
};

static void print_run(struct history *h, const struct journal_run_entry *run, const struct journal_change *changes,
		      size_t count)
{
	const char *word = is_incomplete(run, changes, count) ? "undo incomplete" : states[run->state];
	struct table *table = table_new(5);
	struct term term;

	term_init(&term, stdout);
	for (size_t i = 0; i < count; i++) {
		char name[24], old[PARAM_TEXT_VALUE_MAX], new[PARAM_TEXT_VALUE_MAX];
		const struct journal_change *c = &changes[i];

		table_add(table, "%s", set_host_name(&h->host, &c->card, name, sizeof(name)));
		table_add(table, "%s", c->param->name);
		table_add(table, "%s", ece_param_format(c->param, c->old_raw, old, sizeof(old)));
		table_add(table, "%s %s", term_sign(&term, TERM_ARROW),
			  ece_param_format(c->param, c->new_raw, new, sizeof(new)));
		/* Of a run all of whose values are alike the run's own state says it. */
		table_add(table, "%s", strcmp(journal_state_name(c->state), word) ? journal_state_name(c->state) : "");
	}
	printf("%s%s  %s\n", h->printed++ ? "\n" : "", run->run, word);
	table_print(table, stdout, VIEW_INDENT, 0);
	table_free(table);
}

static void add_json(struct history *h, const struct journal_run_entry *run, const struct journal_change *changes,
		     size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		char name[24], old[PARAM_TEXT_VALUE_MAX], new[PARAM_TEXT_VALUE_MAX];
		const struct journal_change *c = &changes[i];

		build_append(&list,
			     json_pack("{s:s, s:s, s:s, s:I, s:s, s:I, s:s}", "card",
				       set_host_name(&h->host, &c->card, name, sizeof(name)), "param", c->param->name,
				       "old", ece_param_format(c->param, c->old_raw, old, sizeof(old)), "old_raw",
				       (json_int_t)c->old_raw, "new",
				       ece_param_format(c->param, c->new_raw, new, sizeof(new)), "new_raw",
				       (json_int_t)c->new_raw, "state", journal_state_name(c->state)));
	}
	build_append(&h->runs, json_pack("{s:s, s:s, s:o}", "run", run->run, "state",
					 is_incomplete(run, changes, count) ? "undo_incomplete" : states[run->state],
					 "changes", list));
}

static int add_runs(struct history *h, struct ece_error *e)
{
	const struct guard *guard = &h->host.guard;
	struct journal_run_entry *runs;
	size_t run_count;
	int err = journal_runs(guard->journal, guard->host, HISTORY_MAX, &runs, &run_count, e);

	if (err)
		return err;
	for (size_t i = 0; i < run_count && !err; i++) {
		struct journal_change *changes = NULL;
		size_t count;

		err = journal_changes(guard->journal, guard->host, runs[i].run, &changes, &count, e);
		if (err)
			break;
		if (h->json)
			add_json(h, &runs[i], changes, count);
		else
			print_run(h, &runs[i], changes, count);
		free(changes);
	}
	free(runs);
	return err;
}

static int end(struct history *h, const struct set_args *args)
{
	if (args->json)
		return output_json(json_pack("{s:i, s:b, s:s?, s:O}", "version", SET_VERSION, "simulated",
					     args->sim != NULL, "host", args->host, "runs", h->runs)) ?
			       TOOL_EXIT_ERROR :
			       TOOL_EXIT_OK;
	if (!h->printed)
		puts("Nothing has been set here.");
	return TOOL_EXIT_OK;
}

int verb_history(const struct set_args *args)
{
	struct history h = {.json = args->json, .runs = json_array()};
	struct report report;
	struct ece_error e;
	int exit_code;

	set_host_say(args);
	report_init(&report);
	if (set_host_open(args, &h.host, &e) || add_runs(&h, &e))
		exit_code = ending_exit(ending_of_error(&e, &report));
	else
		exit_code = end(&h, args);
	json_decref(h.runs);
	report_done(&report);
	set_host_close(&h.host);
	return exit_code;
}
