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
#include "devx/netlink/rdma_optional.h"
#include "devx/os/os.h"

/**
 * ece_rdma_counter_list - every counter that the driver has for a port, optional ones that are off included
 * @list: receives an array in the order of the kernel's list; free() it. NULL when there is none
 *
 * Needs no rights. Returns 0; -EOPNOTSUPP: this kernel has no such request (before 5.16), or this driver no counters: the
 * error says which; -ENODEV: no such device or port; -E2BIG beyond ECE_RDMA_COUNTERS_MAX, or another negative errno.
 * @e is filled.
 */
int ece_rdma_counter_list(const struct ece_os *os, const char *device, uint32_t port,
			  struct ece_rdma_counter_status **list, size_t *count, struct ece_error *e);

/**
 * ece_rdma_optional_change - switch optional counters on or off; those that are not named stay as they are
 * @names: @count of them
 * @was: receives an array of those that this changed, with their state before, for ece_rdma_optional_restore(); free()
 *       it. NULL when nothing was changed, and on an error
 *
 * Needs CAP_NET_ADMIN: -EPERM without. The set is read right before it is sent, so what others have on is merged into
 * it. Others may replace the set as well: when what was asked for is not there in the read-back, it is merged anew into
 * what they left, a few times, and then it is -EBUSY. What another program does in the very moment between that look and
 * the set (some microseconds) can be lost to it: the kernel has no way to change one counter only. A failure in the
 * middle is undone. -EINVAL: a name that the port does not have, or one that is not optional; nothing was sent.
 * -EOPNOTSUPP: the driver or the card cannot. Returns 0 when the read-back says so, with nothing sent where nothing was
 * to be changed. @e is filled.
 */
int ece_rdma_optional_change(const struct ece_os *os, const char *device, uint32_t port, const char *const *names,
			     size_t count, bool on, struct ece_rdma_counter_status **was, size_t *was_count,
			     struct ece_error *e);

/**
 * ece_rdma_optional_restore - put back those counters that ece_rdma_optional_change() changed, and no other
 * @was: what that gave; they are found by name, since their numbers may be others after a reload of the driver
 *
 * A counter that is not there any more is passed over. Returns as ece_rdma_optional_change().
 */
int ece_rdma_optional_restore(const struct ece_os *os, const char *device, uint32_t port,
			      const struct ece_rdma_counter_status *was, size_t count, struct ece_error *e);

#endif
