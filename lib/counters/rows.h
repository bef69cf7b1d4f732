/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The rows of the counter table, one list a source, and what they share. Internal to lib/counters.
 *
 * A row is ROW(...) of its kind with what is particular to it behind, by name. Names in Prometheus: what it is of first
 * (rdma: queue pairs and RDMA traffic; np, rp, cc: the two ends of congestion notification; port: the RDMA port; pause,
 * priority, phy, pci, module: the network interface), then what happened; sent and received are two metrics.
 */
#ifndef ECE_LIB_COUNTERS_ROWS_H
#define ECE_LIB_COUNTERS_ROWS_H

#include "lib/counters/counter.h"

struct counter_rows {
	const struct counter *rows;
	size_t count;
};

extern const struct counter_rows counter_rows_rdma, counter_rows_port, counter_rows_ethtool, counter_rows_congestion;

#define COUNTER_ROWS(array)                                                  \
	{                                                                    \
		.rows = (array), .count = sizeof(array) / sizeof((array)[0]) \
	}

#endif
