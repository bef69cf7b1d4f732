// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply resume [RUN] */
#include "tools/ece-apply/resume_run.h"
#include "tools/ece-apply/verbs.h"

int verb_resume(const struct apply_args *args)
{
	struct session session = {.args = args, .detach = DETACH_NONE};
	int exit_code;

	if (!detach_begin(&session.detach, args, &exit_code))
		return exit_code;
	outcome_init(&session.outcome);
	if (session_open(&session, args, true))
		resume_run(&session, NULL);
	return session_end(&session);
}
