// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply history */
#include <stdlib.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/table.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/verbs.h"
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
		build_append(&list, json_pack("{s:s, s:s?, s:o, s:I, s:s?, s:I}", "run", runs[i].id, "change_id",
					      runs[i].change_id[0] ? runs[i].change_id : NULL, "file",
					      build_text(runs[i].file), "started", (json_int_t)runs[i].started_unix,
					      "result", runs[i].result[0] ? runs[i].result : NULL, "events",
					      (json_int_t)runs[i].events));
	return output_json(json_pack("{s:i, s:o}", "version", HISTORY_VERSION, "runs", list));
}

int verb_history(const struct apply_args *args)
{
	struct session session = {.args = args, .detach = DETACH_NONE};
	struct store_run *runs = NULL;
	struct ece_error e;
	size_t count = 0;
	int err;

	outcome_init(&session.outcome);
	if (!session_look(&session, args))
		return session_end(&session);
	err = store_run_list(session.store, &runs, &count, &e);
	if (err) {
		outcome_fail(&session.outcome, &e);
		return session_end(&session);
	}
	if (args->json)
		err = as_json(runs, count);
	else
		as_text(runs, count);
	free(runs);
	session_close(&session);
	return err ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
