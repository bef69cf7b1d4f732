/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counter sets of queue pairs: STAT_GET, STAT_SET and STAT_DEL about them, of NETLINK_RDMA, client NLDEV (kernel 5.3). No
 * socket here: bytes in, bytes out. Buffers of messages are aligned for a uint32_t.
 * Source: Linux include/uapi/rdma/rdma_netlink.h, drivers/infiniband/core/{nldev,counters}.c.
 */
#ifndef ECE_DEVX_NETLINK_RDMA_BOUND_H
#define ECE_DEVX_NETLINK_RDMA_BOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/netlink/rdma.h"
#include "devx/netlink/rdma_stat.h"

enum ece_rdma_bind_mode {
	ECE_RDMA_BIND_NONE = 0,
	ECE_RDMA_BIND_AUTO = 1,
	ECE_RDMA_BIND_MANUAL = 2,
};

/* Bits of what a set is made for by itself. */
enum ece_rdma_bind_mask {
	ECE_RDMA_BIND_BY_TYPE = 1 << 0,
	ECE_RDMA_BIND_BY_PID = 1 << 1, /* kernel 5.9 */
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
	char kernel_owner[ECE_RDMA_OWNER_MAX];
	uint32_t *qpns; /* @qpn_count of them */
	size_t qpn_count;
	struct ece_rdma_counter *counters;
	size_t counter_count;
};

/**
 * ece_rdma_binding_request - ask how sets are bound on a port
 *
 * This and the other requests return the length of the message in @buf, or 0 when @size is less than
 * ECE_RDMA_REQUEST_MAX.
 */
size_t ece_rdma_binding_request(uint32_t device, uint32_t port, void *buf, size_t size);

/**
 * ece_rdma_bind_auto_request - have sets made for queue pairs from now on
 * @mask: enum ece_rdma_bind_mask; 0: no more
 *
 * Optional counters are not bound: the attribute for that is newer than most kernels, which would refuse it.
 */
size_t ece_rdma_bind_auto_request(uint32_t device, uint32_t port, uint8_t mask, void *buf, size_t size);

/* ece_rdma_bind_request - bind a queue pair by hand; @id 0: to a new set */
size_t ece_rdma_bind_request(uint32_t device, uint32_t port, uint32_t qpn, uint32_t id, void *buf, size_t size);

/* ece_rdma_unbind_request - take a queue pair out of the set that it was put into by hand */
size_t ece_rdma_unbind_request(uint32_t device, uint32_t port, uint32_t qpn, uint32_t id, void *buf, size_t size);

/* ece_rdma_sets_request - ask for all sets of a device */
size_t ece_rdma_sets_request(uint32_t device, void *buf, size_t size);

/**
 * ece_rdma_binding_parse - the answer about how sets are bound
 * @message: with its header; at most @len bytes are looked at
 *
 * This and the other parsers pass over attributes that they do not know. Returns 0; -EBADMSG for what is not such an
 * answer or is damaged. What was to be filled is then void.
 */
int ece_rdma_binding_parse(const void *message, size_t len, struct ece_rdma_binding *binding);

/* ece_rdma_bind_parse - the answer to ece_rdma_bind_request(): the set that the queue pair is in now */
int ece_rdma_bind_parse(const void *message, size_t len, uint32_t *id);

/* Who takes the parts of sets. What one of them returns, when that is not 0, ends the walk. */
struct ece_rdma_set_sink {
	int (*qp)(void *arg, uint32_t qpn);
	int (*counter)(void *arg, const struct ece_rdma_counter *counter);
	int (*set)(void *arg, const struct ece_rdma_bound *set); /* behind its parts; has no lists itself */
	void *arg;
};

/**
 * ece_rdma_sets_parse - one message of the answer about sets, which has any number of them
 *
 * Returns what a function of @sink returned when that is not 0, or as above.
 */
int ece_rdma_sets_parse(const void *message, size_t len, const struct ece_rdma_set_sink *sink);

#endif
