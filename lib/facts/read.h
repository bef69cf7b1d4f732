/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * All that can be read of one host, as one JSON document with a fixed order of keys.
 *
 * Three things stand for a value that is not there: null, when the host or the card does not have or tell such a thing;
 * an object with the one key "unknown" and the reason, when reading it failed; and for a parameter its state. None of
 * them is an error of the call.
 */
#ifndef ECE_LIB_FACTS_READ_H
#define ECE_LIB_FACTS_READ_H

#include <jansson.h>
#include <stdbool.h>

#include "devx/base/error.h"
#include "devx/os/os.h"

#define HOSTFACTS_VERSION 1 /* of the document: raised when a key changes its meaning */

/**
 * hostfacts_read - read a host
 * @simulated: what the document says about where it comes from
 * @doc: receives a new reference; only written on success
 *
 * Returns 0; -ENOMEM, or what finding the NICs failed with, with @e filled. A host without NICs is no error.
 */
int hostfacts_read(const struct ece_os *os, bool simulated, json_t **doc, struct ece_error *e);

#endif
