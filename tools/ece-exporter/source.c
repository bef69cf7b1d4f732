// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-exporter/source.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/scrape/crew.h"
#include "tools/common/host.h"
#include "tools/common/report.h"
#include "tools/ece-exporter/own.h"
#include "tools/ece-exporter/parts.h"
#include "tools/ece-exporter/slow.h"

struct source {
	const struct exporter_args *args;
	struct tool_host host;
	bool left; /* a simulated host, between two readings */
	struct scrape_crew *crew;
	struct slow *slow;
	struct scrape_round round;
	bool has_round;
	/* The last error of each kind: said once */
	char said_list[ECE_ERROR_TEXT_MAX], said_keep[ECE_ERROR_TEXT_MAX];
	pthread_mutex_t mutex; /* of .server alone: pages are made in another thread than where it begins and ends */
	struct http_server *server;
};

/* In the order of enum export_format; what is for machines that ask for it by name comes last. */
static const struct http_media medias[] = {
	[EXPORT_PROMETHEUS] = {"text/plain", "0.0.4", "text/plain; version=0.0.4; charset=utf-8"},
	[EXPORT_OPENMETRICS] = {"application/openmetrics-text", "1.0.0",
				"application/openmetrics-text; version=1.0.0; charset=utf-8"},
};

static bool wanted(void *arg, const struct scrape_target *target)
{
	return patterns_want(arg, target);
}

static uint64_t virtual_now(void *fleet)
{
	return simfleet_now(fleet);
}

/* Simulated hosts have no processes with queue pairs, unless these are asked for. */
static int start_workload(struct source *source, struct ece_error *e)
{
	if (!source->host.open || !(source->args->parts & (SCRAPE_QPS | SCRAPE_BOUND)))
		return 0;
	return simfleet_host_start_workload(source->host.open, e);
}

static int open_crew(struct source *source, struct ece_error *e)
{
	const struct exporter_args *args = source->args;
	const struct scrape_crew_options options = {
		.parts = args->parts | (args->page.all || args->page.node_names ? SCRAPE_EVERY_FILE : 0),
		.deadline_ms = args->deadline_ms,
		.one_thread = args->sim,
		.now_ns = args->sim ? virtual_now : NULL,
		.now_ctx = source->host.fleet,
		.keep = args->keep,
		.wanted = wanted,
		/* only read */
		.arg = (void *)(size_t)args,
	};

	/* What one thread reads another one frees: with an arena each, that memory would come and go in every round */
	mallopt(M_ARENA_MAX, 1);
	return scrape_crew_new(source->host.os, &options, &source->crew, e);
}

int source_new(const struct exporter_args *args, struct source **source, struct ece_error *e)
{
	struct source *new = calloc(1, sizeof(*new));
	int ret;

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	new->args = args;
	pthread_mutex_init(&new->mutex, NULL /* attributes */);
	ret = tool_host_open(args->sim, args->host, &new->host, e);
	ret = ret ? ret : start_workload(new, e);
	ret = ret ? ret : open_crew(new, e);
	ret = ret ? ret : slow_new(args, &new->host, &new->slow, e);
	if (ret) {
		source_free(new);
		return ret;
	}
	*source = new;
	return 0;
}

/* A simulated host is somebody else's between two readings; with its crew it is ours once more. */
static int enter(struct source *source, struct ece_error *e)
{
	int ret = source->left ? simfleet_host_enter(source->host.open, e) : 0;

	if (!ret)
		source->left = false;
	return ret;
}

static void leave(struct source *source)
{
	if (!source->host.open || !exporter_serves(source->args))
		return;
	simfleet_host_leave(source->host.open);
	source->left = true;
}

static void drop_round(struct source *source)
{
	if (source->has_round)
		scrape_round_done(&source->round);
	source->has_round = false;
}

void source_free(struct source *source)
{
	struct ece_error e;

	if (!source)
		return;
	drop_round(source);
	enter(source, &e);
	scrape_crew_free(source->crew);
	slow_free(source->slow);
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

static void say_error(const struct ece_error *e, char said[ECE_ERROR_TEXT_MAX])
{
	if (e->code && strcmp(said, e->text) != 0)
		report_error(e);
	copy_text(said, ECE_ERROR_TEXT_MAX, e->code ? e->text : "");
}

static void say_errors(struct source *source)
{
	say_error(&source->round.error, source->said_list);
	say_error(&source->round.keep_error, source->said_keep);
}

int source_gather(struct source *source, struct ece_error *e)
{
	int ret = enter(source, e);

	if (ret)
		return ret;
	drop_round(source);
	ret = scrape_crew_read(source->crew, &source->round);
	source->has_round = !ret;
	if (!ret)
		say_errors(source);
	slow_gather(source->slow);
	leave(source);
	return ret ? ece_error_set(e, ret, ECE_ERROR_MEMORY, "out of memory") : 0;
}

int source_page(struct source *source, enum export_format format, char **text, size_t *len, struct ece_error *e)
{
	struct export_own own[OWN_MAX + SLOW_OWN_MAX];
	struct export_view view = {.round = source->has_round ? &source->round : NULL, .own = own};
	struct export_page page;
	int ret;

	pthread_mutex_lock(&source->mutex);
	view.own_count = own_numbers(source->args, source->server, own);
	pthread_mutex_unlock(&source->mutex);
	view.own_count += slow_lend(source->slow, &view, own + view.own_count);
	ret = export_page(&view, &source->args->page, format, &page, e);
	slow_take_back(source->slow);
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
