/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What resume and undo share: take up a run of the store and carry it to its end. */
#ifndef ECE_TOOLS_ECE_APPLY_RESUME_RUN_H
#define ECE_TOOLS_ECE_APPLY_RESUME_RUN_H

#include "tools/ece-apply/session.h"

/**
 * resume_run - go on with an open run
 * @file: only if it is the open run of this fleet file; NULL: the run that the arguments name, or the newest open one
 */
void resume_run(struct session *session, const char *file);

/**
 * resume_undo - put back what the named run wrote
 */
void resume_undo(struct session *session, const char *id);

#endif
