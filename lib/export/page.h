/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a host has to tell, as one page of metrics. Reads nothing itself: what it tells was read before. */
#ifndef ECE_LIB_EXPORT_PAGE_H
#define ECE_LIB_EXPORT_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "devx/base/error.h"
#include "lib/scrape/crew.h"

enum export_format {
	EXPORT_PROMETHEUS,  /* text 0.0.4 */
	EXPORT_OPENMETRICS, /* 1.0.0 */
	EXPORT_JSON,
};

struct export_options {
	bool all;        /* every counter, not only those shown by default */
	bool node_names; /* node_exporter's names of its infiniband collector as well */
	bool per_process, per_qp;
	size_t series_max; /* of per-process and per-QP series together; what is beyond is counted, not told */
	bool simulated;    /* the page says so first */
};

struct export_parameters; /* parameters.h: values of parameters against the profile, read now and then */
struct export_fleet;      /* fleet.h: runs, leases, generations out of a controller's store */

struct export_view {
	const struct scrape_round *round;
	const struct export_parameters *parameters; /* or NULL */
	const struct export_fleet *fleet;           /* or NULL */
};

struct export_page {
	char *text;
	size_t len;
	size_t series;
};

/**
 * export_page - make the page
 * @page: export_page_done() it
 *
 * Returns 0, -E2BIG beyond EXPORT_PAGE_MAX, or -ENOMEM, with @e filled.
 */
int export_page(const struct export_view *view, const struct export_options *options, enum export_format format,
		struct export_page *page, struct ece_error *e);
void export_page_done(struct export_page *page);

#define EXPORT_PAGE_MAX (256U << 20) /* bytes */

/* export_content_type - of an HTTP answer in @format */
const char *export_content_type(enum export_format format);

#endif
