// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply undo RUN */
#include "tools/ece-apply/resume_run.h"
#include "tools/ece-apply/verbs.h"

int verb_undo(const struct apply_args *args)
{
	struct session session = {.args = args, .detach = DETACH_NONE};

	outcome_init(&session.outcome);
	if (session_open(&session, args, true))
		resume_undo(&session, args->word);
	return session_end(&session);
}
