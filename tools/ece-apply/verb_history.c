// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply history [RUN] */
#include <stdlib.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/table.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/verbs.h"
#include "tools/ece-apply/watch_frame.h"
#include "tools/ece-apply/words.h"

#define HISTORY_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

static void as_text(const struct store_run *runs, size_t count)
{
	struct table *table = table_new(5);
	char started[WORDS_DATE_MAX];

	for (size_t i = 0; i < count; i++) {
		table_add(table, "%s", runs[i].id);
		table_add(table, "%s", words_date(runs[i].started_unix, started));
		table_add(table, "%s", runs[i].result[0] ? runs[i].result : "open");
		table_add(table, "%s", runs[i].file);
		table_add(table, "%s", runs[i].change_id);
	}
	table_print(table, stdout, 0, 0);
	table_free(table);
	if (!count)
		fputs("no runs yet\n", stderr);
}

static int as_json(const struct store_run *runs, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		build_append(&list, json_pack("{s:s, s:s?, s:o, s:I, s:s?, s:I, s:o}", "run", runs[i].id, "change_id",
					      runs[i].change_id[0] ? runs[i].change_id : NULL, "file",
					      build_text(runs[i].file), "started", (json_int_t)runs[i].started_unix,
					      "result", runs[i].result[0] ? runs[i].result : NULL, "events",
					      (json_int_t)runs[i].events, "generation",
					      runs[i].generation ? json_integer((json_int_t)runs[i].generation) :
								   json_null()));
	return output_json(json_pack("{s:i, s:o}", "version", HISTORY_VERSION, "runs", list));
}

static bool list_runs(struct session *session, int *err)
{
	struct store_run *runs = NULL;
	struct ece_error e;
	size_t count = 0;

	if (store_run_list(session->store, &runs, &count, &e)) {
		outcome_fail(&session->outcome, &e);
		return false;
	}
	if (session->args->json)
		*err = as_json(runs, count);
	else
		as_text(runs, count);
	free(runs);
	return true;
}

static int chapter_text(void *ctx, const struct control_chapter *chapter)
{
	char time[WATCH_TIME_MAX];

	(void)ctx;
	printf("%s  %s\n", watch_time(chapter->since_ns, time), chapter->text);
	return 0;
}

static int chapter_json(void *ctx, const struct control_chapter *chapter)
{
	json_t **list = ctx;

	build_append(list, json_pack("{s:f, s:I, s:o}", "seconds", (double)chapter->since_ns / 1e9, "step",
				     (json_int_t)chapter->step + 1, "text", build_text(chapter->text)));
	return 0;
}

/* Of one run: what happened in which order. */
static bool tell_run(struct session *session, int *err)
{
	json_t *list = session->args->json ? json_array() : NULL;
	struct store_run run;
	struct ece_error e;

	if (!session_find_run(session, session->args->word, false, &run)) {
		json_decref(list);
		return false;
	}
	if (!session->args->json)
		printf("run %s of %s\n", run.id, run.file);
	if (control_story(session->control, run.id, session->args->json ? chapter_json : chapter_text, &list, &e)) {
		outcome_fail(&session->outcome, &e);
		json_decref(list);
		return false;
	}
	if (session->args->json)
		*err = output_json(json_pack("{s:i, s:s, s:s?, s:o}", "version", HISTORY_VERSION, "run", run.id,
					     "result", run.result[0] ? run.result : NULL, "story", list));
	return true;
}

int verb_history(const struct apply_args *args)
{
	struct session session = {.args = args, .detach = DETACH_NONE};
	int err = 0;

	outcome_init(&session.outcome);
	if (!session_look(&session, args, STORE_AT_WRITE) ||
	    !(args->word ? tell_run(&session, &err) : list_runs(&session, &err)))
		return session_end(&session);
	session_close(&session);
	return err ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
