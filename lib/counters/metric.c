// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/counters/metric.h"

#include <stdio.h>
#include <string.h>

const char *counter_metric_unit(const struct counter *counter)
{
	static const char *const units[] = {
		[COUNTER_EVENTS] = NULL,
		[COUNTER_PACKETS] = "packets",
		[COUNTER_BYTES] = "bytes",
		[COUNTER_MICROSECONDS] = "seconds",
	};

	return units[counter->unit];
}

double counter_metric_factor(const struct counter *counter)
{
	return counter->unit == COUNTER_MICROSECONDS ? 1e-6 : 1;
}

static const char *name(const struct counter *counter, const char *end, char *buf, size_t size)
{
	const char *unit = counter_metric_unit(counter);

	if (!counter->metric)
		return NULL;
	snprintf(buf, size, "ece_%s%s%s%s", counter->metric, unit ? "_" : "", unit ? unit : "", end);
	return buf;
}

const char *counter_metric_family(const struct counter *counter, char *buf, size_t size)
{
	return name(counter, "", buf, size);
}

const char *counter_metric_name(const struct counter *counter, char *buf, size_t size)
{
	return name(counter, counter->gauge ? "" : "_total", buf, size);
}

int counter_metric_order(const struct counter *a, const struct counter *b)
{
	int order;

	if (!a->metric || !b->metric)
		return !a->metric - !b->metric;
	order = strcmp(a->metric, b->metric);
	return order ? order : (int)a->unit - (int)b->unit;
}
