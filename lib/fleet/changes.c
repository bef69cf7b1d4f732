// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>

#include "lib/fleet/parse.h"

int read_changes(struct parse *p, struct cursor root)
{
	struct fleet_change *changes = arena_alloc(p->arena, 1, sizeof(*changes));

	(void)root;
	if (!changes)
		return -ENOMEM;
	changes[0] = (struct fleet_change){.name = "rest", .rollout = p->fleet->rollout};
	p->fleet->changes = changes;
	p->fleet->change_count = 1;
	return 0;
}

uint32_t fleet_change_of(const struct fleet *fleet, const struct ece_param *param)
{
	(void)param;
	return fleet->change_count - 1;
}
