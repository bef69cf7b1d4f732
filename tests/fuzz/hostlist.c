// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Host lists: whatever is expanded has harmless names, as many as were counted, and is the same set after it was
 * folded and expanded again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"

#define HOSTS_MAX 3000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct names {
	char *names[HOSTS_MAX];
	size_t count;
};

static void require(int holds)
{
	if (!holds)
		abort();
}

static int take(void *ctx, const char *name, size_t len)
{
	struct names *n = ctx;

	require(n->count < HOSTS_MAX && len > 0 && len <= HOSTLIST_NAME_MAX);
	for (size_t i = 0; i < len; i++)
		require(memchr("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.:", name[i],
			       i ? 66 : 62) != NULL);
	n->names[n->count++] = strndup(name, len);
	return 0;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_unique(struct names *n)
{
	size_t kept = 0;

	qsort(n->names, n->count, sizeof(char *), compare);
	for (size_t i = 0; i < n->count; i++) {
		if (kept && !strcmp(n->names[kept - 1], n->names[i]))
			free(n->names[i]);
		else
			n->names[kept++] = n->names[i];
	}
	n->count = kept;
}

static void done(struct names *n)
{
	for (size_t i = 0; i < n->count; i++)
		free(n->names[i]);
	n->count = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct names before, after;
	struct hostlist_fault fault = {0};
	size_t count = 0;
	char *text;

	if (hostlist_check((const char *)data, size, HOSTS_MAX, &count, &fault)) {
		require(fault.at <= size && fault.why && fault.why[0]);
		require(hostlist_each((const char *)data, size, HOSTS_MAX, take, &before, NULL) && !before.count);
		return 0;
	}
	require(!hostlist_each((const char *)data, size, HOSTS_MAX, take, &before, NULL));
	require(before.count == count);
	sort_unique(&before);
	require(!hostlist_fold((const char *const *)before.names, before.count, &text));
	require(!hostlist_each(text, strlen(text), HOSTS_MAX, take, &after, NULL));
	require(after.count == before.count);
	sort_unique(&after);
	require(after.count == before.count);
	for (size_t i = 0; i < after.count; i++)
		require(!strcmp(after.names[i], before.names[i]));
	free(text);
	done(&before);
	done(&after);
	return 0;
}
