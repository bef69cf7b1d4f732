// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/file_write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int failed(struct ece_error *e, const char *path)
{
	return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot write \"%s\": %s", path, strerror(errno));
}

static int write_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		text += n;
		len -= (size_t)n;
	}
	return 0;
}

static int close_all(int fd, bool sync)
{
	int err = sync ? fsync(fd) : 0;

	return close(fd) || err ? -1 : 0;
}

static int write_as_it_is(const char *path, const char *text, size_t len, struct ece_error *e)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return failed(e, path);
	if (write_all(fd, text, len)) {
		failed(e, path);
		close(fd);
		return e->code;
	}
	return close_all(fd, false) ? failed(e, path) : 0;
}

int file_replace(const char *path, const char *text, size_t len, mode_t mode, struct ece_error *e)
{
	char fresh[PATH_MAX];
	int fd, n = snprintf(fresh, sizeof(fresh), "%s.XXXXXX", path);

	if (n >= (int)sizeof(fresh)) {
		errno = ENAMETOOLONG;
		return failed(e, path);
	}
	fd = mkostemp(fresh, O_CLOEXEC);
	if (fd < 0)
		return failed(e, path);
	if (fchmod(fd, mode) || write_all(fd, text, len)) {
		failed(e, path);
		close(fd);
	} else if (close_all(fd, true) || rename(fresh, path)) {
		failed(e, path);
	} else {
		return 0;
	}
	unlink(fresh);
	return e->code;
}

static int write_mode(const char *path, const char *text, size_t len, mode_t mode, struct ece_error *e)
{
	struct stat st;

	if (!stat(path, &st) && !S_ISREG(st.st_mode))
		return write_as_it_is(path, text, len, e);
	return file_replace(path, text, len, mode, e);
}

int file_write(const char *path, const char *text, size_t len, struct ece_error *e)
{
	return write_mode(path, text, len, 0600, e);
}

int file_write_for_all(const char *path, const char *text, size_t len, struct ece_error *e)
{
	return write_mode(path, text, len, 0644, e);
}
