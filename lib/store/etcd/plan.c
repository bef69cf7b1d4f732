// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Frozen plans: larger than a request to etcd, so they lie in chunks, written before the record that counts them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/etcd/internal.h"
#include "lib/store/etcd/pack.h"
#include "lib/store/etcd/plan.h"

#define CHUNK_BYTES (1 << 19)
#define CHUNK_PAGE  16 /* of them are read at once */

static int put_chunk(struct etcd_store *store, const char *run, uint32_t i, const char *data, size_t len,
		     struct ece_error *e)
{
	struct store_key key = key_plan(store->prefix, run, i);
	const struct etcd_op put = {.kind = ETCD_PUT, .key = key.text, .value = data, .value_len = len};

	return request_guarded(store, NULL, 0, &put, 1, "cannot write a plan", e);
}

static int put_chunks(struct etcd_store *store, const char *run, const char *packed, size_t len, uint32_t *chunks,
		      struct ece_error *e)
{
	int err = 0;

	*chunks = 0;
	for (size_t at = 0; at < len && !err; at += CHUNK_BYTES) {
		size_t n = len - at < CHUNK_BYTES ? len - at : CHUNK_BYTES;

		err = put_chunk(store, run, (*chunks)++, packed + at, n, e);
	}
	return err;
}

int plan_put(struct etcd_store *store, struct record *record, const char *plan, size_t len, struct ece_error *e)
{
	char *packed;
	size_t packed_len;
	int err = pack_text(plan, len, &packed, &packed_len);

	if (err)
		return ece_error_set(e, err, err == -EFBIG ? ECE_ERROR_LIMIT : ECE_ERROR_MEMORY,
				     "a plan of %zu bytes is too large to be kept", len);
	record->plan_bytes = len;
	record->plan_packed = packed_len;
	pack_digest(plan, len, record->plan_sha256);
	err = put_chunks(store, record->run.id, packed, packed_len, &record->plan_chunks, e);
	free(packed);
	return err;
}

struct gather {
	char *packed;
	size_t len, max;
};

static int gather(void *ctx, struct etcd_kv *kv)
{
	struct gather *g = ctx;

	if (kv->value_len > g->max - g->len)
		return -EUCLEAN;
	memcpy(g->packed + g->len, kv->value, kv->value_len);
	g->len += kv->value_len;
	return 0;
}

static int unpack(const struct record *record, const struct gather *g, char **plan)
{
	char sha256[2 * SHA256_BYTES + 1];
	int err = g->len == record->plan_packed ? pack_open(g->packed, g->len, record->plan_bytes, plan) : -EUCLEAN;

	if (err)
		return err;
	pack_digest(*plan, record->plan_bytes, sha256);
	if (!strcmp(sha256, record->plan_sha256))
		return 0;
	free(*plan);
	return -EUCLEAN;
}

int plan_get(struct etcd_store *store, const struct record *record, char **plan, size_t *len, struct ece_error *e)
{
	struct store_key prefix = key_of(store->prefix, "run/%s/plan/", record->run.id);
	struct gather g = {.max = record->plan_packed};
	int err;

	g.packed = record->plan_packed > PACK_TEXT_MAX ? NULL : malloc(record->plan_packed + 1);
	if (!g.packed)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a plan");
	err = request_each(store, prefix.text, NULL, CHUNK_PAGE, gather, &g, e);
	if (!err)
		err = unpack(record, &g, plan);
	free(g.packed);
	if (err == -EUCLEAN)
		return ece_error_set(e, err, ECE_ERROR_DAMAGED, "%s: the plan of run %s is not what was written",
				     store->name, record->run.id);
	if (!err)
		*len = record->plan_bytes;
	return err;
}
