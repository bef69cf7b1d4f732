// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply abort [RUN] */
#include "tools/ece-apply/say_word.h"
#include "tools/ece-apply/verbs.h"

static int abort_open(struct session *session, void *arg, struct ece_error *e)
{
	(void)arg;
	return control_abort(session->control, session->outcome.run_id, &session->outcome.result, e);
}

int verb_abort(const struct apply_args *args)
{
	return say_verb(args, STORE_WORD_ABORT, abort_open);
}
