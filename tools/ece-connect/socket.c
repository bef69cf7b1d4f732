// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-connect/socket.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/clock.h"

#define BACKLOG   8
#define FLAGS     (SOCK_NONBLOCK | SOCK_CLOEXEC)
#define IPV4_AT   12 /* in an IPv6 address that maps one */
#define IPV4_SIZE 4

static int resolve(const struct connect_address *address, int flags, struct addrinfo **list, struct ece_error *e)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags | AI_NUMERICSERV};
	int ret = getaddrinfo(address->host[0] ? address->host : NULL, address->port, &hints, list);

	if (!ret)
		return 0;
	return ece_error_set(e, ret == EAI_SYSTEM ? -errno : -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no address of %s: %s",
			     address->host, ret == EAI_SYSTEM ? strerror(errno) : gai_strerror(ret));
}

/* Until a socket that is being connected is. Returns 0 or a negative errno. */
static int wait_connected(int fd, uint64_t deadline_ns)
{
	struct pollfd at = {.fd = fd, .events = POLLOUT};
	socklen_t size = sizeof(int);
	int n, code;

	do {
		n = poll(&at, 1, clock_poll_ms(clock_now(), deadline_ns));
	} while ((n < 0 && errno == EINTR) || (!n && clock_now() < deadline_ns));
	if (n < 0)
		return -errno;
	if (!n)
		return -ETIMEDOUT;
	return getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &size) ? -errno : -code;
}

/* The frames are small and each is waited for. */
static void hurry(int fd)
{
	int on = 1;

	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

static int connect_one(const struct addrinfo *one, uint64_t deadline_ns)
{
	int fd = socket(one->ai_family, one->ai_socktype | FLAGS, one->ai_protocol), err = 0;

	if (fd < 0)
		return -errno;
	if (connect(fd, one->ai_addr, one->ai_addrlen))
		err = errno == EINPROGRESS ? wait_connected(fd, deadline_ns) : -errno;
	if (err) {
		close(fd);
		return err;
	}
	hurry(fd);
	return fd;
}

int socket_connect(const struct connect_address *address, uint64_t deadline_ns, struct ece_error *e)
{
	struct addrinfo *list;
	int fd = resolve(address, 0, &list, e);

	if (fd)
		return fd;
	for (struct addrinfo *one = list; one; one = one->ai_next) {
		fd = connect_one(one, deadline_ns);
		if (fd >= 0)
			break;
	}
	freeaddrinfo(list);
	if (fd >= 0)
		return fd;
	if (fd == -ECONNREFUSED)
		return ece_error_set(e, fd, ECE_ERROR_GONE,
				     "nobody listens at %s, port %s: start 'ece-connect --listen' there", address->host,
				     address->port);
	return ece_error_set(e, fd, fd == -ETIMEDOUT ? ECE_ERROR_TIMEOUT : ECE_ERROR_GONE,
			     "cannot connect to %s, port %s: %s", address->host, address->port, strerror(-fd));
}

static int listen_one(const struct addrinfo *one)
{
	int fd = socket(one->ai_family, one->ai_socktype | FLAGS, one->ai_protocol), on = 1, off = 0, err;

	if (fd < 0)
		return -errno;
	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	/* One socket for both families */
	if (one->ai_family == AF_INET6)
		(void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
	if (!bind(fd, one->ai_addr, one->ai_addrlen) && !listen(fd, BACKLOG))
		return fd;
	err = -errno;
	close(fd);
	return err;
}

int socket_listen(const struct connect_address *address, struct ece_error *e)
{
	static const int families[] = {AF_INET6, AF_INET};
	struct addrinfo *list;
	int fd = resolve(address, AI_PASSIVE, &list, e);

	if (fd)
		return fd;
	fd = -EADDRNOTAVAIL;
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]) && fd < 0; i++)
		for (struct addrinfo *one = list; one && fd < 0; one = one->ai_next)
			if (one->ai_family == families[i])
				fd = listen_one(one);
	freeaddrinfo(list);
	return fd >= 0 ? fd :
			 ece_error_set(e, fd, ECE_ERROR_IO, "cannot listen at %s, port %s: %s",
				       address->host[0] ? address->host : "any address", address->port, strerror(-fd));
}

/* Nobody to talk to yet, or a peer, or the way to it, that went away before it was looked at (accept(2)). */
static bool is_passing(int code)
{
	switch (code) {
	case EAGAIN:
	case EINTR:
	case ECONNABORTED:
	case ENETDOWN:
	case EPROTO:
	case ENOPROTOOPT:
	case EHOSTDOWN:
	case ENONET:
	case EHOSTUNREACH:
	case EOPNOTSUPP:
	case ENETUNREACH:
		return true;
	default:
		return false;
	}
}

int socket_accept(int listener, uint64_t deadline_ns, struct ece_error *e)
{
	struct pollfd at = {.fd = listener, .events = POLLIN};
	int fd;

	for (;;) {
		fd = accept4(listener, NULL, NULL, FLAGS);
		if (fd >= 0) {
			hurry(fd);
			return fd;
		}
		if (!is_passing(errno))
			return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot take a peer: %s", strerror(errno));
		if (deadline_ns <= clock_now())
			return ece_error_set(e, -ETIMEDOUT, ECE_ERROR_TIMEOUT,
					     "no peer came in time; --wait and --forever wait longer");
		(void)poll(&at, 1, clock_poll_ms(clock_now(), deadline_ns));
	}
}

static void unmap(struct sockaddr_storage *address)
{
	struct sockaddr_in6 v6;
	struct sockaddr_in v4 = {.sin_family = AF_INET};

	memcpy(&v6, address, sizeof(v6));
	if (address->ss_family != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr))
		return;
	v4.sin_port = v6.sin6_port;
	memcpy(&v4.sin_addr, &v6.sin6_addr.s6_addr[IPV4_AT], IPV4_SIZE);
	*address = (struct sockaddr_storage){.ss_family = AF_INET};
	memcpy(address, &v4, sizeof(v4));
}

static void text_of(const struct sockaddr_storage *address, char *text)
{
	socklen_t size = address->ss_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);

	if (getnameinfo((const struct sockaddr *)address, size, text, SOCKET_NAME_MAX, NULL, 0, NI_NUMERICHOST))
		snprintf(text, SOCKET_NAME_MAX, "?");
}

int socket_ends_of(int fd, struct socket_ends *ends, struct ece_error *e)
{
	socklen_t local = sizeof(ends->local), peer = sizeof(ends->peer);

	*ends = (struct socket_ends){.local_text = ""};
	if (getsockname(fd, (struct sockaddr *)&ends->local, &local) ||
	    getpeername(fd, (struct sockaddr *)&ends->peer, &peer))
		return ece_error_set(e, -errno, ECE_ERROR_GONE, "the other end has closed the connection");
	unmap(&ends->local);
	unmap(&ends->peer);
	text_of(&ends->local, ends->local_text);
	text_of(&ends->peer, ends->peer_text);
	return 0;
}

struct in6_addr socket_gid(const struct sockaddr_storage *address)
{
	struct in6_addr gid = {.s6_addr = {[10] = 0xff, [11] = 0xff}};
	struct sockaddr_in6 v6;
	struct sockaddr_in v4;

	if (address->ss_family == AF_INET) {
		memcpy(&v4, address, sizeof(v4));
		memcpy(&gid.s6_addr[IPV4_AT], &v4.sin_addr, IPV4_SIZE);
		return gid;
	}
	memcpy(&v6, address, sizeof(v6));
	return v6.sin6_addr;
}
