// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/drift_pass.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/copy_text.h"
#include "lib/base/hostlist.h"
#include "lib/control/drift.h"

#define SECOND_MS 1000

static bool no_memory(struct session *session)
{
	outcome_error(&session->outcome, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what drifted");
	return false;
}

static bool find(struct drift_pass *pass, struct session *session, const struct planning *planning)
{
	const struct ece_param **params = calloc(ece_param_limit() + 1, sizeof(const struct ece_param *));
	struct drift_input input = {.fleet = pass->fleet, .hosts = pass->hosts, .asked = planning->within};
	int err = -ENOMEM;

	if (params) {
		input.params = params;
		input.param_count = plan_params(pass->fleet, params);
		err = drift_find(&input, &pass->drift);
	}
	free(params);
	return err ? no_memory(session) : true;
}

struct marking {
	const struct drift_pass *pass;
	struct session *session;
	bool *marks;
	bool good;
};

static int mark(void *ctx, const char *name, size_t len)
{
	struct marking *m = ctx;
	char host[HOSTLIST_NAME_MAX + 1];
	uint32_t number;

	snprintf(host, sizeof(host), "%.*s", (int)len, name);
	number = fleet_host_find(m->pass->fleet, host);
	if (number != FLEET_NONE) {
		m->marks[number] = true;
		return 0;
	}
	outcome_error(&m->session->outcome, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "--again names %s, which \"%s\" does not",
		      host, m->pass->fleet->file);
	m->good = false;
	return 1;
}

/* A person says that the other writer is gone. */
static bool again(const struct drift_pass *pass, struct session *session, struct drift_memory *memory)
{
	const char *hosts = session->args->again;
	struct marking m = {.pass = pass, .session = session, .good = true};

	if (!hosts)
		return true;
	m.marks = calloc(pass->fleet->host_count + 1, sizeof(*m.marks));
	if (!m.marks)
		return no_memory(session);
	hostlist_each(hosts, strlen(hosts), HOSTLIST_MAX, mark, &m, NULL /* it was checked */);
	if (m.good)
		drift_memory_again(memory, m.marks);
	free(m.marks);
	return m.good;
}

static bool look_at_groups(struct drift_pass *pass, struct session *session, const struct drift_memory *memory)
{
	const struct fleet *fleet = pass->fleet;

	pass->views = calloc(pass->drift->group_count + 1, sizeof(*pass->views));
	if (!pass->views)
		return no_memory(session);
	for (size_t i = 0; i < pass->drift->group_count; i++) {
		const struct drift_group *group = &pass->drift->groups[i];
		struct drift_group_view *view = &pass->views[i];

		view->same_hosts = group->host_count;
		if (memory)
			view->same_hosts = drift_memory_same_hosts(memory, group->item->param, group->item->should,
								   group->item->now);
		view->widespread = drift_is_widespread(fleet->drift->stop_at, view->same_hosts, fleet->host_count);
	}
	return true;
}

static bool may_be_repaired(const struct drift_item *item, const struct drift_group_view *view)
{
	return item->act == FLEET_DRIFT_REPAIR && item->bar == DRIFT_FREE && !item->given_up && !view->widespread;
}

/* A repair would count for what the host has missed as well, and it has not. */
static bool is_owed(const struct planning *planning, uint32_t host)
{
	for (size_t i = 0; i < planning->owed_count; i++)
		if (planning->owed[i].host == host)
			return true;
	return false;
}

/* Hosts with something to repair. Returns their number. */
static uint32_t find_candidates(struct drift_pass *pass, const struct planning *planning)
{
	const struct drift *drift = pass->drift;
	uint32_t count = 0;

	for (size_t g = 0; g < drift->group_count; g++)
		for (size_t i = 0; i < drift->groups[g].count; i++) {
			const struct drift_item *item = &drift->items[drift->groups[g].first + i];

			pass->within[item->host] |= may_be_repaired(item, &pass->views[g]);
		}
	for (uint32_t host = 0; host < pass->fleet->host_count; host++) {
		if (pass->within[host] && is_owed(planning, host)) {
			pass->within[host] = false;
			pass->owed++;
		}
		count += pass->within[host];
	}
	return count;
}

/* The first ones of the file; what was repaired is none of them the next time. */
static void keep_first(struct drift_pass *pass, uint32_t count)
{
	for (uint32_t host = 0; host < pass->fleet->host_count; host++) {
		if (!pass->within[host])
			continue;
		if (pass->repaired == count)
			pass->within[host] = false;
		else
			pass->repaired++;
	}
}

static int compare(const void *va, const void *vb)
{
	const struct plan_repair *a = va, *b = vb;

	if (a->host != b->host)
		return a->host < b->host ? -1 : 1;
	if (a->nic != b->nic)
		return a->nic < b->nic ? -1 : 1;
	return a->param < b->param ? -1 : a->param > b->param;
}

static bool list_repairs(struct drift_pass *pass, struct session *session, struct drift_memory *memory, int64_t now)
{
	const struct drift *drift = pass->drift;

	pass->repairs = calloc(drift->item_count + 1, sizeof(*pass->repairs));
	if (!pass->repairs)
		return no_memory(session);
	for (size_t g = 0; g < drift->group_count; g++)
		for (size_t i = 0; i < drift->groups[g].count; i++) {
			const struct drift_item *item = &drift->items[drift->groups[g].first + i];

			if (!pass->within[item->host] || !may_be_repaired(item, &pass->views[g]))
				continue;
			pass->repairs[pass->repair_count++] =
				(struct plan_repair){.host = item->host, .nic = item->nic, .param = item->param};
			drift_memory_repairing(memory, item, pass->hosts, now);
		}
	if (pass->repair_count)
		qsort(pass->repairs, pass->repair_count, sizeof(*pass->repairs), compare);
	return true;
}

static bool choose_repairs(struct drift_pass *pass, struct session *session, const struct planning *planning,
			   struct drift_memory *memory, int64_t now)
{
	uint32_t want, taken = 0;
	struct ece_error e;

	pass->within = calloc(pass->fleet->host_count + 1, sizeof(*pass->within));
	if (!pass->within)
		return no_memory(session);
	want = find_candidates(pass, planning);
	if (want &&
	    control_drift_take(session->store, pass->fleet->drift, want, now * SECOND_MS, &taken, &pass->wait_ms, &e)) {
		outcome_fail(&session->outcome, &e);
		return false;
	}
	keep_first(pass, taken);
	pass->waiting = want - taken;
	return list_repairs(pass, session, memory, now);
}

static bool with_memory(struct drift_pass *pass, struct session *session, const struct planning *planning,
			struct control_drift *kept)
{
	struct drift_memory *memory = control_drift_memory(kept);
	int64_t now = fleet_load_now(session->args);
	struct ece_error e;

	if (!again(pass, session, memory))
		return false;
	if (drift_memory_update(memory, pass->drift, pass->hosts, now))
		return no_memory(session);
	if (!look_at_groups(pass, session, memory))
		return false;
	if (pass->repairing && !choose_repairs(pass, session, planning, memory, now))
		return false;
	if (control_drift_keep(kept, &e)) {
		outcome_fail(&session->outcome, &e);
		return false;
	}
	pass->remembered = true;
	return true;
}

/* While a controller is at work nothing is kept in mind: what it does is no drift, and its hosts are held. */
static bool without_memory(struct drift_pass *pass, struct session *session, const struct ece_error *e)
{
	if (pass->repairing || session->args->again) {
		outcome_fail(&session->outcome, e);
		return false;
	}
	copy_text(pass->forgotten, sizeof(pass->forgotten), e->text);
	return look_at_groups(pass, session, NULL);
}

bool drift_pass_make(struct drift_pass *pass, struct session *session, const struct planning *planning,
		     const struct fleet *fleet, const struct facts_host *hosts)
{
	struct control_drift *kept = NULL;
	char who[64];
	struct ece_error e;
	bool good;

	pass->fleet = fleet;
	pass->hosts = hosts;
	pass->repairing = session->args->repair;
	if (!find(pass, session, planning))
		return false;
	snprintf(who, sizeof(who), "pid %ld, which looks for drift", (long)getpid());
	if (control_drift_open(session->store, fleet, who, &kept, &e)) {
		good = without_memory(pass, session, &e);
	} else {
		good = with_memory(pass, session, planning, kept);
		control_drift_close(kept);
	}
	pass->unrepaired = pass->drift->item_count - pass->repair_count;
	return good;
}

void drift_pass_done(struct drift_pass *pass)
{
	drift_free(pass->drift);
	free(pass->views);
	free(pass->repairs);
	free(pass->within);
}

enum control_result drift_pass_result(const struct drift_pass *pass)
{
	const struct drift *drift = pass->drift;

	if (pass->unrepaired)
		return CONTROL_DIFFERENCES;
	if (drift->host_count && drift->unread_hosts == drift->host_count && !drift->judged_count)
		return CONTROL_UNREACHABLE;
	return drift->unread_count ? CONTROL_APPLIED_OWED : CONTROL_UNCHANGED;
}
