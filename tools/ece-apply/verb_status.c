// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply status [RUN] */
#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/ece-apply/follow.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/status_view.h"
#include "tools/ece-apply/verbs.h"

static bool load(struct session *session, struct store_run *run)
{
	struct ece_error e;

	if (!session_find_run(session, session->args->word, false, run))
		return false;
	if (control_load(session->control, run->id, &e)) {
		outcome_fail(&session->outcome, &e);
		return false;
	}
	session_tell_time(session, run->id);
	return true;
}

static bool show(struct session *session, const struct store_run *run, int *err)
{
	struct ece_error e;

	if (session->args->json)
		*err = output_json(status_json(session->control, session->store, run));
	else if (status_text(session->control, session->store, run, session->args, &e)) {
		outcome_fail(&session->outcome, &e);
		return false;
	}
	return true;
}

int verb_status(const struct apply_args *args)
{
	struct session session = {.args = args, .detach = DETACH_NONE};
	struct store_run run;
	int err = 0;

	outcome_init(&session.outcome);
	if (!session_look(&session, args, STORE_AT_WRITE) || !load(&session, &run))
		return session_end(&session);
	if (args->follow)
		return follow(&session, &run);
	if (!show(&session, &run, &err))
		return session_end(&session);
	session_close(&session);
	return err ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
