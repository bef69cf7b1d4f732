/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What resume, accept, abort and undo share: take up a run of the store and carry it to its end. */
#ifndef ECE_TOOLS_ECE_APPLY_RESUME_RUN_H
#define ECE_TOOLS_ECE_APPLY_RESUME_RUN_H

#include "tools/ece-apply/session.h"

typedef int resume_act(struct session *session, void *arg, struct ece_error *e);

/**
 * resume_carry_out - reach the hosts of a run as it did itself, and carry it out with @act
 * @act: one of the controller's functions that take a run over, on the outcome's run
 */
void resume_carry_out(struct session *session, const struct store_run *run, resume_act *act);

/**
 * resume_open - the @act that goes on with a paused run, or one whose controller died
 */
int resume_open(struct session *session, void *arg, struct ece_error *e);

/**
 * resume_is_of - is it a run of this fleet file? Reported when it is not
 */
bool resume_is_of(struct session *session, const struct store_run *run, const char *file);

/**
 * resume_undo - put back what the named run wrote
 */
void resume_undo(struct session *session, const char *id);

#endif
