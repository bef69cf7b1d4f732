/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Which RDMA device, port and GID a connection takes. */
#ifndef ECE_TOOLS_ECE_CONNECT_DEVICE_H
#define ECE_TOOLS_ECE_CONNECT_DEVICE_H

#include <infiniband/verbs.h>
#include <netinet/in.h>

#include "tools/ece-connect/args.h"
#include "tools/ece-connect/report.h"

struct connect_device {
	struct ibv_context *context;
	bool borrowed; /* librdmacm's: not closed here */
	char name[CONNECT_NAME_MAX];
	uint32_t port;
	struct ibv_gid_entry gid;
	uint16_t lid;
	enum ibv_mtu mtu;
	bool ethernet;
};

/**
 * device_any - is there an RDMA device at all?
 *
 * Returns 0, or a negative errno with @e filled: kind NO_DOOR.
 */
int device_any(struct ece_error *e);

/**
 * device_find - the device and GID that were named, or those of an address
 * @address: this end's, of the TCP connection; @text: the same for messages
 * @device: written on success; device_close() it
 *
 * Returns 0, or a negative errno with @e filled: kind UNKNOWN_NAME (no such device, port or GID), NO_DOOR, or IO.
 */
int device_find(const struct connect_args *args, const struct in6_addr *address, const char *text,
		struct connect_device *device, struct ece_error *e);

/**
 * device_borrow - the device that librdmacm has chosen
 * @gid: that it uses
 *
 * Returns as device_find(); kind CONFLICT where another one was named.
 */
int device_borrow(const struct connect_args *args, struct ibv_context *context, uint32_t port, const union ibv_gid *gid,
		  struct connect_device *device, struct ece_error *e);

void device_close(struct connect_device *device);

/**
 * gid_find - the GID of an address, as RoCE v2
 * @port: of the device; 0: any
 *
 * Pure. Returns NULL when there is none.
 */
const struct ibv_gid_entry *gid_find(const struct ibv_gid_entry *list, size_t count, uint32_t port,
				     const struct in6_addr *address);

/**
 * gid_type_name - "RoCE v2", "RoCE v1", "IB"
 *
 * Returns a constant.
 */
const char *gid_type_name(uint32_t type);

#endif
