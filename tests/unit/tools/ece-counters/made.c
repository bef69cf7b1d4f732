// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/tools/ece-counters/made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

void made_device(struct made *made, uint64_t second)
{
	memset(made, 0, sizeof(*made));
	made->device.about = (struct ece_rdma_about){.index = 3, .ports = 1, .name = "mlx5_0", .node_guid = 7};
	strcpy(made->device.pci, "0000:01:00.0");
	strcpy(made->device.driver, "mlx5_core");
	made->device.when_ns = second * MADE_SECOND;
	made->device.ports = made->ports;
	made->device.port_count = 1;
	made->device.faults = made->faults;
	for (size_t i = 0; i < MADE_PORTS_MAX; i++)
		made->ports[i] = (struct scrape_port){
			.number = (uint32_t)i + 1,
			.known = true,
			.about = {.state = ECE_RDMA_PORT_ACTIVE, .physical = 5},
			.netdev = {'e', 't', 'h', (char)('0' + i)},
			.link = ECE_LINK_ETHERNET,
			.bits_per_second = UINT64_C(400000000000),
			.counters = made->counters[i],
		};
}

struct scrape_counter *made_add(struct made *made, size_t port, const char *name, uint64_t value)
{
	struct scrape_port *to = &made->ports[port];
	struct scrape_counter *counter = &to->counters[to->count++];

	assert_true(to->count <= MADE_COUNTERS_MAX);
	*counter = (struct scrape_counter){.row = counter_find(name), .when_ns = made->device.when_ns};
	counter->reading = (struct counter_reading){.state = COUNTER_PRESENT, .value = value};
	counter->total = value;
	snprintf(counter->name, sizeof(counter->name), "%.*s", (int)strcspn(name, "?"), name);
	if (!strchr(name, '?'))
		assert_non_null(counter->row);
	if (counter->row)
		counter->source = counter->row->source;
	return counter;
}

void made_add_state(struct made *made, size_t port, const char *name, enum counter_state state)
{
	struct scrape_counter *counter = made_add(made, port, name, 0);

	counter->reading.state = (uint8_t)state;
}

void made_fault(struct made *made, enum scrape_part part, const char *why)
{
	struct scrape_fault *fault = &made->faults[made->device.fault_count++];

	fault->part = part;
	fault->port = 1;
	ece_error_set(&fault->error, -5, ECE_ERROR_IO, "%s", why);
}

struct sheet_device made_history(struct made *readings, const struct scrape_device **pointers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		pointers[i] = &readings[i].device;
	return (struct sheet_device){
		.name = readings[0].device.about.name,
		.base = pointers[0],
		.readings = pointers,
		.reading_count = count,
	};
}

char *made_text(void (*print)(const struct term *term, void *arg), void *arg)
{
	struct term term = {.unicode = false};
	char *text = NULL;
	size_t size;

	term.out = open_memstream(&text, &size);
	assert_non_null(term.out);
	print(&term, arg);
	fclose(term.out);
	return text;
}
