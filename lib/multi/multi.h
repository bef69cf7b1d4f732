/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The transfers of libcurl behind one descriptor, for a loop that waits for other things as well. Nothing here waits.
 */
#ifndef ECE_LIB_MULTI_MULTI_H
#define ECE_LIB_MULTI_MULTI_H

#include <curl/curl.h>
#include <stdint.h>

#include "devx/base/error.h"

struct multi {
	int epoll, timer; /* descriptors; -1: not open */
	CURLM *curl;
	uint64_t curl_ns; /* when curl wants to be called; UINT64_MAX: it does not */
};

/**
 * multi_open - no transfer yet; @multi must stay where it is until multi_close()
 *
 * multi_close() accepts what failed to open. Handles that are still added are the caller's to remove before.
 * Returns 0 or a negative errno with @e filled.
 */
int multi_open(struct multi *multi, struct ece_error *e);
void multi_close(struct multi *multi);

/**
 * multi_arm - make the descriptor readable at a time of CLOCK_BOOTTIME at the latest, beside what curl waits for
 * @at_ns: UINT64_MAX: the caller waits for nothing
 */
int multi_arm(struct multi *multi, uint64_t at_ns, struct ece_error *e);

/* A transfer has ended; its handle is out of curl's hands and the caller's to free. */
typedef void multi_done(void *ctx, CURL *easy, CURLcode code);

/**
 * multi_step - do what can be done now
 * @done: may add handles
 *
 * To be followed by multi_arm(). Returns 0 or a negative errno with @e filled.
 */
int multi_step(struct multi *multi, multi_done *done, void *ctx, struct ece_error *e);

#endif
