/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Numbers, bytes and errors as the JSON gateway writes them. Private to lib/etcd. */
#ifndef ECE_LIB_ETCD_JSON_H
#define ECE_LIB_ETCD_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/etcd/etcd.h"

/**
 * json_get_i64, json_get_u64 - a number of an object; what is 0 is left out (proto3), 64 bits come as strings
 *
 * Both forms are taken. Return 0 with 0 for a missing one, or -EPROTO.
 */
int json_get_i64(const json_t *object, const char *name, int64_t *value);
int json_get_u64(const json_t *object, const char *name, uint64_t *value);

/**
 * json_get_kv - a KeyValue message
 *
 * Returns 0, -EPROTO (no object, a key that is no text, bad numbers or base64), or -ENOMEM; then nothing is held.
 * etcd_kv_done() frees what it holds.
 */
int json_get_kv(const json_t *object, struct etcd_kv *kv);
void etcd_kv_done(struct etcd_kv *kv);

/* An error that the gateway reported: {"error":"...","code":5}, or of a stream {"error":{"grpc_code":5,...}}. */
struct json_refusal {
	int grpc; /* code of gRPC; 2 (unknown) when there is none */
	const char *message;
};

/**
 * json_get_refusal - is it an error; .message is inside @root
 */
bool json_get_refusal(const json_t *root, struct json_refusal *refusal);

#endif
