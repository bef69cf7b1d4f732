// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/lock_wait.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/file.h>

#include "lib/base/clock.h"

#define RETRY_MS 5

/* EACCES is what some file systems say for EAGAIN. */
static bool is_busy(int err)
{
	return err == EWOULDBLOCK || err == EACCES || err == EINTR;
}

static int wait_for(int fd, const struct flock *range, uint64_t deadline_ns)
{
	while (range ? fcntl(fd, F_OFD_SETLK, range) : flock(fd, LOCK_EX | LOCK_NB)) {
		if (!is_busy(errno))
			return -errno;
		if (clock_now() >= deadline_ns)
			return -EWOULDBLOCK;
		/* There is no event for a lock that comes free, only a call that could wait for ever. */
		poll(NULL, 0, RETRY_MS);
	}
	return 0;
}

int lock_wait_file(int fd, uint64_t deadline_ns)
{
	return wait_for(fd, NULL, deadline_ns);
}

int lock_wait_range(int fd, const struct flock *range, uint64_t deadline_ns)
{
	return wait_for(fd, range, deadline_ns);
}
