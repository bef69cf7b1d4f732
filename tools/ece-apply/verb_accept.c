// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply accept [RUN] */
#include "tools/ece-apply/say_word.h"
#include "tools/ece-apply/verbs.h"

static int accept_open(struct session *session, void *arg, struct ece_error *e)
{
	(void)arg;
	return control_accept(session->control, session->outcome.run_id, &session->outcome.result, e);
}

int verb_accept(const struct apply_args *args)
{
	return say_verb(args, STORE_WORD_ACCEPT, accept_open);
}
