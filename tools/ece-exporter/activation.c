// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-exporter/activation.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/http/listen.h"

#define FIRST_FD 3

static bool read_number(const char *text, long *number)
{
	char *end;

	if (!text || !*text)
		return false;
	errno = 0;
	*number = strtol(text, &end, 10);
	return !errno && !*end && *number >= 0;
}

/* Returns how many there are, or -1: none for this process. */
static long handed_over(void)
{
	long pid, count;
	bool ours = read_number(getenv("LISTEN_PID"), &pid) && read_number(getenv("LISTEN_FDS"), &count) &&
		    pid == (long)getpid() && count > 0;

	unsetenv("LISTEN_PID");
	unsetenv("LISTEN_FDS");
	unsetenv("LISTEN_FDNAMES");
	return ours ? count : -1;
}

int activation_sockets(int *fds, size_t max, size_t *count, struct ece_error *e)
{
	const long handed = handed_over();

	if (handed < 0)
		return ece_error_set(
			e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			"--web.systemd-socket is given, but systemd handed over no socket; start the .socket "
			"unit, not the service alone");
	if ((size_t)handed > max)
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "systemd handed over %ld sockets, %zu are taken",
				     handed, max);
	for (size_t i = 0; i < (size_t)handed; i++) {
		int ret = http_listen_check(FIRST_FD + (int)i, e);

		if (ret)
			return ret;
		fds[i] = FIRST_FD + (int)i;
	}
	*count = (size_t)handed;
	return 0;
}
