// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/counters.h"

#include <string.h>

#include "lib/scrape/reader.h"

static void set_all(struct counter_reading *readings, size_t count, enum counter_state state)
{
	for (size_t i = 0; i < count; i++)
		readings[i] = (struct counter_reading){.state = state};
}

static void take(const struct scrape_port *port, const struct counter *const *counters, size_t count,
		 struct counter_reading *readings)
{
	for (size_t i = 0; i < count; i++)
		for (size_t n = 0; n < port->count; n++)
			if (port->counters[n].row == counters[i])
				readings[i] = port->counters[n].reading;
}

static bool is_of_nic(const struct scrape_port *port, const struct ece_nic_info *info)
{
	return !port->number || port->number == (info->port ? info->port : 1);
}

static struct scrape_target target_of(const struct ece_nic_info *info)
{
	struct scrape_target target = {.has_nic = true, .nic = *info};

	_Static_assert(sizeof(target.about.name) == sizeof(info->rdma), "a name fits");
	memcpy(target.about.name, info->rdma, sizeof(target.about.name));
	memcpy(target.pci, info->pci, sizeof(target.pci));
	/* Of a subfunction the driver is another one by name */
	strcpy(target.driver, "mlx5_core");
	return target;
}

void host_counters_read(const struct ece_os *os, const struct ece_nic_info *info, const struct counter *const *counters,
			size_t count, struct counter_reading *readings, struct host_counting *counting)
{
	const struct scrape_target target = target_of(info);
	const struct scrape_device *device;
	struct scrape_reader *reader;

	*counting = (struct host_counting){.known = false};
	set_all(readings, count, COUNTER_UNREADABLE);
	if (scrape_reader_new(os, &target, &reader))
		return;
	if (!scrape_read_rows(reader, counters, count, &device)) {
		counting->known = device->found;
		counting->device = device->about.index;
		counting->devx_only = device->devx_only;
		if (!device->barred && device->port_count)
			set_all(readings, count, COUNTER_ABSENT);
		for (size_t i = 0; i < device->port_count; i++)
			if (is_of_nic(&device->ports[i], info))
				take(&device->ports[i], counters, count, readings);
		scrape_device_put(device);
	}
	scrape_reader_free(reader);
}
