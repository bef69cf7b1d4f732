// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/discover_parts.h"
#include "devx/backend/host.h"

#define PCI_VENDOR        0x15b3
#define RDMA_STATE_ACTIVE 4

/* "0123:4567:89ab:cdef" without the colons; 0 for anything else. */
static uint64_t parse_guid(const char *text)
{
	uint64_t guid = 0;
	size_t digits = 0;

	for (; *text; text++) {
		const char *hex = "0123456789abcdef";
		const char *digit;

		if (*text == ':')
			continue;
		digit = strchr(hex, *text);
		if (!digit || ++digits > 16)
			return 0;
		guid = guid << 4 | (uint64_t)(digit - hex);
	}
	return digits == 16 ? guid : 0;
}

static int rdma_line(const struct ece_os *os, const struct ece_nic_info *info, const char *file, char *buf, size_t size)
{
	char path[ECE_NIC_PATH_MAX];

	buf[0] = '\0';
	if (!info->rdma[0])
		return -ENODEV;
	snprintf(path, sizeof(path), "%s/%s", info->rdma, file);
	return ece_host_line(os, ECE_OS_INFINIBAND, path, buf, size);
}

static int port_line(const struct ece_os *os, const struct ece_nic_info *info, const char *file, char *buf, size_t size)
{
	char path[ECE_OS_NAME_MAX];

	snprintf(path, sizeof(path), "ports/%u/%s", info->port, file);
	return rdma_line(os, info, path, buf, size);
}

/* The netdev's speed; it is -1, or an error, while the link is down. */
static uint32_t netdev_speed(const struct ece_os *os, const struct ece_nic_info *info)
{
	char path[ECE_NIC_PATH_MAX], text[32];
	long speed;

	if (!info->netdev[0])
		return 0;
	snprintf(path, sizeof(path), "%s/speed", info->netdev);
	if (ece_host_line(os, ECE_OS_NET, path, text, sizeof(text)) <= 0)
		return 0;
	speed = strtol(text, NULL, 10);
	return speed > 0 && speed < INT32_MAX ? (uint32_t)speed : 0;
}

/* "4: ACTIVE" and "100 Gb/sec (4X EDR)"; a port that is down shows a speed that it does not have. */
static uint32_t rdma_speed(const struct ece_os *os, const struct ece_nic_info *info)
{
	char text[64], *end;
	double gbps;

	if (port_line(os, info, "state", text, sizeof(text)) <= 0 || strtol(text, NULL, 10) != RDMA_STATE_ACTIVE)
		return 0;
	if (port_line(os, info, "rate", text, sizeof(text)) <= 0)
		return 0;
	gbps = strtod(text, &end);
	return end != text && gbps > 0 && gbps < 1e6 ? (uint32_t)(gbps * 1000) : 0;
}

/* What the port runs now; the PCI class says what it ran when the driver was loaded. */
static void find_link_layer(const struct ece_os *os, struct ece_nic_info *info)
{
	char text[32];

	if (port_line(os, info, "link_layer", text, sizeof(text)) <= 0)
		return;
	if (!strcmp(text, "InfiniBand"))
		info->link = ECE_LINK_INFINIBAND;
	else if (!strcmp(text, "Ethernet"))
		info->link = ECE_LINK_ETHERNET;
}

/* PSID and firmware are the card's; the node GUID of an RDMA device is that of the function that has it. */
static void identify(const struct ece_os *os, struct ece_nic_info *info)
{
	char guid[32];

	rdma_line(os, info, "board_id", info->psid, sizeof(info->psid));
	rdma_line(os, info, "fw_ver", info->firmware, sizeof(info->firmware));
	rdma_line(os, info, "sys_image_guid", guid, sizeof(guid));
	info->card_guid = parse_guid(guid);
	if (info->rdma_on[0])
		return;
	rdma_line(os, info, "node_guid", guid, sizeof(guid));
	info->guid = parse_guid(guid);
}

void ece_nic_describe(const struct ece_os *os, struct ece_nic_info *info)
{
	const char *name = ece_card_name(info->device_id);

	if (name)
		snprintf(info->card, sizeof(info->card), "%s", name);
	else
		snprintf(info->card, sizeof(info->card), "%04x:%04x", PCI_VENDOR, info->device_id);
	identify(os, info);
	find_link_layer(os, info);
}

void ece_nic_measure(const struct ece_os *os, struct ece_nic_info *info)
{
	if (!info->rdma[0] || info->rdma_on[0])
		ece_nic_inquire(os, info);
	/* The rate of a bonded device is not that of one port. */
	info->speed_mbps = netdev_speed(os, info);
	if (!info->speed_mbps && !(info->rdma_on[0] && info->bond[0]))
		info->speed_mbps = rdma_speed(os, info);
}
