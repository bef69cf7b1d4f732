// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Which functions there are, and the names that drivers gave them. */
#include "devx/backend/discover.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/discover_parts.h"
#include "devx/backend/host.h"
#include "devx/base/errno_text.h"

#define PCI_VENDOR           0x15b3
#define PCI_CLASS_NETWORK    0x02 /* the high byte of the class */
#define PCI_CLASS_INFINIBAND 0x0207
#define SF_PREFIX            "mlx5_core.sf."
#define FIRST_ROOM           8 /* NICs; doubled when they are more */

struct finder {
	const struct ece_os *os;
	struct ece_nics nics;
	const char *parent; /* whose SFs are looked for */
	struct ece_error *e;
};

bool ece_nic_name_copy(char to[ECE_OS_NAME_MAX], const char *name)
{
	size_t len = strlen(name);

	if (len >= ECE_OS_NAME_MAX)
		return false;
	memcpy(to, name, len + 1);
	return true;
}

const char *ece_nic_path(const struct ece_nic_info *info, const char *rest, char path[ECE_NIC_PATH_MAX])
{
	bool below = info->kind == ECE_NIC_SF;

	snprintf(path, ECE_NIC_PATH_MAX, "%s%s%s%s%s", below ? info->parent : "", below ? "/" : "", info->pci,
		 rest[0] ? "/" : "", rest);
	return path;
}

void ece_nic_note(struct ece_nic_info *info, const char *format, ...)
{
	size_t used = strlen(info->note);
	va_list args;

	if (used)
		used += (size_t)snprintf(info->note + used, sizeof(info->note) - used, "; ");
	if (used >= sizeof(info->note))
		return;
	va_start(args, format);
	vsnprintf(info->note + used, sizeof(info->note) - used, format, args);
	va_end(args);
}

/* A hexadecimal file of a function. Returns 0 where it cannot be read: no such id exists. */
static unsigned long pci_word(const struct ece_os *os, const char *pci, const char *file)
{
	char path[ECE_NIC_PATH_MAX], text[32];

	snprintf(path, sizeof(path), "%s/%s", pci, file);
	if (ece_host_line(os, ECE_OS_PCI_DEVICES, path, text, sizeof(text)) <= 0)
		return 0;
	return strtoul(text, NULL, 16);
}

/* Keeps the name that sorts first, since a directory has no order and names must not change from run to run. */
static int keep_first(void *arg, const char *name)
{
	char *first = arg;

	if (!first[0] || strcmp(name, first) < 0)
		ece_nic_name_copy(first, name);
	return 0;
}

/*
 * A function in switchdev mode has a netdev for each port that it represents too. Their phys_port_name starts with
 * "pf", or with the number of a controller ("c1pf0"); that of the function's own port is "p0" and so on, or there is
 * none. Source: Linux net/core/devlink.c and net/devlink/port.c.
 */
static bool is_representor(const struct ece_os *os, const char *netdev)
{
	char path[ECE_NIC_PATH_MAX], name[32];

	snprintf(path, sizeof(path), "%s/phys_port_name", netdev);
	if (ece_host_line(os, ECE_OS_NET, path, name, sizeof(name)) <= 0)
		return false;
	return !strncmp(name, "pf", 2) || name[0] == 'c';
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

/* The driver's names of a function. A directory that is not there: no driver has made one. */
static void find_names(const struct ece_os *os, struct ece_nic_info *info)
{
	struct netdev_finder f = {.os = os, .first = info->netdev};
	char path[ECE_NIC_PATH_MAX];
	int err;

	if (os->ops->link(os->ctx, ECE_OS_PCI_DEVICES, ece_nic_path(info, "driver", path), info->driver,
			  sizeof(info->driver)) < 0)
		info->driver[0] = '\0';
	/*
	 * The directory is there as long as a device or an interface is, its entries only in the namespace of each. For
	 * an RDMA device that is so after "rdma system set netns exclusive". Source: Linux drivers/base/core.c,
	 * drivers/infiniband/core/device.c.
	 */
	err = os->ops->list(os->ctx, ECE_OS_PCI_DEVICES, ece_nic_path(info, "infiniband", path), keep_first,
			    info->rdma);
	info->rdma_elsewhere = !err && !info->rdma[0];
	if (info->rdma_elsewhere)
		ece_nic_note(info, "its RDMA device is in another network namespace");
	err = os->ops->list(os->ctx, ECE_OS_PCI_DEVICES, ece_nic_path(info, "net", path), keep_first_own, &f);
	if (!err && !info->netdev[0])
		ece_nic_note(info, "its network interface is in another network namespace");
}

static struct ece_nic_info *add(struct finder *f, const char *name)
{
	struct ece_nics *nics = &f->nics;
	struct ece_nic_info *info;

	if (nics->count == ECE_NIC_LIST_MAX) {
		ece_error_set(f->e, -E2BIG, ECE_ERROR_LIMIT, "this host has more than %d NICs, virtual ones included",
			      ECE_NIC_LIST_MAX);
		return NULL;
	}
	if (nics->count == nics->max) {
		size_t max = nics->max ? 2 * nics->max : FIRST_ROOM;
		struct ece_nic_info *grown = realloc(nics->list, max * sizeof(*grown));

		if (!grown) {
			ece_error_set(f->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu NICs", max);
			return NULL;
		}
		nics->list = grown;
		nics->max = max;
	}
	info = &nics->list[nics->count++];
	*info = (struct ece_nic_info){.port = 1};
	ece_nic_name_copy(info->pci, name);
	return info;
}

/* A subfunction is a device below its physical function, with names of its own. */
static int add_sf(void *arg, const char *name)
{
	struct finder *f = arg;
	struct ece_nic_info *info;

	if (strncmp(name, SF_PREFIX, strlen(SF_PREFIX)) != 0 || strlen(name) >= ECE_OS_NAME_MAX)
		return 0;
	info = add(f, name);
	if (!info)
		return f->e->code;
	info->kind = ECE_NIC_SF;
	ece_nic_name_copy(info->parent, f->parent);
	info->device_id = (uint16_t)pci_word(f->os, f->parent, "device");
	find_names(f->os, info);
	return 0;
}

/* In a guest a virtual function has no physical one beside it, and only its id tells. */
static void find_kind(const struct ece_os *os, struct ece_nic_info *info)
{
	char path[ECE_NIC_PATH_MAX];
	bool has_parent = os->ops->link(os->ctx, ECE_OS_PCI_DEVICES, ece_nic_path(info, "physfn", path), info->parent,
					sizeof(info->parent)) > 0;

	if (has_parent || ece_card_is_virtual(info->device_id))
		info->kind = ECE_NIC_VF;
	if (!has_parent)
		info->parent[0] = '\0';
}

static int add_function(void *arg, const char *pci)
{
	struct finder *f = arg;
	unsigned long class = pci_word(f->os, pci, "class");
	struct ece_nic_info *info;
	int stop;

	if (pci_word(f->os, pci, "vendor") != PCI_VENDOR || class >> 16 != PCI_CLASS_NETWORK ||
	    strlen(pci) >= ECE_OS_NAME_MAX)
		return 0;
	info = add(f, pci);
	if (!info)
		return f->e->code;
	info->device_id = (uint16_t)pci_word(f->os, pci, "device");
	info->link = class >> 8 == PCI_CLASS_INFINIBAND ? ECE_LINK_INFINIBAND : ECE_LINK_ETHERNET;
	find_kind(f->os, info);
	find_names(f->os, info);
	f->parent = pci;
	stop = f->os->ops->list(f->os->ctx, ECE_OS_PCI_DEVICES, pci, add_sf, f);
	/* Only those of add() matter: the directory itself may be gone by now. */
	return stop == -E2BIG || stop == -ENOMEM ? stop : 0;
}

/*
 * A fwctl node leads to its PCI function, not the other way round. That of a subfunction leads to the physical
 * function too; the driver makes the physical function's node first.
 */
static int add_fwctl(void *arg, const char *node)
{
	struct finder *f = arg;
	char path[ECE_NIC_PATH_MAX], parent[ECE_OS_NAME_MAX];

	snprintf(path, sizeof(path), "%s/device", node);
	if (f->os->ops->link(f->os->ctx, ECE_OS_FWCTL, path, parent, sizeof(parent)) < 0)
		return 0;
	for (size_t i = 0; i < f->nics.count; i++) {
		struct ece_nic_info *info = &f->nics.list[i];

		if (strcmp(info->pci, parent) != 0)
			continue;
		/* Numbers: a shorter name is a smaller one */
		if (!info->fwctl[0] || strlen(node) < strlen(info->fwctl) ||
		    (strlen(node) == strlen(info->fwctl) && strcmp(node, info->fwctl) < 0))
			ece_nic_name_copy(info->fwctl, node);
	}
	return 0;
}

/* Subfunctions stand behind their physical function. */
static int by_address(const void *a, const void *b)
{
	const struct ece_nic_info *one = a, *other = b;
	bool one_sf = one->kind == ECE_NIC_SF, other_sf = other->kind == ECE_NIC_SF;
	int order = strcmp(one_sf ? one->parent : one->pci, other_sf ? other->parent : other->pci);

	if (order)
		return order;
	return one_sf == other_sf ? strverscmp(one->pci, other->pci) : one_sf - other_sf;
}

static void look_at(const struct ece_os *os, struct ece_nic_info *info)
{
	bool manages;

	ece_nic_describe(os, info);
	manages = ece_nic_manages_switches(os, info);
	if (!manages)
		ece_nic_measure(os, info);
	ece_nic_judge(os, info, manages);
}

int ece_discover(const struct ece_os *os, struct ece_nic_info **list, size_t *count, struct ece_error *e)
{
	struct ece_error why = {0};
	struct finder f = {.os = os, .e = &why};
	struct ece_nics *nics = &f.nics;
	int err = os->ops->list(os->ctx, ECE_OS_PCI_DEVICES, "", add_function, &f);

	if (err) {
		free(nics->list);
		if (!why.code)
			ece_error_set(&why, err, ECE_ERROR_IO, "cannot list the PCI devices: %s", ece_errno_text(-err));
		*e = why;
		return why.code;
	}
	/* No fwctl class: this kernel has none. */
	(void)os->ops->list(os->ctx, ECE_OS_FWCTL, "", add_fwctl, &f);
	if (nics->count)
		qsort(nics->list, nics->count, sizeof(*nics->list), by_address);
	ece_nic_link_up(os, nics);
	for (size_t i = 0; i < nics->count; i++)
		look_at(os, &nics->list[i]);
	*list = nics->list;
	*count = nics->count;
	return 0;
}
