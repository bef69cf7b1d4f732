// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_BYTES 512

int ece_host_line(const struct ece_os *os, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	char line[LINE_MAX_BYTES];
	int n = os->ops->read(os->ctx, root, path, line, sizeof(line));
	int len = 0;

	buf[0] = '\0';
	if (n < 0)
		return n;
	while (len < n && (unsigned char)line[len] >= 0x20 && line[len] != 0x7f)
		len++;
	/* A name that was cut would be another name. */
	if ((size_t)len >= size)
		return -ENAMETOOLONG;
	memcpy(buf, line, (size_t)len);
	buf[len] = '\0';
	return len;
}

static int stop_at_first(void *arg, const char *name)
{
	(void)arg;
	(void)name;
	return 1;
}

int ece_host_look(const struct ece_os *os, enum ece_os_root root, const char *path)
{
	return os->ops->list(os->ctx, root, path, stop_at_first, NULL);
}

bool ece_host_kernel_older(const struct ece_os *os, unsigned int major, unsigned int minor)
{
	char release[ECE_OS_NAME_MAX];
	unsigned long have_major, have_minor;
	char *end;

	if (ece_host_line(os, ECE_OS_HOST, "kernel_release", release, sizeof(release)) <= 0)
		return true;
	have_major = strtoul(release, &end, 10);
	if (*end != '.')
		return true;
	have_minor = strtoul(end + 1, NULL, 10);
	return have_major < major || (have_major == major && have_minor < minor);
}

bool ece_host_locked_down(const struct ece_os *os)
{
	char modes[ECE_OS_NAME_MAX];

	if (ece_host_line(os, ECE_OS_HOST, "lockdown", modes, sizeof(modes)) <= 0)
		return false;
	return strstr(modes, "[integrity]") || strstr(modes, "[confidentiality]");
}
