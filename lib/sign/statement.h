/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What is signed of a run, as lines of text that a person can read (docs/signing.md), and what an APPLY brings with it to
 * show that it is part of that.
 */
#ifndef ECE_LIB_SIGN_STATEMENT_H
#define ECE_LIB_SIGN_STATEMENT_H

#include <stdint.h>

#include "devx/base/error.h"
#include "lib/sign/tree.h"

/* What a signature is for: one that was made for something else is none. */
#define SIGN_FOR_RUN   "run@ecekit"
#define SIGN_FOR_FLEET "fleet@ecekit"
#define SIGN_FOR_PLAN  "plan@ecekit"

#define SIGN_STATEMENT_MAX 768
#define SIGN_SIGNATURE_MAX 8192 /* armoured, with its NUL; an RSA key of 16384 bits makes some 7 KB */
#define SIGN_STORE_MAX     40
#define SIGN_RUN_MAX       128

struct sign_statement {
	char store[SIGN_STORE_MAX]; /* with .epoch and .number: the token that the run got when it was made */
	uint32_t epoch;
	uint64_t number;
	char run[SIGN_RUN_MAX];
	sign_digest plan, root; /* of the frozen plan; of the tree over its requests */
	uint32_t leaves;
	int64_t not_after; /* seconds since 1970: nothing of it is written later */
};

/* What an APPLY brings with it. Nothing in it is believed before it was checked. */
struct sign_proof {
	char statement[SIGN_STATEMENT_MAX], signature[SIGN_SIGNATURE_MAX];
	uint32_t index, path_len;
	sign_digest path[SIGN_PATH_MAX];
};

/**
 * sign_statement_write - to text
 *
 * Returns its length, or -EINVAL for a store or run that is no name of one line.
 */
int sign_statement_write(const struct sign_statement *statement, char text[SIGN_STATEMENT_MAX]);

/**
 * sign_statement_read - from text, which may be anything
 *
 * Only what sign_statement_write() writes is taken: there is one text for one statement. Returns 0, or -EPROTO (kind
 * PROTOCOL, VERSION) with @e filled.
 */
int sign_statement_read(const char *text, struct sign_statement *statement, struct ece_error *e);

/* A digest as 64 hexadecimal digits and a NUL, and back; sign_unhex() returns false for anything else. */
#define SIGN_HEX (2 * SIGN_DIGEST + 1)
void sign_hex(const uint8_t digest[SIGN_DIGEST], char hex[SIGN_HEX]);
bool sign_unhex(const char *hex, uint8_t digest[SIGN_DIGEST]);

#endif
