// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/shape_parts.h"
#include "lib/fleet/store.h"

static const struct shape_word kinds[] = {{.name = "sqlite"}, {.name = "etcd"}, {0}};
static const struct shape kind = {.kind = SHAPE_WORD, .words = kinds};

static const struct shape url = {.kind = SHAPE_URL};
static const struct shape endpoints = {.kind = SHAPE_ARRAY, .of = &url, .min = 1, .max = FLEET_ENDPOINTS_MAX};

static const struct shape_key tls_keys[] = {
	{.name = "ca", .shape = &shape_text, .text = "File with the certificates that etcd is checked against"},
	{.name = "cert", .shape = &shape_text, .text = "File with the client's certificate"},
	{.name = "key", .shape = &shape_text, .text = "File with its private key"},
	{0},
};
static const struct shape tls = {.kind = SHAPE_OBJECT, .keys = tls_keys};

static const struct shape_key store_keys[] = {
	{.name = "kind",
	 .shape = &kind,
	 .required = true,
	 .text = "Where runs are kept: sqlite (a file in the state directory), or etcd, for several machines"},
	{.name = "endpoints", .shape = &endpoints, .text = "etcd: its members, as in \"https://etcd1:2379\""},
	{.name = "prefix",
	 .shape = &shape_text,
	 .text = "etcd: all keys lie below it; \"/ecekit/\" and the name of the fleet"},
	{.name = "ttl",
	 .shape = &shape_duration,
	 .text = "etcd: so long nobody else can go on after a controller died; 15s"},
	{.name = "tls",
	 .shape = &tls,
	 .text = "etcd: files of certificates; relative names are of the folder of this file"},
	{.name = "user", .shape = &shape_text, .text = "etcd: whom to log in as"},
	{.name = "password_file",
	 .shape = &shape_text,
	 .text = "etcd: the password is its first line; nobody else may read it"},
	{0},
};
const struct shape shape_store = {.kind = SHAPE_OBJECT, .keys = store_keys};
