// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-connect/device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GIDS_MAX     1024 /* of one device, that are looked at */
#define DEVICES_TEXT 256

static int no_device(struct ece_error *e)
{
	return ece_error_set(e, -ENODEV, ECE_ERROR_NO_DOOR, "this host has no RDMA device");
}

int device_any(struct ece_error *e)
{
	int count = 0;
	struct ibv_device **list = ibv_get_device_list(&count);

	if (list)
		ibv_free_device_list(list);
	return count ? 0 : no_device(e);
}

static int unknown_device(struct ibv_device **list, const char *name, struct ece_error *e)
{
	char names[DEVICES_TEXT] = "";

	for (size_t i = 0; list[i]; i++) {
		size_t len = strlen(names);

		snprintf(names + len, sizeof(names) - len, "%s%s", i ? ", " : "", ibv_get_device_name(list[i]));
	}
	return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no RDMA device \"%.64s\"; there are: %s", name,
			     names);
}

static struct ibv_context *open_named(struct ibv_device **list, const char *name, struct ece_error *e)
{
	struct ibv_context *context;
	size_t i = 0;

	while (list[i] && strcmp(ibv_get_device_name(list[i]), name) != 0)
		i++;
	if (!list[i]) {
		unknown_device(list, name, e);
		return NULL;
	}
	errno = 0;
	context = ibv_open_device(list[i]);
	if (!context)
		ece_error_set(e, -errno, ECE_ERROR_IO, "cannot open %s: %s", name, strerror(errno));
	return context;
}

static ssize_t read_gids(struct ibv_context *context, struct ibv_gid_entry **list)
{
	ssize_t count;

	*list = calloc(GIDS_MAX, sizeof(**list));
	count = *list ? ibv_query_gid_table(context, *list, GIDS_MAX, 0) : -ENOMEM;
	return count;
}

/* Returns whether the device has the address; its GID is in @gid then. */
static bool gid_of_address(struct ibv_context *context, uint32_t port, const struct in6_addr *address,
			   struct ibv_gid_entry *gid)
{
	struct ibv_gid_entry *list = NULL;
	ssize_t count = read_gids(context, &list);
	const struct ibv_gid_entry *found = count > 0 ? gid_find(list, (size_t)count, port, address) : NULL;

	if (found)
		*gid = *found;
	free(list);
	return found;
}

static int describe(struct connect_device *device, struct ece_error *e)
{
	struct ibv_port_attr attr;
	int ret = ibv_query_port(device->context, (uint8_t)device->port, &attr);

	snprintf(device->name, sizeof(device->name), "%s", ibv_get_device_name(device->context->device));
	if (ret)
		return ece_error_set(e, -ret, ECE_ERROR_UNKNOWN_NAME, "%s has no port %u: %s", device->name,
				     device->port, strerror(ret));
	device->lid = attr.lid;
	device->mtu = attr.active_mtu;
	device->ethernet = attr.link_layer == IBV_LINK_LAYER_ETHERNET;
	if (attr.state == IBV_PORT_ACTIVE)
		return 0;
	return ece_error_set(e, -ENETDOWN, ECE_ERROR_IO, "%s port %u is down: %s", device->name, device->port,
			     ibv_port_state_str(attr.state));
}

static int take_gid(struct connect_device *device, uint32_t index, struct ece_error *e)
{
	int ret = ibv_query_gid_ex(device->context, device->port, index, &device->gid, 0);

	if (!ret)
		return 0;
	return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			     "%s port %u has no GID %u: 'ibv_devinfo -v -d %s' lists those that it has", device->name,
			     device->port, index, device->name);
}

/* InfiniBand finds the other end by its LID, and the first GID is always there. */
static int choose_gid(const struct connect_args *args, const struct in6_addr *address, const char *text,
		      struct connect_device *device, struct ece_error *e)
{
	if (args->has_gid || !device->ethernet)
		return take_gid(device, args->has_gid ? args->gid : 0, e);
	if (gid_of_address(device->context, device->port, address, &device->gid))
		return 0;
	return ece_error_set(
		e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
		"no RoCE v2 GID for %s on %s port %u: it is this end's address of the TCP connection; "
		"connect by an address of the device, or choose with --gid ('ibv_devinfo -v -d %s' lists them)",
		text, device->name, device->port, device->name);
}

static int find_named(struct ibv_device **list, const struct connect_args *args, const struct in6_addr *address,
		      const char *text, struct connect_device *device, struct ece_error *e)
{
	int err;

	device->context = open_named(list, args->device, e);
	if (!device->context)
		return e->code;
	device->port = args->device_port ? args->device_port : 1;
	err = describe(device, e);
	return err ? err : choose_gid(args, address, text, device, e);
}

static int find_by_address(struct ibv_device **list, const struct in6_addr *address, const char *text,
			   struct connect_device *device, struct ece_error *e)
{
	for (size_t i = 0; list[i]; i++) {
		struct ibv_context *context = ibv_open_device(list[i]);

		if (context && gid_of_address(context, 0, address, &device->gid)) {
			device->context = context;
			device->port = device->gid.port_num;
			return describe(device, e);
		}
		if (context)
			ibv_close_device(context);
	}
	return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			     "no RDMA device of this host has a RoCE v2 GID for %s, this end's address of the TCP "
			     "connection: connect by an address of the device, or choose with --device and --gid",
			     text);
}

int device_find(const struct connect_args *args, const struct in6_addr *address, const char *text,
		struct connect_device *device, struct ece_error *e)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	int err;

	*device = (struct connect_device){.context = NULL};
	if (!list || !list[0])
		err = no_device(e);
	else if (args->device)
		err = find_named(list, args, address, text, device, e);
	else
		err = find_by_address(list, address, text, device, e);
	if (list)
		ibv_free_device_list(list);
	if (err)
		device_close(device);
	return err;
}

int device_borrow(const struct connect_args *args, struct ibv_context *context, uint32_t port, const union ibv_gid *gid,
		  struct connect_device *device, struct ece_error *e)
{
	struct in6_addr address;
	int err;

	*device = (struct connect_device){.context = context, .borrowed = true, .port = port};
	err = describe(device, e);
	if (err)
		return err;
	memcpy(&address, gid, sizeof(address));
	/* Its index is for people only */
	if (!gid_of_address(context, port, &address, &device->gid))
		device->gid = (struct ibv_gid_entry){.gid = *gid, .port_num = port};
	if (!args->device || !strcmp(args->device, device->name))
		return 0;
	return ece_error_set(
		e, -EINVAL, ECE_ERROR_CONFLICT,
		"RDMA-CM goes by the address, which is that of %s and not of %.64s: connect by an address of %.64s",
		device->name, args->device, args->device);
}

void device_close(struct connect_device *device)
{
	if (device->context && !device->borrowed)
		ibv_close_device(device->context);
	device->context = NULL;
}
