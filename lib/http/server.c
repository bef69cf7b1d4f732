// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/server.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/http/server_internal.h"

#define ACCEPT_MAX 64                    /* at a time, so that those who are here get their turn */
#define FULL_NS    (CLOCK_SECOND_NS / 4) /* until files may be free again */
#define EVENTS     64                    /* at a time; more wait for the next turn */

void server_count(struct http_server *server, uint64_t *counter)
{
	pthread_mutex_lock(&server->stats_mutex);
	++*counter;
	pthread_mutex_unlock(&server->stats_mutex);
}

void http_server_stats(struct http_server *server, struct http_stats *stats)
{
	pthread_mutex_lock(&server->stats_mutex);
	*stats = server->stats;
	pthread_mutex_unlock(&server->stats_mutex);
}

static int take(struct http_server *server, int fd, const struct sockaddr *from, socklen_t len)
{
	uint8_t address[16];
	int err;

	config_refresh(server, false);
	connection_address(from, address);
	err = connection_room(server, address);
	if (err)
		close(fd);
	/* It closes the socket when it fails, too. */
	else if (MHD_add_connection(server->fronts->daemon, fd, from, len) != MHD_YES)
		err = -EBUSY;
	server_count(server, err ? &server->stats.refused : &server->stats.accepted);
	return err;
}

int http_server_take(struct http_server *server, int fd)
{
	struct sockaddr_storage from = {0};
	socklen_t len = sizeof(from);

	if (getpeername(fd, (struct sockaddr *)&from, &len)) {
		int err = -errno;

		close(fd);
		return err;
	}
	return take(server, fd, (struct sockaddr *)&from, len);
}

static int watch_listeners(struct http_server *server, int how)
{
	for (size_t i = 0; i < server->options.listener_count; i++) {
		struct epoll_event event = {.events = EPOLLIN};

		if (epoll_ctl(server->epoll, how, server->options.listeners[i], &event) && how == EPOLL_CTL_ADD)
			return -errno;
	}
	return 0;
}

/* Clients wait in the kernel's queue meanwhile; a loop that tries at once would only burn time. */
static void pause_accepting(struct http_server *server)
{
	if (server->full)
		return;
	server->full = true;
	server->again_ns = clock_now() + FULL_NS;
	watch_listeners(server, EPOLL_CTL_DEL);
}

static void accept_some(struct http_server *server, int listener)
{
	for (int i = 0; i < ACCEPT_MAX; i++) {
		struct sockaddr_storage from = {0};
		socklen_t len = sizeof(from);
		int fd = accept4(listener, (struct sockaddr *)&from, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);

		if (fd >= 0) {
			take(server, fd, (struct sockaddr *)&from, len);
		} else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
			pause_accepting(server);
			return;
		} else if (errno != ECONNABORTED && errno != EINTR) {
			return;
		}
	}
}

static void accept_all(struct http_server *server)
{
	if (server->full && clock_now() >= server->again_ns) {
		server->full = false;
		/* Else whoever waits would turn the loop until the end */
		if (!server->quiet)
			watch_listeners(server, EPOLL_CTL_ADD);
	}
	for (size_t i = 0; !server->full && !server->quiet && i < server->options.listener_count; i++)
		accept_some(server, server->options.listeners[i]);
}

/* Old configurations go with their last client. */
static void drop_old_fronts(struct http_server *server)
{
	struct front *newer = server->fronts;

	while (newer && newer->next) {
		struct front *front = newer->next;

		if (front->connections) {
			newer = front;
			continue;
		}
		newer->next = front->next;
		front_free(front);
	}
}

static void look_at_results(struct http_server *server)
{
	struct http_made made;
	eventfd_t count;

	if (eventfd_read(server->wake, &count))
		return;
	if (logins_settle(server->logins))
		request_logins_settled(server);
	if (http_pages_take(server->pages, &made)) {
		request_pages_made(server, &made);
		http_made_done(&made);
	}
}

/* libmicrohttpd has something to do right now. */
static bool is_busy(const struct http_server *server)
{
	MHD_UNSIGNED_LONG_LONG ms;

	for (const struct front *front = server->fronts; front; front = front->next)
		if (MHD_get_timeout(front->daemon, &ms) == MHD_YES && ms == 0)
			return true;
	return false;
}

/* Only connections have a pointer; for everything else it is enough that the loop turns. */
static void look_at_ends(struct http_server *server)
{
	struct epoll_event events[EVENTS];
	int count = epoll_wait(server->epoll, events, EVENTS, 0);

	for (int i = 0; i < count; i++)
		if (events[i].data.ptr)
			connection_half_closed(events[i].data.ptr);
}

void http_server_work(struct http_server *server)
{
	look_at_ends(server);
	accept_all(server);
	look_at_results(server);
	connection_sweep(server, clock_now());
	for (struct front *front = server->fronts; front; front = front->next)
		MHD_run(front->daemon);
	drop_old_fronts(server);
	pthread_mutex_lock(&server->stats_mutex);
	server->stats.open = server->count;
	pthread_mutex_unlock(&server->stats_mutex);
}

int http_server_fd(const struct http_server *server)
{
	return server->epoll;
}

uint64_t http_server_deadline(const struct http_server *server)
{
	uint64_t first = server->full ? server->again_ns : UINT64_MAX;

	if (is_busy(server))
		return 0;
	for (const struct connection *at = server->first; at; at = at->next)
		if (at->deadline_ns < first)
			first = at->deadline_ns;
	return first;
}

void http_server_reload(struct http_server *server)
{
	config_refresh(server, true);
}

size_t http_server_quiesce(struct http_server *server)
{
	size_t serving = 0;

	if (!server->quiet && !server->full)
		watch_listeners(server, EPOLL_CTL_DEL);
	server->quiet = true;
	for (const struct connection *at = server->first; at; at = at->next)
		serving += at->phase == CONNECTION_SERVING;
	return serving;
}

static int open_fds(struct http_server *server, struct ece_error *e)
{
	struct epoll_event event = {.events = EPOLLIN};
	int err;

	server->epoll = epoll_create1(EPOLL_CLOEXEC);
	server->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (server->epoll < 0 || server->wake < 0 || epoll_ctl(server->epoll, EPOLL_CTL_ADD, server->wake, &event))
		err = -errno;
	else
		err = watch_listeners(server, EPOLL_CTL_ADD);
	return err ? ece_error_set(e, err, ECE_ERROR_IO, "the HTTP server cannot wait for clients: %s",
				   strerror(-err)) :
		     0;
}

static int start(struct http_server *server, struct ece_error *e)
{
	int ret = open_fds(server, e);

	ret = ret ? ret : http_pages_new(server->options.source, server->wake, &server->pages, e);
	ret = ret ? ret : logins_new(server->wake, &server->logins, e);
	return ret ? ret : config_start(server, e);
}

static void fill_in(struct http_server_options *options)
{
	if (!options->connections_max || options->connections_max > HTTP_CONNECTIONS_MAX)
		options->connections_max = HTTP_CONNECTIONS_MAX;
	options->connections_max = connection_limits(options->connections_max);
	options->request_ms = options->request_ms ? options->request_ms : HTTP_REQUEST_SECONDS * 1000;
	options->answer_ms = options->answer_ms ? options->answer_ms : HTTP_ANSWER_SECONDS * 1000;
	options->idle_ms = options->idle_ms ? options->idle_ms : HTTP_IDLE_SECONDS * 1000;
}

int http_server_new(const struct http_server_options *options, struct http_server **server, struct ece_error *e)
{
	struct http_server *new = calloc(1, sizeof(*new));
	int ret;

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	new->options = *options;
	fill_in(&new->options);
	new->epoll = new->wake = -1;
	new->tokens_at_ns = clock_now();
	pthread_mutex_init(&new->stats_mutex, NULL /* attributes */);
	ret = start(new, e);
	if (ret) {
		http_server_free(new);
		return ret;
	}
	*server = new;
	return 0;
}

void http_server_free(struct http_server *server)
{
	if (!server)
		return;
	http_pages_free(server->pages);
	/* One turn more, since a suspended connection cannot be ended; nothing waits any more behind it. */
	server->ending = true;
	while (server->waiting)
		request_give_up(server, server->waiting);
	for (struct front *front = server->fronts; front; front = front->next)
		MHD_run(front->daemon);
	while (server->fronts) {
		struct front *front = server->fronts;

		server->fronts = front->next;
		front_free(front);
	}
	logins_free(server->logins);
	web_config_free(server->config);
	web_files_done(&server->files);
	if (server->wake >= 0)
		close(server->wake);
	if (server->epoll >= 0)
		close(server->epoll);
	pthread_mutex_destroy(&server->stats_mutex);
	free(server);
}
