// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/counters.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/ethtool.h"
#include "devx/net/rdma.h"

#define PATH_BYTES (2 * ECE_OS_NAME_MAX + 64)
#define TEXT_BYTES 64

struct ask {
	const struct ece_os *os;
	const struct ece_nic_info *info;
	const struct counter *const *counters;
	size_t count;
	struct counter_reading *readings;
};

static void set_all(const struct ask *ask, enum counter_source source, enum counter_state state)
{
	for (size_t i = 0; i < ask->count; i++)
		if (ask->counters[i]->source == source)
			ask->readings[i] = (struct counter_reading){.state = state};
}

/* A list has names once; a counter that is asked for twice is filled in twice. */
static void set_named(const struct ask *ask, enum counter_source source, const char *name, uint64_t value)
{
	for (size_t i = 0; i < ask->count; i++)
		if (ask->counters[i]->source == source && !strcmp(ask->counters[i]->name, name))
			ask->readings[i] = (struct counter_reading){.value = value, .state = COUNTER_PRESENT};
}

static bool wants(const struct ask *ask, enum counter_source source)
{
	for (size_t i = 0; i < ask->count; i++)
		if (ask->counters[i]->source == source)
			return true;
	return false;
}

static bool wants_verbs(const struct ask *ask)
{
	for (size_t i = 0; i < ask->count; i++)
		if (ask->counters[i]->verbs_only)
			return true;
	return false;
}

static unsigned int port_of(const struct ece_nic_info *info)
{
	return info->port ? info->port : 1;
}

static int stop_at_first(void *arg, const char *name)
{
	(void)arg;
	(void)name;
	return 1;
}

/*
 * EINVAL is the kernel's word for "there are no counters" as for "the card refused". Where the driver has counters it
 * has made files for them, too.
 */
static enum counter_state refused(const struct ask *ask, int err)
{
	char path[PATH_BYTES];

	if (err != -EINVAL)
		return COUNTER_UNREADABLE;
	snprintf(path, sizeof(path), "%s/ports/%u/hw_counters", ask->info->rdma, port_of(ask->info));
	err = ask->os->ops->list(ask->os->ctx, ECE_OS_INFINIBAND, path, stop_at_first, NULL);
	return err < 0 ? COUNTER_ABSENT : COUNTER_UNREADABLE;
}

static void read_rdma(const struct ask *ask, const struct host_counting *counting)
{
	struct ece_rdma_counter *list;
	size_t count;
	int err;

	if (!wants(ask, COUNTER_RDMA))
		return;
	err = counting->known ? ece_rdma_counters(ask->os, counting->device, port_of(ask->info), &list, &count) :
				-ENODEV;
	if (err) {
		set_all(ask, COUNTER_RDMA, refused(ask, err));
		return;
	}
	for (size_t i = 0; i < count; i++)
		set_named(ask, COUNTER_RDMA, list[i].name, list[i].value);
	free(list);
}

/* "123\n"; some drivers have files that say "N/A (no PMA)". */
static struct counter_reading parse_file(const char *text)
{
	struct counter_reading reading = {.state = COUNTER_UNREADABLE};
	char *end;

	if (!strncmp(text, "N/A", 3))
		return (struct counter_reading){.state = COUNTER_ABSENT};
	if (!isdigit((unsigned char)text[0]))
		return reading;
	errno = 0;
	reading.value = strtoull(text, &end, 10);
	if (errno || strcmp(end, "\n") != 0)
		return (struct counter_reading){.state = COUNTER_UNREADABLE};
	reading.state = COUNTER_PRESENT;
	return reading;
}

static struct counter_reading read_file(const struct ask *ask, const char *name)
{
	char path[PATH_BYTES], text[TEXT_BYTES];
	int len;

	snprintf(path, sizeof(path), "%s/ports/%u/counters/%s", ask->info->rdma, port_of(ask->info), name);
	len = ask->os->ops->read(ask->os->ctx, ECE_OS_INFINIBAND, path, text, sizeof(text) - 1);
	if (len < 0)
		return (struct counter_reading){.state = len == -ENOENT ? COUNTER_ABSENT : COUNTER_UNREADABLE};
	text[len] = '\0';
	return parse_file(text);
}

static void read_port(const struct ask *ask)
{
	for (size_t i = 0; i < ask->count; i++)
		if (ask->counters[i]->source == COUNTER_PORT)
			ask->readings[i] = read_file(ask, ask->counters[i]->name);
}

static void read_ethtool(const struct ask *ask)
{
	struct ece_ethtool_counter *list;
	size_t count;
	int err;

	if (!ask->info->netdev[0] || !wants(ask, COUNTER_ETHTOOL))
		return;
	err = ece_ethtool_counters(ask->os, ask->info->netdev, &list, &count);
	if (err) {
		set_all(ask, COUNTER_ETHTOOL, err == -EOPNOTSUPP ? COUNTER_ABSENT : COUNTER_UNREADABLE);
		return;
	}
	for (size_t i = 0; i < count; i++)
		set_named(ask, COUNTER_ETHTOOL, list[i].name, list[i].value);
	free(list);
}

/* In another network namespace it has counters all the same. */
static void without_rdma(const struct ask *ask)
{
	enum counter_state state = ask->info->rdma_elsewhere ? COUNTER_UNREADABLE : COUNTER_ABSENT;

	set_all(ask, COUNTER_RDMA, state);
	set_all(ask, COUNTER_PORT, state);
}

static void look_at_device(const struct ask *ask, struct host_counting *counting)
{
	struct ece_rdma_use use;

	counting->known = !ece_rdma_index(ask->os, ask->info->rdma, &counting->device);
	if (counting->known && wants_verbs(ask) && !ece_rdma_use(ask->os, counting->device, &use))
		counting->devx_only = use.contexts && !use.qps;
}

void host_counters_read(const struct ece_os *os, const struct ece_nic_info *info, const struct counter *const *counters,
			size_t count, struct counter_reading *readings, struct host_counting *counting)
{
	const struct ask ask = {.os = os, .info = info, .counters = counters, .count = count, .readings = readings};
	bool may = ece_nic_may_read(info);

	*counting = (struct host_counting){.known = false};
	for (size_t i = 0; i < count; i++)
		readings[i] = (struct counter_reading){.state = may ? COUNTER_ABSENT : COUNTER_UNREADABLE};
	if (!may)
		return;
	if (info->rdma[0]) {
		look_at_device(&ask, counting);
		read_rdma(&ask, counting);
		read_port(&ask);
	} else {
		without_rdma(&ask);
	}
	read_ethtool(&ask);
}
