// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/clock.h"

/* Index of our end in a pipe: we write the first, and read the other two. */
static const int ours[3] = {1, 0, 0};

static void close_pipes(int pipes[3][2])
{
	for (int i = 0; i < 3; i++)
		for (int end = 0; end < 2; end++)
			if (pipes[i][end] >= 0)
				close(pipes[i][end]);
}

static int make_pipes(int pipes[3][2])
{
	for (int i = 0; i < 3; i++)
		pipes[i][0] = pipes[i][1] = -1;
	for (int i = 0; i < 3; i++) {
		if (pipe2(pipes[i], O_CLOEXEC))
			return -errno;
		/* A low descriptor could be 0, 1 or 2, over which the child's ends are laid. */
		for (int end = 0; end < 2; end++) {
			int high = fcntl(pipes[i][end], F_DUPFD_CLOEXEC, 3);

			if (high < 0)
				return -errno;
			close(pipes[i][end]);
			pipes[i][end] = high;
		}
		if (fcntl(pipes[i][ours[i]], F_SETFL, O_NONBLOCK))
			return -errno;
	}
	return 0;
}

/*
 * In a session of its own, a Ctrl-C on the terminal reaches us and not an agent that is writing, and nothing that it
 * runs can ask for a password on our terminal.
 */
static int prepare_attributes(posix_spawnattr_t *attr)
{
	sigset_t set;
	int ret;

	sigemptyset(&set);
	ret = posix_spawnattr_setsigmask(attr, &set);
	sigfillset(&set);
	ret = ret ? ret : posix_spawnattr_setsigdefault(attr, &set);
	return ret ? ret :
		     posix_spawnattr_setflags(attr,
					      POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
}

static int run(const char *const *argv, const char *const *env, const char *dir, int pipes[3][2], pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	int ret = posix_spawn_file_actions_init(&actions);

	if (ret)
		return -ret;
	ret = posix_spawnattr_init(&attr);
	if (ret) {
		posix_spawn_file_actions_destroy(&actions);
		return -ret;
	}
	ret = prepare_attributes(&attr);
	for (int i = 0; i < 3 && !ret; i++)
		ret = posix_spawn_file_actions_adddup2(&actions, pipes[i][!ours[i]], i);
	if (!ret && dir)
		ret = posix_spawn_file_actions_addchdir_np(&actions, dir);
	if (!ret)
		ret = posix_spawnp(pid, argv[0], &actions, &attr, (char *const *)(uintptr_t)argv,
				   env ? (char *const *)(uintptr_t)env : environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	return -ret;
}

int spawn_start(const char *const *argv, struct spawn *child, struct ece_error *e)
{
	return spawn_start_in(argv, NULL, NULL, child, e);
}

int spawn_start_in(const char *const *argv, const char *const *env, const char *dir, struct spawn *child,
		   struct ece_error *e)
{
	int pipes[3][2];
	int ret = make_pipes(pipes);

	*child = (struct spawn){.pidfd = -1, .in = -1, .out = -1, .err = -1};
	if (!ret)
		ret = run(argv, env, dir, pipes, &child->pid);
	if (ret) {
		child->pid = 0;
		close_pipes(pipes);
		return ece_error_set(e, ret, ECE_ERROR_IO, "cannot start %s: %s", argv[0], strerror(-ret));
	}
	for (int i = 0; i < 3; i++)
		close(pipes[i][!ours[i]]);
	child->in = pipes[0][1];
	child->out = pipes[1][0];
	child->err = pipes[2][0];
	child->pidfd = (int)syscall(SYS_pidfd_open, child->pid, 0);
	if (child->pidfd < 0) {
		ret = -errno;
		spawn_end(child);
		return ece_error_set(e, ret, ECE_ERROR_IO, "cannot watch %s: %s", argv[0], strerror(-ret));
	}
	return 0;
}

/* The signal goes to the writing thread: blocked, it waits there to be taken away. */
ssize_t spawn_write(struct spawn *child, const void *data, size_t len)
{
	const struct timespec now = {0};
	sigset_t pipe_only, before, pending;
	ssize_t n;

	sigemptyset(&pipe_only);
	sigaddset(&pipe_only, SIGPIPE);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
	n = write(child->in, data, len);
	if (n < 0)
		n = -errno;
	if (n == -EPIPE && !sigismember(&pending, SIGPIPE))
		sigtimedwait(&pipe_only, NULL /* only to take it */, &now);
	pthread_sigmask(SIG_SETMASK, &before, NULL /* no more needed */);
	return n;
}

int spawn_wait(struct spawn *child, uint64_t deadline_ns, int *status)
{
	struct pollfd p = {.fd = child->pidfd, .events = POLLIN};

	if (!child->pid)
		return -ECHILD;
	for (;;) {
		uint64_t now = clock_now();
		int ret = poll(&p, 1, clock_poll_ms(now, deadline_ns));

		if (ret > 0)
			break;
		if (!ret && now >= deadline_ns)
			return -ETIMEDOUT;
	}
	while (waitpid(child->pid, status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	child->pid = 0;
	return 0;
}

static void close_one(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void spawn_kill_group(struct spawn *child)
{
	if (child->pid > 0)
		kill(-child->pid, SIGKILL);
}

void spawn_end(struct spawn *child)
{
	if (child->pid > 0) {
		kill(child->pid, SIGKILL);
		while (waitpid(child->pid, NULL /* nobody asks how it ended */, 0) < 0 && errno == EINTR)
			;
		child->pid = 0;
	}
	close_one(&child->in);
	close_one(&child->out);
	close_one(&child->err);
	close_one(&child->pidfd);
}

const char *spawn_status_text(int status, char *buf, size_t size)
{
	if (WIFSIGNALED(status))
		snprintf(buf, size, "was killed by signal %d", WTERMSIG(status));
	else
		snprintf(buf, size, "exited with code %d", WEXITSTATUS(status));
	return buf;
}
