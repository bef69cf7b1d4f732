/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Documents of facts beside each other: what most hosts have, and the odd ones out.
 *
 * What differs between any two hosts is not looked at: names, addresses, GUIDs, serial numbers, counters, reasons. NICs
 * are matched by PCI address where all documents have the same addresses, else by their place in the list.
 */
#ifndef ECE_LIB_FACTS_COMPARE_H
#define ECE_LIB_FACTS_COMPARE_H

#include <jansson.h>
#include <stddef.h>

#include "devx/base/error.h"

#define HOSTFACTS_DOCUMENTS_MAX 1024  /* compared at a time */
#define HOSTFACTS_KEYS_MAX      65536 /* different keys of all documents */

struct hostfacts_comparison;

/**
 * hostfacts_comparison_new - make ready to compare @n documents
 *
 * Returns 0 with @comparison to be freed with hostfacts_comparison_free(), which accepts NULL; -EINVAL for less than
 * two, -E2BIG for more than HOSTFACTS_DOCUMENTS_MAX, -ENOMEM; with @e filled.
 */
int hostfacts_comparison_new(size_t n, struct hostfacts_comparison **comparison, struct ece_error *e);
void hostfacts_comparison_free(struct hostfacts_comparison *comparison);

/**
 * hostfacts_comparison_add - take in the next document, which may be freed afterwards
 * @doc: as hostfacts_read() makes it; others' keys are compared alike
 *
 * Returns 0; -EINVAL for what is no document of facts of this version; -E2BIG beyond one of the limits; -ENOMEM; with
 * @e filled.
 */
int hostfacts_comparison_add(struct hostfacts_comparison *comparison, const json_t *doc, struct ece_error *e);

/**
 * hostfacts_comparison_result - who is odd, when all documents have been added; to be called once
 * @labels: what to call each, such as its host's name
 * @result: receives a new reference, only written on success:
 *
 *	{"documents": N, "groups": [
 *	  {"hosts": "gpu[001-002]", "count": 2, "labels": ["gpu001", "gpu002"], "differences": [
 *	    {"where": "host" or a NIC, "key": "parameters.dcqcn.rp.ai_rate", "value": "20 Mb/s",
 *	     "reference": "5 Mb/s", "reference_count": 62, "majority": true}]}]}
 *
 * A group is those documents that differ from the reference in the same way, and all that they differ in; "hosts" is
 * null where the labels are no host names. The reference is what most documents have; without a majority ("majority":
 * false) what the first one of the most frequent has. A key that a document does not have has the value "absent", one
 * that could not be read "unknown".
 *
 * Returns 0 or -ENOMEM with @e filled.
 */
int hostfacts_comparison_result(struct hostfacts_comparison *comparison, const char *const *labels, json_t **result,
				struct ece_error *e);

#endif
