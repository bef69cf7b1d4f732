/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Who and what depends on a NIC: bond, default route, queue pairs. What cannot be asked is not known. Private. */
#ifndef ECE_LIB_HOST_USE_H
#define ECE_LIB_HOST_USE_H

#include "lib/host/job.h"

/**
 * use_of_nic - all of it
 */
struct protocol_use use_of_nic(const struct ece_os *os, const struct ece_nic_info *info);

/**
 * use_default_route - does a default route of this host leave by the NIC, or by a bond or VLAN over it?
 *
 * Returns 1, 0, or -1: not known.
 */
int use_default_route(const struct ece_os *os, const struct ece_nic_info *info);

/**
 * use_queue_pairs - the queue pairs on a NIC that the kernel lists, by number
 * @qps: free() it
 *
 * Returns 0, or a negative errno: not known.
 */
int use_queue_pairs(const struct ece_os *os, const struct ece_nic_info *info, struct journal_qp **qps, size_t *count);

/**
 * use_born_since - the queue pairs of a NIC that are not among those of before
 * @before: by number
 */
void use_born_since(const struct ece_os *os, const struct ece_nic_info *info, const struct journal_qp *before,
		    size_t count, struct protocol_residual *residual);

#endif
