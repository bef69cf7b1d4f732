// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/lock_wait.h"
#include "lib/host/journal_db.h"

static int lock_file(const char *path, uint64_t deadline_ns, struct ece_error *e)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600), err;

	if (fd < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot open the lock %s: %s", path, strerror(errno));
	err = lock_wait_file(fd, deadline_ns);
	if (!err)
		return fd;
	close(fd);
	return err == -EWOULDBLOCK ? err :
				     ece_error_set(e, err, ECE_ERROR_IO, "cannot lock %s: %s", path, strerror(-err));
}

static int too_long(struct ece_error *e)
{
	return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the state directory's name is too long");
}

int host_lock(const char *dir, uint64_t deadline_ns, struct ece_error *e)
{
	char path[JOURNAL_PATH_MAX];
	int fd;

	if (snprintf(path, sizeof(path), "%s/agent.lock", dir) >= (int)sizeof(path))
		return too_long(e);
	fd = lock_file(path, deadline_ns, e);
	if (fd != -EWOULDBLOCK)
		return fd;
	return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED,
			     "another agent is at work on this host (%s): try again when it has ended", path);
}

int host_lock_card(const char *dir, uint64_t guid, uint64_t deadline_ns, struct ece_error *e)
{
	char path[JOURNAL_PATH_MAX];
	int fd, n = snprintf(path, sizeof(path), "%s/cards", dir);

	if (n + 18 > (int)sizeof(path))
		return too_long(e);
	if (mkdir(path, 0700) && errno != EEXIST)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot create %s: %s", path, strerror(errno));
	snprintf(path + n, sizeof(path) - (size_t)n, "/%016" PRIx64, guid);
	fd = lock_file(path, deadline_ns, e);
	if (fd != -EWOULDBLOCK)
		return fd;
	return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED,
			     "another process works on this card, or hangs in it (%s; fuser tells which one)", path);
}
