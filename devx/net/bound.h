/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counter sets of queue pairs: a port can give each queue pair, or all of one type or process, a set of its own ("auto",
 * from the next queue pair on), or one by hand. While any is bound, each read of the port costs the card more: the
 * kernel asks for every set again for each counter.
 * Source: Linux drivers/infiniband/core/{counters,nldev}.c. Kernel 5.3; by process 5.9.
 */
#ifndef ECE_DEVX_NET_BOUND_H
#define ECE_DEVX_NET_BOUND_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/netlink/rdma_bound.h"
#include "devx/os/os.h"

#define ECE_RDMA_BOUND_MAX      16384 /* sets of one device */
#define ECE_RDMA_BOUND_QPNS_MAX 4096  /* queue pairs of one set; a message of the kernel's has room for some 2,500 */

/**
 * ece_rdma_binding - how sets are bound on a port
 *
 * The kernel keeps this answer in one place for all who ask at the same moment: it is asked twice, and again until two
 * answers in a row are the same. Returns 0; -EAGAIN: they never were; -EOPNOTSUPP: this kernel or driver cannot;
 * -ENODEV; or another negative errno. @e is filled.
 */
int ece_rdma_binding(const struct ece_os *os, const char *device, uint32_t port, struct ece_rdma_binding *binding,
		     struct ece_error *e);

/**
 * ece_rdma_bind_auto - have sets made for queue pairs from now on
 * @mask: enum ece_rdma_bind_mask; 0 switches it off. Sets that are bound then stay until their queue pairs go
 *
 * Only queue pairs of processes, and only those that come after this. Nothing is sent where nothing is to be changed.
 * Needs CAP_NET_ADMIN (-EPERM). -EBUSY: a set is bound, and while one is, the mode cannot be changed. Returns 0 when the
 * read-back says so. @e is filled.
 */
int ece_rdma_bind_auto(const struct ece_os *os, const char *device, uint32_t port, uint8_t mask, struct ece_error *e);

/**
 * ece_rdma_bind, ece_rdma_unbind - one queue pair by hand
 * @id: of a set to join; 0: a new one
 * @made: receives the set that it is in now
 *
 * -EINVAL: the mode is auto, it is in a set already, or (unbind) not in this one; -ENOENT: no such queue pair or set;
 * -EOPNOTSUPP: this driver has none. Return 0 when the list of sets says so. @e is filled.
 */
int ece_rdma_bind(const struct ece_os *os, const char *device, uint32_t port, uint32_t qpn, uint32_t id, uint32_t *made,
		  struct ece_error *e);
int ece_rdma_unbind(const struct ece_os *os, const char *device, uint32_t port, uint32_t qpn, uint32_t id,
		    struct ece_error *e);

/**
 * ece_rdma_bound - all sets of a device that live now, with their counters
 * @each: called for each; what it points to is void afterwards. What it returns, when that is not 0, ends the walk
 *
 * Names that mlx5 counts by port (np_, rp_, rx_icrc_) are left out: they stand in the list with a zero. Returns 0; what
 * @each returned; -E2BIG beyond the limits above; -EOPNOTSUPP: this kernel has no sets; -ELOOP for an answer that does
 * not go on (a set that does not fit into the kernel's messages has it send empty ones for ever); or another negative
 * errno. @e is filled, but for what @each returned.
 */
int ece_rdma_bound(const struct ece_os *os, const char *device,
		   int (*each)(void *arg, const struct ece_rdma_bound *set), void *arg, struct ece_error *e);

#endif
