// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/notify.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define NS_PER_US 1000

void notify_manager(const char *state)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	size_t len = path ? strlen(path) : 0;
	int fd;

	if (!len || len >= sizeof(to.sun_path) || (path[0] != '/' && path[0] != '@'))
		return;
	memcpy(to.sun_path, path, len);
	/* of the abstract name space */
	if (path[0] == '@')
		to.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to,
	       (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
	close(fd);
}

static bool read_number(const char *text, unsigned long long *number)
{
	char *end;

	if (!text || *text < '0' || *text > '9')
		return false;
	errno = 0;
	*number = strtoull(text, &end, 10);
	return !errno && !*end;
}

uint64_t notify_watchdog_ns(void)
{
	const char *pid_text = getenv("WATCHDOG_PID");
	unsigned long long us, pid = 0;

	if (!read_number(getenv("WATCHDOG_USEC"), &us) || !us || us > UINT64_MAX / NS_PER_US)
		return UINT64_MAX;
	if (pid_text && (!read_number(pid_text, &pid) || pid != (unsigned long long)getpid()))
		return UINT64_MAX;
	return us * NS_PER_US / 2;
}
