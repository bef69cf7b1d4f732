/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Is a text what Prometheus and OpenMetrics say that a page is? Knows nothing of lib/export.
 * Source: Prometheus, "Exposition formats"; OpenMetrics 1.0.0, "ABNF" and "Overall Structure".
 */
#ifndef ECE_TESTS_UNIT_LIB_EXPORT_STRICT_H
#define ECE_TESTS_UNIT_LIB_EXPORT_STRICT_H

#include <stdbool.h>
#include <stddef.h>

#define STRICT_WHY_MAX 256

/**
 * strict_check - look at every line
 * @openmetrics: else text 0.0.4
 * @series: receives how many there are
 * @why: STRICT_WHY_MAX bytes; receives what is wrong
 *
 * Stricter than the formats: TYPE, UNIT and HELP stand in this order, there is no other comment and no timestamp, no
 * family without samples, and no family or series comes twice. Returns whether all is right.
 */
bool strict_check(const char *text, size_t len, bool openmetrics, size_t *series, char *why);

#endif
