/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_LIB_HOOK_INTERNAL_H
#define ECE_LIB_HOOK_INTERNAL_H

#include "lib/hook/hook.h"
#include "lib/multi/multi.h"

struct message {
	struct message *next;
	char *id, *body;
	unsigned int tries; /* attempts that failed */
};

struct target {
	char *url, *secret_file, *headers_file, *token_file, *ca_file;
	char server[HOOK_SERVER_MAX];
	struct message *first, **end; /* the first is the one that is on its way, or that rests */
	size_t count;
	uint64_t at_ns; /* when the first may go out */
	CURL *easy;     /* of the one that is on its way; NULL: none is */
	struct curl_slist *headers;
	size_t answer_len;
	char error[CURL_ERROR_SIZE];
};

struct hook {
	struct multi multi;
	struct target targets[HOOK_TARGETS_MAX];
	size_t count;
};

/**
 * post_start - put the first message of a target on its way
 *
 * Returns 0; or a negative errno with @why filled: the attempt has failed.
 */
int post_start(struct hook *hook, struct target *target, char why[HOOK_WHY_MAX]);

/**
 * post_end - it came back; frees what belongs to the attempt
 *
 * Returns DELIVERED; REFUSED or TRIED with @why filled.
 */
enum hook_end post_end(struct target *target, CURLcode code, char why[HOOK_WHY_MAX]);

/**
 * post_drop - free what belongs to an attempt, whatever became of it; its handle is out of curl's hands
 */
void post_drop(struct target *target);

/**
 * secret_read - the text of a file that only its owner may read, without the line's end
 * @buf: HOOK_SECRET_MAX + 1 bytes; always NUL-terminated, to be wiped by the caller
 *
 * Returns 0 or a negative errno with @why filled.
 */
int secret_read(const char *path, char *buf, char why[HOOK_WHY_MAX]);

#endif
