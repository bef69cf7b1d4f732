// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply freeze [WHY] */
#include <time.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/tell_hosts.h"
#include "tools/ece-apply/verbs.h"
#include "tools/ece-apply/who.h"
#include "tools/ece-apply/words.h"

#define FREEZE_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

/* "eve on host-1, 2026-11-29 23:15:40Z: the switches are being changed" */
static void compose(const char *why, char *buf, size_t size)
{
	char who[WHO_MAX], date[WORDS_DATE_MAX];

	snprintf(buf, size, "%s, %s%s%s", who_text(who, sizeof(who)), words_date(time(NULL), date), why ? ": " : "",
		 why ? why : "");
}

/* What is said is what another process would read now. */
static int freeze(struct session *session, char *why, size_t size, struct ece_error *e)
{
	char text[STORE_WHY_MAX];
	int ret;

	compose(session->args->word, text, sizeof(text));
	ret = store_freeze(session->store, text, e);
	if (!ret)
		ret = store_frozen(session->store, why, size, e);
	return ret < 0 ? ret : 0;
}

static void as_text(struct session *session, const char *why, const struct tell_hosts *told)
{
	char holder[WHO_MAX];

	printf("Frozen: nothing is written to any host until 'ece-apply unfreeze', undo included.\n  by:      %s\n",
	       why);
	if (store_holder(session->store, holder, sizeof(holder)))
		printf("  running: a run, by %s; it stands still within seconds, once open requests are answered\n",
		       holder);
	tell_hosts_text(told);
}

int verb_freeze(const struct apply_args *args)
{
	struct session session = {.args = args, .detach = DETACH_NONE};
	char why[STORE_WHY_MAX];
	struct tell_hosts told;
	struct ece_error e;
	int err = 0, exit_code;

	outcome_init(&session.outcome);
	if (!session_look(&session, args, STORE_AT_WRITE))
		return session_end(&session);
	if (freeze(&session, why, sizeof(why), &e)) {
		outcome_fail(&session.outcome, &e);
		return session_end(&session);
	}
	session.outcome.result = CONTROL_APPLIED;
	tell_hosts(&session, true, &told);
	if (args->json)
		err = output_json(json_pack("{s:i, s:b, s:o, s:o}", "version", FREEZE_VERSION, "frozen", 1, "by",
					    build_text(why), "hosts", tell_hosts_json(&told)));
	else
		as_text(&session, why, &told);
	exit_code = session.outcome.result == CONTROL_APPLIED ? tell_hosts_exit(&told) :
								outcome_exit_code(&session.outcome);
	tell_hosts_done(&told);
	session_close(&session);
	return err ? TOOL_EXIT_ERROR : exit_code;
}
