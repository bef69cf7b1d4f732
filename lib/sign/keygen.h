/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Signing and verifying with ssh-keygen -Y (OpenSSH 8.2 and later; its PROTOCOL.sshsig has the form of a signature). The
 * program is a child with a deadline, without a shell; what it reads goes through pipes and memory, no file is made.
 */
#ifndef ECE_LIB_SIGN_KEYGEN_H
#define ECE_LIB_SIGN_KEYGEN_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/base/clock.h"

#define KEYGEN_SIGN_NS   (120 * CLOCK_SECOND_NS) /* a key on a token wants to be touched */
#define KEYGEN_VERIFY_NS (10 * CLOCK_SECOND_NS)
#define KEYGEN_WHO_MAX   256

/**
 * keygen_sign - sign a message
 * @key: file of a private key; or of a public one whose private half is in ssh-agent
 * @purpose: the namespace of the signature, SIGN_FOR_*
 * @signature: receives text for free()
 *
 * A passphrase is not asked for on the terminal. Returns 0, or a negative errno with @e filled.
 */
int keygen_sign(const char *key, const char *purpose, const void *message, size_t len, char **signature,
		struct ece_error *e);

/**
 * keygen_verify - is it a good signature for this purpose of somebody in a list of allowed signers?
 * @allowed: the text of the list, ALLOWED SIGNERS of ssh-keygen(1)
 * @signature: anything
 * @who: receives whom the list calls its owner, KEYGEN_WHO_MAX bytes
 *
 * Returns 0; -EKEYREJECTED (kind DENIED) with @e filled when it is not; or another negative errno when that cannot be told.
 */
int keygen_verify(const char *allowed, const char *purpose, const void *message, size_t len, const char *signature,
		  char *who, struct ece_error *e);

#endif
