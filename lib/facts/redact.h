/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A document of facts without what tells whose it is, fit for a public bug report.
 *
 * Host names, boot ids, GUIDs, MAC and IP addresses and serial numbers become "host-1a2b3c4d", "mac-...", wherever they
 * stand, also inside other texts and interface names. The same original becomes the same pseudonym, in one document and
 * in all documents made with the same salt; nobody without the salt can try originals out.
 */
#ifndef ECE_LIB_FACTS_REDACT_H
#define ECE_LIB_FACTS_REDACT_H

#include <jansson.h>
#include <stddef.h>

#include "devx/base/error.h"

#define HOSTFACTS_NAMES_MAX 256 /* host names, domains and serial numbers of one document */

/**
 * hostfacts_redact - take identities out of a document, in place
 * @salt: a secret; 16 random bytes where no two documents need to be compared
 *
 * The document gets a key "redacted". What in it is a number, a key, a PSID, a part number or a PCI address stays.
 * Returns 0; -ENOMEM, -E2BIG for more than HOSTFACTS_NAMES_MAX names, -EINVAL for more levels than a document has, with
 * @e filled; the document is then neither and must not be shown.
 */
int hostfacts_redact(json_t *doc, const void *salt, size_t salt_len, struct ece_error *e);

#endif
