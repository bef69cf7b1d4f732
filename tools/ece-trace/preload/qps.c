// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/preload/qps.h"

#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 4096 /* a power of two */

struct node {
	struct node *next;
	struct trace_qp qp;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *buckets[BUCKETS];
static size_t count;

static void hold(void)
{
	pthread_mutex_lock(&lock);
}

static void release(void)
{
	pthread_mutex_unlock(&lock);
}

/* Else a child could inherit the lock from a thread that it does not have. */
__attribute__((constructor)) static void survive_fork(void)
{
	pthread_atfork(hold, release, release);
}

/* Where the node of @key hangs, or would. */
static struct node **find(const void *key)
{
	uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15);
	struct node **at = &buckets[hash >> 52 & (BUCKETS - 1)];

	while (*at && (*at)->qp.key != key)
		at = &(*at)->next;
	return at;
}

static struct node *add(struct node **at)
{
	if (count == TRACE_QPS_MAX)
		return NULL;
	*at = calloc(1, sizeof(**at));
	if (*at)
		count++;
	return *at;
}

bool trace_qps_put(const struct trace_qp *qp)
{
	struct node **at, *node;

	hold();
	at = find(qp->key);
	node = *at ? *at : add(at);
	if (node)
		node->qp = *qp;
	release();
	return node;
}

bool trace_qps_get(const void *key, struct trace_qp *qp)
{
	struct node *node;

	hold();
	node = *find(key);
	if (node)
		*qp = node->qp;
	release();
	return node;
}

bool trace_qps_take(const void *key, struct trace_qp *qp)
{
	struct node **at, *node;

	hold();
	at = find(key);
	node = *at;
	if (node) {
		*qp = node->qp;
		*at = node->next;
		count--;
	}
	release();
	free(node);
	return node;
}
