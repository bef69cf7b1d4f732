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
	EXPORT_JSON,        /* the same families; counters that are absent or unreadable are in it, and say so */
};

struct export_options {
	bool all;        /* every counter, not only those shown by default */
	bool node_names; /* node_exporter's names of its infiniband collector as well */
	bool per_process, per_qp;
	size_t series_max;   /* of per-process and per-QP series together; what is beyond is counted, not told */
	size_t page_max;     /* bytes; 0: EXPORT_PAGE_MAX */
	bool simulated;      /* the page says so first */
	const char *version; /* of the program, for ece_build_info; or NULL */
};

/* A number of the exporter itself. */
struct export_own {
	const char *name; /* "ece_exporter_connections_total": with "_total" if it is a counter */
	const char *help;
	bool counter;
	double value;
};

struct export_parameters; /* parameters.h: values of parameters against the profile, read now and then */
struct export_fleet;      /* fleet.h: runs, leases, generations out of a controller's store */

struct export_view {
	const struct scrape_round *round;           /* or NULL */
	const struct export_parameters *parameters; /* or NULL */
	const struct export_fleet *fleet;           /* or NULL */
	const struct export_own *own;               /* @own_count of them, told last */
	size_t own_count;
};

struct export_page {
	char *text; /* NUL-terminated, too */
	size_t len;
	size_t series;
};

#define EXPORT_PAGE_MAX     (256U << 20) /* bytes */
#define EXPORT_UNLISTED_MAX 64           /* counters of one port that the table does not have; more are not told */

/**
 * export_page - make the page
 * @page: export_page_done() it
 *
 * No series is on it twice, whatever names kernels and cards give. A device that did not answer in time is told as late,
 * without the numbers of before. Names: lib/counters/metric.h; the labels device, port, netdev, link_layer.
 * Returns 0, -E2BIG beyond EXPORT_PAGE_MAX, or -ENOMEM, with @e filled.
 * Source of the formats: Prometheus, "Exposition formats"; OpenMetrics 1.0.0.
 */
int export_page(const struct export_view *view, const struct export_options *options, enum export_format format,
		struct export_page *page, struct ece_error *e);
void export_page_done(struct export_page *page);

/* export_content_type - of an HTTP answer in @format */
const char *export_content_type(enum export_format format);

#endif
