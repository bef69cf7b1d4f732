// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Which devices and ports a page has series of. What two of them would share is of the first. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "lib/base/intern.h"
#include "lib/export/internal.h"

/* What it is called now, if that is known. */
static const char *device_name(const struct scrape_crew_result *result)
{
	const struct scrape_device *device = result->device;

	if (device && *device->about.name)
		return device->about.name;
	if (!device && *result->target.about.name)
		return result->target.about.name;
	return device && *device->pci ? device->pci : result->target.pci;
}

/* Returns 1 for a name that was not there yet, 0, or -ENOMEM. */
static int is_new(struct intern *names, const char *name)
{
	char clean[EXPORT_LABEL_MAX];
	size_t len = export_label_clean(clean, name);
	uint32_t before = names->count, number;

	if (intern_put(names, clean, len, &number))
		return -ENOMEM;
	return names->count != before;
}

static void label_device(struct export_device *device)
{
	device->list[0] = (struct export_label){"device", device_name(device->result)};
	device->labels = (struct export_labels){.list = device->list, .count = 1};
}

static int sort_out_devices(struct export_making *making, const struct scrape_round *round, struct intern *names)
{
	making->devices = arena_alloc(&making->arena, round->count, sizeof(*making->devices));
	if (!making->devices)
		return -ENOMEM;
	for (size_t i = 0; i < round->count; i++) {
		struct export_device *device = &making->devices[making->device_count];
		int fresh = is_new(names, device_name(&round->results[i]));

		if (fresh < 0)
			return fresh;
		if (!fresh)
			continue;
		device->result = &round->results[i];
		device->device = device->result->late ? NULL : device->result->device;
		label_device(device);
		making->device_count++;
	}
	return 0;
}

static bool number_is_new(const struct scrape_device *device, const struct scrape_port *port)
{
	for (const struct scrape_port *before = device->ports; before < port; before++)
		if (before->number == port->number)
			return false;
	return true;
}

static void label_port(struct export_port *port, const char *device)
{
	enum ece_link_layer link = port->port->link;

	if (port->port->number)
		snprintf(port->number, sizeof(port->number), "%" PRIu32, port->port->number);
	port->list[0] = (struct export_label){"device", device};
	port->list[1] = (struct export_label){"port", port->number};
	port->list[2] = (struct export_label){"netdev", port->port->netdev};
	port->list[3] =
		(struct export_label){"link_layer", link == ECE_LINK_UNKNOWN ? NULL : ece_link_layer_name(link)};
	port->labels = (struct export_labels){.list = port->list, .count = 4};
}

static int sort_out_ports(struct export_making *making)
{
	size_t count = 0;

	for (size_t i = 0; i < making->device_count; i++)
		count += making->devices[i].device ? making->devices[i].device->port_count : 0;
	making->ports = arena_alloc(&making->arena, count, sizeof(*making->ports));
	if (!making->ports)
		return -ENOMEM;
	for (size_t i = 0; i < making->device_count; i++) {
		const struct scrape_device *device = making->devices[i].device;

		for (size_t p = 0; device && p < device->port_count; p++) {
			struct export_port *port = &making->ports[making->port_count];

			if (!number_is_new(device, &device->ports[p]))
				continue;
			port->device = device;
			port->port = &device->ports[p];
			label_port(port, making->devices[i].list[0].value);
			export_labels_render(&making->writer, &making->arena, &port->labels);
			making->port_count++;
		}
	}
	return 0;
}

int export_sort_out(struct export_making *making)
{
	struct intern names = {.arena = &making->arena};
	int code;

	if (!making->view->round)
		return 0;
	code = sort_out_devices(making, making->view->round, &names);
	intern_done(&names);
	return code ? code : sort_out_ports(making);
}
