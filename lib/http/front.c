// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>

#include "lib/http/server_internal.h"

/* Limits, callbacks; nothing is logged, since a library must not print. */
#define FRONT_OPTIONS(front)                                                                                           \
	MHD_OPTION_CONNECTION_LIMIT, (unsigned int)(2 * HTTP_CONNECTIONS_MAX), MHD_OPTION_CONNECTION_MEMORY_LIMIT,     \
		(size_t)HTTP_MEMORY_MAX, MHD_OPTION_CONNECTION_TIMEOUT, 0U /* deadlines are kept in connection.c */,   \
		MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_CONNECTION, connection_notify, (front),             \
		MHD_OPTION_URI_LOG_CALLBACK, request_begin, (front)->server, MHD_OPTION_NOTIFY_COMPLETED, request_end, \
		(front)->server

#define FRONT_FLAGS (MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME)

static struct MHD_Daemon *start(struct front *front, const struct web_config *config)
{
	if (!config->has_tls)
		return MHD_start_daemon(FRONT_FLAGS, 0, NULL, NULL /* everybody may connect */, request_handle,
					front->server, FRONT_OPTIONS(front), MHD_OPTION_END);
	if (!config->tls.client_ca)
		return MHD_start_daemon(FRONT_FLAGS | MHD_USE_TLS, 0, NULL, NULL /* everybody may connect */,
					request_handle, front->server, FRONT_OPTIONS(front), MHD_OPTION_HTTPS_MEM_CERT,
					config->tls.cert, MHD_OPTION_HTTPS_MEM_KEY, config->tls.key,
					MHD_OPTION_HTTPS_PRIORITIES, config->tls.priority, MHD_OPTION_END);
	return MHD_start_daemon(FRONT_FLAGS | MHD_USE_TLS, 0, NULL, NULL /* everybody may connect */, request_handle,
				front->server, FRONT_OPTIONS(front), MHD_OPTION_HTTPS_MEM_CERT, config->tls.cert,
				MHD_OPTION_HTTPS_MEM_KEY, config->tls.key, MHD_OPTION_HTTPS_PRIORITIES,
				config->tls.priority, MHD_OPTION_HTTPS_MEM_TRUST, config->tls.client_ca,
				MHD_OPTION_END);
}

static int watch(struct front *front, struct ece_error *e)
{
	const union MHD_DaemonInfo *info = MHD_get_daemon_info(front->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	struct epoll_event event = {.events = EPOLLIN};

	front->epoll = info ? info->epoll_fd : -1;
	if (front->epoll < 0 || epoll_ctl(front->server->epoll, EPOLL_CTL_ADD, front->epoll, &event))
		return ece_error_set(e, -EIO, ECE_ERROR_IO, "the HTTP server cannot be waited for");
	return 0;
}

int front_new(struct http_server *server, const struct web_config *config, struct front **front, struct ece_error *e)
{
	struct front *new = calloc(1, sizeof(*new));
	int ret;

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	new->server = server;
	new->tls = config->has_tls ? front_tls_copy(&config->tls) : NULL;
	if (!config->has_tls || new->tls)
		new->daemon = start(new, config);
	ret = new->daemon ?
		      watch(new, e) :
		      ece_error_set(e, -EIO, ECE_ERROR_IO, "the HTTP server did not start with this configuration");
	if (ret) {
		front_free(new);
		return ret;
	}
	*front = new;
	return 0;
}

void front_free(struct front *front)
{
	if (!front)
		return;
	/* It closes its descriptor itself, which takes it out of the server's set. */
	if (front->daemon)
		MHD_stop_daemon(front->daemon);
	front_tls_free(front->tls);
	free(front);
}
