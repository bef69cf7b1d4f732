/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* "store" of a fleet file: where runs are kept. */
#ifndef ECE_LIB_FLEET_STORE_H
#define ECE_LIB_FLEET_STORE_H

#include "lib/fleet/fleet.h"

#define FLEET_ENDPOINTS_MAX    16
#define FLEET_STORE_PREFIX     "/ecekit/"
#define FLEET_STORE_PREFIX_MAX 200 /* bytes */
#define FLEET_STORE_TTL_NS     UINT64_C(15000000000)
#define FLEET_STORE_TTL_MIN_NS UINT64_C(2000000000)
#define FLEET_STORE_TTL_MAX_NS UINT64_C(3600000000000)

enum fleet_store_kind {
	FLEET_STORE_SQLITE,
	FLEET_STORE_ETCD,
};

/* What is printed of a store, with where it was said. */
enum fleet_store_key {
	FLEET_STORE_KIND,
	FLEET_STORE_ENDPOINTS,
	FLEET_STORE_AT_PREFIX,
	FLEET_STORE_TTL,
	FLEET_STORE_CA,
	FLEET_STORE_CERT,
	FLEET_STORE_KEY,
	FLEET_STORE_USER,
	FLEET_STORE_PASSWORD,
	FLEET_STORE_KEY_COUNT,
};

/* Texts are of the fleet. Names of files are as written: relative ones are of the folder of the fleet file. */
struct fleet_store {
	enum fleet_store_kind kind;
	/* etcd: all of it; otherwise zero */
	const char *const *endpoints; /* NULL-ended */
	uint32_t endpoint_count;
	const char *prefix;                                 /* below which all keys lie */
	uint64_t ttl_ns;                                    /* of the lock of a controller that died */
	const char *ca, *cert, *key, *user, *password_file; /* NULL: not given */
	struct fleet_place said[FLEET_STORE_KEY_COUNT];     /* line 0: not given */
};

/**
 * fleet_store_key_name - how a key is written, with the one it is in: "tls.ca"
 */
const char *fleet_store_key_name(enum fleet_store_key key);

/**
 * fleet_store_parse - read only where runs are kept: of a fleet file, or of a file that holds a store and nothing else
 * @fleet: receives a fleet of which .store is of use; fleet_free() it
 *
 * Of a fleet file nothing else is looked at, so verbs find its store although it has expired. Returns as fleet_parse().
 */
int fleet_store_parse(const struct fleet_input *input, struct ece_error_sink *sink, struct fleet **fleet);

#endif
