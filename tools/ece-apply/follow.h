/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Watching a run that another process carries out. */
#ifndef ECE_TOOLS_ECE_APPLY_FOLLOW_H
#define ECE_TOOLS_ECE_APPLY_FOLLOW_H

#include "tools/ece-apply/session.h"

/**
 * follow - show a run as it moves, until it ends, nobody carries it out any more, or a signal comes
 * @run: of session_look()
 *
 * On stderr as for the one who began it, the status on stdout at the end; with --json a status object for each change,
 * one a line. Closes the session. Returns the exit status: that of the run, or that of a paused one.
 */
int follow(struct session *session, const struct store_run *run);

#endif
