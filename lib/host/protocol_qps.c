// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/protocol_qps.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/host/wire.h"

#define QPN_MAX 0xffffff

static json_t *finish(json_t *object, bool ok)
{
	if (ok)
		return object;
	json_decref(object);
	return NULL;
}

/* 0 is none, and left out. */
static bool put_number(json_t *object, const char *key, uint32_t n)
{
	return !n || wire_put(object, key, json_integer(n));
}

static json_t *encode_peer(const struct ece_qp_peer *peer)
{
	json_t *object = json_pack("{s:i}", "qpn", (int)peer->qpn);
	bool ok = object != NULL;

	if (peer->has_remote)
		ok = ok && wire_put(object, "remote", json_integer(peer->remote_qpn));
	ok = ok && put_number(object, "pid", peer->pid);
	if (peer->owner[0])
		ok = ok && wire_put(object, "owner", wire_from_text(peer->owner));
	if (peer->kernel)
		ok = ok && wire_put(object, "kernel", json_true());
	return finish(object, ok);
}

static json_t *encode_peers(const struct ece_qp_kind *kind)
{
	json_t *array = json_array();

	for (uint32_t i = 0; i < kind->peer_count && i < ECE_QP_PEERS_MAX; i++)
		if (json_array_append_new(array, encode_peer(&kind->peers[i])))
			return finish(array, false);
	return array;
}

static json_t *encode_kind(const struct ece_qp_kind *kind)
{
	json_t *object = json_pack("{s:s, s:b, s:I, s:s}", "type", kind->type, "connected", kind->connected, "count",
				   (json_int_t)kind->count, "state", ece_value_state_name(kind->state));
	bool ok = object != NULL;

	if (kind->state == ECE_VALUE_SET)
		ok = ok && wire_put(object, "options", json_integer(kind->options));
	if (kind->why[0])
		ok = ok && wire_put(object, "why", wire_from_text(kind->why));
	if (kind->peer_count)
		ok = ok && wire_put(object, "examples", encode_peers(kind));
	return finish(object, ok);
}

static json_t *encode_kinds(const struct ece_qp_census *census)
{
	json_t *array = json_array();

	for (uint32_t i = 0; i < census->kind_count && i < ECE_QP_KINDS_MAX; i++)
		if (json_array_append_new(array, encode_kind(&census->kinds[i])))
			return finish(array, false);
	return array;
}

json_t *protocol_qps_encode(const struct protocol_qps *qps)
{
	const struct ece_qp_census *census = &qps->census;
	json_t *object = json_object();
	bool ok = object != NULL;

	if (qps->error.code)
		return finish(object, ok && wire_put(object, "error", protocol_error_encode(&qps->error)));
	ok = ok && wire_put(object, "count", json_integer(census->count));
	ok = ok && wire_put(object, "kinds", encode_kinds(census));
	ok = ok && put_number(object, "others", census->others) && put_number(object, "left", census->left);
	if (census->unlisted >= 0)
		ok = ok && wire_put(object, "unlisted", json_integer(census->unlisted));
	return finish(object, ok);
}

/* A number that may be missing, and is 0 then. */
static int number(const json_t *json, const char *key, uint32_t max, uint32_t *n, struct ece_error *e)
{
	uint64_t v = 0;
	int ret = wire_u64(json, key, max, &v, e);

	if (!ret)
		*n = (uint32_t)v;
	return ret;
}

static int need_number(const json_t *json, const char *key, uint32_t max, uint32_t *n, struct ece_error *e)
{
	uint64_t v;
	int ret = wire_need_u64(json, key, max, &v, e);

	if (!ret)
		*n = (uint32_t)v;
	return ret;
}

static int decode_peer(const json_t *json, struct ece_qp_peer *peer, struct ece_error *e)
{
	int ret = need_number(json, "qpn", QPN_MAX, &peer->qpn, e);

	ret = ret ? ret : number(json, "remote", QPN_MAX, &peer->remote_qpn, e);
	ret = ret ? ret : number(json, "pid", INT32_MAX, &peer->pid, e);
	ret = ret ? ret : wire_text(json, "owner", peer->owner, sizeof(peer->owner), e);
	peer->has_remote = json_object_get(json, "remote") != NULL;
	return ret ? ret : wire_bool(json, "kernel", &peer->kernel, e);
}

static int decode_peers(const json_t *json, struct ece_qp_kind *kind, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_array(json, "examples", ECE_QP_PEERS_MAX, &array, e);

	for (size_t i = 0; !ret && i < json_array_size(array); i++)
		ret = decode_peer(json_array_get(array, i), &kind->peers[kind->peer_count++], e);
	return ret;
}

/* A queue pair is never left unset, and never inert. */
static int decode_state(const json_t *json, struct ece_qp_kind *kind, struct ece_error *e)
{
	char word[32];
	int ret = wire_need_string(json, "state", word, sizeof(word), e);

	if (ret)
		return ret;
	if (ece_value_state_parse(word, &kind->state) || kind->state == ECE_VALUE_UNSET ||
	    kind->state == ECE_VALUE_INERT)
		return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "queue pairs have the unknown state \"%s\"",
				     word);
	return kind->state == ECE_VALUE_SET ? need_number(json, "options", UINT32_MAX, &kind->options, e) : 0;
}

static int decode_kind(const json_t *json, struct ece_qp_kind *kind, struct ece_error *e)
{
	int ret = wire_need_string(json, "type", kind->type, sizeof(kind->type), e);

	ret = ret ? ret : wire_bool(json, "connected", &kind->connected, e);
	ret = ret ? ret : need_number(json, "count", UINT32_MAX, &kind->count, e);
	ret = ret ? ret : decode_state(json, kind, e);
	ret = ret ? ret : wire_text(json, "why", kind->why, sizeof(kind->why), e);
	return ret ? ret : decode_peers(json, kind, e);
}

static int decode_kinds(const json_t *json, struct ece_qp_census *census, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_array(json, "kinds", ECE_QP_KINDS_MAX, &array, e);

	for (size_t i = 0; !ret && i < json_array_size(array); i++)
		ret = decode_kind(json_array_get(array, i), &census->kinds[census->kind_count++], e);
	return ret;
}

static int decode_census(const json_t *json, struct ece_qp_census *census, struct ece_error *e)
{
	uint32_t unlisted = 0;
	int ret = need_number(json, "count", UINT32_MAX, &census->count, e);

	ret = ret ? ret : decode_kinds(json, census, e);
	ret = ret ? ret : number(json, "others", UINT32_MAX, &census->others, e);
	ret = ret ? ret : number(json, "left", UINT32_MAX, &census->left, e);
	ret = ret ? ret : number(json, "unlisted", INT32_MAX, &unlisted, e);
	census->unlisted = json_object_get(json, "unlisted") ? (int32_t)unlisted : -1;
	return ret;
}

int protocol_qps_decode(const json_t *nic, struct protocol_qps **result, struct ece_error *e)
{
	const json_t *json = json_object_get(nic, "qps"), *error = json_object_get(json, "error");
	struct protocol_qps *qps;
	int ret;

	*result = NULL;
	if (!json)
		return 0;
	qps = calloc(1, sizeof(*qps));
	if (!qps)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	ret = error ? protocol_error_decode(error, &qps->error, e) : decode_census(json, &qps->census, e);
	if (ret) {
		free(qps);
		return ret;
	}
	*result = qps;
	return 0;
}
