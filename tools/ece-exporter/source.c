// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-exporter/source.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "tools/common/host.h"
#include "tools/ece-exporter/own.h"

struct source {
	const struct exporter_args *args;
	struct tool_host host;
	pthread_mutex_t mutex; /* of .server alone: pages are made in another thread than where it begins and ends */
	struct http_server *server;
};

/* In the order of enum export_format; what is for machines that ask for it by name comes last. */
static const struct http_media medias[] = {
	[EXPORT_PROMETHEUS] = {"text/plain", "0.0.4", "text/plain; version=0.0.4; charset=utf-8"},
	[EXPORT_OPENMETRICS] = {"application/openmetrics-text", "1.0.0",
				"application/openmetrics-text; version=1.0.0; charset=utf-8"},
};

int source_new(const struct exporter_args *args, struct source **source, struct ece_error *e)
{
	struct source *new = calloc(1, sizeof(*new));
	int ret;

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	new->args = args;
	pthread_mutex_init(&new->mutex, NULL /* attributes */);
	ret = tool_host_open(args->sim, args->host, &new->host, e);
	if (ret) {
		source_free(new);
		return ret;
	}
	*source = new;
	return 0;
}

void source_free(struct source *source)
{
	if (!source)
		return;
	tool_host_close(&source->host);
	pthread_mutex_destroy(&source->mutex);
	free(source);
}

void source_server(struct source *source, struct http_server *server)
{
	pthread_mutex_lock(&source->mutex);
	source->server = server;
	pthread_mutex_unlock(&source->mutex);
}

int source_gather(struct source *source, struct ece_error *e)
{
	(void)source;
	(void)e;
	return 0;
}

int source_page(struct source *source, enum export_format format, char **text, size_t *len, struct ece_error *e)
{
	struct export_own own[OWN_MAX];
	struct export_view view = {.own = own};
	struct export_page page;
	int ret;

	pthread_mutex_lock(&source->mutex);
	view.own_count = own_numbers(source->server, source->args->web_config, own);
	pthread_mutex_unlock(&source->mutex);
	ret = export_page(&view, &source->args->page, format, &page, e);
	if (ret)
		return ret;
	*text = page.text;
	*len = page.len;
	return 0;
}

static int http_gather(void *ctx, struct ece_error *e)
{
	return source_gather(ctx, e);
}

static int http_page(void *ctx, size_t media, char **text, size_t *len, struct ece_error *e)
{
	return source_page(ctx, (enum export_format)media, text, len, e);
}

struct http_source source_http(struct source *source)
{
	return (struct http_source){
		.gather = http_gather,
		.page = http_page,
		.ctx = source,
		.medias = medias,
		.media_count = sizeof(medias) / sizeof(medias[0]),
	};
}
