// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Which devices there are: what rdma netlink tells, and the NICs that this toolkit knows. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/errno_text.h"
#include "devx/nic/nic.h"
#include "lib/base/copy_text.h"
#include "lib/scrape/reader.h"

#define PATH_BYTES (ECE_OS_NAME_MAX + 64)

/* One that is on another function is that function's. */
static const struct ece_nic_info *nic_with(const struct ece_nic_info *nics, size_t count, const char *rdma)
{
	for (size_t i = 0; i < count; i++)
		if (!nics[i].rdma_on[0] && !strcmp(nics[i].rdma, rdma))
			return &nics[i];
	return NULL;
}

static void link_name(const struct ece_os *os, const char *rdma, const char *rest, char name[ECE_OS_NAME_MAX])
{
	char path[PATH_BYTES];

	snprintf(path, sizeof(path), "%s/%s", rdma, rest);
	if (os->ops->link(os->ctx, ECE_OS_INFINIBAND, path, name, ECE_OS_NAME_MAX) < 0)
		name[0] = '\0';
}

/*
 * A device of software has no PCI function. rdma_rxe has a file with the name of its interface, which nobody else has.
 * Source: Linux drivers/infiniband/sw/rxe/rxe_verbs.c.
 */
static void describe_other(const struct ece_os *os, struct scrape_target *target)
{
	char path[PATH_BYTES], text[ECE_OS_NAME_MAX];

	link_name(os, target->about.name, "device", target->pci);
	link_name(os, target->about.name, "device/driver", target->driver);
	if (target->pci[0])
		return;
	snprintf(path, sizeof(path), "%s/parent", target->about.name);
	if (os->ops->read(os->ctx, ECE_OS_INFINIBAND, path, text, sizeof(text)) > 0)
		snprintf(target->driver, sizeof(target->driver), "rdma_rxe");
}

static void describe_nic(struct scrape_target *target, const struct ece_nic_info *nic)
{
	target->has_nic = true;
	target->nic = *nic;
	copy_text(target->pci, sizeof(target->pci), nic->pci);
	snprintf(target->driver, sizeof(target->driver), "%s", nic->kind == ECE_NIC_SF ? "mlx5_core" : nic->driver);
}

static const char *name_of(const struct scrape_target *target)
{
	return target->about.name[0] ? target->about.name : target->pci;
}

static int by_name(const void *a, const void *b)
{
	return strverscmp(name_of(a), name_of(b));
}

static bool is_listed(const struct ece_rdma_about *abouts, size_t count, const struct ece_nic_info *nic)
{
	for (size_t i = 0; i < count; i++)
		if (!nic->rdma_on[0] && !strcmp(abouts[i].name, nic->rdma))
			return true;
	return false;
}

static int join(const struct ece_os *os, const struct ece_rdma_about *abouts, size_t about_count,
		const struct ece_nic_info *nics, size_t nic_count, struct scrape_target **list, size_t *count)
{
	struct scrape_target *targets = calloc(about_count + nic_count + 1, sizeof(*targets));
	size_t n = 0;

	if (!targets)
		return -ENOMEM;
	for (size_t i = 0; i < about_count; i++) {
		const struct ece_nic_info *nic = nic_with(nics, nic_count, abouts[i].name);

		targets[n].about = abouts[i];
		if (nic)
			describe_nic(&targets[n], nic);
		else
			describe_other(os, &targets[n]);
		n++;
	}
	for (size_t i = 0; i < nic_count; i++)
		if (!is_listed(abouts, about_count, &nics[i]))
			describe_nic(&targets[n++], &nics[i]);
	qsort(targets, n, sizeof(*targets), by_name);
	*list = targets;
	*count = n;
	return 0;
}

/* A machine, or a container, without PCI has no NIC that is known here, and may have RDMA all the same. */
static int list_nics(const struct ece_os *os, struct ece_nic_info **nics, size_t *count, struct ece_error *e)
{
	int err = ece_nic_list(os, nics, count, e);

	if (err != -ENOENT)
		return err;
	*nics = NULL;
	*count = 0;
	return 0;
}

int scrape_find(const struct ece_os *os, struct scrape_target **list, size_t *count, struct ece_error *e)
{
	struct ece_rdma_about *abouts = NULL;
	struct ece_nic_info *nics = NULL;
	size_t about_count = 0, nic_count = 0;
	int err = ece_rdma_devices(os, &abouts, &about_count);

	if (err == -EPROTONOSUPPORT)
		err = 0;
	if (err)
		return ece_error_set(e, err, ECE_ERROR_IO, "cannot list the RDMA devices: %s", ece_errno_text(-err));
	err = list_nics(os, &nics, &nic_count, e);
	if (!err && about_count + nic_count > SCRAPE_DEVICES_MAX)
		err = ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "this host has more than %d RDMA devices and NICs",
				    SCRAPE_DEVICES_MAX);
	if (!err && join(os, abouts, about_count, nics, nic_count, list, count))
		err = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu devices",
				    about_count + nic_count);
	free(abouts);
	free(nics);
	return err;
}
