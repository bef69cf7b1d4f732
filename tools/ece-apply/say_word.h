/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A word to a run: to whoever carries it out, or, when nobody does, said by taking it over. */
#ifndef ECE_TOOLS_ECE_APPLY_SAY_WORD_H
#define ECE_TOOLS_ECE_APPLY_SAY_WORD_H

#include "lib/store/store.h"
#include "tools/ece-apply/resume_run.h"

#define SAY_VERSION 1     /* of the JSON object: raised when a key changes its meaning */
#define SAY_WAIT_MS 15000 /* for a controller to take a word, and again for the run to show it */

/**
 * say_word - say a word to a run
 * @alone: takes the run over and carries the word out, when no controller lives
 *
 * A living controller is left the word; that it was taken, and how the run stands then, is printed, as text or as
 * {version, run, word, by, state, reason}. It is no error to ask for what is so already.
 *
 * Returns true when the word was said and told, and the session's outcome has nothing to add.
 */
bool say_word(struct session *session, const struct store_run *run, enum store_word word, resume_act *alone);

/**
 * say_verb - the whole of a verb that says a word to the open run that is named, or to the newest
 *
 * Returns the exit status.
 */
int say_verb(const struct apply_args *args, enum store_word word, resume_act *alone);

#endif
