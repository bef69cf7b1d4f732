/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counters of one NIC, each from where its row of the table says that the kernel tells it. Reads only. */
#ifndef ECE_LIB_HOST_COUNTERS_H
#define ECE_LIB_HOST_COUNTERS_H

#include "devx/nic/nic.h"
#include "lib/counters/counter.h"

/* What else is learned while counters are read. */
struct host_counting {
	bool known;      /* rdma netlink knows its RDMA device */
	uint32_t device; /* then: by this number, which changes when the device registers anew, counting from zero */
	bool devx_only; /* processes have it open, and no queue pair by verbs can carry data; only when that was asked */
};

/**
 * host_counters_read - now
 * @counters: @count rows of the table
 * @readings: receives as many; what this kernel or card does not have is ABSENT, what could not be asked UNREADABLE
 *
 * A NIC that may not be read is not touched, and all of it is UNREADABLE. Each source is asked once for all its
 * counters, but for the files of the port, and not at all when no counter is of it. Queue pairs are counted when one of
 * the counters is moved by verbs only.
 */
void host_counters_read(const struct ece_os *os, const struct ece_nic_info *info, const struct counter *const *counters,
			size_t count, struct counter_reading *readings, struct host_counting *counting);

#endif
