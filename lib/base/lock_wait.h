/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Locks of files, waited for until a deadline: the kernel's own waits have none. */
#ifndef ECE_LIB_BASE_LOCK_WAIT_H
#define ECE_LIB_BASE_LOCK_WAIT_H

#include <fcntl.h>
#include <stdint.h>

/**
 * lock_wait_file - flock(2) a file or directory for oneself
 * @deadline_ns: on clock_now(); tried once when it has passed
 *
 * Returns 0; -EWOULDBLOCK when somebody else had it until the deadline; another negative errno.
 */
int lock_wait_file(int fd, uint64_t deadline_ns);

/**
 * lock_wait_range - F_OFD_SETLK, see fcntl(2); F_UNLCK never waits
 *
 * Returns as lock_wait_file().
 */
int lock_wait_range(int fd, const struct flock *range, uint64_t deadline_ns);

#endif
