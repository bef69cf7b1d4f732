// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/store/etcd/identity.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/store/uuid.h"

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the identity of a store");
}

static int restored_error(const struct etcd_store *store, const char *how, struct ece_error *e)
{
	return ece_error_set(e, -ESTALE, ECE_ERROR_STALE,
			     "%s: %s: was it restored from a snapshot? Then 'ece-apply epoch raise' makes it the newer "
			     "one again; nothing was written",
			     store->name, how);
}

static int check_version(const struct etcd_store *store, const json_t *json, const char *key, struct ece_error *e)
{
	json_int_t version = json_integer_value(json_object_get(json, "version"));

	if (version > ETCD_STORE_VERSION)
		return ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
				     "%s: written by a newer program (store version %lld, this one knows %d); use that "
				     "program",
				     store->name, (long long)version, ETCD_STORE_VERSION);
	return version < 1 ? request_damaged(store, key, e) : 0;
}

static int check_cluster(const struct etcd_store *store, const json_t *json, struct ece_error *e)
{
	const char *cluster = json_string_value(json_object_get(json, "cluster"));
	char now[20];

	snprintf(now, sizeof(now), "%016" PRIx64, store->cluster);
	if (!cluster || !strcmp(cluster, now))
		return 0;
	return restored_error(store, "it is another etcd than the one that it was begun in", e);
}

static int check_seen(const struct etcd_store *store, struct ece_error *e)
{
	struct seen seen;
	char how[160];
	int err = seen_read(store, &seen, e);

	if (err || store->identity.epoch > seen.epoch)
		return err;
	if (store->identity.epoch == seen.epoch && store->revision >= seen.revision)
		return 0;
	snprintf(how, sizeof(how),
		 "it is at epoch %" PRIu32 ", revision %" PRId64 ", and this machine has seen it at epoch %" PRIu32
		 ", revision %" PRId64,
		 store->identity.epoch, store->revision, seen.epoch, seen.revision);
	return restored_error(store, how, e);
}

static int take_over(struct etcd_store *store, const json_t *json, const char *key, bool restored, struct ece_error *e)
{
	const char *id = json_string_value(json_object_get(json, "id"));
	json_int_t epoch = json_integer_value(json_object_get(json, "epoch"));
	int err = check_version(store, json, key, e);

	if (err)
		return err;
	if (!id || !id[0] || strlen(id) >= sizeof(store->identity.store) || epoch < 1 || epoch > UINT32_MAX)
		return request_damaged(store, key, e);
	copy_text(store->identity.store, sizeof(store->identity.store), id);
	store->identity.epoch = (uint32_t)epoch;
	if (restored)
		return 0;
	err = check_cluster(store, json, e);
	if (!err)
		err = check_seen(store, e);
	if (err || store->reads_only)
		return err;
	return seen_write(store, e);
}

static int decode(struct etcd_store *store, const struct etcd_kv *kv, bool restored, struct ece_error *e)
{
	json_t *json = json_loadb(kv->value ? kv->value : "", kv->value_len, JSON_REJECT_DUPLICATES, NULL);
	int err = json_is_object(json) ? take_over(store, json, kv->key, restored, e) :
					 request_damaged(store, kv->key, e);

	json_decref(json);
	return err;
}

static char *first_text(const struct etcd_store *store)
{
	char id[TOKEN_STORE_MAX], cluster[20];

	if (store_uuid(id))
		return NULL;
	snprintf(cluster, sizeof(cluster), "%016" PRIx64, store->cluster);
	return etcd_store_text(json_pack("{s:i, s:s, s:i, s:s, s:[]}", "version", ETCD_STORE_VERSION, "id", id, "epoch",
					 1, "cluster", cluster, "raised"));
}

/* Of two that begin it at once, one does; both then read which one it was. */
static int begin(struct etcd_store *store, const char *key, struct ece_error *e)
{
	const struct etcd_compare absent = {ETCD_MODIFIED_IS, key, 0};
	char *text = first_text(store);
	struct etcd_op put = {.kind = ETCD_PUT, .key = key, .value = text};
	const struct etcd_txn txn = {
		.compares = &absent, .compare_count = 1, .then = &put, .then_count = 1, .again = true};
	struct etcd_answer answer;
	int err;

	if (!text)
		return no_memory(e);
	put.value_len = strlen(text);
	err = request_txn(store, &txn, "cannot be begun", &answer, e);
	if (!err)
		etcd_answer_done(&answer);
	free(text);
	return err;
}

static int read_key(struct etcd_store *store, const char *key, bool restored, bool *there, struct ece_error *e)
{
	struct etcd_kv kv;
	int err = request_get(store, key, &kv, e);

	*there = !err && kv.key;
	if (*there)
		err = decode(store, &kv, restored, e);
	request_kv_done(&kv);
	return err;
}

int identity_read(struct etcd_store *store, bool restored, struct ece_error *e)
{
	struct store_key key = key_of(store->prefix, KEY_STORE);
	bool there;
	int err = read_key(store, key.text, restored, &there, e);

	if (err || there)
		return err;
	if (store->reads_only)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "%s: no store is there yet", store->name);
	err = begin(store, key.text, e);
	if (!err)
		err = read_key(store, key.text, restored, &there, e);
	return err || there ? err : request_damaged(store, key.text, e);
}

static int set_raised(const struct etcd_store *store, json_t *json, const char *who, int64_t when)
{
	json_t *raised = json_object_get(json, "raised");
	json_int_t epoch = (json_int_t)store->identity.epoch + 1;
	char cluster[20];

	snprintf(cluster, sizeof(cluster), "%016" PRIx64, store->cluster);
	if (!json_is_array(raised)) {
		raised = json_array();
		if (json_object_set_new(json, "raised", raised))
			return -ENOMEM;
	}
	while (json_array_size(raised) >= EPOCHS_KEPT)
		json_array_remove(raised, 0);
	if (json_array_append_new(raised, json_pack("{s:I, s:s, s:I, s:I}", "epoch", epoch, "who", who, "when",
						    (json_int_t)when, "revision", (json_int_t)store->revision)) ||
	    json_object_set_new(json, "epoch", json_integer(epoch)) ||
	    json_object_set_new(json, "cluster", json_string(cluster)))
		return -ENOMEM;
	return 0;
}

static int write_raised(struct etcd_store *store, const struct etcd_kv *kv, json_t *json, struct ece_error *e)
{
	const struct etcd_compare still = {ETCD_MODIFIED_IS, kv->key, kv->modified};
	char *text = etcd_store_text(json);
	struct etcd_op put = {.kind = ETCD_PUT, .key = kv->key, .value = text};
	int err;

	if (!text)
		return no_memory(e);
	put.value_len = strlen(text);
	err = request_guarded(store, &still, 1, &put, 1, "cannot raise the epoch", e);
	free(text);
	return err;
}

int identity_raise(struct etcd_store *store, const char *who, int64_t when, struct ece_error *e)
{
	struct store_key key = key_of(store->prefix, KEY_STORE);
	struct etcd_kv kv;
	json_t *json;
	int err = request_get(store, key.text, &kv, e);

	if (err)
		return err;
	json = json_loadb(kv.value ? kv.value : "", kv.value_len, JSON_REJECT_DUPLICATES, NULL);
	if (!json_is_object(json)) {
		json_decref(json);
		err = request_damaged(store, key.text, e);
	} else if (set_raised(store, json, who, when)) {
		json_decref(json);
		err = no_memory(e);
	} else {
		err = write_raised(store, &kv, json, e);
	}
	request_kv_done(&kv);
	if (err)
		return err;
	store->identity.epoch++;
	return seen_write(store, e);
}
