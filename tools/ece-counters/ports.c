// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/ports.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "devx/nic/nic.h"

/* Of the words that name this device, is there one that names this port, or all of them? */
static bool has_port(const struct selection *selection, const struct scrape_target *target, uint32_t number)
{
	struct scrape_device device = {.about = target->about, .has_nic = target->has_nic, .nic = target->nic};
	struct scrape_port port = {.number = number};

	snprintf(device.pci, sizeof(device.pci), "%s", target->pci);
	return selection_has_port(selection, &device, &port);
}

static bool may_ask(const struct scrape_target *target)
{
	return target->about.name[0] && (!target->has_nic || ece_nic_may_read(&target->nic));
}

int ports_each(const struct ece_os *os, const struct selection *selection,
	       int (*each)(void *arg, const char *device, uint32_t port, struct ece_error *e), void *arg,
	       struct ece_error *e)
{
	struct scrape_target *targets = NULL;
	size_t count = 0, ports = 0;
	int err = scrape_find(os, &targets, &count, e);

	if (!err)
		err = selection_check(selection, targets, count, e);
	for (size_t i = 0; !err && i < count; i++) {
		const struct scrape_target *target = &targets[i];

		if (!may_ask(target) || !selection_has(selection, target))
			continue;
		for (uint32_t port = 1; !err && port <= target->about.ports && port <= SCRAPE_PORTS_MAX; port++) {
			if (!has_port(selection, target, port))
				continue;
			err = each(arg, target->about.name, port, e);
			ports++;
		}
	}
	free(targets);
	if (!err && !ports)
		err = ece_error_set(e, -ENODEV, ECE_ERROR_GONE, "there is no RDMA device to ask");
	return err;
}
