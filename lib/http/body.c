// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/body.h"

#include <stdlib.h>
#include <string.h>

#include "lib/http/gzip.h"

static void compress(struct http_body *body)
{
	char *packed;
	size_t len;
	int err = http_gzip(body->bytes, body->len, &packed, &len);

	free(body->bytes);
	body->bytes = err ? NULL : packed;
	body->len = err ? 0 : len;
	body->error = err ? ece_error_set(&body->why, err, ECE_ERROR_MEMORY, "the page cannot be compressed: %s",
					  strerror(-err)) :
			    0;
}

void http_body_make(const struct http_source *source, const struct http_form *form, struct http_body *body)
{
	*body = (struct http_body){0};
	body->error = source->page(source->ctx, form->media, &body->bytes, &body->len, &body->why);
	if (body->error)
		body->bytes = NULL;
	else if (form->gzip)
		compress(body);
}

void http_body_done(struct http_body *body)
{
	free(body->bytes);
	*body = (struct http_body){0};
}
