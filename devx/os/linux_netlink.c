// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Netlink exchanges: each on a socket of its own, or on one that is kept. A kept one is closed whenever an answer was not
 * read to its end, so that the rest of it cannot be taken for the next one's.
 */
#include "devx/os/linux_netlink.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "devx/os/linux_doors.h"

#define MESSAGE_TIMEOUT_S 10    /* for the next message */
#define ANSWER_TIMEOUT_MS 60000 /* for all of them */
#define MESSAGES_BYTES    32768 /* of one read: the kernel makes no larger ones, and none larger than the reads before */

static const int families[ECE_OS_NETLINK_COUNT] = {
	[ECE_OS_NETLINK_ROUTE] = NETLINK_ROUTE,
	[ECE_OS_NETLINK_RDMA] = NETLINK_RDMA,
};

struct channel {
	struct mnl_socket *socket; /* NULL: not open */
	uint32_t seq;
	union {
		struct nlmsghdr first;
		char bytes[MESSAGES_BYTES];
	} messages;
};

struct exchange {
	struct ece_os_reply *reply;
	bool stopped; /* by the reply's owner */
	bool ended;   /* the kernel said so */
	int ret;
};

static int give(const struct nlmsghdr *header, void *arg)
{
	struct exchange *x = arg;

	x->ret = x->reply->each(x->reply->arg, header, header->nlmsg_len);
	x->stopped = x->ret != 0;
	return x->stopped ? MNL_CB_STOP : MNL_CB_OK;
}

static int on_end(const struct nlmsghdr *header, void *arg)
{
	struct exchange *x = arg;

	x->ended = true;
	x->ret = linux_netlink_verdict(header, x->reply->said);
	return MNL_CB_STOP;
}

/* Not const: libmnl 1.0.4 does not promise to leave it alone */
static mnl_cb_t on_control[] = {
	[NLMSG_ERROR] = on_end,
	[NLMSG_DONE] = on_end,
};

#define CONTROL_COUNT (sizeof(on_control) / sizeof(on_control[0]))

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void channel_close(struct channel *channel)
{
	if (channel->socket)
		mnl_socket_close(channel->socket);
	channel->socket = NULL;
}

/* The texts of the kernel are wanted where there are some; the request need not come back with them. */
static int channel_open(struct channel *channel, enum ece_os_netlink family)
{
	const struct timeval patience = {.tv_sec = MESSAGE_TIMEOUT_S};
	int yes = 1, err;

	if (channel->socket)
		return 0;
	channel->socket = mnl_socket_open2(families[family], SOCK_CLOEXEC);
	if (channel->socket && mnl_socket_bind(channel->socket, 0, MNL_SOCKET_AUTOPID) >= 0 &&
	    !setsockopt(mnl_socket_get_fd(channel->socket), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience))) {
		mnl_socket_setsockopt(channel->socket, NETLINK_EXT_ACK, &yes, sizeof(yes));
		mnl_socket_setsockopt(channel->socket, NETLINK_CAP_ACK, &yes, sizeof(yes));
		return 0;
	}
	err = errno;
	channel_close(channel);
	return err > 0 ? -err : -EIO;
}

/* A socket with a timeout is told of each stop of the process (Ctrl-Z, a freezer), without any handler. */
static ssize_t receive_messages(struct channel *channel, int64_t end_ms)
{
	ssize_t n;

	do
		n = mnl_socket_recvfrom(channel->socket, &channel->messages, sizeof(channel->messages));
	while (n < 0 && errno == EINTR && now_ms() < end_ms);
	return n;
}

/* What libmnl calls ENOSPC is a message that was longer than the read, and cut; a timeout of the socket is EAGAIN. */
static int why_not(int number)
{
	switch (number) {
	case ENOSPC:
		return -EMSGSIZE;
	case EAGAIN:
		return -ETIMEDOUT;
	default:
		return -number;
	}
}

static int read_some(struct channel *channel, int64_t end_ms, struct exchange *x, size_t *total)
{
	ssize_t n = receive_messages(channel, end_ms);

	if (n < 0)
		return why_not(errno);
	*total += (size_t)n;
	if (*total > ECE_OS_NETLINK_MAX)
		return -EMSGSIZE;
	if (mnl_cb_run2(&channel->messages, (size_t)n, channel->seq, mnl_socket_get_portid(channel->socket), give, x,
			on_control, CONTROL_COUNT) < 0)
		return -errno;
	return 0;
}

/* An answer that is no dump has one message; of a dump the end is told. */
static int receive(struct channel *channel, bool dump, struct exchange *x)
{
	int64_t end_ms = now_ms() + ANSWER_TIMEOUT_MS;
	size_t total = 0;
	int err;

	do {
		err = now_ms() < end_ms ? read_some(channel, end_ms, x, &total) : -ETIMEDOUT;
	} while (!err && dump && !x->stopped && !x->ended);
	if (!dump && !err)
		x->ended = true;
	return err ? err : x->ret;
}

static int ask(struct channel *channel, enum ece_os_netlink family, const void *request, size_t len,
	       struct ece_os_reply *reply)
{
	struct nlmsghdr *header = &channel->messages.first;
	struct exchange x = {.reply = reply};
	int err;

	reply->said[0] = '\0';
	if (len < sizeof(*header) || len > MESSAGES_BYTES || (unsigned int)family >= ECE_OS_NETLINK_COUNT)
		return -EINVAL;
	err = channel_open(channel, family);
	if (err)
		return err;
	memcpy(&channel->messages, request, len);
	header->nlmsg_seq = ++channel->seq;
	header->nlmsg_pid = 0;
	if (mnl_socket_sendto(channel->socket, header, len) < 0)
		err = -errno;
	else
		err = receive(channel, (header->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP, &x);
	if (!x.ended)
		channel_close(channel);
	return err;
}

int linux_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len, struct ece_os_reply *reply)
{
	struct channel *channel = malloc(sizeof(*channel));
	int err;

	(void)ctx;
	if (!channel)
		return -ENOMEM;
	channel->socket = NULL;
	channel->seq = 0;
	err = ask(channel, family, request, len, reply);
	channel_close(channel);
	free(channel);
	return err;
}

/* The other doors take its context for that of the seam that it was made of. */
struct kept {
	struct linux_roots roots;
	struct ece_os_ops ops;
	struct channel channels[ECE_OS_NETLINK_COUNT];
};

static int kept_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len,
			struct ece_os_reply *reply)
{
	struct kept *kept = ctx;

	if ((unsigned int)family >= ECE_OS_NETLINK_COUNT)
		return -EINVAL;
	return ask(&kept->channels[family], family, request, len, reply);
}

int linux_keep(void *ctx, struct ece_os *os)
{
	const struct linux_roots *roots = ctx;
	struct kept *kept = calloc(1, sizeof(*kept));

	if (!kept)
		return -ENOMEM;
	kept->roots = *roots;
	kept->ops = linux_ops;
	kept->ops.netlink = kept_netlink;
	*os = (struct ece_os){.ops = &kept->ops, .ctx = kept};
	return 0;
}

void linux_let_go(struct ece_os *os)
{
	struct kept *kept = os->ctx;

	if (!kept)
		return;
	for (size_t i = 0; i < ECE_OS_NETLINK_COUNT; i++)
		channel_close(&kept->channels[i]);
	free(kept);
	*os = (struct ece_os){.ops = NULL};
}
