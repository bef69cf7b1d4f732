// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/extends.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/fleet/parse.h"

#define CHAIN_TEXT_MAX 300

enum state { UNSEEN, OPEN, DONE };

struct extends {
	const char *what;
	const struct intern *names;
	struct cursor *at; /* the "extends" of each entry */
	uint32_t *parents;
	unsigned char *state;
	uint32_t *order;
	uint32_t ordered;
};

static int each_entry(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct extends *x = ctx;
	struct cursor extends = cursor_get(p, at, "extends");
	const char *name = cursor_text(extends);
	char best[128];

	(void)key;
	x->at[i] = extends;
	x->parents[i] = name ? intern_find(x->names, name, strlen(name)) : FLEET_NONE;
	if (name && *name && x->parents[i] == FLEET_NONE)
		fault_value(p, extends, ECE_ERROR_UNKNOWN_NAME, "no %s is called \"%.60s\"%s", x->what, name,
			    did_you_mean_name(x->names, name, best, sizeof(best)));
	return 0;
}

static void cycle(struct parse *p, const struct extends *x, uint32_t first)
{
	char chain[CHAIN_TEXT_MAX];
	size_t used = 0;
	uint32_t i = first;

	do {
		int n = snprintf(chain + used, sizeof(chain) - used, "%.60s -> ", x->names->texts[i]);

		used += (size_t)n;
		i = x->parents[i];
	} while (i != first && used < sizeof(chain) - 80);
	fault_value(p, x->at[first], ECE_ERROR_CONFLICT, "a %s cannot extend itself: %s%s%.60s", x->what, chain,
		    i == first ? "" : "... -> ", x->names->texts[first]);
}

/*
 * Walks from an entry to what is done already and then finishes the entries on the way from the far end. The way back
 * is kept in @order itself, behind what it holds.
 */
static void finish(struct parse *p, struct extends *x, uint32_t entry)
{
	uint32_t *way = x->order + x->ordered;
	uint32_t length = 0;

	for (uint32_t i = entry; i != FLEET_NONE && x->state[i] != DONE; i = x->parents[i]) {
		if (x->state[i] == OPEN) {
			cycle(p, x, i);
			x->parents[way[length - 1]] = FLEET_NONE;
			break;
		}
		x->state[i] = OPEN;
		way[length++] = i;
	}
	for (uint32_t i = 0; i < length; i++)
		x->state[way[i]] = DONE;
	for (uint32_t i = 0; i < length / 2; i++) {
		uint32_t other = way[i];

		way[i] = way[length - 1 - i];
		way[length - 1 - i] = other;
	}
	x->ordered += length;
}

int extends_order(struct parse *p, const char *what, struct cursor map, const struct intern *names, uint32_t *parents,
		  uint32_t *order)
{
	struct extends x = {.what = what, .names = names, .parents = parents, .order = order};

	x.at = arena_alloc(&p->scratch, names->count, sizeof(*x.at));
	x.state = arena_alloc(&p->scratch, names->count, sizeof(*x.state));
	if (!x.at || !x.state)
		return -ENOMEM;
	cursor_each(p, map, each_entry, &x);
	for (uint32_t i = 0; i < names->count; i++)
		if (x.state[i] == UNSEEN)
			finish(p, &x, i);
	return 0;
}
