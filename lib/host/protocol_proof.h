/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The proof of a signed run (docs/signing.md) in a request. Private to lib/host. */
#ifndef ECE_LIB_HOST_PROTOCOL_PROOF_H
#define ECE_LIB_HOST_PROTOCOL_PROOF_H

#include <jansson.h>

#include "lib/host/protocol.h"

/* Returns a new reference, or NULL. */
json_t *proof_encode(const struct sign_proof *proof);

/**
 * proof_decode - the member "proof" of a request, which may be anything
 * @proof: receives it for free(), or NULL when there is none
 *
 * Returns 0 or a negative errno with @e filled.
 */
int proof_decode(const json_t *root, struct sign_proof **proof, struct ece_error *e);

/**
 * proof_is_plausible - do its texts end, in lines of printable characters, and is its path no longer than one can be?
 */
bool proof_is_plausible(const struct sign_proof *proof);

#endif
