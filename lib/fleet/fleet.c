// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/fleet.h"

#include <stdlib.h>
#include <string.h>

#include "lib/fleet/parse.h"

void fleet_free(struct fleet *fleet)
{
	if (!fleet)
		return;
	intern_done(&fleet->private->hosts);
	arena_done(&fleet->private->arena);
	free(fleet->private);
	free(fleet);
}

uint32_t fleet_host_find(const struct fleet *fleet, const char *name)
{
	return intern_find(&fleet->private->hosts, name, strlen(name));
}

static const uint32_t *index_of(const struct fleet_index *index, uint32_t host, uint32_t *count)
{
	if (!index->first) {
		*count = 0;
		return NULL;
	}
	*count = index->first[host + 1] - index->first[host];
	return index->items + index->first[host];
}

const uint32_t *fleet_host_assigns(const struct fleet *fleet, uint32_t host, uint32_t *count)
{
	return index_of(&fleet->assigns_of_host, host, count);
}

const uint32_t *fleet_host_overrides(const struct fleet *fleet, uint32_t host, uint32_t *count)
{
	return index_of(&fleet->private->overrides_of_host, host, count);
}

uint32_t fleet_host_exclude(const struct fleet *fleet, uint32_t host)
{
	return fleet->private->exclude_of_host[host];
}

const uint32_t *fleet_sim_host_cards(const struct fleet *fleet, uint32_t host, uint32_t *count)
{
	return index_of(&fleet->transport.sim.cards_of_host, host, count);
}

const uint32_t *fleet_sim_host_faults(const struct fleet *fleet, uint32_t host, uint32_t *count)
{
	return index_of(&fleet->transport.sim.faults_of_host, host, count);
}
