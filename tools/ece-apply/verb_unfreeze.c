// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply unfreeze */
#include <errno.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/tell_hosts.h"
#include "tools/ece-apply/verbs.h"

#define UNFREEZE_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

/* Said only when another process would read the same. @why: of the freeze that ended, or "". */
static int unfreeze(struct session *session, char *why, size_t size, struct ece_error *e)
{
	int ret = store_frozen(session->store, why, size, e);

	if (ret > 0)
		ret = store_unfreeze(session->store, e);
	if (!ret)
		ret = store_frozen(session->store, NULL /* nobody's any more */, 0, e);
	if (ret > 0)
		return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED, "somebody froze it again");
	return ret;
}

static void as_text(const char *why, const struct tell_hosts *told)
{
	if (why[0])
		printf("Not frozen any more; it was by %s.\n", why);
	else
		puts("It was not frozen.");
	tell_hosts_text(told);
}

int verb_unfreeze(const struct apply_args *args)
{
	struct session session = {.args = args, .detach = DETACH_NONE};
	char why[STORE_WHY_MAX];
	struct tell_hosts told;
	struct ece_error e;
	int err = 0, exit_code;

	outcome_init(&session.outcome);
	if (!session_look(&session, args, STORE_AT_WRITE))
		return session_end(&session);
	session.outcome.result = CONTROL_APPLIED;
	/* before runs go on: hosts that do not know yet would refuse them */
	tell_hosts(&session, false, &told);
	if (unfreeze(&session, why, sizeof(why), &e)) {
		outcome_fail(&session.outcome, &e);
		tell_hosts_done(&told);
		return session_end(&session);
	}
	if (args->json)
		err = output_json(json_pack("{s:i, s:b, s:o, s:o}", "version", UNFREEZE_VERSION, "frozen", 0, "by",
					    why[0] ? build_text(why) : json_null(), "hosts", tell_hosts_json(&told)));
	else
		as_text(why, &told);
	exit_code = session.outcome.result == CONTROL_APPLIED ? tell_hosts_exit(&told) :
								outcome_exit_code(&session.outcome);
	tell_hosts_done(&told);
	session_close(&session);
	return err ? TOOL_EXIT_ERROR : exit_code;
}
