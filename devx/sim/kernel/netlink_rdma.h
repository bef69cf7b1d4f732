/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Parts of rdma netlink: what was asked, what is answered, and the driver's dump of a queue pair. Internal to
 * devx/sim/kernel.
 */
#ifndef ECE_DEVX_SIM_KERNEL_NETLINK_RDMA_H
#define ECE_DEVX_SIM_KERNEL_NETLINK_RDMA_H

#include <libmnl/libmnl.h>

#include "devx/sim/kernel/kernel.h"

/* Newer than the header of an older build host. Source: Linux include/uapi/rdma/rdma_netlink.h. */
enum {
	SIM_NLDEV_STAT_OPCOUNTER_ENABLED = 104,
};

#define SIM_RDMA_DUMP_MAX 1024 /* the driver's own limit; a longer dump comes out empty */
#define SIM_RDMA_MESSAGE  8192

struct sim_rdma_request {
	unsigned int op; /* of the client NLDEV */
	bool dump;
	bool has_device, has_port, has_qpn, has_resource, has_mode, has_mask, has_set, has_with_optional;
	uint32_t device, port, qpn, resource, mode, mask, set;
	uint8_t with_optional;
	const struct nlattr *on; /* the list of optional counters that are to be on, or NULL */
	uint16_t unknown;        /* an attribute that this kernel does not know; 0: none */
};

struct sim_rdma_answer {
	union {
		struct nlmsghdr header;
		char bytes[SIM_RDMA_MESSAGE];
	} message;
	struct ece_os_reply *reply;
};

/**
 * sim_rdma_request_parse - a message from user space
 *
 * Returns 0; -EINVAL for what is none, or for another client than NLDEV.
 */
int sim_rdma_request_parse(const struct sim_persona *persona, const void *message, size_t len,
			   struct sim_rdma_request *request);

/* sim_rdma_begin - start a message of the answer; sim_rdma_begin_for() names the device in it; sim_rdma_end() sends it */
void sim_rdma_begin(struct sim_rdma_answer *answer, unsigned int op);
void sim_rdma_begin_for(struct sim_rdma_answer *answer, unsigned int op, const struct sim_kernel *kernel,
			const struct sim_card *card);
int sim_rdma_end(struct sim_rdma_answer *answer);

/* sim_rdma_say - leave the kernel's text beside the error that is returned. Returns @err. */
int sim_rdma_say(struct sim_rdma_answer *answer, int err, const char *text);

/* sim_rdma_is_admin - has the caller CAP_NET_ADMIN? */
bool sim_rdma_is_admin(const struct sim_kernel *kernel);

/* sim_rdma_stat - STAT_GET, STAT_GET_STATUS, STAT_SET and STAT_DEL about a card */
int sim_rdma_stat(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
		  struct sim_rdma_answer *answer);

/* The requests about counter sets of queue pairs. Each returns 0 or what the kernel answers. */
int sim_sets_mode(const struct sim_kernel *kernel, const struct sim_card *card, struct sim_rdma_answer *answer);
int sim_sets_dump(struct sim_kernel *kernel, struct sim_card *card, struct sim_rdma_answer *answer);
int sim_sets_set(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
		 struct sim_rdma_answer *answer);
int sim_sets_unbind(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
		    struct sim_rdma_answer *answer);

/**
 * sim_rdma_find_qp - a queue pair that the tracker lists, by the number that it files it under
 *
 * Returns NULL when there is none.
 */
struct sim_qp *sim_rdma_find_qp(const struct sim_kernel *kernel, const struct sim_card *card, uint32_t number);

/**
 * sim_rdma_dump_qp - have the card dump a queue pair
 *
 * The real driver lets the card write into a page; here the pieces come back in the register. Returns the length of the
 * dump; -EOPNOTSUPP where the card has no such register or its menu no queue pair.
 */
int sim_rdma_dump_qp(struct sim_kernel *kernel, struct sim_card *card, uint32_t qpn, uint8_t dump[SIM_RDMA_DUMP_MAX]);

#endif
