// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply FILE: compare, show, ask, carry out. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common/exit_code.h"
#include "tools/ece-apply/command.h"
#include "tools/ece-apply/drift_pass.h"
#include "tools/ece-apply/drift_text.h"
#include "tools/ece-apply/fleet_load.h"
#include "tools/ece-apply/plan_markdown.h"
#include "tools/ece-apply/plan_text.h"
#include "tools/ece-apply/planning.h"
#include "tools/ece-apply/prompt.h"
#include "tools/ece-apply/resume_run.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/signing.h"
#include "tools/ece-apply/stop.h"
#include "tools/ece-apply/summary.h"
#include "tools/ece-apply/verbs.h"

#define COMMAND_MAX 192 /* two of them fit into the text of an error */

struct work {
	struct session *session;
	struct fleet_load load;
	const struct fleet *fleet; /* of @load */
	struct planning planning;
	const struct plan *plan; /* of @planning */
	struct drift_pass drift;
	struct term term; /* of stdout */
};

static bool interrupted(struct session *session)
{
	if (stop_asked())
		outcome_error(&session->outcome, -EINTR, ECE_ERROR_IO, "stopped before anything was written");
	return stop_asked();
}

/* With another transport than "sim" only the agents can tell. */
static void say_simulated(struct work *w)
{
	struct session *session = w->session;
	const struct apply_args *args = session->args;

	if (session->outcome.simulated || !control_simulated(session->control))
		return;
	session->outcome.simulated = true;
	if (!args->json && !args->markdown && !args->nagios)
		summary_simulated_hosts(&w->term);
}

static bool read_hosts(struct work *w, const struct facts_host **hosts, size_t *count)
{
	struct session *session = w->session;
	struct ece_error e;
	int err;

	stop_on_signal(session->control);
	err = control_read(session->control, w->fleet, w->planning.asked, hosts, count, &e);
	stop_on_signal(NULL);
	if (interrupted(session))
		return false;
	if (err)
		outcome_fail(&session->outcome, &e);
	else
		say_simulated(w);
	return !err;
}

static int run_plan(struct session *session, void *arg, struct ece_error *e)
{
	struct work *w = arg;
	int err = signing_begin(session, w->fleet, e);

	if (err)
		return err;
	if (session->args->adopt)
		control_adopt(session->control);
	if (session->args->change_id || session->args->repair)
		control_change_id(session->control, session->args->change_id ? session->args->change_id : "drift");
	return control_run(session->control, w->fleet, w->plan, w->planning.hosts, session->outcome.run_id,
			   &session->outcome.result, e);
}

/* May it be carried out? Where nobody can be asked, only --yes is a yes. */
static bool allowed(struct work *w)
{
	struct session *session = w->session;

	if (session->args->yes)
		return true;
	session->outcome.result = CONTROL_DIFFERENCES;
	if (session->args->json || !prompt_possible()) {
		session->outcome.usage = true;
		fputs("nothing was written: there is nobody to ask; --yes carries it out\n", stderr);
		return false;
	}
	if (prompt_apply(w->plan, session->outcome.simulated))
		return true;
	outcome_error(&session->outcome, -ECANCELED, ECE_ERROR_REFUSED, "not confirmed: nothing was written");
	return false;
}

/* Where it began on a terminal it may end in a log. */
static void summarise(struct session *session)
{
	struct term term;

	term_init(&term, stdout);
	summary_run(&term, &session->outcome, session->args, store_name(session->store));
}

/* Then nothing was begun. */
static void say_frozen(struct session *session)
{
	outcome_error(&session->outcome, -EBUSY, ECE_ERROR_REFUSED,
		      "nothing was written: %s; 'ece-apply unfreeze' ends that", session->outcome.pause);
	session->outcome.result = CONTROL_PAUSED;
}

static void finish(struct work *w)
{
	struct session *session = w->session;

	if (w->plan->order_count && !w->plan->refused) {
		if (session->args->check || session->args->plan_out) {
			session->outcome.result = w->plan->change_count > w->plan->unverified_count ?
							  CONTROL_DIFFERENCES :
							  CONTROL_APPLIED_OWED;
			return;
		}
		if (!allowed(w))
			return;
	}
	/* Without changes, or refused, it only says what that means. */
	if (!session_carry_out(session, run_plan, w))
		summary_open_run(&session->outcome, session->args);
	else if (session->outcome.result == CONTROL_PAUSED && !session->outcome.run)
		say_frozen(session);
	else if (session->outcome.run && !session->args->json)
		summarise(session);
}

/* Somebody is carrying it out. Returns false when nobody is, that is, when it was left alone. */
static bool say_live_run(struct session *session, const char *id)
{
	char look[COMMAND_MAX];
	struct ece_error e;

	if (!store_lock_holder(session->store, &e))
		return false;
	summary_command(session->args, "status", id, look, sizeof(look));
	outcome_error(&session->outcome, -EBUSY, ECE_ERROR_LOCKED, "run %s is being carried out: %s; look: %s", id,
		      e.text, look);
	return true;
}

/* With the commands to type, unless the path of the state is so long that the second one would be cut. */
static void say_open_run(struct session *session, const char *id)
{
	char resume[COMMAND_MAX], undo[COMMAND_MAX];

	summary_command(session->args, "resume", id, resume, sizeof(resume));
	summary_command(session->args, "undo", id, undo, sizeof(undo));
	if (strlen(resume) == sizeof(resume) - 1)
		outcome_error(&session->outcome, -EBUSY, ECE_ERROR_LOCKED,
			      "run %s is still open; go on with it ('resume'), or put back what it wrote ('undo')", id);
	else
		outcome_error(&session->outcome, -EBUSY, ECE_ERROR_LOCKED,
			      "run %s is still open; go on with it: %s; or put back what it wrote: %s", id, resume,
			      undo);
}

/* A run that holds hosts must come to its end before another one touches them. Said before any host is asked. */
static bool no_open_run(struct session *session)
{
	struct store_run open;
	struct ece_error e;
	int err = session->store ? store_run_find(session->store, NULL, true, &open, &e) : -ENOENT;

	if (err == -ENOENT)
		return true;
	if (err)
		outcome_fail(&session->outcome, &e);
	else if (!say_live_run(session, open.id))
		say_open_run(session, open.id);
	return false;
}

static void resume_file(struct session *session)
{
	struct store_run run;

	if (session_find_run(session, NULL, true, &run) && resume_is_of(session, &run, session->args->word))
		resume_carry_out(session, &run, resume_open);
}

static void show(struct work *w)
{
	const struct apply_args *args = w->session->args;
	bool simulated = w->session->outcome.simulated;

	if (args->markdown)
		plan_markdown(&(struct plan_markdown){.fleet = w->fleet,
						      .plan = w->plan,
						      .change_id = args->change_id,
						      .simulated = simulated},
			      stdout);
	else if (!args->json && simulated)
		putchar('\n');
	if (!args->markdown && !args->json)
		plan_text(w->fleet, w->plan, &w->term);
}

/* To the hosts of the file; a simulated fleet says that it is one. */
static bool reach_hosts(struct work *w)
{
	const struct control_way way = control_way_of(w->fleet);
	struct session *session = w->session;

	if (!session_connect(session, &way, w->fleet))
		return false;
	if (session->outcome.simulated && !session->args->json && !session->args->markdown && !session->args->nagios)
		summary_simulated(&w->term, session->state_dir, !way.real_time && !session->args->real_time);
	return true;
}

/* In a frozen store nothing is begun, so there is nothing to ask hosts for. What only looks has no store open. */
static bool not_frozen(struct session *session)
{
	char why[STORE_WHY_MAX];
	struct ece_error e;
	int frozen = session->store ? store_frozen(session->store, why, sizeof(why), &e) : 0;

	if (frozen < 0)
		outcome_fail(&session->outcome, &e);
	if (frozen <= 0)
		return !frozen;
	snprintf(session->outcome.pause, sizeof(session->outcome.pause), "writes are frozen: %.200s", why);
	say_frozen(session);
	return false;
}

static bool is_for_somebody(struct work *w)
{
	const struct apply_args *args = w->session->args;

	if (!w->planning.nobody)
		return true;
	w->session->outcome.result = CONTROL_UNCHANGED;
	if (!args->json)
		puts("Nothing to do: none of these hosts is owed anything.");
	return false;
}

/* Returns true when there is something to plan: a repair. */
static bool look_for_drift(struct work *w, const struct facts_host *hosts)
{
	struct session *session = w->session;
	struct drift_pass *pass = &w->drift;

	if (!drift_pass_make(pass, session, &w->planning, w->fleet, hosts))
		return false;
	session->outcome.result = drift_pass_result(pass);
	if (session->args->json) {
		session->outcome.drift = drift_json(pass);
	} else if (!session->args->nagios) {
		if (session->outcome.simulated)
			putchar('\n');
		drift_text(pass, &w->term);
	}
	return pass->repair_count;
}

/* Only what the pass chose; a run that did all of that leaves what it did not choose. */
static void repair(struct work *w, const struct facts_host *hosts, size_t count)
{
	struct outcome *outcome = &w->session->outcome;

	free(w->planning.within);
	w->planning.within = w->drift.within;
	w->drift.within = NULL;
	w->planning.repairs = w->drift.repairs;
	w->planning.repair_count = w->drift.repair_count;
	outcome->result = CONTROL_ERROR;
	if (!planning_make(&w->planning, w->session, &w->load, hosts, count))
		return;
	w->plan = w->planning.plan;
	show(w);
	finish(w);
	if (outcome->result == CONTROL_APPLIED && w->drift.unrepaired)
		outcome->result = CONTROL_DIFFERENCES;
}

/* May something be written? What only looks for drift does not, so it may be done at any time. */
static bool may_begin(struct session *session)
{
	const struct apply_args *args = session->args;

	return (args->drift && !args->repair) || (no_open_run(session) && not_frozen(session));
}

static void apply(struct work *w)
{
	struct session *session = w->session;
	const struct apply_args *args = session->args;
	const struct facts_host *hosts;
	size_t count;

	/* an open run has its plan: a file that expired, or an inventory that is down, does not keep it from its end */
	if (args->resume) {
		if (session_open(session, args, true))
			resume_file(session);
		return;
	}
	if (!fleet_load(args, &session->outcome, &w->load) || !planning_begin(&w->planning, session, &w->load))
		return;
	w->fleet = w->load.fleet;
	if (!signing_wanted(session, w->fleet))
		return;
	session->outcome.simulated = w->fleet->transport.kind == FLEET_TRANSPORT_SIM;
	if (!session_open(session, args, !args->check && !args->plan_out))
		return;
	if (!may_begin(session) || !planning_narrow(&w->planning, session, &w->load) || !is_for_somebody(w) ||
	    !reach_hosts(w) || !read_hosts(w, &hosts, &count))
		return;
	if (args->drift) {
		if (look_for_drift(w, hosts))
			repair(w, hosts, count);
		return;
	}
	if (!planning_make(&w->planning, session, &w->load, hosts, count))
		return;
	w->plan = w->planning.plan;
	show(w);
	if (args->plan_out && !w->plan->refused && !planning_save(&w->planning, session, &w->load))
		return;
	finish(w);
}

int verb_file(const struct apply_args *asked)
{
	struct apply_args said = *asked;
	const struct apply_args *args = &said;
	struct session session = {.args = args, .detach = DETACH_NONE};
	struct work w = {.session = &session};
	int exit_code;

	/* as if it had been said: the commands to go on with, which are printed, name it */
	if (!said.store && said.word && store_at_is_in(said.word))
		said.store = said.word;
	if (!detach_begin(&session.detach, args, &exit_code))
		return exit_code;
	outcome_init(&session.outcome);
	term_init(&w.term, stdout);
	apply(&w);
	if (args->nagios) {
		exit_code = drift_nagios(&w.drift, &session.outcome, stdout);
		session_close(&session);
	} else {
		exit_code = session_end(&session);
	}
	drift_pass_done(&w.drift);
	planning_done(&w.planning);
	fleet_load_done(&w.load);
	return exit_code;
}
