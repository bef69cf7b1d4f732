// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/http/server_internal.h"

void *request_begin(void *arg, const char *uri, struct MHD_Connection *mhd)
{
	(void)arg;
	(void)uri;
	connection_phase(connection_of(mhd), CONNECTION_HEADERS);
	return NULL;
}

static void start_waiting(struct http_server *server, struct request *request, enum request_wait wait)
{
	request->wait = wait;
	if (request->connection)
		request->connection->waiting = request;
	request->prev = NULL;
	request->next = server->waiting;
	if (server->waiting)
		server->waiting->prev = request;
	server->waiting = request;
	MHD_suspend_connection(request->mhd);
}

static void stop_waiting(struct http_server *server, struct request *request)
{
	if (request->prev)
		request->prev->next = request->next;
	else
		server->waiting = request->next;
	if (request->next)
		request->next->prev = request->prev;
	request->wait = REQUEST_READY;
	if (request->connection)
		request->connection->waiting = NULL;
	MHD_resume_connection(request->mhd);
}

void request_end(void *arg, struct MHD_Connection *mhd, void **context, enum MHD_RequestTerminationCode code)
{
	struct request *request = *context;

	(void)arg;
	(void)code;
	*context = NULL;
	connection_phase(connection_of(mhd), CONNECTION_IDLE);
	if (!request)
		return;
	shared_answer_put(request->answer);
	free(request);
}

/* Answers and lets go of @answer, which may be NULL: then there is no memory for more than an end. */
static enum MHD_Result finish(struct request *request, unsigned int status, struct MHD_Response *answer)
{
	enum MHD_Result result;

	if (!answer)
		return MHD_NO;
	result = MHD_queue_response(request->mhd, status, answer);
	MHD_destroy_response(answer);
	return result;
}

static enum MHD_Result refuse(struct http_server *server, struct request *request, unsigned int status,
			      const char *text, const char *header, const char *value)
{
	struct MHD_Response *answer = answer_text(server, text);

	if (answer && header)
		MHD_add_response_header(answer, header, value);
	return finish(request, status, answer);
}

/* A bucket that an interval fills by one request, up to a burst. */
static bool within_rate(struct http_server *server)
{
	const uint64_t interval = server->config->rate_interval_ns, full = interval * server->config->rate_burst;
	const uint64_t now = clock_now();

	if (!interval)
		return true;
	server->tokens_ns += now - server->tokens_at_ns;
	server->tokens_at_ns = now;
	if (server->tokens_ns > full)
		server->tokens_ns = full;
	if (server->tokens_ns < interval)
		return false;
	server->tokens_ns -= interval;
	return true;
}

static const char *header_of(struct request *request, const char *name)
{
	return MHD_lookup_connection_value(request->mhd, MHD_HEADER_KIND, name);
}

static enum MHD_Result login_failed(struct http_server *server, struct request *request)
{
	server_count(server, &server->stats.logins_failed);
	return refuse(server, request, MHD_HTTP_UNAUTHORIZED, "401: a user and a password are needed\n",
		      MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Basic realm=\"metrics\", charset=\"UTF-8\"");
}

static enum MHD_Result page(struct http_server *server, struct request *request)
{
	const struct http_source *source = server->options.source;

	request->form.media =
		http_choose_media(header_of(request, MHD_HTTP_HEADER_ACCEPT), source->medias, source->media_count);
	request->form.gzip = http_wants_gzip(header_of(request, MHD_HTTP_HEADER_ACCEPT_ENCODING));
	request->round = http_pages_want(server->pages, &request->form);
	start_waiting(server, request, REQUEST_PAGE);
	return MHD_YES;
}

static enum MHD_Result route(struct http_server *server, struct request *request, const char *url)
{
	if (strcmp(url, server->options.page_path) == 0)
		return page(server, request);
	if (strcmp(url, "/") == 0)
		return finish(request, MHD_HTTP_OK, answer_landing(server));
	if (strcmp(url, "/healthz") == 0)
		return finish(request, MHD_HTTP_OK, answer_text(server, "ok\n"));
	return finish(request, MHD_HTTP_NOT_FOUND, answer_text(server, "404: there is nothing here\n"));
}

static enum MHD_Result enter(struct http_server *server, struct request *request, const char *url)
{
	switch (logins_ask(server->logins, server->config, header_of(request, MHD_HTTP_HEADER_AUTHORIZATION))) {
	case LOGIN_GOOD:
		return route(server, request, url);
	case LOGIN_WAIT:
		start_waiting(server, request, REQUEST_LOGIN);
		return MHD_YES;
	case LOGIN_BUSY:
		server_count(server, &server->stats.limited);
		return refuse(server, request, MHD_HTTP_SERVICE_UNAVAILABLE,
			      "503: too many passwords are being checked\n", MHD_HTTP_HEADER_RETRY_AFTER, "1");
	default:
		return login_failed(server, request);
	}
}

static enum MHD_Result refuse_method(struct http_server *server, struct request *request, bool close)
{
	struct MHD_Response *answer = answer_text(server, "405: only GET and HEAD\n");

	if (answer)
		MHD_add_response_header(answer, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	if (answer && close)
		MHD_add_response_header(answer, MHD_HTTP_HEADER_CONNECTION, "close");
	return finish(request, MHD_HTTP_METHOD_NOT_ALLOWED, answer);
}

static bool is_served(const char *method)
{
	return strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
}

static enum MHD_Result answer_request(struct http_server *server, struct request *request, const char *url,
				      const char *method)
{
	if (request->answer)
		return request->answer->response ?
			       MHD_queue_response(request->mhd, request->answer->status, request->answer->response) :
			       MHD_NO;
	if (server->ending)
		return MHD_NO;
	config_refresh(server, false);
	if (!request->limited && !within_rate(server)) {
		server_count(server, &server->stats.limited);
		return refuse(server, request, MHD_HTTP_TOO_MANY_REQUESTS, "429: too many requests\n",
			      MHD_HTTP_HEADER_RETRY_AFTER, "1");
	}
	request->limited = true;
	if (!is_served(method))
		return refuse_method(server, request, false);
	return enter(server, request, url);
}

/* Nothing here takes a body, so none is read: the connection ends behind the answer. */
static bool has_body(struct request *request)
{
	const char *len = header_of(request, MHD_HTTP_HEADER_CONTENT_LENGTH);

	return header_of(request, MHD_HTTP_HEADER_TRANSFER_ENCODING) || (len && strcmp(len, "0") != 0);
}

static enum MHD_Result first_call(struct http_server *server, struct MHD_Connection *mhd, const char *method,
				  void **context)
{
	struct request *request = calloc(1, sizeof(*request));

	if (!request)
		return MHD_NO;
	request->mhd = mhd;
	request->connection = connection_of(mhd);
	request->wait = REQUEST_READY;
	*context = request;
	server_count(server, &server->stats.requests);
	connection_phase(request->connection, CONNECTION_SERVING);
	if (has_body(request) && is_served(method))
		return refuse(server, request, MHD_HTTP_BAD_REQUEST, "400: nothing here takes a body\n",
			      MHD_HTTP_HEADER_CONNECTION, "close");
	if (has_body(request))
		return refuse_method(server, request, true);
	return MHD_YES;
}

enum MHD_Result request_handle(void *arg, struct MHD_Connection *mhd, const char *url, const char *method,
			       const char *version, const char *upload, size_t *upload_len, void **context)
{
	struct http_server *server = arg;

	(void)version;
	(void)upload;
	*upload_len = 0;
	if (!*context)
		return first_call(server, mhd, method, context);
	return answer_request(server, *context, url, method);
}

void request_logins_settled(struct http_server *server)
{
	struct request *next;

	for (struct request *request = server->waiting; request; request = next) {
		next = request->next;
		if (request->wait == REQUEST_LOGIN)
			stop_waiting(server, request);
	}
}

/* Takes the bytes out of @body. */
static struct shared_answer *page_answer(struct http_server *server, const struct http_form *form,
					 struct http_body *body)
{
	struct MHD_Response *answer;

	if (body->error) {
		if (server->options.tell)
			server->options.tell(server->options.ctx, &body->why);
		answer = answer_text(server, "500: the page could not be made; the log says why\n");
		return shared_answer_new(answer, MHD_HTTP_INTERNAL_SERVER_ERROR);
	}
	answer = answer_new(server, body->bytes, body->len, server->options.source->medias[form->media].content_type);
	body->bytes = NULL;
	if (answer && form->gzip)
		MHD_add_response_header(answer, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
	if (answer)
		MHD_add_response_header(answer, MHD_HTTP_HEADER_VARY, "Accept, Accept-Encoding");
	return shared_answer_new(answer, MHD_HTTP_OK);
}

/* All who wait for one form get the same bytes; but for those who came when it was being made already. */
static void hand_out(struct http_server *server, size_t form, uint64_t round, struct shared_answer *answer)
{
	struct request *next;

	for (struct request *request = server->waiting; request; request = next) {
		next = request->next;
		if (request->wait != REQUEST_PAGE || http_form_index(&request->form) != form || request->round > round)
			continue;
		answer->holders++;
		request->answer = answer;
		stop_waiting(server, request);
	}
}

void request_pages_made(struct http_server *server, struct http_made *made)
{
	for (size_t i = 0; i < HTTP_FORMS_MAX; i++) {
		const struct http_form form = {.media = i / 2, .gzip = i % 2};
		struct shared_answer *answer;

		if (!(made->made & 1U << i))
			continue;
		answer = page_answer(server, &form, &made->bodies[i]);
		/* Without memory they wait on, until their time is over. */
		if (answer)
			hand_out(server, i, made->round, answer);
		shared_answer_put(answer);
	}
}

void request_give_up(struct http_server *server, struct request *request)
{
	request->answer = shared_answer_new(answer_text(server, "503: this takes too long, or the server is stopped\n"),
					    MHD_HTTP_SERVICE_UNAVAILABLE);
	stop_waiting(server, request);
}
