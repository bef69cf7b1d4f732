/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A server on loopback that takes HTTP requests and does what a test wants of a bad etcd. */
#ifndef ECE_TESTS_ETCD_FAKE_H
#define ECE_TESTS_ETCD_FAKE_H

#include <stddef.h>

enum fake_kind {
	FAKE_ANSWER, /* .text with .status (0: 200), the connection stays open */
	FAKE_CLOSE,  /* read the request, then close without an answer */
	FAKE_HANG,   /* read the request and say nothing */
	FAKE_CUT,    /* begin an answer and close in its middle */
	FAKE_FLOOD,  /* an answer without end */
};

struct fake_step {
	enum fake_kind kind;
	int status;
	const char *text;
};

struct fake;

/**
 * fake_new - a server that does one step for each request; the last one is repeated
 * @steps: ended by one that is all zero (no text)
 */
struct fake *fake_new(const struct fake_step *steps);
void fake_free(struct fake *fake);
const char *fake_url(const struct fake *fake);

/* How many requests it has read, and the last one of them with its headers. */
unsigned fake_requests(const struct fake *fake);
const char *fake_last(const struct fake *fake);

#endif
