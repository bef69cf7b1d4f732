// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/gates.h"

#include <errno.h>

#include "lib/fleet/parse.h"

/*
 * Windows differ in length, so growth is compared a second. Where there was none before, any is harm; a link that was
 * bad before wobbles, and has to become twice as bad.
 */
static const struct fleet_gate hard_gate = {
	.name = "hard",
	.kind = FLEET_GATE_HARD,
	.rule = {.on = GATE_ON_TREATED,
		 .per = GATE_PER_SECOND,
		 .max = {.set = true, .times_baseline = true, .value = 2}},
};

int read_gates(struct parse *p, struct cursor root)
{
	struct fleet_gate *gates = arena_alloc(p->arena, 1, sizeof(*gates));

	(void)root;
	if (!gates)
		return -ENOMEM;
	gates[GATE_HARD] = hard_gate;
	p->fleet->gates = gates;
	p->fleet->gate_count = 1;
	return 0;
}
