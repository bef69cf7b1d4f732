/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A child process with three pipes and a pidfd. No shell: the argument vector goes to the program as it is.
 */
#ifndef ECE_LIB_BASE_SPAWN_H
#define ECE_LIB_BASE_SPAWN_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "devx/base/error.h"

struct spawn {
	pid_t pid;
	int pidfd;        /* readable when the child has ended */
	int in, out, err; /* our ends, non-blocking, closed on exec; -1 when closed */
};

/**
 * spawn_start - run a program
 * @argv: NULL-ended; argv[0] is looked for in PATH when it has no slash
 *
 * The child gets the caller's environment, default signal dispositions, an empty signal mask, and a session of its own
 * without a terminal. Returns 0 and a child for spawn_end(); or a negative errno with @e filled: the program did not
 * start.
 */
int spawn_start(const char *const *argv, struct spawn *child, struct ece_error *e);

/**
 * spawn_start_in - the same with another environment, in another directory
 * @env: the whole of it, NULL-ended; NULL: the caller's
 * @dir: where the program runs; a relative argv[0] with a slash is looked for there; NULL: where the caller is
 */
int spawn_start_in(const char *const *argv, const char *const *env, const char *dir, struct spawn *child,
		   struct ece_error *e);

/**
 * spawn_write - one write(2) to the child's input that raises no SIGPIPE, whatever the caller does with that signal
 *
 * Returns the bytes written, or a negative errno.
 */
ssize_t spawn_write(struct spawn *child, const void *data, size_t len);

/**
 * spawn_wait - wait for the end of the child
 * @deadline_ns: on CLOCK_BOOTTIME
 * @status: as of waitpid(2)
 *
 * Returns 0, or -ETIMEDOUT with the child still running.
 */
int spawn_wait(struct spawn *child, uint64_t deadline_ns, int *status);

/**
 * spawn_kill_group - kill the child and what it started, as far as that has not left its process group
 *
 * Also when the child itself has ended, until it is reaped. Does nothing without a child.
 */
void spawn_kill_group(struct spawn *child);

/**
 * spawn_end - close the pipes; kill the child if it still runs, and reap it
 *
 * May be called twice, and on a struct with pid 0.
 */
void spawn_end(struct spawn *child);

/**
 * spawn_status_text - "exited with code 3", "was killed by signal 9"
 *
 * Always NUL-terminates. Returns @buf.
 */
const char *spawn_status_text(int status, char *buf, size_t size);

#endif
