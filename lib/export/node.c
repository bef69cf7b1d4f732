// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The names that node_exporter's infiniband collector gives to the same numbers, so that dashboards made for it go on.
 * Which counter has which says the counter table.
 * Source: prometheus/node_exporter, collector/infiniband_linux.go; Linux drivers/infiniband/hw/mlx5/main.c (hca_type).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/export/shelf.h"

#define PREFIX        COUNTER_NODE
#define NODE_NAME_MAX 128

static const struct export_family info = {
	.name = "node_infiniband",
	.type = EXPORT_INFO,
	.help = "What the RDMA device is, by node_exporter's name.",
};
static const struct export_family state = {
	.name = PREFIX "state_id",
	.help = "Logical state of the port (0: no change, 1: down, 2: init, 3: armed, 4: active, 5: act defer).",
};
static const struct export_family physical = {
	.name = PREFIX "physical_state_id",
	.help = "Physical state of the port (1: sleep, 2: polling, 3: disabled, 4: training, 5: link up, 6: error "
		"recovery, 7: test).",
};
static const struct export_family rate = {
	.name = PREFIX "rate_bytes_per_second",
	.unit = "bytes_per_second",
	.help = "How much the link can carry, by node_exporter's name.",
};

/* As it labels them: device and port, and nothing else. */
static struct export_labels two(const struct export_port *port)
{
	return (struct export_labels){.list = port->list, .count = 2};
}

static void tell_info(struct export_making *making, const struct export_device *ref)
{
	const struct scrape_device *device = ref->device;
	char type[EXPORT_NUMBER_MAX] = "";
	struct export_label list[] = {
		ref->list[0],
		{"board_id", device->board},
		{"firmware_version", device->about.firmware},
		{"hca_type", type},
	};

	if (device->has_nic && !strcmp(device->driver, "mlx5_core"))
		snprintf(type, sizeof(type), "MT%u", device->nic.device_id);
	export_sample(&making->writer, &(struct export_labels){.list = list, .count = sizeof(list) / sizeof(list[0])},
		      NULL, export_integer(1));
}

static void tell_ports(struct export_making *making, const struct export_family *family,
		       bool (*number)(const struct scrape_port *port, uint64_t *value))
{
	export_family_begin(&making->writer, family);
	for (size_t p = 0; p < making->port_count; p++) {
		struct export_labels labels = two(&making->ports[p]);
		uint64_t value;

		if (making->ports[p].port->number && number(making->ports[p].port, &value))
			export_sample(&making->writer, &labels, NULL, export_integer(value));
	}
}

static bool state_of(const struct scrape_port *port, uint64_t *value)
{
	*value = port->about.state;
	return port->known;
}

static bool physical_of(const struct scrape_port *port, uint64_t *value)
{
	*value = port->about.physical;
	return port->known;
}

static bool rate_of(const struct scrape_port *port, uint64_t *value)
{
	*value = port->bits_per_second / 8;
	return port->bits_per_second;
}

static bool has_node_name(const struct export_options *options, const struct scrape_port *port,
			  const struct scrape_counter *counter)
{
	(void)options;
	return port->number && counter->row->node_name;
}

static void tell_counter(struct export_making *making, const struct export_told *told)
{
	struct export_labels labels = two(told->port);

	if (told->counter->reading.state == COUNTER_PRESENT)
		export_sample(&making->writer, &labels, NULL, export_counter_number(told->counter));
}

/* The table has the names with "_total" at their end. */
static void begin_family(struct export_making *making, const struct counter *row, char name[NODE_NAME_MAX])
{
	size_t len = strlen(row->node_name), end = strlen("_total");
	bool total = len > end && !strcmp(row->node_name + len - end, "_total");
	struct export_family family = {
		.name = name,
		.help = row->meaning,
		.type = total ? EXPORT_COUNTER : EXPORT_UNKNOWN,
	};

	snprintf(name, NODE_NAME_MAX, PREFIX "%.*s", (int)(total ? len - end : len), row->node_name);
	export_family_begin(&making->writer, &family);
}

static void tell_counters(struct export_making *making)
{
	struct export_shelf shelf = {0};
	char name[NODE_NAME_MAX];

	if (export_shelve(making, has_node_name, &shelf)) {
		making->writer.code = -ENOMEM;
		return;
	}
	for (size_t i = 0; i < counter_count(); i++) {
		if (!counter_at(i)->node_name)
			continue;
		begin_family(making, counter_at(i), name);
		export_shelf_tell(making, &shelf, counter_at(i), tell_counter);
	}
}

void export_node_names(struct export_making *making)
{
	export_family_begin(&making->writer, &info);
	for (size_t i = 0; i < making->device_count; i++)
		if (making->devices[i].device && *making->devices[i].device->about.name)
			tell_info(making, &making->devices[i]);
	tell_ports(making, &state, state_of);
	tell_ports(making, &physical, physical_of);
	tell_ports(making, &rate, rate_of);
	tell_counters(making);
}
