// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Secrets come from files, and from files that are kept as such. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/hook/internal.h"

#define OTHERS (S_IRWXG | S_IRWXO)

static int check(int fd, const char *path, char why[HOOK_WHY_MAX])
{
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	if (S_ISREG(st.st_mode) && !(st.st_mode & OTHERS))
		return 0;
	snprintf(why, HOOK_WHY_MAX, "%.160s: %s", path,
		 S_ISREG(st.st_mode) ? "others may read or write it; chmod 600" : "this is no file");
	return -EACCES;
}

static int read_all(int fd, char *buf)
{
	size_t len = 0;
	ssize_t n;

	do {
		n = read(fd, buf + len, HOOK_SECRET_MAX - len);
		if (n < 0 && errno != EINTR)
			return -errno;
		len += n > 0 ? (size_t)n : 0;
	} while (n && len < HOOK_SECRET_MAX);
	buf[len] = '\0';
	while (len && (buf[len - 1] == '\n' || buf[len - 1] == '\r'))
		buf[--len] = '\0';
	return n ? -EFBIG : len ? 0 : -ENODATA;
}

int secret_read(const char *path, char *buf, char why[HOOK_WHY_MAX])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), err;

	why[0] = buf[0] = '\0';
	err = fd < 0 ? -errno : check(fd, path, why);
	if (!err)
		err = read_all(fd, buf);
	if (fd >= 0)
		close(fd);
	if (err && !why[0])
		snprintf(why, HOOK_WHY_MAX, "%.160s: %s", path,
			 err == -EFBIG   ? "it is too large" :
			 err == -ENODATA ? "it is empty" :
					   strerror(-err));
	return err;
}
