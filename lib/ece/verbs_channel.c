// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/ece/verbs_channel.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "devx/base/error.h"
#include "lib/base/clock.h"

static int wait_for(int fd, short events, uint64_t deadline_ns, struct ece_error *e)
{
	struct pollfd p = {.fd = fd, .events = events};

	for (;;) {
		uint64_t now = clock_now();
		int ret = fd < 0 ? 0 : poll(&p, 1, clock_poll_ms(now, deadline_ns));

		/* poll(2) waits for nothing where the descriptor is negative */
		if (fd < 0 || (ret > 0 && p.revents & POLLNVAL))
			return ece_error_set(e, -EBADF, ECE_ERROR_IO,
					     "the connection to the peer is no open descriptor");
		if (ret > 0)
			return 0;
		if (ret < 0 && errno != EINTR)
			return ece_error_set(e, -errno, ECE_ERROR_IO, "waiting for the peer failed: %s",
					     strerror(errno));
		if (!ret && now >= deadline_ns)
			return ece_error_set(
				e, -ETIMEDOUT, ECE_ERROR_TIMEOUT,
				"the peer did not %s in time: check that it negotiates ECE too, in the other role",
				events == POLLIN ? "answer" : "read");
	}
}

static int failed(const char *what, struct ece_error *e)
{
	int err = errno;

	if (err == EPIPE || err == ECONNRESET)
		return ece_error_set(e, -ECONNRESET, ECE_ERROR_GONE, "the peer closed the connection");
	return ece_error_set(e, -err, ECE_ERROR_IO, "%s the peer failed: %s", what, strerror(err));
}

static bool is_passing(int err)
{
	return err == EINTR || err == EAGAIN || err == EWOULDBLOCK;
}

static ssize_t send_some(int fd, const void *bytes, size_t len)
{
	ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);

	return n < 0 && errno == ENOTSOCK ? write(fd, bytes, len) : n;
}

static ssize_t receive_some(int fd, void *bytes, size_t size)
{
	ssize_t n = recv(fd, bytes, size, MSG_DONTWAIT);

	return n < 0 && errno == ENOTSOCK ? read(fd, bytes, size) : n;
}

int channel_send(int fd, const void *bytes, size_t len, uint64_t deadline_ns, struct ece_error *e)
{
	const uint8_t *at = bytes;

	while (len) {
		int ret = wait_for(fd, POLLOUT, deadline_ns, e);
		ssize_t n;

		if (ret)
			return ret;
		n = send_some(fd, at, len);
		if (n < 0 && !is_passing(errno))
			return failed("sending to", e);
		if (n > 0) {
			at += n;
			len -= (size_t)n;
		}
	}
	return 0;
}

int channel_receive(int fd, void *bytes, size_t size, size_t *got, uint64_t deadline_ns, struct ece_error *e)
{
	for (;;) {
		int ret = wait_for(fd, POLLIN, deadline_ns, e);
		ssize_t n;

		if (ret)
			return ret;
		n = receive_some(fd, bytes, size);
		if (!n)
			return ece_error_set(e, -ECONNRESET, ECE_ERROR_GONE, "the peer closed the connection");
		if (n < 0 && !is_passing(errno))
			return failed("receiving from", e);
		if (n > 0) {
			*got = (size_t)n;
			return 0;
		}
	}
}
