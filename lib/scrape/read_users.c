// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Who uses a device: queue pairs, their counter sets; and which counters were switched on for somebody. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/optional.h"
#include "devx/net/rdma.h"
#include "lib/scrape/reading.h"

static int faulty(struct reading *r, enum scrape_part part, uint32_t port, struct ece_error *e)
{
	if (e->code == -EOPNOTSUPP)
		return 0;
	r->suspect |= e->code == -ENODEV;
	if (port)
		ece_error_place(e, "%s/%u", r->device->about.name, port);
	else
		ece_error_place(e, "%s", r->device->about.name);
	return e->code == -ENOMEM ? -ENOMEM : scrape_fault_error(r->device, part, port, e);
}

int reading_optional(struct reading *r, struct scrape_port *port)
{
	struct ece_error e;
	int err = ece_rdma_counter_list(r->os, r->device->about.name, port->number, &port->status, &port->status_count,
					&e);

	if (!err)
		return 0;
	port->status = NULL;
	port->status_count = 0;
	return faulty(r, SCRAPE_OPTIONAL, port->number, &e);
}

static void *copy_of(const void *from, size_t count, size_t size)
{
	void *copy = calloc(count + 1, size);

	if (copy && count)
		memcpy(copy, from, count * size);
	return copy;
}

/* A list that doubles; what it has is freed with the snapshot. */
static int add_bound(void *arg, const struct ece_rdma_bound *set)
{
	struct scrape_device *device = arg;
	struct ece_rdma_bound *to;

	if (!(device->bound_count & (device->bound_count - 1))) {
		size_t room = device->bound_count ? 2 * device->bound_count : 1;

		to = reallocarray(device->bound, room, sizeof(*to));
		if (!to)
			return -ENOMEM;
		device->bound = to;
	}
	to = &device->bound[device->bound_count++];
	*to = *set;
	to->qpns = copy_of(set->qpns, set->qpn_count, sizeof(*set->qpns));
	to->counters = copy_of(set->counters, set->counter_count, sizeof(*set->counters));
	return to->qpns && to->counters ? 0 : -ENOMEM;
}

static int read_bound(struct reading *r)
{
	struct ece_error e = {.code = 0};
	int err = ece_rdma_bound(r->os, r->device->about.name, add_bound, r->device, &e);

	if (!err || err == -ENOMEM)
		return err;
	return faulty(r, SCRAPE_BOUND, 0, &e);
}

static bool any_carries_data(const struct scrape_device *device)
{
	for (size_t i = 0; i < device->qp_count; i++)
		if (ece_rdma_qp_carries_data(&device->qps[i]))
			return true;
	return false;
}

static int read_qps(struct reading *r)
{
	struct scrape_device *device = r->device;
	uint32_t contexts;
	int err = ece_rdma_qps(r->os, device->about.index, &device->qps, &device->qp_count);

	if (!err)
		err = ece_rdma_contexts(r->os, device->about.index, &contexts);
	if (!err)
		device->devx_only = contexts > reader_holds_devx(r->reader) && !any_carries_data(device);
	r->suspect |= err == -EINVAL || err == -ENODEV;
	return err ? reading_faulty(r, SCRAPE_QPS, 0, err, "list the queue pairs") : 0;
}

static void count_users(struct reading *r)
{
	struct ece_rdma_use use;

	if (!ece_rdma_use(r->os, r->device->about.index, &use))
		r->device->devx_only = use.contexts > reader_holds_devx(r->reader) && !use.qps;
}

int reading_users(struct reading *r)
{
	int err = 0;

	if (r->parts & SCRAPE_QPS)
		err = read_qps(r);
	else if (r->use)
		count_users(r);
	if (!err && r->parts & SCRAPE_BOUND)
		err = read_bound(r);
	return err;
}
