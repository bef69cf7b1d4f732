/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a row of the counter table is called in Prometheus. Pure.
 * Source: Prometheus, "Metric and label naming"; OpenMetrics 1.0.0, "MetricFamily".
 */
#ifndef ECE_LIB_COUNTERS_METRIC_H
#define ECE_LIB_COUNTERS_METRIC_H

#include <stddef.h>

#include "lib/counters/counter.h"

#define COUNTER_METRIC_MAX 96 /* bytes of a name, with the NUL */

/* counter_metric_factor - what counter_value() is multiplied by for that unit: 1, or 1e-6 for microseconds */
double counter_metric_factor(const struct counter *counter);

/* counter_metric_unit - the base unit at the end of its name: "bytes", "packets", "seconds"; NULL: events have none */
const char *counter_metric_unit(const struct counter *counter);

/**
 * counter_metric_family - "ece_pause_received_seconds": the name without what says that it is a counter
 * @buf: COUNTER_METRIC_MAX bytes are always enough
 *
 * Rows of the eight priorities have one family. Always NUL-terminates. Returns @buf, or NULL for a row without a metric.
 */
const char *counter_metric_family(const struct counter *counter, char *buf, size_t size);

/* counter_metric_name - "ece_pause_received_seconds_total": as a sample is called; a gauge as its family. Else the same. */
const char *counter_metric_name(const struct counter *counter, char *buf, size_t size);

/**
 * counter_metric_order - for sorting: rows of one family stand together
 *
 * Returns less than, equal to or more than 0; rows without a metric come last, and equal each other.
 */
int counter_metric_order(const struct counter *a, const struct counter *b);

#endif
