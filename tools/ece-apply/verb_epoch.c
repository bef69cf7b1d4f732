// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply epoch [raise] */
#include <inttypes.h>
#include <string.h>

#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/ece-apply/command.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/verbs.h"
#include "tools/ece-apply/who.h"

#define EPOCH_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

/* Under the lock: a run that goes on meanwhile would be refused by its hosts. */
static int raise_epoch(struct session *session, struct ece_error *e)
{
	char who[WHO_MAX];
	uint32_t epoch;
	int err = store_lock(session->store, who_text(who, sizeof(who)), e);

	if (err)
		return err;
	err = store_epoch_raise(session->store, &epoch, e);
	store_unlock(session->store);
	return err;
}

static int show(const struct session *session, const struct token *last)
{
	if (session->args->json)
		return output_json(json_pack("{s:i, s:s, s:I, s:I}", "version", EPOCH_VERSION, "store", last->store,
					     "epoch", (json_int_t)last->epoch, "number", (json_int_t)last->number));
	printf("store %s, epoch %" PRIu32 ", last number %" PRIu64 "\n", last->store, last->epoch, last->number);
	return 0;
}

int verb_epoch(const struct apply_args *args)
{
	struct session session = {.args = args, .detach = DETACH_NONE};
	struct token last;
	struct ece_error e;
	int err;

	if (args->word && strcmp(args->word, "raise") != 0)
		return command_usage(&ece_apply_command, "epoch takes \"raise\" or nothing, not \"%s\"", args->word);
	outcome_init(&session.outcome);
	if (!session_look(&session, args, args->word ? STORE_AT_RESTORED : STORE_AT_WRITE))
		return session_end(&session);
	err = args->word ? raise_epoch(&session, &e) : 0;
	if (!err)
		err = store_identity(session.store, &last, &e);
	if (err) {
		outcome_fail(&session.outcome, &e);
		return session_end(&session);
	}
	err = show(&session, &last);
	session_close(&session);
	return err ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
