/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The end of a command for people: how it went, where the journal is, and what to type next. */
#ifndef ECE_TOOLS_ECE_APPLY_SUMMARY_H
#define ECE_TOOLS_ECE_APPLY_SUMMARY_H

#include "tools/common/term.h"
#include "tools/ece-apply/args.h"
#include "tools/ece-apply/outcome.h"

#define CALLED_AS_ENV "ECE_CALLED_AS" /* how this tool was started, for commands to type; set by ./run */

/**
 * summary_simulated - say that the fleet is simulated, and where its cards are kept
 * @virtual_time: an hour of waiting does not take an hour
 */
void summary_simulated(const struct term *term, const char *state_dir, bool virtual_time);

/* The same where another transport reaches hosts that say that they are simulated. */
void summary_simulated_hosts(const struct term *term);

/**
 * summary_run - print how a run ended
 */
void summary_run(const struct term *term, const struct outcome *outcome, const struct apply_args *args,
		 const char *journal);

/**
 * summary_open_run - after an error in the middle of a run: say on stderr that it is open, and what can be done
 */
void summary_open_run(const struct outcome *outcome, const struct apply_args *args);

/**
 * summary_command - the command line of a verb for this run, to be typed as it stands: "ece-apply undo 7"
 *
 * Returns @buf.
 */
const char *summary_command(const struct apply_args *args, const char *verb, const char *run, char *buf, size_t size);

#endif
