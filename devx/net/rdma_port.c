// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/net/rdma_port.h"

#include <errno.h>
#include <stdlib.h>

#include "devx/net/rdma_ask.h"
#include "devx/net/room.h"

struct list {
	struct ece_rdma_about *items;
	size_t count, room;
};

static int add(struct list *list, const struct ece_rdma_about *about)
{
	struct ece_rdma_about *grown;

	if (list->count == ECE_RDMA_DEVICES_MAX)
		return -E2BIG;
	grown = room_for(list->items, list->count, &list->room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	list->items = grown;
	list->items[list->count++] = *about;
	return 0;
}

static int take_device(void *arg, const void *message, size_t len)
{
	struct ece_rdma_about about;
	int err = ece_rdma_device_parse(message, len, &about);

	return err ? err : add(arg, &about);
}

static int by_index(const void *a, const void *b)
{
	const struct ece_rdma_about *x = a, *y = b;

	return x->index < y->index ? -1 : x->index > y->index;
}

int ece_rdma_devices(const struct ece_os *os, struct ece_rdma_about **devices, size_t *count)
{
	union ece_rdma_request request = {.aligned = 0};
	size_t len = ece_rdma_devices_request(&request, sizeof(request));
	struct list list = {.items = NULL};
	int err = ece_rdma_ask(os, &request, len, take_device, &list, NULL);

	if (err) {
		free(list.items);
		return err;
	}
	if (list.count)
		qsort(list.items, list.count, sizeof(*list.items), by_index);
	*devices = list.items;
	*count = list.count;
	return 0;
}

static int take_port(void *arg, const void *message, size_t len)
{
	return ece_rdma_port_parse(message, len, arg);
}

int ece_rdma_port(const struct ece_os *os, uint32_t index, uint32_t port, struct ece_rdma_port *about)
{
	union ece_rdma_request request = {.aligned = 0};
	size_t len = ece_rdma_port_request(index, port, &request, sizeof(request));

	return ece_rdma_ask(os, &request, len, take_port, about, NULL);
}

static int take_system(void *arg, const void *message, size_t len)
{
	return ece_rdma_system_parse(message, len, arg);
}

int ece_rdma_shared(const struct ece_os *os)
{
	union ece_rdma_request request = {.aligned = 0};
	size_t len = ece_rdma_system_request(&request, sizeof(request));
	bool shared = false;
	int err = ece_rdma_ask(os, &request, len, take_system, &shared, NULL);

	return err ? err : shared;
}
