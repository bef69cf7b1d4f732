/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Cuts a stream into JSON objects. How the gateway frames the messages of a watch is not specified: a chunk is not a
 * message, newlines come and go (etcd-io/etcd#11372); so only the braces count. Bounded, and linear in what comes.
 */
#ifndef ECE_LIB_ETCD_SCAN_H
#define ECE_LIB_ETCD_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "devx/base/error.h"

#define ETCD_SCAN_DEPTH_MAX 64

/* Zero-initialise with .max; etcd_scan_done() frees the buffer and makes it empty. */
struct etcd_scan {
	size_t max; /* bytes of one object */
	char *buf;
	size_t start, at, len,
		size; /* the object under way begins at start, at: what was looked at, len: what is there */
	unsigned depth;
	bool string, escape;
};

/**
 * etcd_scan_add - more of the stream came
 *
 * Returns 0 or -ENOMEM.
 */
int etcd_scan_add(struct etcd_scan *scan, const void *data, size_t len);

/**
 * etcd_scan_next - the next whole object
 * @text: inside the buffer, not NUL-terminated; valid until the next call of either function
 *
 * Whether it is JSON inside its braces is for a parser. Returns 1 with an object; 0: not all of one is there; -EPROTO
 * (something else than an object, or nested too deep) or -EMSGSIZE with @e filled: the stream must not be read any
 * more.
 */
int etcd_scan_next(struct etcd_scan *scan, const char **text, size_t *len, struct ece_error *e);
void etcd_scan_done(struct etcd_scan *scan);

#endif
