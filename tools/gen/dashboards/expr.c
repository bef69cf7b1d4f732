// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/gen/dashboards/expr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/counters/metric.h"

#define MARK     '@'
#define WORD_MAX 64

static void give_up(const char *why, const char *text)
{
	fprintf(stderr, "error: %s: %s\n", why, text);
	exit(1);
}

const struct counter *expr_next(const char **at)
{
	const char *begin = strchr(*at, MARK), *end = begin ? strchr(begin + 1, MARK) : NULL;
	const struct counter *counter;
	char name[WORD_MAX];

	if (!begin)
		return NULL;
	if (!end || end - begin >= WORD_MAX)
		give_up("a counter's name without an end", *at);
	snprintf(name, sizeof(name), "%.*s", (int)(end - begin - 1), begin + 1);
	counter = counter_find(name);
	if (!counter)
		give_up("no counter is called so", name);
	*at = end + 1;
	return counter;
}

char *expr_text(const char *text)
{
	char metric[COUNTER_METRIC_MAX];
	const struct counter *counter;
	const char *at = text;
	char *filled = NULL;
	size_t len;
	FILE *out = open_memstream(&filled, &len);

	if (!out)
		give_up("out of memory", text);
	while ((counter = expr_next(&at))) {
		if (!counter_metric_name(counter, metric, sizeof(metric)))
			give_up("it has no name for Prometheus", counter->name);
		fprintf(out, "%.*s%s", (int)strcspn(text, "@"), text, metric);
		text = at;
	}
	fputs(text, out);
	if (fclose(out))
		give_up("out of memory", text);
	return filled;
}
