// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/discover.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/host.h"

#define PCI_VENDOR        0x15b3
#define PCI_CLASS_NETWORK 0x02 /* the high byte of the class */
#define RDMA_STATE_ACTIVE 4
#define PATH_MAX_PARTS    (4 * ECE_OS_NAME_MAX)

struct finder {
	const struct ece_os *os;
	struct ece_nic_info *list;
	size_t count;
	struct ece_error *e;
};

/* A hexadecimal file of a PCI function. Returns 0 where it cannot be read: no such id exists. */
static unsigned long pci_word(const struct ece_os *os, const char *pci, const char *file)
{
	char path[PATH_MAX_PARTS], text[32];

	snprintf(path, sizeof(path), "%s/%s", pci, file);
	if (ece_host_line(os, ECE_OS_PCI_DEVICES, path, text, sizeof(text)) <= 0)
		return 0;
	return strtoul(text, NULL, 16);
}

/* Copies a name that fits whole; a name that was cut would be another one. */
static bool copy_name(char to[ECE_OS_NAME_MAX], const char *name)
{
	size_t len = strlen(name);

	if (len >= ECE_OS_NAME_MAX)
		return false;
	memcpy(to, name, len + 1);
	return true;
}

/* Keeps the name that sorts first, since a directory has no order and names must not change from run to run. */
static int keep_first(void *arg, const char *name)
{
	char *first = arg;

	if (!first[0] || strcmp(name, first) < 0)
		copy_name(first, name);
	return 0;
}

static void find_rdma(const struct ece_os *os, struct ece_nic_info *info)
{
	char path[PATH_MAX_PARTS];

	snprintf(path, sizeof(path), "%s/infiniband", info->pci);
	/* No such directory: no driver has made one. */
	(void)os->ops->list(os->ctx, ECE_OS_PCI_DEVICES, path, keep_first, info->rdma);
}

/*
 * A function in switchdev mode has a netdev for each port that it represents too. Their phys_port_name starts with
 * "pf"; that of the function's own port is "p0" and so on, or there is none.
 */
static bool is_representor(const struct ece_os *os, const char *netdev)
{
	char path[PATH_MAX_PARTS], name[32];

	snprintf(path, sizeof(path), "%s/phys_port_name", netdev);
	return ece_host_line(os, ECE_OS_NET, path, name, sizeof(name)) > 0 && !strncmp(name, "pf", 2);
}

struct netdev_finder {
	const struct ece_os *os;
	char *first;
};

static int keep_first_own(void *arg, const char *name)
{
	const struct netdev_finder *f = arg;

	return is_representor(f->os, name) ? 0 : keep_first(f->first, name);
}

static void find_netdev(const struct ece_os *os, struct ece_nic_info *info)
{
	struct netdev_finder f = {.os = os, .first = info->netdev};
	char path[PATH_MAX_PARTS];

	snprintf(path, sizeof(path), "%s/net", info->pci);
	(void)os->ops->list(os->ctx, ECE_OS_PCI_DEVICES, path, keep_first_own, &f);
}

static int add_function(void *arg, const char *pci)
{
	struct finder *f = arg;
	struct ece_nic_info *grown, *info;

	if (pci_word(f->os, pci, "vendor") != PCI_VENDOR || pci_word(f->os, pci, "class") >> 16 != PCI_CLASS_NETWORK)
		return 0;
	if (f->count == ECE_NIC_LIST_MAX)
		return ece_error_set(f->e, -E2BIG, ECE_ERROR_LIMIT, "this host has more than %d NICs",
				     ECE_NIC_LIST_MAX);
	grown = realloc(f->list, (f->count + 1) * sizeof(*grown));
	if (!grown)
		return ece_error_set(f->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	f->list = grown;
	info = &grown[f->count];
	*info = (struct ece_nic_info){.port = 1, .device_id = (uint16_t)pci_word(f->os, pci, "device")};
	if (!copy_name(info->pci, pci))
		return 0;
	f->count++;
	find_rdma(f->os, info);
	find_netdev(f->os, info);
	return 0;
}

/* A fwctl node leads to its PCI function, not the other way round. */
static int add_fwctl(void *arg, const char *node)
{
	struct finder *f = arg;
	char path[PATH_MAX_PARTS], parent[ECE_OS_NAME_MAX];

	snprintf(path, sizeof(path), "%s/device", node);
	if (f->os->ops->link(f->os->ctx, ECE_OS_FWCTL, path, parent, sizeof(parent)) < 0)
		return 0;
	for (size_t i = 0; i < f->count; i++)
		if (!strcmp(f->list[i].pci, parent))
			copy_name(f->list[i].fwctl, node);
	return 0;
}

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
	char path[PATH_MAX_PARTS];

	buf[0] = '\0';
	if (!info->rdma[0])
		return -ENODEV;
	snprintf(path, sizeof(path), "%s/%s", info->rdma, file);
	return ece_host_line(os, ECE_OS_INFINIBAND, path, buf, size);
}

/* The netdev's speed; it is -1, or an error, while the link is down. */
static uint32_t netdev_speed(const struct ece_os *os, const struct ece_nic_info *info)
{
	char path[PATH_MAX_PARTS], text[32];
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

	if (rdma_line(os, info, "ports/1/state", text, sizeof(text)) <= 0 ||
	    strtol(text, NULL, 10) != RDMA_STATE_ACTIVE)
		return 0;
	if (rdma_line(os, info, "ports/1/rate", text, sizeof(text)) <= 0)
		return 0;
	gbps = strtod(text, &end);
	return end != text && gbps > 0 && gbps < 1e6 ? (uint32_t)(gbps * 1000) : 0;
}

static void describe(const struct ece_os *os, struct ece_nic_info *info)
{
	const char *name = ece_card_name(info->device_id);
	char guid[32];

	if (name)
		snprintf(info->card, sizeof(info->card), "%s", name);
	else
		snprintf(info->card, sizeof(info->card), "%04x:%04x", PCI_VENDOR, info->device_id);
	rdma_line(os, info, "board_id", info->psid, sizeof(info->psid));
	rdma_line(os, info, "fw_ver", info->firmware, sizeof(info->firmware));
	rdma_line(os, info, "node_guid", guid, sizeof(guid));
	info->guid = parse_guid(guid);
	info->speed_mbps = netdev_speed(os, info);
	if (!info->speed_mbps)
		info->speed_mbps = rdma_speed(os, info);
}

static int by_address(const void *a, const void *b)
{
	return strcmp(((const struct ece_nic_info *)a)->pci, ((const struct ece_nic_info *)b)->pci);
}

int ece_discover(const struct ece_os *os, struct ece_nic_info **list, size_t *count, struct ece_error *e)
{
	struct finder f = {.os = os, .e = e};
	int err = os->ops->list(os->ctx, ECE_OS_PCI_DEVICES, "", add_function, &f);

	if (err) {
		free(f.list);
		/* The two of add_function() have said what it was. */
		if (err == -E2BIG || err == -ENOMEM)
			return err;
		return ece_error_set(e, err, ECE_ERROR_IO, "cannot list the PCI devices: %s", strerrordesc_np(-err));
	}
	/* No fwctl class: this kernel has none. */
	(void)os->ops->list(os->ctx, ECE_OS_FWCTL, "", add_fwctl, &f);
	if (f.count)
		qsort(f.list, f.count, sizeof(*f.list), by_address);
	for (size_t i = 0; i < f.count; i++)
		describe(os, &f.list[i]);
	*list = f.list;
	*count = f.count;
	return 0;
}
