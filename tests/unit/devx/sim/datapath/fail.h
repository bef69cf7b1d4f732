/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The end of a test that cannot go on. The driver also serves fuzzers and benches, so this is not cmocka's. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_FAIL_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_FAIL_H

#include <stdio.h>
#include <stdlib.h>

/* Says where, what and ends the process, unless @holds. */
#define driver_require(holds, ...)                                      \
	do {                                                            \
		if (!(holds)) {                                         \
			fprintf(stderr, "%s:%d: ", __FILE__, __LINE__); \
			fprintf(stderr, __VA_ARGS__);                   \
			fprintf(stderr, " (needs: %s)\n", #holds);      \
			abort();                                        \
		}                                                       \
	} while (0)

#endif
