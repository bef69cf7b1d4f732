// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK     ((size_t)64 << 10)
#define MIB_SHIFT 20

static int cannot(int err, const char *path, struct ece_error *e)
{
	return ece_error_set(e, err, ECE_ERROR_IO, "cannot read \"%s\": %s", path, strerror(-err));
}

/* Room for one more chunk and the NUL behind it. */
static int more_room(char **text, size_t len, size_t *room)
{
	char *grown;

	if (*room - len > CHUNK)
		return 0;
	*room = *room ? 2 * *room : 2 * CHUNK;
	grown = realloc(*text, *room);
	if (!grown)
		return -ENOMEM;
	*text = grown;
	return 0;
}

static int read_all(int fd, size_t max, char **text, size_t *len)
{
	size_t room = 0;
	ssize_t n;

	*len = 0;
	do {
		if (more_room(text, *len, &room))
			return -ENOMEM;
		n = read(fd, *text + *len, CHUNK);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0)
			*len += (size_t)n;
		if (*len > max)
			return -E2BIG;
	} while (n);
	(*text)[*len] = '\0';
	return 0;
}

int file_read(const char *path, size_t max, char **text, size_t *len, struct ece_error *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;
	char *bytes = NULL;

	if (fd < 0)
		return cannot(-errno, path, e);
	err = read_all(fd, max, &bytes, len);
	close(fd);
	if (!err) {
		*text = bytes;
		return 0;
	}
	free(bytes);
	if (err == -E2BIG && max >> MIB_SHIFT)
		return ece_error_set(e, err, ECE_ERROR_LIMIT, "\"%s\" has more than %zu MiB", path, max >> MIB_SHIFT);
	if (err == -E2BIG)
		return ece_error_set(e, err, ECE_ERROR_LIMIT, "\"%s\" has more than %zu bytes", path, max);
	return cannot(err, path, e);
}
