// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Two hostile hosts and their cards: what the bytes of an input do with them is in tests/unit/devx/sim/datapath/hostile.c.
 * Nothing may be read or written but what the hosts have, and nothing may go on without end.
 */
#include "tests/unit/devx/sim/datapath/hostile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hostile_result result;

	hostile_run(data, size, &result);
	return 0;
}
