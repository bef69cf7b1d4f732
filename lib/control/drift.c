// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/control/drift.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/drift/bucket.h"

#define SEEN   "drift/seen/"
#define LOOKED "drift/looked"
#define BUCKET "drift/bucket"

#define TAKE_ATTEMPTS 100 /* each time somebody else was faster */

struct control_drift {
	struct store *store;
	const struct fleet *fleet;
	struct drift_memory *memory;
	char **was; /* of each host: the note in the store; NULL: none */
	struct ece_error *e;
};

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what is known of drift");
}

/* A damaged note is none: it is written anew once there is something to say of that host. */
static int take_note(void *ctx, const char *key, const char *text)
{
	struct control_drift *d = ctx;
	const char *name = key + strlen(SEEN);
	uint32_t host = fleet_host_find(d->fleet, name);

	if (host == FLEET_NONE)
		return 0;
	free(d->was[host]);
	d->was[host] = strdup(text);
	if (!d->was[host] || drift_memory_take_host(d->memory, name, text) == -ENOMEM)
		return no_memory(d->e);
	return 0;
}

static int load(struct control_drift *d, struct ece_error *e)
{
	char *looked = NULL;
	int err;

	d->e = e;
	err = store_note_each(d->store, SEEN, take_note, d, e);
	if (err)
		return err;
	err = store_note_get(d->store, LOOKED, &looked, e);
	if (err)
		return err == -ENOENT ? 0 : err;
	err = drift_memory_take_looked(d->memory, looked) == -ENOMEM ? no_memory(e) : 0;
	free(looked);
	return err;
}

static int make(struct store *store, const struct fleet *fleet, struct control_drift **out, struct ece_error *e)
{
	struct control_drift *d = calloc(1, sizeof(*d));

	if (!d)
		return no_memory(e);
	d->store = store;
	d->fleet = fleet;
	d->was = calloc(fleet->host_count + 1, sizeof(*d->was));
	*out = d;
	return !d->was || drift_memory_new(fleet, &d->memory) ? no_memory(e) : 0;
}

int control_drift_open(struct store *store, const struct fleet *fleet, const char *who, struct control_drift **out,
		       struct ece_error *e)
{
	struct control_drift *d = NULL;
	int err = store_lock(store, who, e);

	if (err)
		return err;
	err = make(store, fleet, &d, e);
	if (!d) {
		store_unlock(store);
		return err;
	}
	err = err ? err : load(d, e);
	if (err) {
		control_drift_close(d);
		return err;
	}
	*out = d;
	return 0;
}

void control_drift_close(struct control_drift *d)
{
	if (!d)
		return;
	store_unlock(d->store);
	for (uint32_t i = 0; d->was && i < d->fleet->host_count; i++)
		free(d->was[i]);
	free(d->was);
	drift_memory_free(d->memory);
	free(d);
}

struct drift_memory *control_drift_memory(struct control_drift *d)
{
	return d->memory;
}

static bool is_same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static int keep_host(struct control_drift *d, uint32_t host, struct ece_error *e)
{
	char key[STORE_NOTE_KEY_MAX], *text;
	int err = 0;

	if (drift_memory_host(d->memory, host, &text))
		return no_memory(e);
	snprintf(key, sizeof(key), SEEN "%s", d->fleet->hosts[host].name);
	if (!is_same(text, d->was[host]))
		err = store_note_put(d->store, key, text, e);
	free(d->was[host]);
	d->was[host] = text;
	return err;
}

int control_drift_keep(struct control_drift *d, struct ece_error *e)
{
	char *looked;
	int err = 0;

	for (uint32_t host = 0; host < d->fleet->host_count && !err; host++)
		err = keep_host(d, host, e);
	if (err)
		return err;
	if (drift_memory_looked(d->memory, &looked))
		return no_memory(e);
	err = store_note_put(d->store, LOOKED, looked, e);
	free(looked);
	return err ? err : store_commit(d->store, e);
}

/* One try to take them; -EAGAIN when somebody else took some meanwhile. */
static int try_to_take(struct store *store, const struct fleet_drift *rules, uint32_t want, int64_t now_ms,
		       uint32_t *taken, uint64_t *wait_ms, struct ece_error *e)
{
	char text[DRIFT_BUCKET_TEXT_MAX], *was = NULL;
	struct drift_bucket bucket;
	int err = store_note_get(store, BUCKET, &was, e);

	if (err && err != -ENOENT)
		return err;
	if (!was)
		bucket = drift_bucket_full(rules->burst, now_ms);
	else if (!drift_bucket_decode(was, &bucket))
		bucket = drift_bucket_full(0, now_ms); /* nobody knows what was taken */
	*taken = drift_bucket_take(&bucket, &rules->rate, rules->burst, now_ms, want);
	*wait_ms = drift_bucket_wait_ms(&bucket, &rules->rate, now_ms);
	err = store_note_swap(store, BUCKET, was, drift_bucket_encode(&bucket, text), e);
	free(was);
	return err;
}

int control_drift_take(struct store *store, const struct fleet_drift *rules, uint32_t want, int64_t now_ms,
		       uint32_t *taken, uint64_t *wait_ms, struct ece_error *e)
{
	int err = -EAGAIN;

	for (int i = 0; i < TAKE_ATTEMPTS && err == -EAGAIN; i++)
		err = try_to_take(store, rules, want, now_ms, taken, wait_ms, e);
	if (err)
		*taken = 0;
	return err;
}
