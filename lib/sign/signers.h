/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Who may sign on this machine: a file of allowed signers, as ssh-keygen(1) has it. Where the file is, signatures are
 * required; one that is there and cannot be trusted or read requires what nobody can give.
 */
#ifndef ECE_LIB_SIGN_SIGNERS_H
#define ECE_LIB_SIGN_SIGNERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/sign/statement.h"

#define SIGNERS_FILE     "/etc/ece/allowed_signers"
#define SIGNERS_FILE_MAX (1 << 20)

/* How long a verified statement is not verified again: the list may say when a key ends. */
#define SIGNERS_KEPT_NS UINT64_C(600000000000)

struct signers;

/**
 * signers_new - whom a file allows
 * @file: NULL: SIGNERS_FILE, which need not be there; one that is named must be
 *
 * The file is read when something is to be verified, so that a change of it counts at once. Returns 0 and an object for
 * signers_free(), which accepts NULL; or -ENOMEM with @e filled.
 */
int signers_new(const char *file, struct signers **signers, struct ece_error *e);
void signers_free(struct signers *signers);

/**
 * signers_required - must what is written here be signed?
 *
 * Returns 1; 0 when the file need not be there and is not; or a negative errno with @e filled: it is there, and cannot
 * be trusted: it belongs to somebody else, or others may write to it.
 */
int signers_required(const struct signers *signers, struct ece_error *e);

/**
 * signers_verify - is a message signed by somebody whom the file allows, for this purpose?
 * @purpose: SIGN_FOR_*
 * @who: receives the name that the file has for the signer, KEYGEN_WHO_MAX bytes; may be NULL
 *
 * Returns 0 or a negative errno with @e filled.
 */
int signers_verify(const struct signers *signers, const char *purpose, const void *message, size_t len,
		   const char *signature, char *who, struct ece_error *e);

/**
 * signers_check - does a proof cover this leaf, now?
 * @now: seconds since 1970
 * @statement: receives what is signed
 *
 * A statement that was verified is remembered, with its signature and the list as they were. Returns 0 or a negative
 * errno with @e filled: the sentence says what is wrong with the proof.
 */
int signers_check(struct signers *signers, const struct sign_proof *proof, const uint8_t leaf[SIGN_DIGEST], int64_t now,
		  struct sign_statement *statement, struct ece_error *e);

#endif
