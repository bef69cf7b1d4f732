/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-set does, one a file; each returns the exit status. */
#ifndef ECE_TOOLS_ECE_SET_VERBS_H
#define ECE_TOOLS_ECE_SET_VERBS_H

#include "tools/ece-set/args.h"

#define SET_VERSION 1 /* of the JSON objects: raised when a key changes its meaning */

int verb_set(const struct set_args *args);
int verb_undo(const struct set_args *args);
int verb_history(const struct set_args *args);

#endif
