// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/resume_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ece-apply/signing.h"
#include "tools/ece-apply/summary.h"

int resume_open(struct session *session, void *arg, struct ece_error *e)
{
	int err = signing_begin(session, NULL /* its plan is frozen */, e);

	(void)arg;
	return err ? err : control_resume(session->control, session->outcome.run_id, &session->outcome.result, e);
}

static int undo(struct session *session, void *arg, struct ece_error *e)
{
	(void)arg;
	return control_undo(session->control, session->outcome.run_id, &session->outcome.result, e);
}

/* An undo closes a damaged run without asking a host; nothing else can be done with one. */
static bool damaged(struct session *session, bool undoing, struct ece_error *e)
{
	if (undoing && !control_new(session->store, NULL, NULL, &session->control, e))
		return true;
	if (undoing)
		outcome_fail(&session->outcome, e);
	else
		outcome_error(&session->outcome, e->code, e->kind,
			      "%s; it cannot go on: 'ece-apply undo %s' closes it, and says what is left to do",
			      e->text, session->outcome.run_id);
	return false;
}

/* To the hosts of that run, whatever a fleet file says by now. */
static bool connect_as_run(struct session *session, const struct term *term, bool undoing)
{
	struct control_way way;
	bool connected, simulated_hosts;
	struct ece_error e;
	int err = control_transport(session->store, session->outcome.run_id, &way, &e);

	if (err == -EUCLEAN)
		return damaged(session, undoing, &e);
	if (err) {
		outcome_fail(&session->outcome, &e);
		return false;
	}
	connected = session_connect(session, &way, NULL);
	simulated_hosts = way.simulated && way.kind != FLEET_TRANSPORT_SIM;
	control_way_done(&way);
	if (!connected)
		return false;
	if (simulated_hosts && !session->args->json)
		summary_simulated_hosts(term);
	else if (session->outcome.simulated && !session->args->json)
		summary_simulated(term, session->state_dir, !way.real_time && !session->args->real_time);
	session->outcome.simulated |= simulated_hosts;
	return true;
}

static void closed(struct session *session)
{
	outcome_error(
		&session->outcome, -EUCLEAN, ECE_ERROR_DAMAGED,
		"what the store has of run %s is damaged: no host was asked to undo it, and it is closed as "
		"undo_incomplete; hosts may still have what it wrote: compare them with 'ece-apply FILE --check'; "
		"a card with an unconfirmed change of it refuses other runs, and names this one; to free it, move "
		"store.db aside and use 'ece-apply FILE --adopt'",
		session->outcome.run_id);
	session->outcome.result = CONTROL_UNDO_INCOMPLETE;
}

void resume_carry_out(struct session *session, const struct store_run *run, resume_act *act)
{
	struct term term;

	term_init(&term, stdout);
	memcpy(session->outcome.run_id, run->id, sizeof(session->outcome.run_id));
	if (!connect_as_run(session, &term, act == undo))
		return;
	if (!session_carry_out(session, act, NULL))
		summary_open_run(&session->outcome, session->args);
	else if (!session->outcome.run)
		closed(session);
	else if (!session->args->json) {
		/* where it began on a terminal it may end in a log */
		term_init(&term, stdout);
		summary_run(&term, &session->outcome, session->args, store_name(session->store));
	}
}

/* @run_file: a full path. A file that was there when the run began may be gone, or be reached by another name now. */
static bool same_file(const char *run_file, const char *file)
{
	char *real_run = realpath(run_file, NULL), *real = realpath(file, NULL);
	bool same = strcmp(real_run ? real_run : run_file, real ? real : file) == 0;

	free(real_run);
	free(real);
	return same;
}

bool resume_is_of(struct session *session, const struct store_run *run, const char *file)
{
	if (same_file(run->file, file))
		return true;
	outcome_error(&session->outcome, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
		      "the open run %s is one of \"%s\", not of \"%s\"; 'ece-apply resume %s' goes on with it", run->id,
		      run->file, file, run->id);
	return false;
}

void resume_undo(struct session *session, const char *id)
{
	struct store_run run;

	if (session_find_run(session, id, false, &run))
		resume_carry_out(session, &run, undo);
}
