// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-exporter/textfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MODE 0644

static int failed(const char *path, struct ece_error *e)
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

static int fill(int fd, const char *text, size_t len)
{
	int err = write_all(fd, text, len) || fchmod(fd, MODE) || fsync(fd) ? -1 : 0;

	return close(fd) || err ? -1 : 0;
}

int textfile_write(const char *dir, const char *text, size_t len, struct ece_error *e)
{
	char path[PATH_MAX], fresh[PATH_MAX];
	int fd;

	if (snprintf(path, sizeof(path), "%s/" TEXTFILE_NAME, dir) >= (int)sizeof(path) ||
	    snprintf(fresh, sizeof(fresh), "%s/." TEXTFILE_NAME ".XXXXXX", dir) >= (int)sizeof(fresh)) {
		errno = ENAMETOOLONG;
		return failed(dir, e);
	}
	fd = mkostemp(fresh, O_CLOEXEC);
	if (fd < 0)
		return failed(path, e);
	if (!fill(fd, text, len) && !rename(fresh, path))
		return 0;
	failed(path, e);
	unlink(fresh);
	return e->code;
}
