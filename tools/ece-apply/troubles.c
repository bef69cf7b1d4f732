// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/troubles.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "tools/ece-apply/words.h"

void troubles_add(struct troubles *t, const char *host, const char *why)
{
	struct trouble trouble = {.host = strdup(host), .why = strdup(why)};
	struct trouble *grown = t->list;

	if (t->count == t->max) {
		size_t max = t->max ? t->max * 2 : 16;

		grown = max / 2 <= TROUBLES_MAX ? reallocarray(t->list, max, sizeof(*grown)) : NULL;
		t->list = grown ? grown : t->list;
		t->max = grown ? max : t->max;
	}
	if (!grown || !trouble.host || !trouble.why) {
		free(trouble.host);
		free(trouble.why);
		t->more++;
		return;
	}
	t->list[t->count++] = trouble;
}

/* Answers come as they come; what is printed must not depend on it. */
static int by_host(const void *a, const void *b)
{
	return strverscmp(((const struct trouble *)a)->host, ((const struct trouble *)b)->host);
}

static int by_why(const void *a, const void *b)
{
	const struct trouble *x = a, *y = b;
	int by = strcmp(x->why, y->why);

	return by ? by : strverscmp(x->host, y->host);
}

/* Hosts with the reason of @first, which stand behind it. Returns how many. */
static size_t group_at(const struct troubles *t, size_t first)
{
	size_t end = first + 1;

	while (end < t->count && !strcmp(t->list[end].why, t->list[first].why))
		end++;
	return end - first;
}

static void tell_group(const struct trouble *list, size_t count, const char *when, const struct term *term)
{
	const char **names = count > 1 ? calloc(count, sizeof(*names)) : NULL;
	char *hosts = NULL;

	for (size_t i = 0; names && i < count; i++)
		names[i] = list[i].host;
	if (!names || hostlist_fold(names, count, &hosts))
		hosts = NULL;
	fprintf(term->out, "%s%s%s%s%s: %s\n", when, term_style(term, TERM_BAD), hosts ? hosts : list[0].host,
		hosts || count == 1 ? "" : " and others", term_style(term, TERM_PLAIN), list[0].why);
	free(names);
	free(hosts);
}

/* By reason first, which makes groups; then the first host of each says in which order they are told. */
static size_t find_groups(struct troubles *t, struct trouble *firsts)
{
	size_t count = 0;

	if (!t->count)
		return 0;
	qsort(t->list, t->count, sizeof(*t->list), by_why);
	for (size_t i = 0; i < t->count; i += group_at(t, i))
		firsts[count++] = t->list[i];
	qsort(firsts, count, sizeof(*firsts), by_host);
	return count;
}

static size_t find(const struct troubles *t, const char *why)
{
	size_t i = 0;

	while (i < t->count && strcmp(t->list[i].why, why) != 0)
		i += group_at(t, i);
	return i;
}

void troubles_free(struct troubles *t)
{
	for (size_t i = 0; i < t->count; i++) {
		free(t->list[i].host);
		free(t->list[i].why);
	}
	free(t->list);
	*t = (struct troubles){0};
}

size_t troubles_tell(struct troubles *t, size_t lines, const char *when, const struct term *term, bool *more)
{
	struct trouble *firsts = calloc(t->count + 1, sizeof(*firsts));
	size_t count = firsts ? find_groups(t, firsts) : 0, left = firsts ? 0 : t->count;

	for (size_t i = 0; i < count; i++) {
		size_t first = find(t, firsts[i].why), hosts = group_at(t, first);

		if (i < lines)
			tell_group(&t->list[first], hosts, when, term);
		else
			left += hosts;
	}
	left += t->more;
	if (left)
		fprintf(term->out, "%s%zu more host%s trouble, which %s not listed here\n", when, left,
			left == 1 ? " has" : "s have", left == 1 ? "is" : "are");
	if (left && more)
		*more = true;
	free(firsts);
	troubles_free(t);
	return count < lines ? count : lines;
}
