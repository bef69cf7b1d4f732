// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Which hosts a plan is for: --limit, --owed, or what a saved plan says. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "tools/ece-apply/planning.h"

struct marking {
	const struct fleet *fleet;
	struct session *session;
	bool *marks;
	bool saved;     /* a name that is gone is one of the saved plan's, and counted there */
	size_t unknown; /* names that the file does not have; only the first few are said */
};

#define UNKNOWN_MAX 8

static bool no_memory(struct session *session)
{
	outcome_error(&session->outcome, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the hosts of the plan");
	return false;
}

static int mark(void *ctx, const char *name, size_t len)
{
	struct marking *m = ctx;
	char host[HOSTLIST_NAME_MAX + 1];
	uint32_t number;

	snprintf(host, sizeof(host), "%.*s", (int)len, name);
	number = fleet_host_find(m->fleet, host);
	if (number != FLEET_NONE)
		m->marks[number] = true;
	else if (!m->saved && m->unknown++ < UNKNOWN_MAX)
		outcome_error(&m->session->outcome, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			      "--limit names %s, which \"%s\" does not", host, m->fleet->file);
	return 0;
}

/* @marks: only hosts that have one keep it. */
static bool keep_named(struct planning *p, struct session *session, const struct fleet *fleet, const char *hosts)
{
	struct marking m = {.fleet = fleet, .session = session, .saved = p->saved != NULL};
	bool good;

	m.marks = calloc(fleet->host_count + 1, sizeof(*m.marks));
	if (!m.marks)
		return no_memory(session);
	hostlist_each(hosts, strlen(hosts), HOSTLIST_MAX, mark, &m, NULL /* it was checked */);
	for (uint32_t i = 0; i < fleet->host_count; i++)
		p->within[i] = p->within[i] && m.marks[i];
	good = !m.unknown;
	if (!good)
		session->outcome.result = CONTROL_INVALID;
	free(m.marks);
	return good;
}

static void keep_owed(struct planning *p, const struct fleet *fleet)
{
	for (uint32_t i = 0; i < fleet->host_count; i++)
		p->within[i] = false;
	for (size_t i = 0; i < p->owed_count; i++)
		p->within[p->owed[i].host] = true;
}

static bool is_nobody(const struct planning *p, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (p->within[i])
			return false;
	return true;
}

/* A saved plan is for whom it was saved for, also where they have got it by now. */
bool planning_narrow(struct planning *p, struct session *session, const struct fleet_load *load)
{
	const struct plan_saved_info *saved = p->saved ? plan_saved_info(p->saved) : NULL;
	const char *hosts = saved ? saved->limit : session->args->limit;
	uint32_t count = load->fleet->host_count;

	p->owed_only = saved ? saved->owed : session->args->owed;
	if (!planning_find_owed(p, session, load->fleet))
		return false;
	if (!hosts && !p->owed_only)
		return true;
	p->within = malloc(count + 1);
	p->asked = calloc(count + 1, sizeof(*p->asked));
	if (!p->within || !p->asked)
		return no_memory(session);
	memset(p->within, true, count);
	if (p->owed_only && !saved)
		keep_owed(p, load->fleet);
	if (hosts && !keep_named(p, session, load->fleet, hosts))
		return false;
	p->nobody = is_nobody(p, count);
	return plan_asked(load->fleet, p->within, p->asked) ? no_memory(session) : true;
}
