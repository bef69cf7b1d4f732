// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply why HOST [CARD] PARAM */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "devx/params/param.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/param_text.h"
#include "tools/common/term.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/verbs.h"
#include "tools/ece-apply/words.h"

#define WHY_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

struct question {
	struct session *session;
	const char *host, *card; /* card: NULL: any */
	const struct ece_param *param;
	struct term term;
	json_t *list;
	size_t count;
};

static bool find_param(struct question *q, const char *name)
{
	const struct ece_param *near = ece_param_nearest(name);

	q->param = ece_param_find(name);
	if (!q->param && near)
		outcome_error(&q->session->outcome, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			      "there is no parameter \"%s\"; did you mean \"%s\"?", name, near->name);
	else if (!q->param)
		outcome_error(&q->session->outcome, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			      "there is no parameter \"%s\"; 'ece-show --param' lists them", name);
	return q->param;
}

static void wrote_text(const struct question *q, const struct control_wrote *wrote)
{
	char from[PARAM_TEXT_VALUE_MAX], to[PARAM_TEXT_VALUE_MAX], date[WORDS_DATE_MAX];

	printf("%s  run %s%s%s\n", words_date(wrote->run->started_unix, date), wrote->run->id,
	       wrote->run->change_id[0] ? ", for " : "", wrote->run->change_id);
	printf("    %s  %s %s %s\n", wrote->pci, ece_param_format(q->param, wrote->from, from, sizeof(from)),
	       term_sign(&q->term, TERM_ARROW), ece_param_format(q->param, wrote->to, to, sizeof(to)));
	printf("    step \"%s\"%s%s: %s\n", wrote->step, wrote->change[0] ? " of change " : "", wrote->change,
	       rollout_host_state_name(wrote->state));
	if (wrote->verdicts[0])
		printf("    gates: %s\n", wrote->verdicts);
}

static int hear(void *ctx, const struct control_wrote *wrote)
{
	struct question *q = ctx;
	char guid[32];

	q->count++;
	if (!q->session->args->json) {
		wrote_text(q, wrote);
		return 0;
	}
	snprintf(guid, sizeof(guid), "0x%016" PRIx64, wrote->guid);
	build_append(&q->list,
		     json_pack("{s:s, s:I, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:s, s:o}", "run", wrote->run->id,
			       "started", (json_int_t)wrote->run->started_unix, "change_id", wrote->run->change_id,
			       "change", wrote->change, "step", wrote->step, "pci", wrote->pci, "guid", guid,
			       "from_raw", (json_int_t)wrote->from, "to_raw", (json_int_t)wrote->to, "state",
			       rollout_host_state_name(wrote->state), "verdicts", build_text(wrote->verdicts)));
	return 0;
}

static bool ask(struct question *q)
{
	struct ece_error e;
	int err = control_why(q->session->control, q->host, q->card, q->param, hear, q, &e);

	if (err)
		outcome_fail(&q->session->outcome, &e);
	return !err;
}

/* What it should have and does not. */
static bool tell_owed(struct question *q, json_t **owed)
{
	struct store_owed *list;
	struct ece_error e;
	size_t count;

	if (store_owed_list(q->session->store, &list, &count, &e)) {
		outcome_fail(&q->session->outcome, &e);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		if (strcmp(list[i].host, q->host) != 0)
			continue;
		if (q->session->args->json)
			build_append(owed, json_pack("{s:s, s:s, s:I, s:o}", "run", list[i].run, "change",
						     list[i].change, "generation", (json_int_t)list[i].generation,
						     "why", build_text(list[i].why)));
		else
			printf("%s is owed %s%s of run %s, since generation %" PRIu64 ": %s\n", q->host,
			       list[i].change[0] ? "change " : "what it should have", list[i].change, list[i].run,
			       list[i].generation, list[i].why);
	}
	free(list);
	return true;
}

static bool answer(struct question *q, int *err)
{
	json_t *owed = q->session->args->json ? json_array() : NULL;

	if (!ask(q) || !tell_owed(q, &owed)) {
		json_decref(owed);
		return false;
	}
	if (q->session->args->json)
		*err = output_json(json_pack("{s:i, s:o, s:s, s:O, s:o}", "version", WHY_VERSION, "host",
					     build_text(q->host), "param", q->param->name, "runs", q->list, "owed",
					     owed));
	else if (!q->count)
		printf("No run in %s wrote %s on %s%s%s.\n", q->session->state_dir, q->param->name, q->host,
		       q->card ? " " : "", q->card ? q->card : "");
	return true;
}

int verb_why(const struct apply_args *args)
{
	struct session session = {.args = args, .detach = DETACH_NONE};
	struct question q = {
		.session = &session,
		.host = args->words[0],
		.card = args->words[2] ? args->words[1] : NULL,
		.list = args->json ? json_array() : NULL,
	};
	int err = 0;

	term_init(&q.term, stdout);
	outcome_init(&session.outcome);
	if (!find_param(&q, args->words[2] ? args->words[2] : args->words[1]) ||
	    !session_look(&session, args, STORE_AT_WRITE) || !answer(&q, &err)) {
		json_decref(q.list);
		return session_end(&session);
	}
	json_decref(q.list);
	session_close(&session);
	return err ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
