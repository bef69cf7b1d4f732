/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The thread that makes pages, so that the one which serves clients never waits for a device. */
#ifndef ECE_LIB_HTTP_PAGES_H
#define ECE_LIB_HTTP_PAGES_H

#include <stdint.h>

#include "lib/http/body.h"

struct http_pages;

/* A form as one number, 0 to HTTP_FORMS_MAX - 1. */
#define HTTP_FORMS_MAX 16
_Static_assert(HTTP_FORMS_MAX == 2 * HTTP_MEDIAS_MAX, "plain and gzip of each");

static inline size_t http_form_index(const struct http_form *form)
{
	return 2 * form->media + form->gzip;
}

/* What the thread has made; bit n of .made says that .bodies[n] is there. */
struct http_made {
	unsigned int made;
	uint64_t round; /* the newest one in it */
	struct http_body bodies[HTTP_FORMS_MAX];
};

/**
 * http_pages_new - start the thread
 * @source: must outlive it
 * @wake: an eventfd that is written to when something was made; stays the caller's
 *
 * Returns 0 or a negative errno with @e filled. http_pages_free() waits for the round that is under way; NULL is
 * accepted.
 */
int http_pages_new(const struct http_source *source, int wake, struct http_pages **pages, struct ece_error *e);
void http_pages_free(struct http_pages *pages);

/**
 * http_pages_want - have a page made
 *
 * A round that is being gathered now counts: who asks while it runs shares it. Returns the number of the round that will
 * have it.
 */
uint64_t http_pages_want(struct http_pages *pages, const struct http_form *form);

/**
 * http_pages_take - what was made since the last call
 * @made: http_made_done() it
 *
 * Returns whether there was anything.
 */
bool http_pages_take(struct http_pages *pages, struct http_made *made);
void http_made_done(struct http_made *made);

#endif
