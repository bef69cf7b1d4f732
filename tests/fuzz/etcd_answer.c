// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Whatever a server answers to a request: an answer of the promised shape, a refusal, or an error. */
#include <stdint.h>
#include <stdlib.h>

#include "lib/etcd/internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
	if (!holds)
		abort();
}

static void check_shape(const struct shape *shape, const struct etcd_answer *answer)
{
	require(answer->result_count == (answer->succeeded ? shape->then_count : shape->otherwise_count));
	for (size_t i = 0; i < answer->result_count; i++)
		for (size_t k = 0; k < answer->results[i].count; k++)
			require(answer->results[i].kvs[k].key && answer->results[i].kvs[k].value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct shape shape = {
		.then = {ETCD_PUT, ETCD_GET, ETCD_DELETE},
		.then_count = 3,
		.otherwise = {ETCD_GET},
		.otherwise_count = 1,
	};
	json_t *root = json_loadb((const char *)data, size, JSON_DISABLE_EOF_CHECK, NULL);
	struct json_refusal refusal;
	struct ece_error e;

	if (root && json_get_refusal(root, &refusal)) {
		require(refusal.grpc > 0 && refusal.grpc <= 16);
		refusal_sort(&refusal, "server:2379", &e);
		require(e.code < 0);
	}
	for (enum request_kind kind = REQUEST_TXN; kind <= REQUEST_REVOKE; kind++) {
		struct etcd_answer answer = {0};

		if (decode_answer(kind, &shape, root, &answer, &e))
			require(!answer.results && e.code < 0);
		else if (kind == REQUEST_TXN)
			check_shape(&shape, &answer);
		etcd_answer_done(&answer);
	}
	json_decref(root);
	return 0;
}
