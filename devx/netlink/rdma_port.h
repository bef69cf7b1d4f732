/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * RDMA devices, their ports, and how they are shared: GET, PORT_GET and SYS_GET of NETLINK_RDMA, client NLDEV. No socket
 * here: bytes in, bytes out. Buffers of messages are aligned for a uint32_t.
 * Source: Linux include/uapi/rdma/rdma_netlink.h, drivers/infiniband/core/nldev.c.
 */
#ifndef ECE_DEVX_NETLINK_RDMA_PORT_H
#define ECE_DEVX_NETLINK_RDMA_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ECE_RDMA_NAME_MAX     64 /* of a device, with the NUL, as the kernel's */
#define ECE_RDMA_FIRMWARE_MAX 64 /* the kernel's are shorter */
#define ECE_RDMA_PROTOCOL_MAX 16
#define ECE_RDMA_NETDEV_MAX   64 /* the kernel's are shorter */

/* Source: Linux include/rdma/ib_verbs.h, enum ib_port_state. */
enum ece_rdma_port_state {
	ECE_RDMA_PORT_NOP = 0,
	ECE_RDMA_PORT_DOWN = 1,
	ECE_RDMA_PORT_INIT = 2,
	ECE_RDMA_PORT_ARMED = 3,
	ECE_RDMA_PORT_ACTIVE = 4,
	ECE_RDMA_PORT_ACTIVE_DEFER = 5,
};

#define ECE_RDMA_PHYSICAL_LINK_UP 5

/* Empty strings and zeros where it is not told. */
struct ece_rdma_about {
	uint32_t index; /* what other requests name it by; another one after the device registered anew */
	uint32_t ports;
	char name[ECE_RDMA_NAME_MAX];
	char firmware[ECE_RDMA_FIRMWARE_MAX];
	char protocol[ECE_RDMA_PROTOCOL_MAX]; /* "roce", "ib", "iw", "opa", "usnic" */
	uint64_t node_guid, system_guid;
	uint8_t node_type; /* enum rdma_node_type of the kernel */
};

struct ece_rdma_port {
	uint8_t state;         /* enum ece_rdma_port_state */
	uint8_t physical;      /* ECE_RDMA_PHYSICAL_LINK_UP, or another number of the kernel's */
	uint32_t netdev_index; /* 0: none, or it is in another network namespace */
	char netdev[ECE_RDMA_NETDEV_MAX];
};

/**
 * ece_rdma_devices_request - ask for all RDMA devices that this network namespace sees
 *
 * This and the other requests return the length of the message in @buf, or 0 when @size is less than
 * ECE_RDMA_REQUEST_MAX.
 */
size_t ece_rdma_devices_request(void *buf, size_t size);

/* ece_rdma_port_request - ask for one port, from 1 */
size_t ece_rdma_port_request(uint32_t device, uint32_t port, void *buf, size_t size);

/* ece_rdma_system_request - ask for what is the same for all devices (kernel 5.2) */
size_t ece_rdma_system_request(void *buf, size_t size);

/**
 * ece_rdma_device_parse - one message of the answer about devices
 * @message: with its header; at most @len bytes are looked at
 *
 * This and the other parsers pass over attributes that they do not know. Returns 0; -EBADMSG for what is not such an
 * answer or is damaged. What was to be filled is then void.
 */
int ece_rdma_device_parse(const void *message, size_t len, struct ece_rdma_about *about);

/* ece_rdma_port_parse - the answer about a port; the kernel gives it the type of one about devices */
int ece_rdma_port_parse(const void *message, size_t len, struct ece_rdma_port *port);

/**
 * ece_rdma_system_parse - the answer about what is the same for all
 * @shared: all network namespaces see all devices
 */
int ece_rdma_system_parse(const void *message, size_t len, bool *shared);

/**
 * ece_rdma_says_something - does a message of a list have more in it than which device and port it is about?
 * @message: of any answer of NLDEV
 *
 * The kernel sends a table without entries when an entry does not fit, and goes on to do so for ever when it never will
 * (seen of Linux 6.1 and 7.2 with a shared receive queue of 400 queue pairs and small reads).
 */
bool ece_rdma_says_something(const void *message, size_t len);

/**
 * ece_rdma_port_state_name, ece_rdma_physical_state_name - "active", "link_up": as the kernel calls them, in lower case
 *
 * Return a constant string, or NULL for a number that has no name.
 */
const char *ece_rdma_port_state_name(uint8_t state);
const char *ece_rdma_physical_state_name(uint8_t state);

#endif
