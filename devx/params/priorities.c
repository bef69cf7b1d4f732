// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/priorities.h"

#include <errno.h>
#include <stdio.h>

int ece_priorities_parse(const char *text, uint64_t *raw)
{
	uint64_t set = 0;

	for (;;) {
		if (*text < '0' || *text >= '0' + ECE_PRIORITIES)
			return -EINVAL;
		set |= UINT64_C(1) << (*text++ - '0');
		if (!*text)
			break;
		if (*text++ != ',')
			return -EINVAL;
		text += *text == ' ';
	}
	*raw = set;
	return 0;
}

const char *ece_priorities_format(uint64_t raw, char *buf, size_t size)
{
	size_t used = 0;

	buf[0] = '\0';
	for (int priority = 0; priority < ECE_PRIORITIES && used < size; priority++) {
		if (!(raw >> priority & 1))
			continue;
		used += (size_t)snprintf(buf + used, size - used, "%s%d", used ? "," : "", priority);
	}
	return buf;
}
