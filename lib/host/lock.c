// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/lock_wait.h"
#include "lib/host/journal_db.h"

int host_lock(const char *dir, uint64_t deadline_ns, struct ece_error *e)
{
	char path[JOURNAL_PATH_MAX];
	int fd, err;

	if (snprintf(path, sizeof(path), "%s/agent.lock", dir) >= (int)sizeof(path))
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the state directory's name is too long");
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot open the lock %s: %s", path, strerror(errno));
	err = lock_wait_file(fd, deadline_ns);
	if (!err)
		return fd;
	close(fd);
	if (err != -EWOULDBLOCK)
		return ece_error_set(e, err, ECE_ERROR_IO, "cannot lock %s: %s", path, strerror(-err));
	return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED,
			     "another agent is at work on this host (%s): try again when it has ended", path);
}
