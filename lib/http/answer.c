// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/http/server_internal.h"

struct shared_answer *shared_answer_new(struct MHD_Response *response, unsigned int status)
{
	struct shared_answer *answer = malloc(sizeof(*answer));

	if (answer)
		*answer = (struct shared_answer){.response = response, .status = status, .holders = 1};
	else if (response)
		MHD_destroy_response(response);
	return answer;
}

void shared_answer_put(struct shared_answer *answer)
{
	if (!answer || --answer->holders)
		return;
	if (answer->response)
		MHD_destroy_response(answer->response);
	free(answer);
}

static struct MHD_Response *with_headers(const struct http_server *server, struct MHD_Response *answer,
					 const char *content_type)
{
	bool good = answer && MHD_add_response_header(answer, MHD_HTTP_HEADER_CONTENT_TYPE, content_type) == MHD_YES;

	for (size_t i = 0; good && i < server->config->header_count; i++)
		good = MHD_add_response_header(answer, server->config->headers[i].name,
					       server->config->headers[i].value) == MHD_YES;
	if (good)
		return answer;
	if (answer)
		MHD_destroy_response(answer);
	return NULL;
}

struct MHD_Response *answer_new(const struct http_server *server, char *bytes, size_t len, const char *content_type)
{
	struct MHD_Response *answer = MHD_create_response_from_buffer_with_free_callback(len, bytes, free);

	if (!answer)
		free(bytes);
	return with_headers(server, answer, content_type);
}

struct MHD_Response *answer_text(const struct http_server *server, const char *text)
{
	/* libmicrohttpd only reads it */
	struct MHD_Response *answer =
		MHD_create_response_from_buffer(strlen(text), (void *)(size_t)text, MHD_RESPMEM_PERSISTENT);

	return with_headers(server, answer, "text/plain; charset=utf-8");
}

/* What HTML would take for its own. */
static void put_escaped(FILE *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '<':
			fputs("&lt;", out);
			break;
		case '&':
			fputs("&amp;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			fputc(*text, out);
		}
	}
}

static void put_landing(const struct http_server_options *options, FILE *out)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", out);
	put_escaped(out, options->name);
	fputs("</title>\n</head>\n<body>\n<h1>", out);
	put_escaped(out, options->name);
	fputs("</h1>\n<p>", out);
	put_escaped(out, options->summary);
	fputs(".</p>\n<p>Version: ", out);
	put_escaped(out, options->version);
	fputs("</p>\n<ul>\n<li><a href=\"", out);
	put_escaped(out, options->page_path);
	fputs("\">Metrics</a></li>\n<li><a href=\"/healthz\">Health</a></li>\n</ul>\n</body>\n</html>\n", out);
}

struct MHD_Response *answer_landing(const struct http_server *server)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return NULL;
	put_landing(&server->options, out);
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return answer_new(server, text, len, "text/html; charset=utf-8");
}
