/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The file of --apply:
 *
 *	{"version": 1, "domain": "job-a", "peers": ["10.0.0.0/24", "fd00::/64"],
 *	 "ece_version": 2, "allow": ["selective_repeat"], "apply": ["selective_repeat"]}
 *
 * "apply" is what is asked for, "allow" what may be ("allow" absent: all). "ece_version" is the version that every card of
 * the domain has at least: both ends must ask for the very same word.
 */
#ifndef ECE_TOOLS_ECE_TRACE_POLICY_H
#define ECE_TOOLS_ECE_TRACE_POLICY_H

#include "devx/base/error.h"
#include "tools/ece-trace/domain.h"

#define POLICY_FILE_MAX 32768 /* bytes */

/**
 * policy_parse - the text of a policy file
 * @text: @len bytes; need not end in NUL
 * @name: of the file, for messages
 *
 * Options without a public name are refused: nobody can say what a peer does with them. Returns 0, or a negative errno with
 * @e filled; its place names the file.
 */
int policy_parse(const char *text, size_t len, const char *name, struct domain *domain, struct ece_error *e);

/**
 * policy_load - the same of a file
 */
int policy_load(const char *path, struct domain *domain, struct ece_error *e);

#endif
