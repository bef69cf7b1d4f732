// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/net/rdma_ask.h"

#include <errno.h>
#include <linux/netlink.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/errno_text.h"
#include "devx/net/rdma_port.h"

struct guard {
	int (*each)(void *arg, const void *message, size_t len);
	void *arg;
	unsigned int empty; /* messages in a row */
	bool answered;
};

static int watch(void *arg, const void *message, size_t len)
{
	struct guard *guard = arg;

	guard->answered = true;
	guard->empty = ece_rdma_says_something(message, len) ? 0 : guard->empty + 1;
	if (guard->empty >= ECE_RDMA_EMPTY_MAX)
		return -ELOOP;
	return guard->each(guard->arg, message, len);
}

int ece_rdma_ask(const struct ece_os *os, const void *request, size_t len,
		 int (*each)(void *arg, const void *message, size_t len), void *arg, char said[ECE_OS_SAID_MAX])
{
	struct guard guard = {.each = each, .arg = arg};
	struct ece_os_reply reply = {.each = watch, .arg = &guard};
	const struct nlmsghdr *header = request;
	int err = -EBADMSG;

	if (len)
		err = os->ops->netlink(os->ctx, ECE_OS_NETLINK_RDMA, request, len, &reply);
	if (!err && !guard.answered && (header->nlmsg_flags & NLM_F_DUMP) != NLM_F_DUMP)
		err = -EBADMSG;
	if (said)
		memcpy(said, reply.said, ECE_OS_SAID_MAX);
	return err;
}

static const struct {
	int err;
	enum ece_error_kind kind;
	const char *why;
} reasons[] = {
	{EPROTONOSUPPORT, ECE_ERROR_UNSUPPORTED, "this kernel has no RDMA (module ib_core)"},
	{EPERM, ECE_ERROR_DENIED, "this needs CAP_NET_ADMIN"},
	{EBADMSG, ECE_ERROR_PROTOCOL, "the kernel's answer is damaged"},
	{ELOOP, ECE_ERROR_PROTOCOL,
	 "the kernel goes on to send empty lists: an entry does not fit into its messages, too many queue pairs share "
	 "one"},
	{E2BIG, ECE_ERROR_LIMIT, "there are more than this tool takes"},
	{EMSGSIZE, ECE_ERROR_LIMIT, "the answer is longer than this tool takes"},
	{ENOMEM, ECE_ERROR_MEMORY, "out of memory"},
	{EINTR, ECE_ERROR_STALE, "the list changed while the kernel told it, ask again"},
	{ENOBUFS, ECE_ERROR_IO, "the kernel dropped messages of the answer, ask again"},
	{ETIMEDOUT, ECE_ERROR_TIMEOUT, "the kernel did not answer in time: its driver waits for the card"},
	{ENODEV, ECE_ERROR_GONE, "the device is gone"},
	{EINVAL, ECE_ERROR_IO, "the kernel refuses it without a reason"},
};

int ece_rdma_failed(struct ece_error *e, int err, const char *device, const char *what, const char *said)
{
	const char *why = ece_errno_text(-err);
	enum ece_error_kind kind = ECE_ERROR_IO;

	if (!err)
		return 0;
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (reasons[i].err != -err)
			continue;
		kind = reasons[i].kind;
		why = reasons[i].why;
	}
	if (said && said[0])
		return ece_error_set(e, err, kind, "%s, %s: %s (the kernel: %s)", device, what, why, said);
	return ece_error_set(e, err, kind, "%s, %s: %s", device, what, why ? why : "unknown error");
}

int ece_rdma_find(const struct ece_os *os, const char *device, uint32_t port, uint32_t *index, struct ece_error *e)
{
	struct ece_rdma_about *list;
	size_t count;
	int err = ece_rdma_devices(os, &list, &count), found = -ENODEV;

	if (err)
		return ece_rdma_failed(e, err, device, "the list of RDMA devices", NULL);
	for (size_t i = 0; found && i < count; i++) {
		if (strcmp(list[i].name, device) != 0)
			continue;
		*index = list[i].index;
		found = port && port <= list[i].ports ? 0 : -ERANGE;
	}
	free(list);
	if (found == -ERANGE)
		return ece_error_set(e, -ENODEV, ECE_ERROR_UNKNOWN_NAME, "%s has no port %u", device, port);
	if (found)
		return ece_error_set(e, -ENODEV, ECE_ERROR_UNKNOWN_NAME,
				     "there is no RDMA device %s in this network namespace", device);
	return 0;
}
