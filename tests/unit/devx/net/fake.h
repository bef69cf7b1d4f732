/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A kernel of which only rdma netlink is there: the device "mlx5_0", index 3, with one port. What it answers to other
 * questions is the test's.
 */
#ifndef ECE_TESTS_UNIT_DEVX_NET_FAKE_H
#define ECE_TESTS_UNIT_DEVX_NET_FAKE_H

#include <libmnl/libmnl.h>
#include <stdint.h>

#include "devx/os/os.h"

#define FAKE_INDEX 3

/* Operations of NLDEV. Source: Linux include/uapi/rdma/rdma_netlink.h. */
enum {
	FAKE_GET = 0x1401,
	FAKE_PORT_GET = 0x1405,
	FAKE_RES_QP_GET = 0x140a,
	FAKE_STAT_SET = 0x1410,
	FAKE_STAT_GET = 0x1411,
	FAKE_STAT_DEL = 0x1412,
	FAKE_STAT_GET_STATUS = 0x1418,
};

struct fake {
	/* Answers what is no question about devices. Returns what the exchange returns. */
	int (*answer)(struct fake *fake, const struct nlmsghdr *request, struct ece_os_reply *reply);
	void *arg;
	unsigned int asked; /* how often .answer was called */
	struct ece_os os;
};

void fake_up(struct fake *fake, int (*answer)(struct fake *, const struct nlmsghdr *, struct ece_os_reply *),
	     void *arg);

/* A message of an answer in a buffer of its own. */
struct nlmsghdr *fake_message(uint16_t type);
int fake_give(struct ece_os_reply *reply, struct nlmsghdr *header);

#endif
