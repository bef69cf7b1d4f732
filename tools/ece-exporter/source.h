/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where the exporter's pages come from: the devices of a host, and what else was asked for. */
#ifndef ECE_TOOLS_ECE_EXPORTER_SOURCE_H
#define ECE_TOOLS_ECE_EXPORTER_SOURCE_H

#include "lib/http/body.h"
#include "tools/ece-exporter/args.h"

struct source;

/**
 * source_new - open the host
 * @args: must outlive it
 *
 * Returns 0 or a negative errno with @e filled. source_free() accepts NULL.
 */
int source_new(const struct exporter_args *args, struct source **source, struct ece_error *e);
void source_free(struct source *source);

/* source_server - the server that it also tells about from now on; NULL: none */
void source_server(struct source *source, struct http_server *server);

/**
 * source_gather - read everything
 *
 * One thread at a time. Returns 0 or a negative errno with @e filled; what could not be read is on the page.
 */
int source_gather(struct source *source, struct ece_error *e);

/**
 * source_page - the page of what was gathered
 * @text: free() it
 *
 * Returns as export_page().
 */
int source_page(struct source *source, enum export_format format, char **text, size_t *len, struct ece_error *e);

/* source_http - the same for a server; @source must outlive it */
struct http_source source_http(struct source *source);

#endif
