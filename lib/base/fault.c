// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/fault.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum fault_action {
	FAULT_COUNT,
	FAULT_KILL,
	FAULT_FAIL,
};

static struct {
	enum fault_action action;
	uint64_t at;
	bool drop;
	/* an agent and its guard may be threads of one process, as in tests */
	atomic_uint_fast64_t hits;
	const char *_Atomic last;
} fault;

static int parse(const char *spec, enum fault_action *action, uint64_t *at, bool *drop)
{
	const char *rest;
	char *end;

	*at = 0;
	if (!strncmp(spec, "count", 5)) {
		*action = FAULT_COUNT;
		rest = spec + 5;
	} else if (!strncmp(spec, "kill@", 5) || !strncmp(spec, "fail@", 5)) {
		*action = spec[0] == 'k' ? FAULT_KILL : FAULT_FAIL;
		if (spec[5] < '1' || spec[5] > '9')
			return -EINVAL;
		errno = 0;
		*at = strtoull(spec + 5, &end, 10);
		if (errno)
			return -EINVAL;
		rest = end;
	} else {
		return -EINVAL;
	}
	*drop = !strcmp(rest, ",drop");
	return *drop || !*rest ? 0 : -EINVAL;
}

int fault_arm(const char *spec)
{
	enum fault_action action;
	uint64_t at;
	bool drop;
	int ret = parse(spec, &action, &at, &drop);

	if (ret)
		return ret;
	fault.action = action;
	fault.at = at;
	fault.drop = drop;
	fault.hits = 0;
	return 0;
}

int fault_hit(const char *point)
{
	fault.last = point;
	if (++fault.hits != fault.at)
		return 0;
	if (fault.action == FAULT_KILL)
		raise(SIGKILL);
	return fault.action == FAULT_FAIL ? -EIO : 0;
}

uint64_t fault_count(void)
{
	return fault.hits;
}

bool fault_drop_unsynced(void)
{
	return fault.drop;
}
