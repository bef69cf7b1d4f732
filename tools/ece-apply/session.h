/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The pieces that a verb needs, put together: state directory, store, channel, controller. */
#ifndef ECE_TOOLS_ECE_APPLY_SESSION_H
#define ECE_TOOLS_ECE_APPLY_SESSION_H

#include <limits.h>

#include "lib/channel/channel.h"
#include "lib/control/control.h"
#include "lib/simfleet/simfleet.h"
#include "lib/store/store.h"
#include "tools/ece-apply/args.h"
#include "tools/ece-apply/detach.h"
#include "tools/ece-apply/outcome.h"
#include "tools/ece-apply/watch.h"
#include "tools/common/store_at.h"

struct session {
	const struct apply_args *args;
	struct detach detach;
	struct outcome outcome;
	char state_dir[PATH_MAX];
	struct store_at *store_at; /* which store; NULL until it is asked for */
	struct store *store;
	struct simfleet *sim;
	struct channel *channel;
	struct control *control;
	struct signers *signers; /* whom hosts allow, as far as is known */
	struct watch watch;
	struct control_watch control_watch;
};

/**
 * session_open - find and make the state directory, and open the store in it
 * @with_store: false for what keeps nothing
 *
 * This and the others report what fails to the outcome and then return false. session_close() and
 * session_end() take a session in any state.
 */
bool session_open(struct session *session, const struct apply_args *args, bool with_store);

/**
 * session_connect - make the channel and the controller on it
 * @way: with --real-time the waits of a simulated fleet are real in any case
 * @fleet: for a simulated fleet that may have to be made; NULL: it exists
 */
bool session_connect(struct session *session, const struct control_way *way, const struct fleet *fleet);

/**
 * session_look - the same to look at runs only: nothing is asked of the state directory's free space, and it must exist
 * unless the store is elsewhere
 * @mode: STORE_AT_WRITE, or STORE_AT_RESTORED
 */
bool session_look(struct session *session, const struct apply_args *args, enum store_at_mode mode);

/**
 * session_tell_time - let the controller of session_look() know how late it is where the hosts of a run are
 *
 * What cannot be told is left out: the run's own last word then holds.
 */
void session_tell_time(struct session *session, const char *run_id);

/**
 * session_find_run - the run that a word names, or the newest
 * @open: only open runs
 */
bool session_find_run(struct session *session, const char *id, bool open, struct store_run *run);

/**
 * session_carry_out - call one of the controller's functions that carry out a run, with Ctrl-C and the watch around it
 * @act: fills the outcome's run_id and result
 *
 * With --detach the process leaves its terminal as soon as the run moves.
 */
bool session_carry_out(struct session *session, int (*act)(struct session *session, void *arg, struct ece_error *e),
		       void *arg);

/**
 * session_close - free everything
 */
void session_close(struct session *session);

/**
 * session_end - session_close() after the outcome was printed, if it is to be JSON
 *
 * Returns the exit status.
 */
int session_end(struct session *session);

#endif
