/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One function a verb. Each prints its result and returns the exit status; what fails is printed on stderr, and with
 * --json is in the object on stdout as well.
 */
#ifndef ECE_TOOLS_ECE_APPLY_VERBS_H
#define ECE_TOOLS_ECE_APPLY_VERBS_H

#include "tools/ece-apply/args.h"

int verb_owed(const struct apply_args *args);
int verb_file(const struct apply_args *args);
int verb_explain(const struct apply_args *args); /* verb_file() with --explain */
int verb_undo(const struct apply_args *args);
int verb_resume(const struct apply_args *args);
int verb_pause(const struct apply_args *args);
int verb_accept(const struct apply_args *args);
int verb_abort(const struct apply_args *args);
int verb_status(const struct apply_args *args);
int verb_history(const struct apply_args *args);
int verb_why(const struct apply_args *args);
int verb_freeze(const struct apply_args *args);
int verb_unfreeze(const struct apply_args *args);
int verb_epoch(const struct apply_args *args);
int verb_targets(const struct apply_args *args);

#endif
