// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/net/optional.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/errno_text.h"
#include "devx/net/rdma.h"
#include "devx/net/rdma_ask.h"
#include "devx/net/room.h"

#define TRIES 4 /* against others who replace the set */

struct list {
	struct ece_rdma_counter_status *items;
	size_t count, room;
};

/* A port, and the set that was last read of it. */
struct port {
	const struct ece_os *os;
	const char *device;
	uint32_t index, number;
	struct list list;
	char said[ECE_OS_SAID_MAX];
	struct ece_error *e;
};

/* What is to be: counters by name. */
struct wish {
	struct ece_rdma_counter_status *items;
	size_t count;
};

static int add(void *arg, const struct ece_rdma_counter_status *status)
{
	struct list *list = arg;
	struct ece_rdma_counter_status *grown;

	if (list->count == ECE_RDMA_COUNTERS_MAX)
		return -E2BIG;
	grown = room_for(list->items, list->count, &list->room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	list->items = grown;
	list->items[list->count++] = *status;
	return 0;
}

static int take_status(void *arg, const void *message, size_t len)
{
	return ece_rdma_status_parse(message, len, add, arg);
}

static int ask_status(const struct ece_os *os, uint32_t index, uint32_t port, struct list *list, char *said)
{
	union ece_rdma_request request = {.aligned = 0};
	size_t len = ece_rdma_status_request(index, port, &request, sizeof(request));
	int err;

	*list = (struct list){.items = NULL};
	err = ece_rdma_ask(os, &request, len, take_status, list, said);
	if (err) {
		free(list->items);
		*list = (struct list){.items = NULL};
	}
	return err;
}

/* The kernel has one word for a request that it does not know and for a driver without counters. */
static int no_status(const struct port *port)
{
	struct ece_rdma_counter *counters;
	size_t count;
	int err = ece_rdma_counters(port->os, port->index, port->number, &counters, &count);

	if (!err)
		free(counters);
	if (err == -EINVAL)
		return ece_error_set(port->e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED,
				     "%s: its driver has no counters for port %u", port->device, port->number);
	return ece_error_set(port->e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED,
			     "%s: this kernel does not tell which counters there are and has no optional ones: that "
			     "came with Linux 5.16",
			     port->device);
}

static int read_set(struct port *port)
{
	int err;

	free(port->list.items);
	err = ask_status(port->os, port->index, port->number, &port->list, port->said);
	if (err == -EINVAL)
		return no_status(port);
	return ece_rdma_failed(port->e, err, port->device, "the list of its counters", port->said);
}

static int ignore(void *arg, const void *message, size_t len)
{
	(void)arg;
	(void)message;
	(void)len;
	return 0;
}

/* The set as it stands in the list. */
static int send_set(struct port *port)
{
	union {
		uint32_t aligned;
		char bytes[ECE_RDMA_OPTIONAL_REQUEST_MAX];
	} request = {.aligned = 0};
	uint32_t on[ECE_RDMA_COUNTERS_MAX];
	size_t count = 0, len;

	for (size_t i = 0; i < port->list.count; i++)
		if (port->list.items[i].optional && port->list.items[i].on)
			on[count++] = port->list.items[i].index;
	len = ece_rdma_optional_request(port->index, port->number, on, count, &request, sizeof(request));
	return ece_rdma_ask(port->os, &request, len, ignore, NULL, port->said);
}

static struct ece_rdma_counter_status *find(const struct list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].optional && !strcmp(list->items[i].name, name))
			return &list->items[i];
	return NULL;
}

/* Makes the list what it is to be. Returns how many counters that changes. */
static size_t merge(struct list *list, const struct wish *wish)
{
	size_t changes = 0;

	for (size_t i = 0; i < wish->count; i++) {
		struct ece_rdma_counter_status *status = find(list, wish->items[i].name);

		if (!status || status->on == wish->items[i].on)
			continue;
		status->on = wish->items[i].on;
		changes++;
	}
	return changes;
}

static int not_set(const struct port *port, int err)
{
	if (err == -EOPNOTSUPP)
		return ece_error_set(port->e, err, ECE_ERROR_UNSUPPORTED,
				     "%s: its driver or its card cannot count one of these", port->device);
	if (err == -EPERM)
		return ece_error_set(port->e, err, ECE_ERROR_DENIED,
				     "%s: switching optional counters needs CAP_NET_ADMIN", port->device);
	return ece_rdma_failed(port->e, err, port->device, "switching optional counters", port->said);
}

/* The kernel goes through the set one by one and stops at an error: some may be switched by now. */
static int undo(struct port *port, const struct wish *before, int err)
{
	int again = 0;

	not_set(port, err);
	if (err == -EPERM || err == -ENODEV)
		return err;
	free(port->list.items);
	again = ask_status(port->os, port->index, port->number, &port->list, port->said);
	if (!again && merge(&port->list, before))
		again = send_set(port);
	if (again)
		return ece_error_set(port->e, err, ECE_ERROR_NOT_APPLIED,
				     "%s: switching optional counters failed (%s), and so did putting them back (%s)",
				     port->device, ece_errno_text(-err), ece_errno_text(-again));
	return err;
}

static int replaced(const struct port *port, const struct wish *wish)
{
	for (size_t i = 0; i < wish->count; i++) {
		const struct ece_rdma_counter_status *status = find(&port->list, wish->items[i].name);

		if (status && status->on != wish->items[i].on)
			return ece_error_set(port->e, -EBUSY, ECE_ERROR_NOT_APPLIED,
					     "%s: %s is %s again after each of %d tries: another program replaces the "
					     "set of optional counters",
					     port->device, status->name, status->on ? "on" : "off", TRIES);
	}
	return 0;
}

/* The look before each set is the read-back of the one before it. */
static int carry_out(struct port *port, const struct wish *wish, const struct wish *before)
{
	for (unsigned int i = 0; i < TRIES; i++) {
		int err;

		if (!merge(&port->list, wish))
			return 0;
		err = send_set(port);
		if (err)
			return undo(port, before, err);
		err = read_set(port);
		if (err)
			return err;
	}
	return replaced(port, wish);
}

static int unknown(const struct port *port, const char *name)
{
	for (size_t i = 0; i < port->list.count; i++)
		if (!strcmp(port->list.items[i].name, name))
			return ece_error_set(port->e, -EINVAL, ECE_ERROR_UNKNOWN_NAME,
					     "%s: %s always counts, it is not optional", port->device, name);
	return ece_error_set(port->e, -EINVAL, ECE_ERROR_UNKNOWN_NAME,
			     "%s: port %u has no optional counter %s with this kernel and card", port->device,
			     port->number, name);
}

/* What is to change, and what it was before. */
static int plan(const struct port *port, const char *const *names, size_t count, bool on, struct wish *wish,
		struct wish *before)
{
	struct ece_rdma_counter_status *want = calloc(count ? count : 1, sizeof(*want));
	struct ece_rdma_counter_status *had = calloc(count ? count : 1, sizeof(*had));

	*wish = (struct wish){.items = want};
	*before = (struct wish){.items = had};
	if (!want || !had)
		return ece_error_set(port->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	for (size_t i = 0; i < count; i++) {
		const struct ece_rdma_counter_status *status = find(&port->list, names[i]);

		if (!status)
			return unknown(port, names[i]);
		want[wish->count] = *status;
		want[wish->count++].on = on;
		if (status->on != on)
			had[before->count++] = *status;
	}
	return 0;
}

static int open_port(struct port *port, const struct ece_os *os, const char *device, uint32_t number,
		     struct ece_error *e)
{
	int err;

	*port = (struct port){.os = os, .device = device, .number = number, .e = e};
	err = ece_rdma_find(os, device, number, &port->index, e);
	return err ? err : read_set(port);
}

int ece_rdma_counter_list(const struct ece_os *os, const char *device, uint32_t number,
			  struct ece_rdma_counter_status **list, size_t *count, struct ece_error *e)
{
	struct port port;
	int err = open_port(&port, os, device, number, e);

	if (err)
		return err;
	*list = port.list.items;
	*count = port.list.count;
	return 0;
}

int ece_rdma_optional_change(const struct ece_os *os, const char *device, uint32_t number, const char *const *names,
			     size_t count, bool on, struct ece_rdma_counter_status **was, size_t *was_count,
			     struct ece_error *e)
{
	struct wish wish = {.items = NULL}, before = {.items = NULL};
	struct port port;
	int err = open_port(&port, os, device, number, e);

	*was = NULL;
	*was_count = 0;
	if (!err)
		err = plan(&port, names, count, on, &wish, &before);
	if (!err)
		err = carry_out(&port, &wish, &before);
	free(port.list.items);
	free(wish.items);
	if (err || !before.count) {
		free(before.items);
		return err;
	}
	*was = before.items;
	*was_count = before.count;
	return 0;
}

int ece_rdma_optional_restore(const struct ece_os *os, const char *device, uint32_t number,
			      const struct ece_rdma_counter_status *was, size_t count, struct ece_error *e)
{
	const struct wish wish = {.items = (struct ece_rdma_counter_status *)(uintptr_t)was, .count = count};
	struct wish before = {.items = calloc(count ? count : 1, sizeof(*was))};
	struct port port = {.list = {.items = NULL}};
	int err = before.items ? open_port(&port, os, device, number, e) :
				 ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");

	for (size_t i = 0; !err && i < count; i++) {
		const struct ece_rdma_counter_status *status = find(&port.list, was[i].name);

		if (status)
			before.items[before.count++] = *status;
	}
	if (!err)
		err = carry_out(&port, &wish, &before);
	free(port.list.items);
	free(before.items);
	return err;
}
