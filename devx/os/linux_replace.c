// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Files that this toolkit keeps for others, below a directory of its own in /run. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "devx/os/linux_doors.h"

#define FILE_MODE 0644
#define DIR_MODE  0755

/* What the umask took away is given back, but only of what was made here. */
static int make_dir(const char *path)
{
	if (!mkdir(path, DIR_MODE))
		return chmod(path, DIR_MODE) ? -errno : 0;
	return errno == EEXIST ? 0 : -errno;
}

/* The directory, and the one that it is in: /run is there. */
static int make_dirs(const char *dir)
{
	char above[LINUX_PATH_MAX];
	char *end;
	int err = make_dir(dir);

	if (err != -ENOENT)
		return err;
	snprintf(above, sizeof(above), "%s", dir);
	end = strrchr(above, '/');
	if (!end)
		return err;
	*end = '\0';
	err = make_dir(above);
	return err ? err : make_dir(dir);
}

static int write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

static int fill(int fd, const char *data, size_t len)
{
	int err = write_all(fd, data, len);

	if (!err && (fchmod(fd, FILE_MODE) || fsync(fd)))
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	return err;
}

static int sync_dir(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int err = 0;

	if (fd < 0)
		return -errno;
	if (fsync(fd))
		err = -errno;
	close(fd);
	return err;
}

/* Each writer has a name of its own, or one could put the other's half in place. */
static int replace(const char *dir, const char *full, const char *data, size_t len)
{
	char new[LINUX_PATH_MAX];
	int fd, err;

	if (snprintf(new, sizeof(new), "%s/.new.XXXXXX", dir) >= (int)sizeof(new))
		return -ENAMETOOLONG;
	fd = mkostemp(new, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	err = fill(fd, data, len);
	if (!err && rename(new, full))
		err = -errno;
	if (err)
		unlink(new);
	return err ? err : sync_dir(dir);
}

int linux_replace(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	const struct linux_roots *roots = ctx;
	char full[LINUX_PATH_MAX];
	int err;

	if (root != ECE_OS_POLICY || !path[0] || strchr(path, '/'))
		return -EINVAL;
	err = linux_path(roots, root, path, full, sizeof(full));
	err = err ? err : make_dirs(roots->path[root]);
	return err ? err : replace(roots->path[root], full, data, len);
}
