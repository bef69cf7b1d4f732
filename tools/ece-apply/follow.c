// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/follow.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/ece-apply/status_view.h"

#define HOLDER_MAX 256
#define POLL_MS    100 /* looking again costs a replay of the run: at most a tenth of the time goes there */
#define POLL_SHARE 9
#define POLL_MAX   10000

struct following {
	struct session *session;
	struct store_run run;
	bool looked;
	size_t verdicts, at; /* that were there the last time; of those that are looked at now */
	uint64_t cost_ns;    /* of the last look */
};

/* What was judged before it was followed is in the status. */
static int tell_verdict(void *ctx, const struct control_verdict *verdict)
{
	struct following *f = ctx;

	if (f->at++ < f->verdicts)
		return 0;
	f->verdicts++;
	if (f->looked)
		f->session->control_watch.judged(&f->session->watch, verdict);
	return 0;
}

/* As the one who carries it out sees it, with the times of the run. */
static int show_text(struct following *f, struct ece_error *e)
{
	struct session *session = f->session;
	uint64_t began, last;
	int err;

	control_times(session->control, &began, &last);
	if (!f->looked)
		watch_since(&session->watch, began);
	session->watch.now_ns = last;
	f->at = 0;
	err = control_verdicts(session->control, tell_verdict, f, e);
	if (!err)
		session->control_watch.moved(&session->watch, control_plan(session->control),
					     control_rollout(session->control), last);
	return err;
}

static int show_json(struct following *f, struct ece_error *e)
{
	int err = output_json(status_json(f->session->control, f->session->store, &f->run));

	fflush(stdout);
	return err ? ece_error_set(e, err, ECE_ERROR_IO, "cannot print how run %s stands", f->run.id) : 0;
}

static int look(struct following *f, struct ece_error *e)
{
	uint64_t began = clock_now();
	int err = control_load(f->session->control, f->run.id, e);

	if (!err)
		err = f->session->args->json ? show_json(f, e) : show_text(f, e);
	f->looked = true;
	f->cost_ns = clock_now() - began;
	return err;
}

/* Whoever lets go of the lock has written the result before. */
static int refresh(struct following *f, bool *live, struct ece_error *e)
{
	char holder[HOLDER_MAX];

	*live = store_holder(f->session->store, holder, sizeof(holder));
	return store_run_find(f->session->store, f->run.id, false, &f->run, e);
}

static void rest(const struct following *f)
{
	uint64_t ms = f->cost_ns * POLL_SHARE / CLOCK_MS_NS;

	poll(NULL, 0, (int)(ms < POLL_MS ? POLL_MS : ms > POLL_MAX ? POLL_MAX : ms));
}

static int watch_it(struct following *f, struct ece_error *e)
{
	bool live = true;
	int err = refresh(f, &live, e);

	while (!err) {
		uint64_t seen = f->run.events;
		bool open = !f->run.result[0];

		err = look(f, e);
		while (!err && live && open && f->run.events == seen && !f->run.result[0]) {
			rest(f);
			err = refresh(f, &live, e);
		}
		/* nothing that is not shown, and nobody to move it */
		if (!err && f->run.events == seen && open == !f->run.result[0])
			return 0;
	}
	return err;
}

static int exit_code(const struct store_run *run)
{
	for (int i = CONTROL_APPLIED; i <= CONTROL_UNREACHABLE; i++)
		if (!strcmp(control_result_name((enum control_result)i), run->result))
			return control_result_exit_code((enum control_result)i);
	return control_result_exit_code(run->result[0] ? CONTROL_ERROR : CONTROL_PAUSED);
}

static int finish(struct following *f)
{
	struct session *session = f->session;
	struct ece_error e;
	int code = exit_code(&f->run);

	session_tell_time(session, f->run.id);
	if (!session->args->json && status_text(session->control, session->store, &f->run, session->args, &e)) {
		outcome_fail(&session->outcome, &e);
		return session_end(session);
	}
	session_close(session);
	return code;
}

int follow(struct session *session, const struct store_run *run)
{
	struct following f = {.session = session, .run = *run};
	struct ece_error e;
	int err;

	watch_init(&session->watch, &session->control_watch);
	err = watch_it(&f, &e);
	watch_end(&session->watch);
	if (!err)
		return finish(&f);
	outcome_fail(&session->outcome, &e);
	return session_end(session);
}
