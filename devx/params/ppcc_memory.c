// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/ppcc.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/nearest.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ece_ppcc_schema *memory[ECE_PPCC_SCHEMAS_MAX];

static bool same_key(const struct ece_ppcc_key *a, const struct ece_ppcc_key *b)
{
	return a->algo == b->algo && a->major == b->major && a->minor == b->minor &&
	       !strcmp(a->firmware, b->firmware) && !strcmp(a->psid, b->psid);
}

/* The place of a key, or where it would go; NULL when all places are taken. */
static struct ece_ppcc_schema **place(const struct ece_ppcc_key *key)
{
	for (size_t i = 0; i < ECE_PPCC_SCHEMAS_MAX; i++)
		if (!memory[i] || same_key(&memory[i]->key, key))
			return &memory[i];
	return NULL;
}

void ece_ppcc_remember(const struct ece_ppcc_schema *schema)
{
	struct ece_ppcc_schema **at;

	if (!schema->key.firmware[0] || !schema->key.psid[0])
		return;
	pthread_mutex_lock(&lock);
	at = place(&schema->key);
	if (at && !*at)
		*at = malloc(sizeof(**at));
	if (at && *at)
		**at = *schema;
	pthread_mutex_unlock(&lock);
}

int ece_ppcc_recall(const struct ece_ppcc_key *key, const char *name)
{
	struct ece_ppcc_schema **at;
	int index = -ESRCH;

	pthread_mutex_lock(&lock);
	at = place(key);
	if (at && *at)
		index = ece_ppcc_schema_find(*at, name);
	pthread_mutex_unlock(&lock);
	return index;
}

static const char *name_at(const void *ctx, size_t i)
{
	const struct ece_ppcc_schema *schema = ctx;

	return i < schema->count ? schema->entries[i].name : NULL;
}

void ece_ppcc_recall_nearest(const struct ece_ppcc_key *key, const char *name, char near[ECE_PPCC_NAME_MAX])
{
	struct ece_ppcc_schema **at;
	const char *found = NULL;

	near[0] = '\0';
	pthread_mutex_lock(&lock);
	at = place(key);
	if (at && *at)
		found = ece_nearest(name, name_at, *at);
	if (found)
		memcpy(near, found, strlen(found) + 1);
	pthread_mutex_unlock(&lock);
}

void ece_ppcc_forget(const struct ece_ppcc_key *key)
{
	struct ece_ppcc_schema **at;
	size_t last = ECE_PPCC_SCHEMAS_MAX;

	pthread_mutex_lock(&lock);
	at = place(key);
	if (at && *at) {
		while (!memory[last - 1])
			last--;
		free(*at);
		/* Keep the taken places together: a search ends at the first free one. */
		*at = memory[last - 1];
		memory[last - 1] = NULL;
	}
	pthread_mutex_unlock(&lock);
}
