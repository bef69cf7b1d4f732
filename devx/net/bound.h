/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counter sets of queue pairs: a port can give each queue pair, or all of one type or process, a set of its own ("auto",
 * from the next queue pair on), or one by hand. While any is bound, each read of the port costs the card more: the
 * kernel asks for every set again for each counter.
 * Source: Linux drivers/infiniband/core/{counters,nldev}.c. Kernel 5.3; by process 5.9.
 */
#ifndef ECE_DEVX_NET_BOUND_H
#define ECE_DEVX_NET_BOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/netlink/rdma_stat.h"
#include "devx/os/os.h"

enum ece_rdma_bind_mode {
	ECE_RDMA_BIND_NONE = 0,
	ECE_RDMA_BIND_AUTO = 1,
	ECE_RDMA_BIND_MANUAL = 2,
};

/* Bits of what a set is made for by itself. */
enum ece_rdma_bind_mask {
	ECE_RDMA_BIND_BY_TYPE = 1 << 0,
	ECE_RDMA_BIND_BY_PID = 1 << 1,
};

struct ece_rdma_binding {
	uint8_t mode;                  /* enum ece_rdma_bind_mode */
	uint8_t mask;                  /* of AUTO: enum ece_rdma_bind_mask */
	bool optional_known, optional; /* of AUTO, kernel 6.15: optional counters are bound, too */
};

/* One set. Its id is reused by the card as soon as its last queue pair is gone: no name for a series. */
struct ece_rdma_bound {
	uint32_t id, port;
	uint8_t mode; /* enum ece_rdma_bind_mode */
	bool by_type, by_pid;
	uint8_t type; /* by_type: enum ece_rdma_qp_type */
	uint32_t pid; /* by_pid: 0 where it is the kernel's, or cannot be seen from here */
	char kernel_owner[64];
	uint32_t *qpns; /* @qpn_count of them */
	size_t qpn_count;
	struct ece_rdma_counter
		*counters; /* np_, rp_ and rx_icrc_ names of mlx5 are left out: a set does not count them */
	size_t counter_count;
};

#define ECE_RDMA_BOUND_MAX      16384 /* sets of one device */
#define ECE_RDMA_BOUND_QPNS_MAX 65536 /* queue pairs of one set */

/**
 * ece_rdma_binding - how sets are bound on a port
 *
 * The kernel keeps this answer in one place for all who ask at the same moment: it is asked twice, and again until two
 * answers are the same. Returns 0; -EOPNOTSUPP: this kernel or driver cannot; -ENODEV; or a negative errno. @e is filled.
 */
int ece_rdma_binding(const struct ece_os *os, const char *device, uint32_t port, struct ece_rdma_binding *binding,
		     struct ece_error *e);

/**
 * ece_rdma_bind_auto - have sets made for queue pairs from now on
 * @mask: enum ece_rdma_bind_mask; 0 switches it off
 *
 * Read back. Needs CAP_NET_ADMIN (-EPERM). -EBUSY: a set is bound, and while one is, the mode cannot be changed.
 */
int ece_rdma_bind_auto(const struct ece_os *os, const char *device, uint32_t port, uint8_t mask, struct ece_error *e);

/**
 * ece_rdma_bind, ece_rdma_unbind - one queue pair by hand
 * @id: of a set to join; 0: a new one, and @made receives its id
 *
 * -EINVAL: the mode is auto; -ENOENT: no such queue pair; -EOPNOTSUPP, -ENOMEM: this driver has none. @e is filled.
 */
int ece_rdma_bind(const struct ece_os *os, const char *device, uint32_t port, uint32_t qpn, uint32_t id, uint32_t *made,
		  struct ece_error *e);
int ece_rdma_unbind(const struct ece_os *os, const char *device, uint32_t port, uint32_t qpn, uint32_t id,
		    struct ece_error *e);

/**
 * ece_rdma_bound - all sets of a device that live now, with their counters
 * @each: called for each; what it points to is void afterwards. What it returns, when that is not 0, ends the walk
 *
 * Returns 0, what @each returned, -E2BIG beyond the limits above, -ELOOP for an answer that does not go on (a set that
 * does not fit into the kernel's messages has it send empty ones for ever), or a negative errno. @e is filled.
 */
int ece_rdma_bound(const struct ece_os *os, const char *device,
		   int (*each)(void *arg, const struct ece_rdma_bound *set), void *arg, struct ece_error *e);

#endif
