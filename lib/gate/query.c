// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* An instant query over HTTP (Prometheus HTTP API, /api/v1/query). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/gate/internal.h"

static size_t keep(char *data, size_t size, size_t count, void *ctx)
{
	struct query *query = ctx;
	size_t more = size * count;
	char *grown;

	if (more > GATE_BODY_MAX - query->len) {
		query->too_large = true;
		return 0;
	}
	grown = realloc(query->body, query->len + more + 1);
	if (!grown)
		return 0;
	query->body = grown;
	memcpy(query->body + query->len, data, more);
	query->len += more;
	query->body[query->len] = '\0';
	return more;
}

/* The path is added to what the URL has, so that a server behind a prefix is reached too. */
static int make_url(const char *base, char *url, size_t size)
{
	size_t len = strlen(base);

	while (len && base[len - 1] == '/')
		len--;
	return (size_t)snprintf(url, size, "%.*s/api/v1/query", (int)len, base) < size ? 0 : -ENAMETOOLONG;
}

/* Host and port: a URL may hold a password, which belongs in no message. */
static void name_server(struct query *query, const char *url)
{
	CURLU *parts = curl_url();
	char *host = NULL, *port = NULL;

	snprintf(query->server, sizeof(query->server), "%s", "the server");
	if (parts && !curl_url_set(parts, CURLUPART_URL, url, 0) && !curl_url_get(parts, CURLUPART_HOST, &host, 0) &&
	    !curl_url_get(parts, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT))
		snprintf(query->server, sizeof(query->server), "%s:%s", host, port);
	curl_free(host);
	curl_free(port);
	curl_url_cleanup(parts);
}

static int make_form(struct query *query, const struct gate_promql *ask)
{
	char *text = curl_easy_escape(query->easy, ask->query, 0);
	int ret = text ? asprintf(&query->form, "query=%s&timeout=%llums", text,
				  (unsigned long long)(ask->timeout_ns / CLOCK_MS_NS)) :
			 -1;

	curl_free(text);
	if (ret < 0)
		query->form = NULL;
	return ret < 0 ? -ENOMEM : 0;
}

static void set_options(struct question *question, const char *url, uint64_t timeout_ns)
{
	struct query *query = question->query;
	CURL *easy = query->easy;

	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_PRIVATE, question);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)(timeout_ns / CLOCK_MS_NS) + 1);
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)(timeout_ns / CLOCK_MS_NS) + 1);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, query->error);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, keep);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, query);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDS, query->form);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "ecekit");
}

int query_start(struct gate_asker *asker, struct question *question, const struct gate_promql *ask, struct ece_error *e)
{
	struct query *query = calloc(1, sizeof(*query));
	char url[4096];

	if (make_url(ask->url, url, sizeof(url))) {
		free(query);
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the URL of Prometheus is too long");
	}
	question->query = query;
	if (query)
		query->easy = curl_easy_init();
	if (!query || !query->easy || make_form(query, ask))
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a query");
	name_server(query, url);
	set_options(question, url, ask->timeout_ns);
	if (curl_multi_add_handle(asker->multi, query->easy))
		return ece_error_set(e, -EIO, ECE_ERROR_IO, "cannot ask Prometheus at %s", query->server);
	return 0;
}

void query_done(struct question *question, CURLcode code)
{
	struct query *query = question->query;
	long status = 0;

	curl_easy_getinfo(query->easy, CURLINFO_RESPONSE_CODE, &status);
	if (query->too_large)
		question_answer(question, GATE_ERROR, "Prometheus at %s: the answer is larger than %d bytes",
				query->server, GATE_BODY_MAX);
	else if (code == CURLE_OPERATION_TIMEDOUT)
		question_answer(question, GATE_ERROR, "Prometheus at %s: no answer in time", query->server);
	else if (code)
		question_answer(question, GATE_ERROR, "Prometheus at %s: %s", query->server,
				query->error[0] ? query->error : curl_easy_strerror(code));
	else
		query_read(question, query->server, status, query->body ? query->body : "", query->len);
}

void query_free(struct query *query)
{
	if (!query)
		return;
	curl_easy_cleanup(query->easy);
	free(query->form);
	free(query->body);
	free(query);
}
