// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define BACKLOG  1024
#define HOST_MAX 256
#define PORT_MAX 65535

static int bad(const char *address, struct ece_error *e)
{
	return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX,
			     "\"%.128s\" is no address to listen on; HOST:PORT, [IPV6]:PORT or :PORT is", address);
}

static int take_apart(const char *address, char host[HOST_MAX], uint16_t *port, struct ece_error *e)
{
	const char *colon = strrchr(address, ':'), *from = address, *to = colon;
	char *end;
	unsigned long number;

	if (!colon)
		return bad(address, e);
	if (*from == '[') {
		from++;
		to--;
		if (to <= from || *to != ']')
			return bad(address, e);
	} else if (memchr(from, ':', (size_t)(colon - from))) {
		return bad(address, e);
	}
	number = strtoul(colon + 1, &end, 10);
	if (colon[1] < '0' || colon[1] > '9' || *end || number > PORT_MAX || to - from >= HOST_MAX)
		return bad(address, e);
	memcpy(host, from, (size_t)(to - from));
	host[to - from] = '\0';
	*port = (uint16_t)number;
	return 0;
}

static int open_one(const struct addrinfo *at, int only_v6)
{
	const int one = 1;
	int err, fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (at->ai_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &only_v6, sizeof(only_v6));
	if (!bind(fd, at->ai_addr, at->ai_addrlen) && !listen(fd, BACKLOG))
		return fd;
	err = -errno;
	close(fd);
	return err;
}

/* One socket for both where the kernel has IPv6, else IPv4. */
static int listen_anywhere(uint16_t port)
{
	const struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
	const struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = v6.sin6_port};
	struct addrinfo at = {
		.ai_family = AF_INET6, .ai_addr = (struct sockaddr *)(size_t)&v6, .ai_addrlen = sizeof(v6)};
	int fd = open_one(&at, 0);

	if (fd != -EAFNOSUPPORT && fd != -EADDRNOTAVAIL)
		return fd;
	at = (struct addrinfo){
		.ai_family = AF_INET, .ai_addr = (struct sockaddr *)(size_t)&v4, .ai_addrlen = sizeof(v4)};
	return open_one(&at, 0);
}

static int listen_on(const char *host, uint16_t port, const char **why)
{
	char service[8];
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
	struct addrinfo *found;
	int err, fd = -ENOENT;

	snprintf(service, sizeof(service), "%u", port);
	err = getaddrinfo(host, service, &hints, &found);
	if (err) {
		*why = gai_strerror(err);
		return -ENOENT;
	}
	for (const struct addrinfo *at = found; at && fd < 0; at = at->ai_next)
		fd = open_one(at, 1);
	freeaddrinfo(found);
	return fd;
}

int http_listen(const char *address, struct ece_error *e)
{
	char host[HOST_MAX] = "";
	const char *why = NULL;
	uint16_t port = 0;
	int fd, ret = take_apart(address, host, &port, e);

	if (ret)
		return ret;
	fd = host[0] ? listen_on(host, port, &why) : listen_anywhere(port);
	if (fd < 0)
		ece_error_set(e, fd, ECE_ERROR_IO, "cannot listen on \"%s\": %s", address, why ? why : strerror(-fd));
	return fd;
}

void http_listen_name(int fd, char *buf, size_t size)
{
	struct sockaddr_storage at = {0};
	socklen_t len = sizeof(at);
	char host[HOST_MAX], port[16];

	snprintf(buf, size, "a socket");
	if (getsockname(fd, (struct sockaddr *)&at, &len))
		return;
	if (at.ss_family == AF_UNIX) {
		snprintf(buf, size, "%s", ((struct sockaddr_un *)&at)->sun_path);
		return;
	}
	if (getnameinfo((struct sockaddr *)&at, len, host, sizeof(host), port, sizeof(port),
			NI_NUMERICHOST | NI_NUMERICSERV))
		return;
	snprintf(buf, size, at.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s", host, port);
}

int http_listen_check(int fd, struct ece_error *e)
{
	int type = 0, listens = 0, flags = fcntl(fd, F_GETFL);
	socklen_t len = sizeof(type);

	if (flags < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "descriptor %d is not open", fd);
	if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len) ||
	    getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &len) || type != SOCK_STREAM || !listens)
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "descriptor %d is no stream socket that listens", fd);
	if (fcntl(fd, F_SETFD, FD_CLOEXEC) || fcntl(fd, F_SETFL, flags | O_NONBLOCK))
		return ece_error_set(e, -errno, ECE_ERROR_IO, "descriptor %d cannot be used: %s", fd, strerror(errno));
	return 0;
}
