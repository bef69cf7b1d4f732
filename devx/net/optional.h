/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Optional counters of an RDMA port: off until somebody switches them on, and off again after a boot, a reload of the
 * driver, a rebind. The kernel takes only the whole set of those that are to be on (STAT_SET), one by one and not
 * atomically, so each change here reads, changes the set, and reads back.
 * Source: Linux drivers/infiniband/core/nldev.c, drivers/infiniband/hw/mlx5/counters.c. Kernel 5.16.
 */
#ifndef ECE_DEVX_NET_OPTIONAL_H
#define ECE_DEVX_NET_OPTIONAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/netlink/rdma_stat.h"
#include "devx/os/os.h"

struct ece_rdma_counter_status {
	char name[ECE_RDMA_COUNTER_NAME_MAX];
	uint32_t index; /* what STAT_SET names it by */
	bool optional;  /* else it always counts */
	bool on;        /* of an optional one */
};

/**
 * ece_rdma_counter_list - every counter that the driver has for a port, optional ones that are off included
 * @list: receives an array in the order of indexes; free() it. NULL when there is none
 *
 * Needs no rights. Returns 0; -EOPNOTSUPP: this kernel has no such request, or this driver no counters (the kernel
 * says EINVAL to both, and to a device or port that is not there); -ENODEV; or another negative errno. @e is filled.
 */
int ece_rdma_counter_list(const struct ece_os *os, const char *device, uint32_t port,
			  struct ece_rdma_counter_status **list, size_t *count, struct ece_error *e);

/**
 * ece_rdma_optional_change - switch optional counters on or off; those that are not named stay as they are
 * @names: @count of them
 * @was: receives an array of the optional counters and their state before, for ece_rdma_optional_restore(); free() it
 *
 * Needs CAP_NET_ADMIN: -EPERM without. Another program may change the same set between our look and our set, and would
 * lose its counters by that: the set is read again right before it is sent, and what is on afterwards must be what was
 * on then and what was asked. Where it is not, that is -EBUSY, and @e says which counters were lost or came. A failure
 * in the middle is undone. -EINVAL: a name that the port does not have, or one that is not optional; nothing was sent.
 * Returns 0 when the read-back says so, with nothing sent where nothing was to be changed.
 */
int ece_rdma_optional_change(const struct ece_os *os, const char *device, uint32_t port, const char *const *names,
			     size_t count, bool on, struct ece_rdma_counter_status **was, size_t *was_count,
			     struct ece_error *e);

/**
 * ece_rdma_optional_restore - put back those counters that ece_rdma_optional_change() changed, and no other
 *
 * Returns as ece_rdma_optional_change().
 */
int ece_rdma_optional_restore(const struct ece_os *os, const char *device, uint32_t port,
			      const struct ece_rdma_counter_status *was, size_t count, struct ece_error *e);

#endif
