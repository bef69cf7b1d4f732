/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Two hosts that do as they should, on cards that others have done everything to. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_HOSTILE_HONEST_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_HOSTILE_HONEST_H

#include "tests/unit/devx/sim/datapath/hostile_world.h"

struct hostile_honest {
	struct driver_cq cq[HOSTILE_HOSTS];
	struct driver_mr mr[HOSTILE_HOSTS];
	struct driver_qp qp[HOSTILE_HOSTS];
};

/* hostile_honest_begin - objects of their own, connected; a message is on its way from the first to the second */
void hostile_honest_begin(struct hostile_honest *honest, struct driver *driver);

/* hostile_honest_served - did it arrive? Ends the process where it arrived wrong */
bool hostile_honest_served(struct hostile_honest *honest);

#endif
