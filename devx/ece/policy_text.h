/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The text of a policy file, as it is written; ece/policy.h has how it is read. */
#ifndef ECE_DEVX_ECE_POLICY_TEXT_H
#define ECE_DEVX_ECE_POLICY_TEXT_H

#include <stddef.h>

#include "ece/policy.h"

#define ECE_POLICY_FORMAT 1 /* the file's "version" */

/* Of the longest text that is written, its NUL included; both sets have every name and a number. */
#define ECE_POLICY_TEXT_MAX 512

/**
 * ece_policy_format - a policy as a text that ece_policy_parse() takes back: one line of JSON
 * @size: ECE_POLICY_TEXT_MAX is enough
 *
 * Everything is written as the word "all", since no list of names would stay everything. Returns its length; 0 when it
 * does not fit, or without memory.
 */
size_t ece_policy_format(const struct ece_policy *policy, char *buf, size_t size);

#endif
