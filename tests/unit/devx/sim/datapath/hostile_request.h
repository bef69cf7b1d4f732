/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Work requests of a hostile host: right in most of their segments. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_HOSTILE_REQUEST_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_HOSTILE_REQUEST_H

#include "tests/unit/devx/sim/datapath/hostile_source.h"

/**
 * hostile_request - put one into the ring of some send queue of @host, count it in the record
 * @other: whom it may be for
 * @doorbell: what to ring with
 */
void hostile_request(struct source *source, struct hostile_host *host, struct hostile_host *other, uint8_t doorbell[8]);

#endif
