// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/reach.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEGMENTS_MAX 128 /* of a program; more are not looked at */
#define OWN_CLASS    (sizeof(void *) == sizeof(uint64_t) ? ELFCLASS64 : ELFCLASS32)

/* Along PATH, as execvp() goes. Returns a descriptor, or -1. */
static int open_program(const char *program)
{
	const char *folder = getenv("PATH");
	char path[PATH_MAX];

	if (strchr(program, '/') || !folder)
		return open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	for (size_t len; *folder; folder += len + (folder[len] == ':')) {
		len = strcspn(folder, ":");
		if ((size_t)snprintf(path, sizeof(path), "%.*s/%s", (int)len, len ? folder : ".", program) <
			    sizeof(path) &&
		    !access(path, X_OK))
			return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	}
	return -1;
}

static bool has_interpreter(int fd, const ElfW(Ehdr) * head)
{
	ElfW(Phdr) segment;

	for (size_t i = 0; i < head->e_phnum && i < SEGMENTS_MAX; i++) {
		off_t at = (off_t)(head->e_phoff + i * head->e_phentsize);

		if (pread(fd, &segment, sizeof(segment), at) != (ssize_t)sizeof(segment) || segment.p_type == PT_INTERP)
			return true;
	}
	return head->e_phnum > SEGMENTS_MAX;
}

static const char *look_at(int fd)
{
	ElfW(Ehdr) head;
	struct stat stat;

	if (fstat(fd, &stat) || !S_ISREG(stat.st_mode))
		return NULL;
	if ((stat.st_mode & S_ISUID && stat.st_uid != getuid()) || (stat.st_mode & S_ISGID && stat.st_gid != getgid()))
		return "has the rights of another user (set-user-ID)";
	if (pread(fd, &head, sizeof(head), 0) != (ssize_t)sizeof(head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0)
		return NULL;
	if (head.e_ident[EI_CLASS] != OWN_CLASS)
		return "is for another size of words";
	return has_interpreter(fd, &head) ? NULL : "is linked statically";
}

const char *reach_why_not(const char *program)
{
	int fd = open_program(program);
	const char *why = NULL;

	if (fd >= 0) {
		why = look_at(fd);
		close(fd);
	}
	return why;
}
