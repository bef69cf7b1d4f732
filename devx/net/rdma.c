// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/net/rdma.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/rdma_ask.h"
#include "devx/net/room.h"
#include "devx/netlink/rdma.h"
#include "devx/netlink/rdma_optional.h"
#include "devx/netlink/rdma_port.h"

struct finder {
	const char *name;
	bool found;
	uint32_t index;
};

static int match(void *arg, const void *message, size_t len)
{
	struct finder *finder = arg;
	struct ece_rdma_about about;
	int err = ece_rdma_device_parse(message, len, &about);

	if (!err && !strcmp(about.name, finder->name)) {
		finder->found = true;
		finder->index = about.index;
	}
	return err;
}

int ece_rdma_index(const struct ece_os *os, const char *name, uint32_t *index)
{
	struct finder finder = {.name = name};
	union ece_rdma_request request = {.aligned = 0};
	size_t len = ece_rdma_devices_request(&request, sizeof(request));
	int err = ece_rdma_ask(os, &request, len, match, &finder, NULL);

	if (!err && !finder.found)
		err = -ENODEV;
	if (!err)
		*index = finder.index;
	return err;
}

struct list {
	struct ece_rdma_counter *items;
	size_t count, room;
};

static int add(void *arg, const struct ece_rdma_counter *counter)
{
	struct list *list = arg;
	struct ece_rdma_counter *grown;

	if (list->count == ECE_RDMA_COUNTERS_MAX)
		return -E2BIG;
	grown = room_for(list->items, list->count, &list->room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	list->items = grown;
	list->items[list->count++] = *counter;
	return 0;
}

static int take_counters(void *arg, const void *message, size_t len)
{
	return ece_rdma_counters_parse(message, len, add, arg);
}

int ece_rdma_counters(const struct ece_os *os, uint32_t index, uint32_t port, struct ece_rdma_counter **counters,
		      size_t *count)
{
	struct list list = {.count = 0};
	union ece_rdma_request request = {.aligned = 0};
	size_t len = ece_rdma_counters_request(index, port, &request, sizeof(request));
	int err = ece_rdma_ask(os, &request, len, take_counters, &list, NULL);

	if (err) {
		free(list.items);
		return err;
	}
	*counters = list.items;
	*count = list.count;
	return 0;
}

static int count_status(void *arg, const struct ece_rdma_counter_status *status)
{
	(void)status;
	++*(size_t *)arg;
	return 0;
}

static int take_status(void *arg, const void *message, size_t len)
{
	return ece_rdma_status_parse(message, len, count_status, arg);
}

static int stop_at_first(void *arg, const char *name)
{
	(void)arg;
	(void)name;
	return 1;
}

/* By the list of names (kernel 5.16), for which no card is asked; or by the files that the driver made for them. */
static bool has_counters(const struct ece_os *os, const char *device, uint32_t index, uint32_t port)
{
	union ece_rdma_request request = {.aligned = 0};
	size_t len = ece_rdma_status_request(index, port, &request, sizeof(request));
	char path[ECE_OS_NAME_MAX + 48];
	size_t count = 0;

	if (!ece_rdma_ask(os, &request, len, take_status, &count, NULL) && count)
		return true;
	snprintf(path, sizeof(path), "%s/ports/%u/hw_counters", device, port);
	return os->ops->list(os->ctx, ECE_OS_INFINIBAND, path, stop_at_first, NULL) > 0;
}

int ece_rdma_counters_refused(const struct ece_os *os, const char *device, uint32_t index, uint32_t port, int err,
			      struct ece_error *e)
{
	uint32_t now;
	int gone;

	if (err != -EINVAL)
		return ece_rdma_failed(e, err, device, "its counters", NULL);
	gone = ece_rdma_find(os, device, port, &now, e);
	if (gone)
		return gone;
	if (now != index)
		return ece_error_set(e, -ENODEV, ECE_ERROR_GONE, "%s registered anew: its driver was reloaded", device);
	if (has_counters(os, device, index, port))
		return ece_error_set(e, -EIO, ECE_ERROR_REFUSED,
				     "%s: its driver or the card failed to read the counters of port %u", device, port);
	return ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED, "%s: its driver has no counters for port %u",
			     device, port);
}
