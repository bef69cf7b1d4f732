/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A small HTTP server for one page in some forms: /, /healthz and the page. One thread serves all clients and never waits
 * for one, nor for the page; what a client may hold up is bounded, and so is for how long.
 */
#ifndef ECE_LIB_HTTP_SERVER_H
#define ECE_LIB_HTTP_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/http/body.h"

#define HTTP_CONNECTIONS_MAX 2048  /* at a time; fewer where the process may open fewer files */
#define HTTP_ADDRESS_MAX     1024  /* of them from one address */
#define HTTP_MEMORY_MAX      16384 /* bytes of a connection, for its request line and headers */
#define HTTP_REQUEST_SECONDS 10    /* from the connection, or the first line, to the end of the headers */
#define HTTP_ANSWER_SECONDS  60    /* from there until the client has taken the answer */
#define HTTP_IDLE_SECONDS    150   /* between two requests: longer than people let pass between two scrapes */
#define HTTP_LISTENERS_MAX   16

struct http_server;

struct http_server_options {
	const int *listeners; /* listening sockets; they stay the caller's */
	size_t listener_count;
	const char *web_config; /* path, or NULL */
	const char *page_path;  /* "/metrics" */
	const char *name;       /* "ece-exporter", for the page on / */
	const char *summary;    /* one line */
	const char *version;
	const struct http_source *source;
	size_t connections_max; /* 0: HTTP_CONNECTIONS_MAX */
	/* Milliseconds; 0: HTTP_REQUEST_SECONDS, HTTP_ANSWER_SECONDS, HTTP_IDLE_SECONDS */
	unsigned int request_ms, answer_ms, idle_ms;
	/* Called in the thread of http_server_work() for what nobody else is told: a broken configuration, a page that
	 * could not be made. */
	void (*tell)(void *ctx, const struct ece_error *e);
	void *ctx;
};

/* Since the server began, but for .open. */
struct http_stats {
	uint64_t open;     /* connections now */
	uint64_t accepted; /* connections */
	uint64_t refused;  /* connections, for want of room */
	uint64_t dropped;  /* connections that were too slow, or made room for others */
	uint64_t requests; /* complete ones */
	uint64_t logins_failed;
	uint64_t limited; /* requests beyond rate_limit, or logins beyond what can wait */
	bool config_good; /* the newest web configuration is the one in use */
	uint64_t config_loads;
};

/**
 * http_server_new - begin to serve
 * @options: texts, listeners and the source must outlive the server
 *
 * A web configuration that is wrong is an error here; later the old one stays in use. Returns 0 or a negative errno with
 * @e filled.
 *
 * http_server_free() ends every connection and waits for the page that is being made. NULL is accepted.
 */
int http_server_new(const struct http_server_options *options, struct http_server **server, struct ece_error *e);
void http_server_free(struct http_server *server);

/**
 * http_server_fd, http_server_deadline, http_server_work - the loop is the caller's
 *
 * When the descriptor can be read, or the deadline (on clock_now()) has passed, http_server_work() is to be called. It
 * does not block.
 */
int http_server_fd(const struct http_server *server);
uint64_t http_server_deadline(const struct http_server *server);
void http_server_work(struct http_server *server);

/**
 * http_server_reload - read the web configuration anew, changed or not
 *
 * Otherwise it is read when it, or a file that it names, has changed: that is looked at for each connection and request.
 */
void http_server_reload(struct http_server *server);

/**
 * http_server_take - serve a connection that somebody else accepted
 * @fd: a connected stream socket, which is the server's from now on, whatever is returned
 *
 * Returns 0; -EBUSY when there is no room; or another negative errno.
 */
int http_server_take(struct http_server *server, int fd);

/**
 * http_server_quiesce - accept nobody any more
 *
 * Returns how many requests are still being answered.
 */
size_t http_server_quiesce(struct http_server *server);

/**
 * http_server_stats - may be called from any thread
 */
void http_server_stats(struct http_server *server, struct http_stats *stats);

#endif
