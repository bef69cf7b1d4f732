/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Agents that do not tell the truth. Private to lib/simfleet. */
#ifndef ECE_LIB_SIMFLEET_LIE_H
#define ECE_LIB_SIMFLEET_LIE_H

#include "lib/simfleet/simfleet.h"

/**
 * lie_claim - answer an APPLY as if all of it had been written and read back; nothing is
 *
 * Returns false for any other request: an agent is to answer it.
 */
bool lie_claim(struct simfleet_call *call);

/**
 * lie_about_id - the answer is to a request that nobody sent
 *
 * Returns false for one that only read: reading a host that answers nonsense makes it unreachable, another fault.
 */
bool lie_about_id(struct simfleet_call *call);

#endif
