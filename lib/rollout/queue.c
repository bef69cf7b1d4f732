// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/rollout/internal.h"

uint64_t later(uint64_t now, uint64_t rest)
{
	return rest > NEVER - now ? NEVER : now + rest;
}

void queue_init(struct queue *q)
{
	q->head = NOBODY;
	q->tail = NOBODY;
}

bool queue_empty(const struct queue *q)
{
	return q->head == NOBODY;
}

void queue_push(struct rollout *run, struct queue *q, enum place place, uint32_t node, uint64_t deadline)
{
	struct node *n = &run->nodes[node];

	n->place = place;
	n->deadline = deadline;
	n->prev = q->tail;
	n->next = NOBODY;
	if (q->tail == NOBODY)
		q->head = node;
	else
		run->nodes[q->tail].next = node;
	q->tail = node;
}

void queue_remove(struct rollout *run, struct queue *q, uint32_t node)
{
	struct node *n = &run->nodes[node];

	if (n->prev == NOBODY)
		q->head = n->next;
	else
		run->nodes[n->prev].next = n->next;
	if (n->next == NOBODY)
		q->tail = n->prev;
	else
		run->nodes[n->next].prev = n->prev;
	n->place = PLACE_NONE;
}

uint64_t queue_deadline(const struct rollout *run, const struct queue *q)
{
	return queue_empty(q) ? NEVER : run->nodes[q->head].deadline;
}

/* Has the deadline of its first one passed? */
bool queue_due(const struct rollout *run, const struct queue *q)
{
	return !queue_empty(q) && run->nodes[q->head].deadline <= run->now;
}
