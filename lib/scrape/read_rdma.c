// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hardware counters and state of a port, by rdma netlink. */
#include <errno.h>
#include <stdlib.h>

#include "devx/net/rdma.h"
#include "lib/base/copy_text.h"
#include "lib/scrape/reading.h"

/*
 * EINVAL is the kernel's word for "there are no counters" as for "the card refused". One that has told them once has
 * them, whatever can be seen of that from another network namespace.
 */
static int refused(struct reading *r, struct reader_port *port, int err)
{
	const struct scrape_device *device = r->device;
	bool had = port->list.map[COUNTER_RDMA].count;
	struct ece_error e;
	int why;

	if (err == -EINVAL && port->no_counters)
		return 0;
	why = ece_rdma_counters_refused(r->os, device->about.name, device->about.index, port->number, err, &e);
	port->no_counters = why == -EOPNOTSUPP && !had;
	if (port->no_counters)
		return 0;
	r->suspect |= why == -ENODEV;
	list_fail(&port->list, COUNTER_RDMA);
	if (why == -EOPNOTSUPP)
		return reading_faulty(r, SCRAPE_RDMA, port->number, err, "read the hardware counters");
	ece_error_place(&e, "%s/%u", device->about.name, port->number);
	return e.code == -ENOMEM ? -ENOMEM : scrape_fault_error(r->device, SCRAPE_RDMA, port->number, &e);
}

int reading_rdma(struct reading *r, struct reader_port *port)
{
	struct ece_rdma_counter *list = NULL;
	size_t count = 0;
	int err = ece_rdma_counters(r->os, r->device->about.index, port->number, &list, &count);

	if (err)
		return refused(r, port, err);
	port->told = true;
	for (size_t i = 0; !err && i < count; i++) {
		const struct counter_reading reading = {.value = list[i].value, .state = COUNTER_PRESENT};

		err = list_put(&port->list, r->device->driver, COUNTER_RDMA, i, list[i].name, &reading, true);
	}
	free(list);
	return err;
}

/*
 * The interface of a port. A bond is none that a driver counts for, so the function's own is taken then. Where netlink
 * tells none it is in another namespace, or there is none.
 */
static void name_netdev(const struct reading *r, struct scrape_port *port)
{
	const struct scrape_device *device = r->device;
	bool own = device->has_nic && device->nic.netdev[0] && (!device->nic.port || device->nic.port == port->number);

	if (own && (device->nic.bond[0] || !port->about.netdev[0]))
		copy_text(port->netdev, sizeof(port->netdev), device->nic.netdev);
	else
		copy_text(port->netdev, sizeof(port->netdev), port->about.netdev);
}

int reading_about_port(struct reading *r, const struct reader_port *kept, struct scrape_port *port)
{
	int err = 0;

	/* For some rows it is asked only when it has to be known which device this is, or which interface */
	if (!r->narrow || r->parts & SCRAPE_RDMA || !r->device->nic.netdev[0]) {
		err = ece_rdma_port(r->os, r->device->about.index, kept->number, &port->about);
		port->known = !err;
	}
	r->suspect |= err == -EINVAL || err == -ENODEV;
	if (err)
		port->about = (struct ece_rdma_port){.state = 0};
	name_netdev(r, port);
	return err ? reading_faulty(r, SCRAPE_RDMA, kept->number, err, "read the state of the port") : 0;
}
