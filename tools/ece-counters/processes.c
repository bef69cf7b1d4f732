// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/processes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	const struct process *left = a, *right = b;

	return (left->pid > right->pid) - (left->pid < right->pid);
}

static const struct process *find(const struct processes *processes, uint32_t pid)
{
	struct process key = {.pid = pid};

	if (!processes->count)
		return NULL;
	return bsearch(&key, processes->list, processes->count, sizeof(key), compare);
}

/* A process may call itself anything, but not move the cursor of who looks at it. */
static void look_up(const struct ece_os *os, struct process *process)
{
	char path[32];
	int len;

	snprintf(path, sizeof(path), "%" PRIu32 "/comm", process->pid);
	len = os->ops->read(os->ctx, ECE_OS_PROCESSES, path, process->name, sizeof(process->name) - 1);
	process->name[len > 0 ? len : 0] = '\0';
	process->name[strcspn(process->name, "\n")] = '\0';
	for (char *c = process->name; *c; c++)
		if ((unsigned char)*c < ' ' || *c == '\177')
			*c = '?';
}

int processes_learn(struct processes *processes, const struct ece_os *os, const uint32_t *pids, size_t count)
{
	struct process *list = calloc(count + 1, sizeof(*list));
	size_t kept = 0;

	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		list[i].pid = pids[i];
	qsort(list, count, sizeof(*list), compare);
	for (size_t i = 0; i < count; i++)
		if (!kept || list[kept - 1].pid != list[i].pid)
			list[kept++] = list[i];
	for (size_t i = 0; i < kept; i++)
		look_up(os, &list[i]);
	free(processes->list);
	*processes = (struct processes){list, kept};
	return 0;
}

void processes_done(struct processes *processes)
{
	free(processes->list);
	*processes = (struct processes){.count = 0};
}

const char *processes_name(const struct processes *processes, uint32_t pid)
{
	const struct process *process = find(processes, pid);

	return process && process->name[0] ? process->name : "?";
}
