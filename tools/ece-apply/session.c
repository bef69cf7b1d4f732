// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/channel/command.h"
#include "lib/channel/local.h"
#include "lib/channel/pull.h"
#include "lib/channel/sim.h"
#include "tools/common/fault_env.h"
#include "tools/common/output.h"
#include "tools/common/state_dir.h"
#include "tools/ece-apply/stop.h"
#include "tools/ece-apply/summary.h"

#define AGENT "ece-agent"

/* On a terminal a simulated run takes a few seconds, so that a person can follow it. */
#define PACE_NS UINT64_C(700000000)

static bool ok(struct session *session, int err, const struct ece_error *e)
{
	if (err)
		outcome_fail(&session->outcome, e);
	return !err;
}

/* Faults of a file that --store names are reported as they are found. */
static bool find_store(struct session *session, const struct apply_args *args)
{
	if (!store_at_find(args->store, &session->outcome.report.sink, &session->store_at))
		return true;
	session->outcome.result = CONTROL_INVALID;
	return false;
}

static bool open_store(struct session *session, enum store_at_mode mode)
{
	struct ece_error e;
	int err = store_at_open(session->store_at, session->state_dir, fault_env_vfs(), mode, &session->store, &e);

	ok(session, err, &e);
	/* what etcd refused is another matter than that it does not answer */
	if (store_at_is_shared(session->store_at) && (err == -ETIMEDOUT || err == -EIO))
		session->outcome.result = CONTROL_UNREACHABLE;
	return !err;
}

bool session_open(struct session *session, const struct apply_args *args, bool with_store)
{
	struct ece_error e;
	int err;

	if (!find_store(session, args))
		return false;
	err = state_dir_find(args->state, session->state_dir, &e);
	if (!err)
		err = state_dir_make(session->state_dir, &e);
	return ok(session, err, &e) && (!with_store || open_store(session, STORE_AT_WRITE));
}

/* The agent that lies beside this program. */
static int agent_path(char path[PATH_MAX], struct ece_error *e)
{
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
	char *name;

	path[n > 0 ? n : 0] = '\0';
	name = strrchr(path, '/');
	if (!name || (size_t)(name + 1 - path) + sizeof(AGENT) > PATH_MAX)
		return ece_error_set(e, -ENOENT, ECE_ERROR_IO,
				     "cannot find " AGENT ": /proc does not tell where it is");
	memcpy(name + 1, AGENT, sizeof(AGENT));
	if (access(path, X_OK) < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot run \"%s\": %s", path, strerror(errno));
	return 0;
}

static int connect_local(struct session *session, struct ece_error *e)
{
	char agent[PATH_MAX];
	const char *argv[] = {agent, "--stdio", "--state", session->state_dir, NULL};
	int err = agent_path(agent, e);

	return err ? err : channel_local_new(argv, &session->channel, e);
}

/* Who asks without a lock, to look or to freeze, has none to lose. */
static bool may_send(void *ctx)
{
	const struct session *session = ctx;
	const char *key;
	int64_t revision;

	return !session->store || !store_guard(session->store, &key, &revision) || store_may_act(session->store);
}

static int connect_command(struct session *session, const struct control_way *way, struct ece_error *e)
{
	const struct channel_command_options options = {
		.argv = way->command->argv,
		.dir = way->dir,
		.connect_ns = way->command->connect_ns,
		.at_once = way->command->at_once,
		.agent = way->command->agent,
		.guard = way->command->guard,
		.may_send = may_send,
		.may_send_ctx = session,
	};

	return channel_command_new(&options, &session->channel, e);
}

static bool lock_of(void *ctx, const char **key, int64_t *revision)
{
	const struct session *session = ctx;

	return session->store && store_guard(session->store, key, revision);
}

static int connect_pull(struct session *session, struct ece_error *e)
{
	const struct store_etcd *etcd = store_at_etcd(session->store_at);
	struct channel_pull_options options = {.guard = lock_of, .guard_ctx = session};

	if (!etcd)
		return ece_error_set(e, -EINVAL, ECE_ERROR_CONFLICT,
				     "the agents of this fleet take their requests from etcd: name its store with "
				     "--store, the one that is used now is in a file of this machine");
	options.connection = etcd->connection;
	options.prefix = etcd->prefix;
	return channel_pull_new(&options, &session->channel, e);
}

static uint64_t pace(const struct session *session, bool real_time)
{
	if (real_time)
		return UINT64_MAX;
	return session->watch.term.tty && !session->args->detach ? PACE_NS : 0;
}

static int connect_sim(struct session *session, bool real_time, const struct fleet *fleet, struct ece_error *e)
{
	struct channel_sim_options options = {.pace_ns = pace(session, real_time), .dir = session->state_dir};
	char agent[PATH_MAX];
	int err = 0;

	session->outcome.simulated = true;
	if (fleet && fleet->transport.sim.processes) {
		err = agent_path(agent, e);
		options.agent = agent;
	}
	if (!err)
		err = simfleet_open(session->state_dir, fleet, fault_env_vfs(), &session->sim, e);
	return err ? err : channel_sim_new(session->sim, &options, &session->channel, e);
}

static int connect_as(struct session *session, const struct control_way *way, bool real_time, const struct fleet *fleet,
		      struct ece_error *e)
{
	switch (way->kind) {
	case FLEET_TRANSPORT_SIM:
		return connect_sim(session, real_time, fleet, e);
	case FLEET_TRANSPORT_COMMAND:
		return connect_command(session, way, e);
	case FLEET_TRANSPORT_PULL:
		return connect_pull(session, e);
	default:
		return connect_local(session, e);
	}
}

bool session_connect(struct session *session, const struct control_way *way, const struct fleet *fleet)
{
	bool real_time = way->real_time || session->args->real_time;
	struct ece_error e;
	int err;

	watch_init(&session->watch, &session->control_watch);
	err = connect_as(session, way, real_time, fleet, &e);
	if (!err)
		err = control_new(session->store, session->channel, &session->control_watch, &session->control, &e);
	session->watch.control = session->control;
	return ok(session, err, &e);
}

bool session_look(struct session *session, const struct apply_args *args, enum store_at_mode mode)
{
	struct ece_error e;
	int err;

	if (!find_store(session, args))
		return false;
	err = state_dir_find(args->state, session->state_dir, &e);
	if (!err && store_at_is_shared(session->store_at))
		err = state_dir_make(session->state_dir, &e);
	else if (!err && access(session->state_dir, F_OK) < 0)
		err = ece_error_set(&e, -errno, ECE_ERROR_UNKNOWN_NAME, "no state is kept in \"%s\": %s",
				    session->state_dir, strerror(errno));
	if (!ok(session, err, &e) || !open_store(session, mode))
		return false;
	err = control_new(session->store, NULL, NULL, &session->control, &e);
	return ok(session, err, &e);
}

void session_tell_time(struct session *session, const char *run_id)
{
	struct control_way way;
	struct simfleet *sim;
	struct ece_error e;

	if (control_transport(session->store, run_id, &way, &e))
		return;
	control_way_done(&way);
	if (way.kind != FLEET_TRANSPORT_SIM) {
		control_at(session->control, clock_now());
		return;
	}
	if (simfleet_open(session->state_dir, NULL, fault_env_vfs(), &sim, &e))
		return;
	control_at(session->control, simfleet_now(sim));
	simfleet_close(sim);
}

bool session_find_run(struct session *session, const char *id, bool open, struct store_run *run)
{
	struct ece_error e;
	const char *where = store_at_is_shared(session->store_at) ? store_name(session->store) : session->state_dir;
	int err = store_run_find(session->store, id, open, run, &e);

	if (err == -ENOENT && id)
		outcome_error(&session->outcome, err, ECE_ERROR_UNKNOWN_NAME, "no %srun \"%s\" in %s; see 'history'",
			      open ? "open " : "", id, where);
	else if (err == -ENOENT)
		outcome_error(&session->outcome, err, ECE_ERROR_UNKNOWN_NAME, "there is no %srun in %s",
			      open ? "open " : "", where);
	else
		return ok(session, err, &e);
	return false;
}

static void leave_terminal(void *ctx)
{
	struct session *session = ctx;

	if (detach_leave(&session->detach, session->state_dir, session->outcome.run_id))
		term_init(&session->watch.term, stderr);
}

bool session_carry_out(struct session *session, int (*act)(struct session *session, void *arg, struct ece_error *e),
		       void *arg)
{
	struct ece_error e;
	int err = detach_prepare(&session->detach, session->state_dir, &e);

	if (err)
		return ok(session, err, &e);
	session->watch.begun = leave_terminal;
	session->watch.begun_ctx = session;
	control_hold(session->control, session->args->hold || session->args->detach);
	stop_on_signal(session->control);
	err = act(session, arg, &e);
	stop_on_signal(NULL);
	watch_end(&session->watch);
	session->outcome.stopped = stop_asked();
	session->outcome.run = control_rollout(session->control);
	session->outcome.control = session->control;
	session->outcome.unverified = control_unverified(session->control);
	control_pause_text(session->control, session->outcome.pause, sizeof(session->outcome.pause));
	if (!session->outcome.plan)
		session->outcome.plan = control_plan(session->control);
	return ok(session, err, &e);
}

void session_close(struct session *session)
{
	/* of a reading that was broken off */
	if (session->watch.unread.count)
		troubles_tell(&session->watch.unread, WATCH_TROUBLES_MAX, "", &session->watch.term, NULL);
	control_free(session->control);
	signers_free(session->signers);
	channel_free(session->channel);
	simfleet_close(session->sim);
	store_close(session->store);
	store_at_free(session->store_at);
	outcome_done(&session->outcome);
}

int session_end(struct session *session)
{
	int exit_code = outcome_exit_code(&session->outcome);

	if (session->args->json && output_json(outcome_json(&session->outcome)) && !exit_code)
		exit_code = control_result_exit_code(CONTROL_ERROR);
	session_close(session);
	return exit_code;
}
