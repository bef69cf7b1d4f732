/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the parts of the server share. All but .stats belongs to the thread that serves. */
#ifndef ECE_LIB_HTTP_SERVER_INTERNAL_H
#define ECE_LIB_HTTP_SERVER_INTERNAL_H

#include <microhttpd.h>
#include <pthread.h>
#include <sys/socket.h>

#include "lib/http/login.h"
#include "lib/http/pages.h"
#include "lib/http/server.h"
#include "lib/http/web_config.h"

/* A daemon of libmicrohttpd with the TLS of one web configuration. Old ones serve on until their clients have gone. */
struct front {
	struct front *next;
	struct http_server *server;
	struct MHD_Daemon *daemon;
	int epoll;           /* the daemon's; readable when it has work */
	struct web_tls *tls; /* a copy of what clients have to show; NULL: without TLS */
	size_t connections;
};

enum connection_phase {
	CONNECTION_IDLE,    /* nothing of a request has come */
	CONNECTION_HEADERS, /* its first line has */
	CONNECTION_SERVING, /* it is complete, the answer is not */
	CONNECTION_CLOSING, /* was ended from here */
};

struct connection {
	struct connection *next, *prev; /* of all, the one that came first is first */
	struct http_server *server;
	struct front *front;
	int fd;
	uint8_t address[16]; /* IPv4 as mapped; zero for a local socket */
	enum connection_phase phase;
	uint64_t deadline_ns;
	struct request *waiting; /* its request, while that is suspended */
	bool half_closed;        /* the client has said all that it will */
};

enum request_wait {
	REQUEST_READY, /* can be answered, or was */
	REQUEST_LOGIN, /* suspended until a login was checked */
	REQUEST_PAGE,  /* suspended until a page was made */
};

/* An answer to any number of requests. */
struct shared_answer {
	struct MHD_Response *response; /* NULL: there was no memory for one */
	unsigned int status;
	size_t holders;
};

struct request {
	struct request *next, *prev; /* of those that wait */
	struct MHD_Connection *mhd;
	struct connection *connection; /* NULL: there was no memory to note it */
	enum request_wait wait;
	bool limited;                 /* it was counted against the rate limit */
	struct http_form form;        /* of REQUEST_PAGE */
	uint64_t round;               /* of pages, the first that may be its */
	struct shared_answer *answer; /* what it waited for */
};

struct http_server {
	struct http_server_options options;
	struct web_config *config; /* in use; never NULL */
	struct web_files files;    /* that the newest one came from, good or not */
	struct front *fronts;      /* the newest one first: it takes new connections */
	struct connection *first, *last;
	size_t count; /* connections, but for those that are closing */
	struct request *waiting;
	struct http_pages *pages;
	struct logins *logins;
	struct MHD_Response *landing;
	int epoll, wake;
	bool quiet;  /* accepts nobody */
	bool ending; /* answers nothing any more */
	bool full;   /* could not accept: tries again at .again_ns */
	uint64_t again_ns;
	uint64_t tokens_ns; /* of the rate limit: an interval each, not more than a burst */
	uint64_t tokens_at_ns;
	pthread_mutex_t stats_mutex;
	struct http_stats stats;
};

/* connection.c */

/**
 * connection_limits - how many connections there may be, by the limit of open files
 */
size_t connection_limits(size_t wanted);

/**
 * connection_room - see that one more from @address may come
 *
 * Ends the oldest connection that is not being served where that makes room. Returns 0 or -EBUSY.
 */
int connection_room(struct http_server *server, const uint8_t address[16]);

/* What libmicrohttpd calls: MHD_NotifyConnectionCallback, with the front as its argument. */
void connection_notify(void *arg, struct MHD_Connection *mhd, void **socket_context,
		       enum MHD_ConnectionNotificationCode code);
struct connection *connection_of(struct MHD_Connection *mhd);
void connection_phase(struct connection *connection, enum connection_phase phase);
void connection_address(const struct sockaddr *from, uint8_t address[16]);

/**
 * connection_half_closed - the client sends no more
 *
 * libmicrohttpd does not see that when it comes together with half a request.
 */
void connection_half_closed(struct connection *connection);

/**
 * connection_sweep - end those whose time is over
 *
 * Returns when the next one's is.
 */
uint64_t connection_sweep(struct http_server *server, uint64_t now_ns);

/* front.c */

/**
 * front_new - a daemon for a web configuration
 *
 * Returns 0 or a negative errno with @e filled; front_free() frees it, when no connection of it waits.
 */
int front_new(struct http_server *server, const struct web_config *config, struct front **front, struct ece_error *e);
void front_free(struct front *front);

/* front_tls.c */

/**
 * front_tls_copy - what is needed of @tls as long as there are connections
 *
 * Returns NULL when memory ran out. front_tls_free() accepts NULL.
 */
struct web_tls *front_tls_copy(const struct web_tls *tls);
void front_tls_free(struct web_tls *tls);

/**
 * front_tls_begin - ask a new client for what it has to show, before the handshake
 */
void front_tls_begin(const struct front *front, struct MHD_Connection *mhd);

/* request.c */

enum MHD_Result request_handle(void *arg, struct MHD_Connection *mhd, const char *url, const char *method,
			       const char *version, const char *upload, size_t *upload_len, void **context);
void *request_begin(void *arg, const char *uri, struct MHD_Connection *mhd);
void request_end(void *arg, struct MHD_Connection *mhd, void **context, enum MHD_RequestTerminationCode code);

/* request_go_on - those that wait for what has now come */
void request_logins_settled(struct http_server *server);
void request_pages_made(struct http_server *server, struct http_made *made);

/**
 * request_give_up - answer one that waits without what it waits for, so that its connection can end
 */
void request_give_up(struct http_server *server, struct request *request);

/* answer.c */

/* shared_answer_new - takes over @response, which may be NULL; held once. Returns NULL when memory ran out. */
struct shared_answer *shared_answer_new(struct MHD_Response *response, unsigned int status);
void shared_answer_put(struct shared_answer *answer);

/**
 * answer_new - an answer with its headers
 * @bytes: malloc'ed, the answer's from now on
 *
 * Returns NULL when memory ran out. MHD_destroy_response() it.
 */
struct MHD_Response *answer_new(const struct http_server *server, char *bytes, size_t len, const char *content_type);

/**
 * answer_text - the same of a constant text
 */
struct MHD_Response *answer_text(const struct http_server *server, const char *text);

/**
 * answer_landing - the page on /
 */
struct MHD_Response *answer_landing(const struct http_server *server);

/* config.c */

/**
 * config_refresh - read the web configuration when it has changed, or @always
 */
void config_refresh(struct http_server *server, bool always);

/**
 * config_start - read it for the first time
 */
int config_start(struct http_server *server, struct ece_error *e);

/* server.c */
void server_count(struct http_server *server, uint64_t *counter);

#endif
