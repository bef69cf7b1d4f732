// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/plan/conflict.h"

#include <stdlib.h>
#include <string.h>

struct conflict {
	struct ece_error first;
	size_t more; /* the same elsewhere */
};

/* The slot of a sentence; NULL without memory for a new one. */
static struct conflict *find(struct conflicts *conflicts, const char *text)
{
	struct conflict *grown;
	uint32_t number;

	if (intern_put(&conflicts->texts, text, strlen(text), &number))
		return NULL;
	if (number < conflicts->room)
		return &conflicts->list[number];
	grown = reallocarray(conflicts->list, 2 * conflicts->room + 8, sizeof(*grown));
	if (!grown)
		return NULL;
	memset(grown + conflicts->room, 0, (conflicts->room + 8) * sizeof(*grown));
	conflicts->list = grown;
	conflicts->room = 2 * conflicts->room + 8;
	return &conflicts->list[number];
}

static void add(void *ctx, const struct ece_error *e)
{
	struct conflicts *conflicts = ctx;
	struct conflict *conflict = find(conflicts, e->text);

	if (!conflict)
		ece_error_report(conflicts->above, e);
	else if (conflict->first.code)
		conflict->more++;
	else
		conflict->first = *e;
}

void conflicts_init(struct conflicts *conflicts, struct ece_error_sink *above)
{
	*conflicts = (struct conflicts){.sink = {.add = add, .ctx = conflicts}, .above = above};
	conflicts->texts.arena = &conflicts->arena;
}

static void report(struct ece_error_sink *sink, const struct conflict *conflict)
{
	struct ece_error e = conflict->first;

	if (conflict->more) {
		ece_error_set(&e, e.code, e.kind, "%s; the same holds for %zu more NICs", conflict->first.text,
			      conflict->more);
		ece_error_place(&e, "%s", conflict->first.place);
	}
	ece_error_report(sink, &e);
}

void conflicts_done(struct conflicts *conflicts)
{
	/* a sentence without a slot was handed on at once */
	for (size_t i = 0; i < conflicts->room && i < conflicts->texts.count; i++)
		if (conflicts->list[i].first.code)
			report(conflicts->above, &conflicts->list[i]);
	free(conflicts->list);
	conflicts->list = NULL;
	conflicts->room = 0;
	intern_done(&conflicts->texts);
	arena_done(&conflicts->arena);
}
