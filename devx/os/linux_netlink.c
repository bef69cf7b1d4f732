// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One netlink exchange on a socket of its own, so that no answer of an earlier one can be taken for this one's. */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/netlink.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "devx/os/linux_doors.h"

#define ANSWER_TIMEOUT_MS 10000
#define MESSAGES_BYTES    32768 /* of one read: the kernel makes no larger ones */

static const int families[ECE_OS_NETLINK_COUNT] = {
	[ECE_OS_NETLINK_ROUTE] = NETLINK_ROUTE,
	[ECE_OS_NETLINK_RDMA] = NETLINK_RDMA,
};

struct exchange {
	int (*each)(void *arg, const void *message, size_t len);
	void *arg;
	bool stopped; /* by @each, which said what to return */
	int ret;
};

static int give(const struct nlmsghdr *header, void *arg)
{
	struct exchange *x = arg;

	x->ret = x->each(x->arg, header, header->nlmsg_len);
	x->stopped = x->ret != 0;
	return x->stopped ? MNL_CB_STOP : MNL_CB_OK;
}

/* The kernel puts the error of a dump that it broke off into the message that ends it; libmnl's own handler drops it. */
static int on_done(const struct nlmsghdr *header, void *arg)
{
	int error = 0;

	(void)arg;
	if (mnl_nlmsg_get_payload_len(header) >= sizeof(error))
		memcpy(&error, mnl_nlmsg_get_payload(header), sizeof(error));
	if (error >= 0)
		return MNL_CB_STOP;
	errno = -error;
	return MNL_CB_ERROR;
}

static int on_error(const struct nlmsghdr *header, void *arg)
{
	const struct nlmsgerr *answer = mnl_nlmsg_get_payload(header);

	(void)arg;
	if (mnl_nlmsg_get_payload_len(header) < sizeof(*answer)) {
		errno = EBADMSG;
		return MNL_CB_ERROR;
	}
	if (!answer->error)
		return MNL_CB_STOP;
	errno = answer->error < 0 ? -answer->error : answer->error;
	return MNL_CB_ERROR;
}

/* Not const: libmnl 1.0.4 does not promise to leave it alone */
static mnl_cb_t on_control[] = {
	[NLMSG_ERROR] = on_error,
	[NLMSG_DONE] = on_done,
};

#define CONTROL_COUNT (sizeof(on_control) / sizeof(on_control[0]))

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int wait_for(struct mnl_socket *socket, int64_t end_ms)
{
	struct pollfd fd = {.fd = mnl_socket_get_fd(socket), .events = POLLIN};
	int n;

	do {
		int64_t left = end_ms - now_ms();

		n = left > 0 ? poll(&fd, 1, (int)left) : 0;
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	return n ? 0 : -ETIMEDOUT;
}

/* An answer that is no dump has one message; of a dump the end is told. */
static int receive(struct mnl_socket *socket, const struct nlmsghdr *request, struct exchange *x)
{
	bool dump = (request->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;
	size_t size = MESSAGES_BYTES, total = 0;
	int64_t end_ms = now_ms() + ANSWER_TIMEOUT_MS;
	uint8_t *buf = malloc(size);
	int err = buf ? 0 : -ENOMEM;

	while (!err) {
		ssize_t n;
		int more;

		err = wait_for(socket, end_ms);
		if (err)
			break;
		n = mnl_socket_recvfrom(socket, buf, size);
		total += n > 0 ? (size_t)n : 0;
		if (n < 0)
			err = -errno;
		else if (total > ECE_OS_NETLINK_MAX)
			err = -EMSGSIZE;
		if (err)
			break;
		more = mnl_cb_run2(buf, (size_t)n, request->nlmsg_seq, mnl_socket_get_portid(socket), give, x,
				   on_control, CONTROL_COUNT);
		err = more < 0 ? -errno : 0;
		if (more == MNL_CB_STOP || !dump)
			break;
	}
	free(buf);
	return x->stopped ? x->ret : err;
}

int linux_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len,
		  int (*each)(void *arg, const void *message, size_t len), void *arg)
{
	struct exchange x = {.each = each, .arg = arg};
	struct mnl_socket *socket;
	struct nlmsghdr *header;
	int err = 0;

	(void)ctx;
	if (len < sizeof(*header) || (unsigned int)family >= ECE_OS_NETLINK_COUNT)
		return -EINVAL;
	header = malloc(len);
	if (!header)
		return -ENOMEM;
	memcpy(header, request, len);
	header->nlmsg_seq = 1;
	header->nlmsg_pid = 0;
	socket = mnl_socket_open2(families[family], SOCK_CLOEXEC);
	if (!socket || mnl_socket_bind(socket, 0, MNL_SOCKET_AUTOPID) < 0 || mnl_socket_sendto(socket, header, len) < 0)
		err = -errno;
	else
		err = receive(socket, header, &x);
	if (socket)
		mnl_socket_close(socket);
	free(header);
	return err;
}
