// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Answers as the JSON gateway gives them. They come from the network and may be anything. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/etcd/internal.h"

static void result_done(struct etcd_result *result)
{
	for (size_t i = 0; i < result->count; i++)
		etcd_kv_done(&result->kvs[i]);
	free(result->kvs);
	*result = (struct etcd_result){0};
}

void etcd_answer_done(struct etcd_answer *answer)
{
	for (size_t i = 0; i < answer->result_count; i++)
		result_done(&answer->results[i]);
	free(answer->results);
	answer->results = NULL;
	answer->result_count = 0;
}

static int get_header(const json_t *root, struct etcd_answer *answer)
{
	const json_t *header = json_object_get(root, "header");

	if (!json_is_object(header) || json_get_i64(header, "revision", &answer->revision))
		return -EPROTO;
	return json_get_u64(header, "cluster_id", &answer->cluster);
}

static int get_kvs(const json_t *range, struct etcd_result *result)
{
	const json_t *kvs = json_object_get(range, "kvs");
	size_t count = json_array_size(kvs);

	if (kvs && !json_is_array(kvs))
		return -EPROTO;
	result->more = json_is_true(json_object_get(range, "more"));
	if (!count)
		return 0;
	result->kvs = calloc(count, sizeof(*result->kvs));
	if (!result->kvs)
		return -ENOMEM;
	for (; result->count < count; result->count++) {
		int ret = json_get_kv(json_array_get(kvs, result->count), &result->kvs[result->count]);

		if (ret)
			return ret;
	}
	return 0;
}

static int get_result(const json_t *response, enum etcd_op_kind kind, struct etcd_result *result)
{
	const json_t *range = json_object_get(response, "response_range");
	const json_t *deleted = json_object_get(response, "response_delete_range");

	if (kind == ETCD_GET)
		return json_is_object(range) ? get_kvs(range, result) : -EPROTO;
	if (kind == ETCD_DELETE)
		return json_is_object(deleted) ? json_get_i64(deleted, "deleted", &result->deleted) : -EPROTO;
	return json_is_object(json_object_get(response, "response_put")) ? 0 : -EPROTO;
}

static int get_results(const json_t *root, const enum etcd_op_kind *kinds, size_t count, struct etcd_answer *answer)
{
	const json_t *responses = json_object_get(root, "responses");

	if (json_array_size(responses) != count)
		return -EPROTO;
	if (!count)
		return 0;
	answer->results = calloc(count, sizeof(*answer->results));
	if (!answer->results)
		return -ENOMEM;
	answer->result_count = count;
	for (size_t i = 0; i < count; i++) {
		int ret = get_result(json_array_get(responses, i), kinds[i], &answer->results[i]);

		if (ret)
			return ret;
	}
	return 0;
}

static int get_txn(const json_t *root, const struct shape *shape, struct etcd_answer *answer)
{
	answer->succeeded = json_is_true(json_object_get(root, "succeeded"));
	return answer->succeeded ? get_results(root, shape->then, shape->then_count, answer) :
				   get_results(root, shape->otherwise, shape->otherwise_count, answer);
}

static int get_lease(const json_t *root, struct etcd_answer *answer)
{
	int ret = json_get_i64(root, "ID", &answer->lease);

	return ret ? ret : json_get_i64(root, "TTL", &answer->ttl_s);
}

static int get_answer(enum request_kind kind, const struct shape *shape, const json_t *root, struct etcd_answer *answer)
{
	int ret;

	/* that of a keep-alive is the first message of a stream */
	if (kind == REQUEST_KEEP)
		root = json_object_get(root, "result");
	ret = get_header(root, answer);
	if (ret || kind == REQUEST_REVOKE)
		return ret;
	return kind == REQUEST_TXN ? get_txn(root, shape, answer) : get_lease(root, answer);
}

int decode_answer(enum request_kind kind, const struct shape *shape, const json_t *root, struct etcd_answer *answer,
		  struct ece_error *e)
{
	int ret = get_answer(kind, shape, root, answer);

	if (!ret)
		return 0;
	etcd_answer_done(answer);
	return ret == -ENOMEM ? ece_error_set(e, ret, ECE_ERROR_MEMORY, "out of memory for an answer of etcd") :
				ece_error_set(e, ret, ECE_ERROR_PROTOCOL, "the answer is not one of etcd");
}
