/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Queue pairs and open contexts as the kernel's resource tracker tells them: messages of NETLINK_RDMA, client NLDEV. No
 * socket here: bytes in, bytes out. Buffers of messages are aligned for a uint32_t.
 * Source: Linux include/uapi/rdma/rdma_netlink.h, drivers/infiniband/core/nldev.c.
 */
#ifndef ECE_DEVX_NETLINK_RDMA_H
#define ECE_DEVX_NETLINK_RDMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ECE_RDMA_OWNER_MAX   64  /* of a kernel module */
#define ECE_RDMA_SUBTYPE_MAX 16  /* the driver's word */
#define ECE_RDMA_REQUEST_MAX 128 /* bytes of any request here */

/* Types and states of the verbs. Source: Linux include/rdma/ib_verbs.h. */
enum ece_rdma_qp_type {
	ECE_RDMA_QP_SMI = 0,
	ECE_RDMA_QP_GSI = 1,
	ECE_RDMA_QP_RC = 2,
	ECE_RDMA_QP_UC = 3,
	ECE_RDMA_QP_UD = 4,
	ECE_RDMA_QP_RAW_PACKET = 8,
	ECE_RDMA_QP_XRC_INI = 9,
	ECE_RDMA_QP_XRC_TGT = 10,
	ECE_RDMA_QP_DRIVER = 255, /* what it is says the subtype */
};

enum ece_rdma_qp_state {
	ECE_RDMA_QP_RESET = 0,
	ECE_RDMA_QP_INIT = 1,
	ECE_RDMA_QP_RTR = 2,
	ECE_RDMA_QP_RTS = 3,
	ECE_RDMA_QP_SQD = 4,
	ECE_RDMA_QP_SQE = 5,
	ECE_RDMA_QP_ERR = 6,
};

struct ece_rdma_qp {
	uint32_t qpn;
	uint32_t port;       /* 0: it has none yet (RESET) */
	uint32_t remote_qpn; /* of a connected type, else 0 */
	bool has_remote;     /* its type has a remote end */
	uint8_t type;        /* enum ece_rdma_qp_type */
	uint8_t state;       /* enum ece_rdma_qp_state */
	uint32_t pid;        /* 0: the kernel's, or its process cannot be seen from here */
	char kernel_owner[ECE_RDMA_OWNER_MAX];
	char subtype[ECE_RDMA_SUBTYPE_MAX]; /* "DCT", "DCI", "REG_UMR", or empty */
};

/* A process that has the device open. */
struct ece_rdma_context {
	uint32_t id;
	uint32_t pid; /* 0: cannot be seen from here */
};

/**
 * ece_rdma_qps_request - ask for the queue pairs of a device, those of the driver itself included
 *
 * This and the other requests return the length of the message in @buf, or 0 when @size is less than
 * ECE_RDMA_REQUEST_MAX.
 */
size_t ece_rdma_qps_request(uint32_t device, void *buf, size_t size);

/* ece_rdma_contexts_request - ask for the open contexts of a device (kernel 5.13) */
size_t ece_rdma_contexts_request(uint32_t device, void *buf, size_t size);

/**
 * ece_rdma_qp_raw_request - ask for the device's own dump of one queue pair (kernel 5.9, CAP_NET_ADMIN)
 * @port: that of the queue pair; the kernel answers EAGAIN to another one
 */
size_t ece_rdma_qp_raw_request(uint32_t device, uint32_t port, uint32_t qpn, void *buf, size_t size);

/**
 * ece_rdma_qps_parse - one message of the answer about queue pairs, which has any number of them
 * @message: with its header; at most @len bytes are looked at
 * @each: called for each; what it returns, when that is not 0, ends the walk and is returned
 *
 * This and the other parsers pass over attributes that they do not know. Returns 0; -EBADMSG for what is not such an
 * answer or is damaged.
 */
int ece_rdma_qps_parse(const void *message, size_t len, int (*each)(void *arg, const struct ece_rdma_qp *qp),
		       void *arg);

/* ece_rdma_contexts_parse - the same for open contexts */
int ece_rdma_contexts_parse(const void *message, size_t len,
			    int (*each)(void *arg, const struct ece_rdma_context *context), void *arg);

/**
 * ece_rdma_qp_raw_parse - the answer with the dump of one queue pair
 * @raw: receives where it lies in @message; at most @raw_len bytes, any alignment
 *
 * -ENODATA: the answer has no dump.
 */
int ece_rdma_qp_raw_parse(const void *message, size_t len, const uint8_t **raw, size_t *raw_len);

/**
 * ece_rdma_qp_type_name, ece_rdma_qp_state_name - "RC", "RTS", ... as iproute2's rdma spells them
 *
 * Return a constant string, or NULL for a number that has no name.
 */
const char *ece_rdma_qp_type_name(uint8_t type);
const char *ece_rdma_qp_state_name(uint8_t state);

#endif
