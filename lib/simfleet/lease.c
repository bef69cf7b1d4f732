// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Simulated hosts look after their leases by themselves, as real ones do; no controller need live for it. */
#include <errno.h>

#include "lib/base/clock.h"
#include "lib/host/guard.h"
#include "lib/simfleet/internal.h"

#define AGAIN_NS CLOCK_SECOND_NS

uint64_t leases_next(struct simfleet *sim)
{
	char host[SIMFLEET_NAME_MAX];
	struct ece_error e;

	if (sim->leases_known)
		return sim->next_lease_ns;
	if (journal_hold_first(sim->journal, host, sizeof(host), &sim->next_lease_ns, &e))
		sim->next_lease_ns = UINT64_MAX;
	journal_rollback(sim->journal);
	/* The journal's "never" is the end of its numbers. */
	if (sim->next_lease_ns >= INT64_MAX)
		sim->next_lease_ns = UINT64_MAX;
	sim->leases_known = true;
	return sim->next_lease_ns;
}

static int end_leases_of(struct simfleet *sim, size_t host, struct ece_error *e)
{
	struct guard guard = {.journal = sim->journal, .host = simfleet_host_name(sim, host)};
	struct guard_expiry expiry;
	struct simfleet_host *open;
	int ret = simfleet_host_open(sim, host, &open, e);

	if (ret)
		return ret;
	guard.os = simfleet_host_os(open);
	ret = guard_expire(&guard, simfleet_now(sim), &expiry, e);
	simfleet_host_close(open);
	return ret;
}

/* One host at a time: the journal tells the first. One that is at work, or whose journal fails, tries again soon. */
void leases_end(struct simfleet *sim)
{
	char name[SIMFLEET_NAME_MAX];
	struct ece_error e;
	uint64_t ends;
	size_t host;
	int ret = journal_hold_first(sim->journal, name, sizeof(name), &ends, &e);

	journal_rollback(sim->journal);
	sim->leases_known = false;
	ret = ret ? ret : simfleet_host_find(sim, name, &host, &e);
	ret = ret ? ret : end_leases_of(sim, host, &e);
	if (!ret || ret == -ENOENT)
		return;
	sim->leases_known = true;
	sim->next_lease_ns = simfleet_now(sim) + AGAIN_NS;
}

void simfleet_leases_changed(struct simfleet *sim)
{
	sim->leases_known = false;
}
