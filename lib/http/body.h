/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What is answered: bytes that are made once and sent to any number of clients. */
#ifndef ECE_LIB_HTTP_BODY_H
#define ECE_LIB_HTTP_BODY_H

#include <stdbool.h>
#include <stddef.h>

#include "devx/base/error.h"
#include "lib/http/media.h"

#define HTTP_MEDIAS_MAX 8

/*
 * Where pages come from. Both functions run in one thread of the server's own, never at the same time.
 */
struct http_source {
	/* Reads what pages are about; every request that waits shares it. May block, within a deadline of its own. */
	int (*gather)(void *ctx, struct ece_error *e);
	/* Makes the page of what was gathered. @text is malloc'ed. */
	int (*page)(void *ctx, size_t media, char **text, size_t *len, struct ece_error *e);
	void *ctx;
	const struct http_media *medias; /* the first one is for clients without a wish */
	size_t media_count;              /* at most HTTP_MEDIAS_MAX */
};

/* One of the forms of a page. */
struct http_form {
	size_t media;
	bool gzip;
};

struct http_body {
	int error; /* 0, or a negative errno: there is no page, and .why says why */
	struct ece_error why;
	char *bytes;
	size_t len;
};

/**
 * http_body_make - a page in one form
 *
 * http_body_done() it; it is never half made: an error is in it.
 */
void http_body_make(const struct http_source *source, const struct http_form *form, struct http_body *body);
void http_body_done(struct http_body *body);

#endif
