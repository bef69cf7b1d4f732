/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The fencing token: which store, which epoch of it, which number. A host remembers the highest it has seen and never
 * writes for an older one, so a controller that lost its lock cannot act late. An epoch is raised by hand after a store
 * was restored from a backup.
 */
#ifndef ECE_LIB_ROLLOUT_TOKEN_H
#define ECE_LIB_ROLLOUT_TOKEN_H

#include <stdint.h>

#define TOKEN_STORE_MAX 40 /* a UUID in text */

struct token {
	char store[TOKEN_STORE_MAX];
	uint32_t epoch;
	uint64_t number;
};

enum token_order {
	TOKEN_OLDER,
	TOKEN_SAME,
	TOKEN_NEWER,
	TOKEN_FOREIGN, /* another store: adoption is explicit */
};

/**
 * token_compare - how @a stands to @b
 */
enum token_order token_compare(const struct token *a, const struct token *b);

#endif
