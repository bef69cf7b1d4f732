// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/os/linux_doors.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Every fact of the host is a file of one line. */
static const struct {
	const char *fact;
	const char *file;
	bool securityfs;
} facts[] = {
	{"hostname", "sys/kernel/hostname", false},
	{"kernel_release", "sys/kernel/osrelease", false},
	{"boot_id", "sys/kernel/random/boot_id", false},
	{"tainted", "sys/kernel/tainted", false},
	{"lockdown", "lockdown", true},
};

int linux_host_path(const struct linux_roots *roots, const char *fact, char *buf, size_t size)
{
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		int n;

		if (strcmp(facts[i].fact, fact) != 0)
			continue;
		n = snprintf(buf, size, "%s/%s", facts[i].securityfs ? roots->securityfs : roots->proc, facts[i].file);
		return n < 0 || (size_t)n >= size ? -ENAMETOOLONG : 0;
	}
	return -ENOENT;
}
