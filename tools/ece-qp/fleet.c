// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-qp --fleet FILE: the queue pairs of every host of a fleet file, counted by its agents. */
#include "tools/ece-qp/fleet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/ece-apply/fleet_load.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/stop.h"
#include "tools/ece-apply/summary.h"
#include "tools/ece-qp/fleet_view.h"

#define EXIT_LACKING 2

struct fleet_show {
	const struct qp_args *args;
	struct session *session;
	struct fleet_load load;
	bool *asked; /* of each host; NULL: all are */
	struct fleet_count count;
};

struct limiting {
	const struct fleet *fleet;
	bool *asked;
	struct ece_error *e;
};

static int ask_host(void *ctx, const char *name, size_t len)
{
	struct limiting *l = ctx;
	char host[HOSTLIST_NAME_MAX + 1];
	uint32_t index;

	memcpy(host, name, len);
	host[len] = '\0';
	index = fleet_host_find(l->fleet, host);
	if (index == FLEET_NONE)
		return ece_error_set(l->e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "%s names no host \"%s\"", l->fleet->file,
				     host);
	l->asked[index] = true;
	return 0;
}

static int limit_hosts(struct fleet_show *show, struct ece_error *e)
{
	const char *text = show->args->limit;
	struct limiting l = {.fleet = show->load.fleet, .e = e};
	struct hostlist_fault fault;
	int err;

	if (!text)
		return 0;
	show->asked = l.asked = calloc(l.fleet->host_count + 1, sizeof(*l.asked));
	if (!l.asked)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for hosts");
	err = hostlist_each(text, strlen(text), HOSTLIST_MAX, ask_host, &l, &fault);
	if (err == -EINVAL || err == -E2BIG)
		return ece_error_set(e, err, ECE_ERROR_UNKNOWN_NAME, "--limit \"%.60s\" is no list of hosts: %s", text,
				     fault.why);
	return err;
}

static int count_all(struct fleet_show *show, struct ece_error *e)
{
	const struct fleet *fleet = show->load.fleet;
	const struct qp_want want = {.bits = show->args->want, .origin = "--want"};
	struct control *control = show->session->control;
	int err;

	if (fleet_count_init(&show->count, fleet, &want))
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for hosts");
	stop_on_signal(control);
	err = control_qps(control, fleet, show->asked, fleet_count_host, &show->count, e);
	stop_on_signal(NULL);
	if (show->count.no_memory)
		ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what the hosts told");
	if (!err)
		fleet_count_end(&show->count);
	return err;
}

static int print(const struct fleet_show *show)
{
	struct term term;

	if (show->args->json)
		return output_json(fleet_json(&show->count, show->session->outcome.simulated));
	term_init(&term, stdout);
	fleet_text(&term, &show->count);
	return 0;
}

static bool lacks_some(const struct fleet_count *count)
{
	for (uint32_t i = 0; i < count->want_count; i++)
		if (count->wants[i].judged.lack && !count->wants[i].want.wish)
			return true;
	return false;
}

static int show_all(struct fleet_show *show)
{
	struct ece_error e;

	if (count_all(show, &e)) {
		outcome_fail(&show->session->outcome, &e);
		return outcome_exit_code(&show->session->outcome);
	}
	if (print(show))
		return TOOL_EXIT_ERROR;
	if (!show->count.told && show->count.hosts_asked)
		return TOOL_EXIT_UNREACHABLE;
	return lacks_some(&show->count) ? EXIT_LACKING : TOOL_EXIT_OK;
}

static bool reach(struct fleet_show *show, const struct apply_args *args)
{
	struct session *session = show->session;
	struct control_way way;
	struct ece_error e;
	struct term term;

	if (!fleet_load(args, &session->outcome, &show->load))
		return false;
	if (limit_hosts(show, &e)) {
		outcome_fail(&session->outcome, &e);
		return false;
	}
	if (!session_open(session, args, false))
		return false;
	way = control_way_of(show->load.fleet);
	if (!session_connect(session, &way, show->load.fleet))
		return false;
	term_init(&term, stdout);
	if (!session->outcome.simulated || args->json)
		return true;
	summary_simulated(&term, session->state_dir, !way.real_time);
	puts("Its queue pairs are those of a made-up workload.");
	return true;
}

int show_fleet(const struct qp_args *args)
{
	const struct apply_args apply = {
		.word = args->fleet, .file_only = true, .state = args->state, .json = args->json};
	struct session session = {.args = &apply, .detach = DETACH_NONE};
	struct fleet_show show = {.args = args, .session = &session};
	int exit_code;

	outcome_init(&session.outcome);
	exit_code = reach(&show, &apply) ? show_all(&show) : outcome_exit_code(&session.outcome);
	fleet_count_done(&show.count);
	free(show.asked);
	fleet_load_done(&show.load);
	session_close(&session);
	return exit_code;
}
