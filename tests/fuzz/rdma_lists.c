// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Whole answers of rdma netlink through what reads them: the first byte chooses the question, behind it come messages, each
 * as long as its header says, or as what is left. With its highest bit they come again and again: who reads must have an
 * end of messages that say nothing.
 */
#include <errno.h>
#include <linux/netlink.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/bound.h"
#include "devx/net/optional.h"
#include "devx/net/rdma.h"
#include "devx/net/rdma_ask.h"
#include "devx/net/rdma_port.h"
#include "devx/netlink/rdma_port.h"

#define GET     0x1401
#define ENDLESS 0x80
#define ROUNDS  100

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct stream {
	const uint8_t *data;
	size_t size;
	unsigned int rounds;
	unsigned int empty; /* messages in a row that were taken */
};

/* The device that is asked about: index 3, "mlx5_0", one port. */
static const uint32_t device[] = {44, GET, 1, 0, 8 | 1 << 16, 3, 11 | 2 << 16, 0x35786c6d, 0x305f, 8 | 3 << 16, 1};

static int give(struct ece_os_reply *reply, const uint8_t *data, size_t len)
{
	void *message = malloc(len);
	int ret = -ENOMEM;

	/* Of exactly this size, and aligned */
	if (message)
		ret = reply->each(reply->arg, memcpy(message, data, len), len);
	free(message);
	return ret;
}

static int give_counted(struct stream *stream, struct ece_os_reply *reply, const uint8_t *data, size_t len)
{
	int ret = give(reply, data, len);
	void *message = malloc(len);

	if (message)
		stream->empty = ece_rdma_says_something(memcpy(message, data, len), len) ? 0 : stream->empty + 1;
	free(message);
	if (!ret && stream->empty >= ECE_RDMA_EMPTY_MAX)
		abort();
	return ret;
}

static int give_once(struct stream *stream, struct ece_os_reply *reply)
{
	const uint8_t *at = stream->data;
	size_t left = stream->size;
	int ret = 0;

	while (!ret && left >= sizeof(struct nlmsghdr)) {
		struct nlmsghdr header;
		size_t one;

		memcpy(&header, at, sizeof(header));
		one = header.nlmsg_len < sizeof(header) || header.nlmsg_len > left ? left : header.nlmsg_len;
		ret = give_counted(stream, reply, at, one);
		at += one;
		left -= one;
	}
	return ret;
}

static int answer(void *ctx, enum ece_os_netlink family, const void *request, size_t len, struct ece_os_reply *reply)
{
	const struct nlmsghdr *asked = request;
	struct stream stream = *(const struct stream *)ctx;
	int ret = 0;

	(void)family;
	(void)len;
	if (asked->nlmsg_type == GET)
		return give(reply, (const uint8_t *)device, sizeof(device));
	for (unsigned int i = 0; !ret && i < stream.rounds; i++)
		ret = give_once(&stream, reply);
	return ret;
}

static int no_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name),
		   void *arg)
{
	(void)ctx;
	(void)root;
	(void)path;
	(void)each;
	(void)arg;
	return -ENOENT;
}

static int check_set(void *arg, const struct ece_rdma_bound *set)
{
	(void)arg;
	if (set->qpn_count > ECE_RDMA_BOUND_QPNS_MAX || set->counter_count > ECE_RDMA_COUNTERS_MAX)
		abort();
	return 0;
}

static void read_counters(const struct ece_os *os, struct ece_error *e)
{
	struct ece_rdma_counter *counters = NULL;
	size_t count;
	int err = ece_rdma_counters(os, 3, 1, &counters, &count);

	if (err)
		ece_rdma_counters_refused(os, "mlx5_0", 3, 1, err, e);
	else
		free(counters);
}

static void change_optional(const struct ece_os *os, struct ece_error *e)
{
	const char *name = "cc_rx_ce_pkts";
	struct ece_rdma_counter_status *was;
	size_t count;

	ece_rdma_optional_change(os, "mlx5_0", 1, &name, 1, true, &was, &count, e);
	free(was);
}

static void ask(uint8_t which, const struct ece_os *os)
{
	struct ece_rdma_use use;
	struct ece_error e;
	uint32_t made;

	switch (which % 5) {
	case 0:
		ece_rdma_bound(os, "mlx5_0", check_set, NULL, &e);
		break;
	case 1:
		ece_rdma_use(os, 3, &use);
		break;
	case 2:
		read_counters(os, &e);
		break;
	case 3:
		change_optional(os, &e);
		break;
	default:
		ece_rdma_bind_auto(os, "mlx5_0", 1, ECE_RDMA_BIND_BY_PID, &e);
		ece_rdma_bind(os, "mlx5_0", 1, 262, 0, &made, &e);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct ece_os_ops ops = {.netlink = answer, .list = no_list};
	struct stream stream = {.data = data, .size = size, .rounds = 1};
	const struct ece_os os = {.ops = &ops, .ctx = &stream};

	if (!size)
		return 0;
	stream.data++;
	stream.size--;
	if (data[0] & ENDLESS)
		stream.rounds = ROUNDS;
	ask(data[0] & ~ENDLESS, &os);
	return 0;
}
