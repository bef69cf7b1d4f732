// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/rollout/internal.h"

void queue_init(struct queue *q)
{
	q->head = NOBODY;
	q->tail = NOBODY;
}

bool queue_empty(const struct queue *q)
{
	return q->head == NOBODY;
}

void queue_push(struct rollout *run, struct queue *q, enum place place, uint32_t host)
{
	struct host *h = &run->hosts[host];

	h->place = (uint8_t)place;
	h->prev = q->tail;
	h->next = NOBODY;
	if (q->tail == NOBODY)
		q->head = host;
	else
		run->hosts[q->tail].next = host;
	q->tail = host;
}

void queue_remove(struct rollout *run, struct queue *q, uint32_t host)
{
	struct host *h = &run->hosts[host];

	if (h->prev == NOBODY)
		q->head = h->next;
	else
		run->hosts[h->prev].next = h->next;
	if (h->next == NOBODY)
		q->tail = h->prev;
	else
		run->hosts[h->next].prev = h->prev;
	h->place = PLACE_NONE;
}

uint64_t queue_deadline(const struct rollout *run, const struct queue *q)
{
	return queue_empty(q) ? NEVER : run->hosts[q->head].deadline;
}
