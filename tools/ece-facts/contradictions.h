/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What in a document contradicts a policy, for people. */
#ifndef ECE_TOOLS_ECE_FACTS_CONTRADICTIONS_H
#define ECE_TOOLS_ECE_FACTS_CONTRADICTIONS_H

#include <jansson.h>

/**
 * contradictions_warn - one line each on stderr
 */
void contradictions_warn(const json_t *doc);

#endif
