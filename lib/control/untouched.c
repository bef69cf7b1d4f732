// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Which hosts stand for those that a change leaves alone. Congestion control shares the network, so harm to others is
 * looked for beside the treated hosts first; beyond that the choice is random, and the same for the same plan.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fnv.h"
#include "lib/control/sample.h"

struct candidate {
	uint32_t number;
	uint8_t near; /* the closest label that it shares with a treated host, the first one counts most; 0: none */
	uint64_t lot;
};

struct chooser {
	const struct frozen *frozen;
	bool *taken;             /* of each name: touched by then, or a candidate already */
	bool *near[FROZEN_NEAR]; /* of each name, as a label of that kind: some treated host has it */
	struct candidate *candidates;
	uint32_t count;
};

static void mark_touched(struct chooser *c, uint32_t step)
{
	const struct plan *plan = &c->frozen->plan;

	for (uint32_t s = 0; s <= step; s++) {
		if (plan->steps[s].part != plan->steps[step].part)
			continue;
		for (uint32_t i = plan->steps[s].first; i < plan->steps[s].first + plan->steps[s].count; i++)
			c->taken[c->frozen->lines[i].number] = true;
	}
	for (uint32_t i = plan->steps[step].first; i < plan->steps[step].first + plan->steps[step].count; i++)
		for (size_t n = 0; n < FROZEN_NEAR; n++)
			if (c->frozen->lines[i].near[n] != FROZEN_NOWHERE)
				c->near[n][c->frozen->lines[i].near[n]] = true;
}

/* FNV leaves names that differ in their last letters next to each other; a lot must not. */
static uint64_t shuffled(uint64_t hash)
{
	hash = (hash ^ hash >> 33) * UINT64_C(0xff51afd7ed558ccd);
	hash = (hash ^ hash >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
	return hash ^ hash >> 33;
}

static void consider(struct chooser *c, const struct frozen_line *line)
{
	struct candidate *to = &c->candidates[c->count];
	const uint8_t *digest = c->frozen->plan.digest;

	if (c->taken[line->number])
		return;
	c->taken[line->number] = true;
	c->count++;
	to->number = line->number;
	to->lot = shuffled(
		fnv64(fnv64(FNV64_START, digest, sizeof(c->frozen->plan.digest)), line->host, strlen(line->host)));
	for (size_t n = 0; n < FROZEN_NEAR && !to->near; n++)
		if (line->near[n] != FROZEN_NOWHERE && c->near[n][line->near[n]])
			to->near = (uint8_t)(FROZEN_NEAR - n);
}

static int by_nearness(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->near != y->near)
		return x->near > y->near ? -1 : 1;
	if (x->lot != y->lot)
		return x->lot < y->lot ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static void choose(struct chooser *c, uint32_t step)
{
	const struct frozen *f = c->frozen;

	mark_touched(c, step);
	for (size_t i = 0; i < f->plan.order_count; i++)
		consider(c, &f->lines[i]);
	for (size_t i = 0; i < f->unchanged_count; i++)
		consider(c, &f->unchanged[i]);
	qsort(c->candidates, c->count, sizeof(*c->candidates), by_nearness);
}

static bool allocate(struct chooser *c)
{
	const struct frozen *f = c->frozen;
	bool all = true;

	c->taken = calloc(f->names.count, sizeof(*c->taken));
	c->candidates = calloc(f->plan.order_count + f->unchanged_count, sizeof(*c->candidates));
	for (size_t n = 0; n < FROZEN_NEAR; n++) {
		c->near[n] = calloc(f->names.count, sizeof(*c->near[n]));
		all = all && c->near[n];
	}
	return all && c->taken && c->candidates;
}

int sample_untouched(const struct frozen *f, uint32_t step, uint32_t max, uint32_t *numbers, struct ece_error *e)
{
	struct chooser c = {.frozen = f};
	int count = -ENOMEM;

	if (allocate(&c)) {
		choose(&c, step);
		count = (int)(c.count < max ? c.count : max);
		for (int i = 0; i < count; i++)
			numbers[i] = c.candidates[i].number;
	} else {
		ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for untouched hosts");
	}
	for (size_t n = 0; n < FROZEN_NEAR; n++)
		free(c.near[n]);
	free(c.taken);
	free(c.candidates);
	return count;
}
