// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/explain_lists.h"

#include <errno.h>
#include <stdlib.h>

/* Counted two places on, so that filling moves each start to where it belongs. */
static size_t count_all(const struct explain *x, uint32_t count, explain_entries *entries, size_t *first)
{
	uint32_t one, n;

	for (uint32_t host = 0; host < x->fleet->host_count; host++) {
		const uint32_t *list = entries(x->fleet, host, &one, &n);

		for (uint32_t i = 0; i < n && (x->host == FLEET_NONE || x->host == host); i++)
			first[list[i] + 2]++;
	}
	for (uint32_t i = 0; i < count; i++)
		first[i + 2] += first[i + 1];
	return first[count + 1];
}

static void fill_all(const struct explain *x, explain_entries *entries, const struct explain_lists *lists)
{
	uint32_t one, n;

	for (uint32_t host = 0; host < x->fleet->host_count; host++) {
		const uint32_t *list = entries(x->fleet, host, &one, &n);

		for (uint32_t i = 0; i < n && (x->host == FLEET_NONE || x->host == host); i++)
			lists->names[lists->first[list[i] + 1]++] = x->fleet->hosts[host].name;
	}
}

int explain_lists_new(const struct explain *x, uint32_t count, explain_entries *entries, struct explain_lists *lists)
{
	size_t total;

	*lists = (struct explain_lists){.first = calloc((size_t)count + 2, sizeof(*lists->first))};
	if (!lists->first)
		return -ENOMEM;
	total = count_all(x, count, entries, lists->first);
	lists->names = calloc(total + 1, sizeof(*lists->names));
	if (!lists->names) {
		explain_lists_free(lists);
		return -ENOMEM;
	}
	fill_all(x, entries, lists);
	return 0;
}

void explain_lists_free(struct explain_lists *lists)
{
	free(lists->names);
	free(lists->first);
	*lists = (struct explain_lists){0};
}
