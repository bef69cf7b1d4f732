// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>

#include "lib/base/clock.h"
#include "lib/http/server_internal.h"

#define HALF_CLOSED_MS \
	1000 /* for libmicrohttpd to read what has come: a request that was whole is being served by then */
#define OTHER_FILES 128UL /* that the process has open besides: devices, logs, listening sockets */

size_t connection_limits(size_t wanted)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files))
		return wanted;
	if (files.rlim_cur < wanted + OTHER_FILES && files.rlim_cur < files.rlim_max) {
		files.rlim_cur = files.rlim_max < wanted + OTHER_FILES ? files.rlim_max : wanted + OTHER_FILES;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	if (files.rlim_cur >= wanted + OTHER_FILES)
		return wanted;
	return files.rlim_cur > 2 * OTHER_FILES ? files.rlim_cur - OTHER_FILES : OTHER_FILES / 2;
}

void connection_address(const struct sockaddr *from, uint8_t address[16])
{
	static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

	memset(address, 0, 16);
	if (from->sa_family == AF_INET6) {
		memcpy(address, &((const struct sockaddr_in6 *)from)->sin6_addr, 16);
	} else if (from->sa_family == AF_INET) {
		memcpy(address, mapped, sizeof(mapped));
		memcpy(address + 12, &((const struct sockaddr_in *)from)->sin_addr, 4);
	}
}

struct connection *connection_of(struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info ? info->socket_context : NULL;
}

static uint64_t patience_ns(const struct connection *connection, enum connection_phase phase)
{
	const struct http_server_options *options = &connection->server->options;

	if (connection->half_closed && phase < CONNECTION_SERVING)
		return (options->request_ms < HALF_CLOSED_MS ? options->request_ms : HALF_CLOSED_MS) * CLOCK_MS_NS;
	switch (phase) {
	case CONNECTION_IDLE:
		return options->idle_ms * CLOCK_MS_NS;
	case CONNECTION_HEADERS:
		return options->request_ms * CLOCK_MS_NS;
	default:
		return options->answer_ms * CLOCK_MS_NS;
	}
}

void connection_phase(struct connection *connection, enum connection_phase phase)
{
	if (!connection || connection->phase == CONNECTION_CLOSING)
		return;
	connection->phase = phase;
	connection->deadline_ns = clock_now() + patience_ns(connection, phase);
}

void connection_half_closed(struct connection *connection)
{
	connection->half_closed = true;
	if (connection->phase < CONNECTION_SERVING)
		connection_phase(connection, connection->phase);
}

static void append(struct http_server *server, struct connection *connection)
{
	connection->prev = server->last;
	if (server->last)
		server->last->next = connection;
	else
		server->first = connection;
	server->last = connection;
}

static void unlink_connection(struct http_server *server, struct connection *connection)
{
	if (connection->prev)
		connection->prev->next = connection->next;
	else
		server->first = connection->next;
	if (connection->next)
		connection->next->prev = connection->prev;
	else
		server->last = connection->prev;
}

/* Whoever connects is to begin at once; only who has got an answer may take time. */
static struct connection *begin(struct front *front, struct http_server *server, struct MHD_Connection *mhd)
{
	struct connection *connection = calloc(1, sizeof(*connection));
	struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT};
	const union MHD_ConnectionInfo *info;

	if (!connection)
		return NULL;
	connection->server = server;
	connection->front = front;
	connection->deadline_ns = clock_now() + patience_ns(connection, CONNECTION_HEADERS);
	info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
	connection->fd = info ? info->connect_fd : -1;
	info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	if (info)
		connection_address(info->client_addr, connection->address);
	/* Only the end of what the client sends: the rest is libmicrohttpd's. */
	event.data.ptr = connection;
	epoll_ctl(server->epoll, EPOLL_CTL_ADD, connection->fd, &event);
	append(server, connection);
	front->connections++;
	server->count++;
	return connection;
}

static void end(struct connection *connection)
{
	struct http_server *server = connection->server;

	unlink_connection(server, connection);
	connection->front->connections--;
	if (connection->phase != CONNECTION_CLOSING)
		server->count--;
	free(connection);
}

void connection_notify(void *arg, struct MHD_Connection *mhd, void **socket_context,
		       enum MHD_ConnectionNotificationCode code)
{
	struct front *front = arg;

	if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
		if (*socket_context)
			end(*socket_context);
		*socket_context = NULL;
		return;
	}
	*socket_context = begin(front, front->server, mhd);
	front_tls_begin(front, mhd);
}

/* libmicrohttpd finds the end of the stream and closes it; of a suspended one it does not look for that. */
static void close_it(struct connection *connection)
{
	if (connection->waiting)
		request_give_up(connection->server, connection->waiting);
	shutdown(connection->fd, SHUT_RDWR);
	connection->phase = CONNECTION_CLOSING;
	connection->deadline_ns = UINT64_MAX;
	connection->server->count--;
	server_count(connection->server, &connection->server->stats.dropped);
}

static bool same_address(const struct connection *connection, const uint8_t *address)
{
	return !address || memcmp(connection->address, address, sizeof(connection->address)) == 0;
}

/* @address: NULL: any */
static int make_room(struct http_server *server, const uint8_t *address)
{
	for (struct connection *at = server->first; at; at = at->next)
		if (at->phase < CONNECTION_SERVING && same_address(at, address)) {
			close_it(at);
			return 0;
		}
	return -EBUSY;
}

int connection_room(struct http_server *server, const uint8_t address[16])
{
	size_t of_address = 0;

	for (const struct connection *at = server->first; at; at = at->next)
		of_address += at->phase != CONNECTION_CLOSING && same_address(at, address);
	if (of_address >= HTTP_ADDRESS_MAX || of_address >= server->options.connections_max)
		return make_room(server, address);
	if (server->count >= server->options.connections_max)
		return make_room(server, NULL /* of any address */);
	return 0;
}

/* Who waits for us is told so; who is waited for is not. */
static void time_is_over(struct connection *connection, uint64_t now_ns)
{
	if (!connection->waiting) {
		close_it(connection);
		return;
	}
	request_give_up(connection->server, connection->waiting);
	connection->deadline_ns = now_ns + patience_ns(connection, CONNECTION_HEADERS);
}

uint64_t connection_sweep(struct http_server *server, uint64_t now_ns)
{
	uint64_t first = UINT64_MAX;

	for (struct connection *at = server->first; at; at = at->next) {
		if (at->deadline_ns <= now_ns)
			time_is_over(at, now_ns);
		if (at->deadline_ns < first)
			first = at->deadline_ns;
	}
	return first;
}
