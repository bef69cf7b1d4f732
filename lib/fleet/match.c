// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fnmatch.h>

#include "lib/fleet/facts.h"
#include "lib/fleet/fleet.h"

static bool glob_takes(const char *glob, const char *name)
{
	return !glob || !fnmatch(glob, name ? name : "", 0);
}

static bool globs_take(const struct fleet_nics *nics, const struct facts_nic *nic)
{
	return glob_takes(nics->card, nic->card) && glob_takes(nics->psid, nic->psid) &&
	       glob_takes(nics->pci, nic->pci) && glob_takes(nics->netdev, nic->netdev) &&
	       glob_takes(nics->rdma, nic->rdma);
}

/* @unknown: does a host that does not tell fit? */
static bool fits(enum fleet_tristate want, int8_t fact, bool unknown)
{
	if (want == FLEET_ANY)
		return true;
	return fact < 0 ? unknown : !fact == (want == FLEET_NO);
}

static bool role_takes(const struct fleet_role *role, const struct facts_nic *nic, bool unknown)
{
	enum fleet_tristate route = role->carries_default_route ? FLEET_YES : FLEET_ANY;

	return globs_take(&role->nics, nic) && fits(role->bonded, nic->bonded, unknown) &&
	       fits(route, nic->default_route, unknown);
}

bool fleet_nics_match(const struct fleet *fleet, const struct fleet_nics *nics, const struct facts_nic *nic)
{
	return globs_take(nics, nic) && (nics->role == FLEET_NONE || role_takes(&fleet->roles[nics->role], nic, false));
}

uint32_t fleet_nic_never(const struct fleet *fleet, const struct facts_nic *nic)
{
	for (uint32_t i = 0; i < fleet->role_count; i++)
		if (fleet->roles[i].never && role_takes(&fleet->roles[i], nic, true))
			return i;
	return FLEET_NONE;
}
