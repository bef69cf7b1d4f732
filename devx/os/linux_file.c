// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/os/linux_doors.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool leaves_root(const char *path)
{
	if (path[0] == '/')
		return true;
	for (const char *part = path; part; part = strchr(part, '/')) {
		part += *part == '/';
		if (part[0] == '.' && part[1] == '.' && (part[2] == '/' || !part[2]))
			return true;
	}
	return false;
}

int linux_path(const struct linux_roots *roots, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	int n;

	if (root >= ECE_OS_ROOT_COUNT || leaves_root(path))
		return -EINVAL;
	if (root == ECE_OS_HOST)
		return linux_host_path(roots, path, buf, size);
	n = snprintf(buf, size, "%s/%s", roots->path[root], path);
	return n < 0 || (size_t)n >= size ? -ENAMETOOLONG : 0;
}

/* Opens a file of a root. Returns the descriptor, or a negative errno. */
static int open_file(void *ctx, enum ece_os_root root, const char *path, int flags)
{
	char full[LINUX_PATH_MAX];
	int err = linux_path(ctx, root, path, full, sizeof(full));
	int fd;

	if (err)
		return err;
	fd = open(full, flags | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int linux_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	int fd = open_file(ctx, root, path, O_RDONLY);
	size_t len = 0;
	ssize_t n = 1;
	char more;

	if (fd < 0)
		return fd;
	while (len < size && n > 0) {
		n = read(fd, buf + len, size - len);
		if (n > 0)
			len += (size_t)n;
	}
	if (n > 0)
		n = read(fd, &more, 1) > 0 ? -EFBIG : 0;
	else if (n < 0)
		n = -errno;
	close(fd);
	return n < 0 ? (int)n : (int)len;
}

int linux_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	int fd = root == ECE_OS_POLICY ? -EINVAL : open_file(ctx, root, path, O_WRONLY);
	int err = 0;
	ssize_t n;

	if (fd < 0)
		return fd;
	n = write(fd, data, len);
	if (n < 0)
		err = -errno;
	else if ((size_t)n != len)
		err = -EIO;
	close(fd);
	return err;
}

int linux_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name), void *arg)
{
	int fd = open_file(ctx, root, path, O_RDONLY | O_DIRECTORY);
	struct dirent *entry;
	int stop = 0;
	DIR *dir;

	if (fd < 0)
		return fd;
	dir = fdopendir(fd);
	if (!dir) {
		stop = -errno;
		close(fd);
		return stop;
	}
	errno = 0;
	while (!stop && (entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			stop = each(arg, entry->d_name);
		errno = 0;
	}
	if (!stop && errno)
		stop = -errno;
	closedir(dir);
	return stop;
}

int linux_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	char full[LINUX_PATH_MAX], target[LINUX_PATH_MAX];
	int err = linux_path(ctx, root, path, full, sizeof(full));
	const char *name;
	ssize_t n;

	if (err)
		return err;
	n = readlink(full, target, sizeof(target) - 1);
	if (n < 0)
		return -errno;
	if ((size_t)n == sizeof(target) - 1)
		return -ENAMETOOLONG;
	target[n] = '\0';
	name = strrchr(target, '/') ? strrchr(target, '/') + 1 : target;
	n = snprintf(buf, size, "%s", name);
	return (size_t)n >= size ? -ENAMETOOLONG : (int)n;
}
