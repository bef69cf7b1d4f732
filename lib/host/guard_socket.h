/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Both ends of the socket between agent and guard. Every wait has a deadline; no signal is raised. */
#ifndef ECE_LIB_HOST_GUARD_SOCKET_H
#define ECE_LIB_HOST_GUARD_SOCKET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "devx/base/error.h"
#include "lib/host/journal.h"
#include "lib/host/protocol.h"

/**
 * guard_listen - a socket that one user may connect to
 * @path: a socket that is there is taken away: the caller has made sure that no other guard uses it
 * @uid: who owns the socket file; nobody else but root gets in
 *
 * Returns a descriptor, or a negative errno with @e filled.
 */
int guard_listen(const char *path, uid_t uid, struct ece_error *e);

/**
 * guard_accept - the next connection
 * @uid: of whom it must be, or of root, or of this process
 *
 * Returns a descriptor; -EACCES with @e filled for somebody else's, which is closed; or what accept4(2) said.
 */
int guard_accept(int fd, uid_t uid, struct ece_error *e);

/**
 * guard_connect - the agent's end
 *
 * Returns a descriptor, or a negative errno with @e filled.
 */
int guard_connect(const char *path, struct ece_error *e);

/**
 * guard_call - have the guard carry out a request
 * @deadline_ns: on CLOCK_BOOTTIME
 * @answer: receives the answer line for free()
 *
 * Returns 0; or a negative errno with @e filled: there is no true answer. -ETIMEDOUT (kind TIMEOUT): the guard is
 * stuck, and the sentence names the card that it is at. The connection is of no use then.
 */
int guard_call(int fd, const struct protocol_request *request, uint64_t deadline_ns, char **answer, size_t *answer_len,
	       struct ece_error *e);

/**
 * guard_tell_working, guard_tell_answer, guard_tell_failed - what the guard says
 *
 * A peer that does not read is given up after some seconds. Return 0 or a negative errno.
 */
int guard_tell_working(int fd, const struct journal_card *card);
int guard_tell_answer(int fd, const char *answer, size_t len);
int guard_tell_failed(int fd, const struct ece_error *why);

#endif
