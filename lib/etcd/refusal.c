// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include "lib/etcd/internal.h"

/* Codes of gRPC (google.golang.org/grpc/codes). */
enum {
	GRPC_INVALID_ARGUMENT = 3,
	GRPC_NOT_FOUND = 5,
	GRPC_PERMISSION_DENIED = 7,
	GRPC_RESOURCE_EXHAUSTED = 8,
	GRPC_FAILED_PRECONDITION = 9,
	GRPC_OUT_OF_RANGE = 11,
	GRPC_UNAUTHENTICATED = 16,
};

static const struct {
	int grpc, code;
	enum ece_error_kind kind;
} finals[] = {
	{GRPC_INVALID_ARGUMENT, -EINVAL, ECE_ERROR_REFUSED},   {GRPC_NOT_FOUND, -ENOENT, ECE_ERROR_GONE},
	{GRPC_PERMISSION_DENIED, -EACCES, ECE_ERROR_DENIED},   {GRPC_RESOURCE_EXHAUSTED, -ENOSPC, ECE_ERROR_LIMIT},
	{GRPC_FAILED_PRECONDITION, -EPERM, ECE_ERROR_REFUSED}, {GRPC_OUT_OF_RANGE, -ESTALE, ECE_ERROR_STALE},
	{GRPC_UNAUTHENTICATED, -EACCES, ECE_ERROR_DENIED},
};

/* A member tells "no leader" before it looks at the request, since every request asks for it. */
static const struct {
	const char *words;
	enum refusal_kind kind;
} known[] = {
	{"invalid auth token", REFUSAL_TOKEN},
	{"revision of auth store is old", REFUSAL_TOKEN},
	{"etcdserver: no leader", REFUSAL_ELSEWHERE},
	{"etcdserver: too many requests", REFUSAL_ELSEWHERE},
};

enum refusal_kind refusal_sort(const struct json_refusal *refusal, const char *name, struct ece_error *e)
{
	enum refusal_kind kind = REFUSAL_LOST;

	ece_error_set(e, -EIO, ECE_ERROR_IO, "etcd at %s: %.300s", name, refusal->message);
	for (size_t i = 0; i < sizeof(finals) / sizeof(finals[0]); i++)
		if (finals[i].grpc == refusal->grpc) {
			ece_error_set(e, finals[i].code, finals[i].kind, "etcd at %s: %.300s", name, refusal->message);
			kind = REFUSAL_FINAL;
		}
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strstr(refusal->message, known[i].words))
			kind = known[i].kind;
	return kind;
}
