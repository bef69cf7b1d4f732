// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>

#include "lib/http/server_internal.h"

#define FRONTS_MAX 8 /* configurations whose clients have not gone yet */

/* Without a file: nothing is asked for. */
static int load(struct http_server *server, struct web_config **config, struct web_files *files, struct ece_error *e)
{
	*files = (struct web_files){0};
	if (server->options.web_config)
		return web_config_read(server->options.web_config, config, files, e);
	*config = calloc(1, sizeof(**config));
	return *config ? 0 : ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

/* Clients of configurations long gone are not waited for. */
static void end_oldest(struct http_server *server)
{
	const struct front *oldest = server->fronts;
	size_t count = 1;

	for (; oldest && oldest->next; oldest = oldest->next)
		count++;
	if (count < FRONTS_MAX)
		return;
	for (struct connection *at = server->first; at; at = at->next)
		if (at->front == oldest)
			at->deadline_ns = 0;
}

static int use(struct http_server *server, struct web_config *config, struct ece_error *e)
{
	struct front *front;
	int ret = front_new(server, config, &front, e);

	if (ret) {
		web_config_free(config);
		return ret;
	}
	end_oldest(server);
	front->next = server->fronts;
	server->fronts = front;
	web_config_free(server->config);
	server->config = config;
	server->tokens_ns = config->rate_interval_ns * config->rate_burst;
	logins_forget(server->logins);
	return 0;
}

/* Who writes a file in place empties it first: in that moment everybody would be let in. */
static int check_not_emptied(const struct http_server *server, const struct web_files *files, struct ece_error *e)
{
	const struct web_config *old = server->config;

	if (!old || !files->count || files->files[0].size || !(old->has_tls || old->user_count))
		return 0;
	return ece_error_set(
		e, -EINVAL, ECE_ERROR_CONFLICT,
		"\"%s\" is empty, and it was not before: TLS and users stay; write {} into it to do without",
		files->files[0].path);
}

static int read_it(struct http_server *server, struct ece_error *e)
{
	struct web_config *config;
	struct web_files files;
	int ret = load(server, &config, &files, e);

	web_files_done(&server->files);
	server->files = files;
	if (!ret) {
		ret = check_not_emptied(server, &server->files, e);
		if (ret)
			web_config_free(config);
	}
	ret = ret ? ret : use(server, config, e);
	pthread_mutex_lock(&server->stats_mutex);
	server->stats.config_good = !ret;
	server->stats.config_loads += !ret;
	pthread_mutex_unlock(&server->stats_mutex);
	return ret;
}

int config_start(struct http_server *server, struct ece_error *e)
{
	return read_it(server, e);
}

void config_refresh(struct http_server *server, bool always)
{
	struct ece_error e;

	if (!server->options.web_config || (!always && !web_files_changed(&server->files)))
		return;
	if (read_it(server, &e) && server->options.tell)
		server->options.tell(server->options.ctx, &e);
}
