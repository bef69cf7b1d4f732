// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/scrape/snapshot.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/errno_text.h"
#include "lib/scrape/making.h"
#include "lib/scrape/reader.h"

struct held {
	struct scrape_device device; /* first: a holder of it holds this */
	atomic_uint holders;
};

struct scrape_device *scrape_device_new(void)
{
	struct held *held = calloc(1, sizeof(*held));

	if (!held)
		return NULL;
	atomic_init(&held->holders, 1);
	return &held->device;
}

/* Who has a device to read may hold it: the count of holders is not what is constant about it. */
static struct held *held_of(const struct scrape_device *device)
{
	return (struct held *)(uintptr_t)device;
}

const struct scrape_device *scrape_device_get(const struct scrape_device *device)
{
	if (device)
		atomic_fetch_add_explicit(&held_of(device)->holders, 1, memory_order_relaxed);
	return device;
}

static void free_port(struct scrape_port *port)
{
	free(port->counters);
	free(port->status);
}

static void free_bound(struct ece_rdma_bound *bound)
{
	free(bound->qpns);
	free(bound->counters);
}

void scrape_device_put(const struct scrape_device *device)
{
	struct held *held = device ? held_of(device) : NULL;

	if (!held || atomic_fetch_sub_explicit(&held->holders, 1, memory_order_acq_rel) > 1)
		return;
	for (size_t i = 0; i < device->port_count; i++)
		free_port(&device->ports[i]);
	for (size_t i = 0; i < device->bound_count; i++)
		free_bound(&device->bound[i]);
	free(device->ports);
	free(device->bound);
	free(device->qps);
	free(device->algorithms);
	free(device->faults);
	free(held);
}

int scrape_fault_error(struct scrape_device *device, enum scrape_part part, uint32_t port, const struct ece_error *e)
{
	struct scrape_fault *grown;

	if (device->fault_count == SCRAPE_FAULTS_MAX)
		return 0;
	grown = reallocarray(device->faults, device->fault_count + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	device->faults = grown;
	grown[device->fault_count++] = (struct scrape_fault){.part = part, .port = port, .error = *e};
	return 0;
}

static enum ece_error_kind kind_of(int err)
{
	switch (err) {
	case -EPERM:
	case -EACCES:
		return ECE_ERROR_DENIED;
	case -ENODEV:
	case -ENXIO:
		return ECE_ERROR_GONE;
	case -ETIMEDOUT:
		return ECE_ERROR_TIMEOUT;
	case -E2BIG:
	case -EMSGSIZE:
	case -EFBIG:
		return ECE_ERROR_LIMIT;
	case -EBADMSG:
		return ECE_ERROR_PROTOCOL;
	case -EINVAL:
	case -EREMOTEIO:
		return ECE_ERROR_REFUSED;
	default:
		return ECE_ERROR_IO;
	}
}

int scrape_fault(struct scrape_device *device, enum scrape_part part, uint32_t port, int err, const char *what)
{
	const char *name = device->about.name[0] ? device->about.name : device->pci;
	struct ece_error e;

	if (err == -ENOMEM)
		return err;
	ece_error_set(&e, err, kind_of(err), "cannot %s: %s", what, ece_errno_text(-err));
	if (port)
		ece_error_place(&e, "%s/%u", name, port);
	else
		ece_error_place(&e, "%s", name);
	return scrape_fault_error(device, part, port, &e);
}

const char *scrape_part_name(enum scrape_part part)
{
	static const struct {
		enum scrape_part part;
		const char *name;
	} names[SCRAPE_PARTS] = {
		{SCRAPE_RDMA, "rdma"},
		{SCRAPE_PORT, "port"},
		{SCRAPE_ETHTOOL, "ethtool"},
		{SCRAPE_DCB, "dcb"},
		{SCRAPE_CONGESTION, "congestion"},
		{SCRAPE_ALGORITHMS, "algorithms"},
		{SCRAPE_QPS, "qps"},
		{SCRAPE_BOUND, "bound"},
		{SCRAPE_OPTIONAL, "optional"},
	};

	for (size_t i = 0; i < SCRAPE_PARTS; i++)
		if (names[i].part == part)
			return names[i].name;
	return NULL;
}
