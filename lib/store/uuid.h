/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The name of a new store. */
#ifndef ECE_LIB_STORE_UUID_H
#define ECE_LIB_STORE_UUID_H

#include "lib/rollout/token.h"

/**
 * store_uuid - a random UUID in text (RFC 9562, version 4)
 *
 * Returns 0, or -EIO when there are no random numbers.
 */
int store_uuid(char uuid[TOKEN_STORE_MAX]);

#endif
