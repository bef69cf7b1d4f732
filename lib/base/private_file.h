/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A file that only its owner may read, for a library that would make it for everybody. */
#ifndef ECE_LIB_BASE_PRIVATE_FILE_H
#define ECE_LIB_BASE_PRIVATE_FILE_H

#include <fcntl.h>
#include <unistd.h>

/**
 * private_file - make an empty file with mode 0600, where there is none of this name
 *
 * Whatever the umask is. One that is there stays as it is, and a link is not followed. What fails is left to be found
 * out by whoever opens the file.
 */
static inline void private_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);

	if (fd >= 0)
		close(fd);
}

#endif
