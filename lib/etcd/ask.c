// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What can be asked: transactions and leases. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/etcd/internal.h"

static int check_key(const char *key, bool prefix, struct ece_error *e)
{
	size_t len = key ? strlen(key) : 0;

	if (len > ETCD_KEY_MAX)
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "a key of etcd is longer than %d bytes",
				     ETCD_KEY_MAX);
	if (!len && !prefix)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "a key of etcd is empty");
	return 0;
}

static int check_ops(const struct etcd_op *ops, size_t count, size_t *bytes, struct ece_error *e)
{
	for (size_t i = 0; i < count; i++) {
		int ret = check_key(ops[i].key, ops[i].prefix, e);

		if (!ret && ops[i].after)
			ret = check_key(ops[i].after, false, e);
		if (ret)
			return ret;
		*bytes += strlen(ops[i].key) + (ops[i].kind == ETCD_PUT ? ops[i].value_len : 0);
	}
	return 0;
}

/* etcd counts the compares and the larger branch. */
static int check_txn(const struct etcd_txn *txn, struct ece_error *e)
{
	size_t bytes = 0;
	int ret = 0;

	if (txn->compare_count > ETCD_OPS_MAX || txn->then_count > ETCD_OPS_MAX || txn->otherwise_count > ETCD_OPS_MAX)
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "a transaction of etcd has more than %d operations",
				     ETCD_OPS_MAX);
	for (size_t i = 0; i < txn->compare_count && !ret; i++)
		ret = check_key(txn->compares[i].key, false, e);
	ret = ret ? ret : check_ops(txn->then, txn->then_count, &bytes, e);
	ret = ret ? ret : check_ops(txn->otherwise, txn->otherwise_count, &bytes, e);
	if (!ret && bytes > ETCD_REQUEST_MAX)
		ret = ece_error_set(e, -EMSGSIZE, ECE_ERROR_LIMIT, "a request to etcd is larger than %d bytes",
				    ETCD_REQUEST_MAX);
	return ret;
}

static bool all_read(const struct etcd_op *ops, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (ops[i].kind != ETCD_GET)
			return false;
	return true;
}

static struct shape *shape_of(const struct etcd_txn *txn)
{
	struct shape *shape = calloc(1, sizeof(*shape));

	if (!shape)
		return NULL;
	shape->then_count = txn->then_count;
	shape->otherwise_count = txn->otherwise_count;
	for (size_t i = 0; i < txn->then_count; i++)
		shape->then[i] = txn->then[i].kind;
	for (size_t i = 0; i < txn->otherwise_count; i++)
		shape->otherwise[i] = txn->otherwise[i].kind;
	return shape;
}

/* Asked from outside a step, nothing else would wake the loop. */
static int begun(struct etcd *etcd, struct etcd_request *request, struct etcd_request **out, struct ece_error *e)
{
	int ret = etcd->stepping ? 0 : client_arm(etcd, e);

	if (ret) {
		request_drop(request);
		return ret;
	}
	if (out)
		*out = request;
	return 0;
}

int etcd_txn(struct etcd *etcd, const struct etcd_txn *txn, uint64_t deadline_ns, etcd_answered *answered, void *ctx,
	     struct etcd_request **out, struct ece_error *e)
{
	struct etcd_request *request;
	struct shape *shape;
	int ret = check_txn(txn, e);

	if (ret)
		return ret;
	shape = shape_of(txn);
	if (!shape)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a transaction");
	request = request_new(etcd, REQUEST_TXN, encode_txn(txn), deadline_ns, answered, ctx, e);
	if (!request) {
		free(shape);
		return etcd->open >= ETCD_OPEN_MAX ? -EAGAIN : -ENOMEM;
	}
	request->shape = shape;
	request->reads = all_read(txn->then, txn->then_count) && all_read(txn->otherwise, txn->otherwise_count);
	request->again = txn->again || request->reads;
	return begun(etcd, request, out, e);
}

static int ask_lease(struct etcd *etcd, enum request_kind kind, int64_t lease, int64_t ttl_s, uint64_t deadline_ns,
		     etcd_answered *answered, void *ctx, struct etcd_request **out, struct ece_error *e)
{
	struct etcd_request *request =
		request_new(etcd, kind, encode_lease(kind, lease, ttl_s), deadline_ns, answered, ctx, e);

	if (!request)
		return etcd->open >= ETCD_OPEN_MAX ? -EAGAIN : -ENOMEM;
	request->lease = lease;
	request->ttl_s = ttl_s;
	return begun(etcd, request, out, e);
}

int etcd_lease_grant(struct etcd *etcd, int64_t ttl_s, uint64_t deadline_ns, etcd_answered *answered, void *ctx,
		     struct etcd_request **out, struct ece_error *e)
{
	int64_t lease = (int64_t)(client_random(etcd) >> 1);

	return ask_lease(etcd, REQUEST_GRANT, lease ? lease : 1, ttl_s, deadline_ns, answered, ctx, out, e);
}

int etcd_lease_keep(struct etcd *etcd, int64_t lease, uint64_t deadline_ns, etcd_answered *answered, void *ctx,
		    struct etcd_request **out, struct ece_error *e)
{
	return ask_lease(etcd, REQUEST_KEEP, lease, 0, deadline_ns, answered, ctx, out, e);
}

int etcd_lease_revoke(struct etcd *etcd, int64_t lease, uint64_t deadline_ns, etcd_answered *answered, void *ctx,
		      struct etcd_request **out, struct ece_error *e)
{
	return ask_lease(etcd, REQUEST_REVOKE, lease, 0, deadline_ns, answered, ctx, out, e);
}
