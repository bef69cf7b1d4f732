// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * scrape PART...: what the toolkit reads of all RDMA devices at once, for the guest's scenarios.
 *
 * Prints "DEVICE/PORT SOURCE NAME VALUE" for each counter that is there, as the kernel tells it, and "DEVICE qps COUNT"
 * where queue pairs were asked for. What could not be read goes to stderr, and the status is 1.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "devx/os/linux.h"
#include "lib/scrape/crew.h"

#define DEADLINE_MS 20000

static unsigned int part_of(const char *word)
{
	for (unsigned int i = 0; i < SCRAPE_PARTS; i++)
		if (!strcmp(scrape_part_name((enum scrape_part)(1U << i)), word))
			return 1U << i;
	return 0;
}

static void print_port(const char *device, const struct scrape_port *port)
{
	for (size_t i = 0; i < port->count; i++) {
		const struct scrape_counter *counter = &port->counters[i];

		if (counter->reading.state == COUNTER_PRESENT)
			printf("%s/%" PRIu32 " %s %s %" PRIu64 "\n", device, port->number,
			       counter_source_name(counter->source), counter->name, counter->reading.value);
	}
}

static bool print_device(const struct scrape_crew_result *result)
{
	const struct scrape_device *device = result->device;

	if (!device || result->late) {
		fprintf(stderr, "scrape: %s is late\n", result->target.about.name);
		return false;
	}
	for (size_t i = 0; i < device->port_count; i++)
		print_port(device->about.name, &device->ports[i]);
	if (device->parts & SCRAPE_QPS)
		printf("%s qps %zu\n", device->about.name, device->qp_count);
	for (size_t i = 0; i < device->fault_count; i++)
		fprintf(stderr, "scrape: %s: %s: %s\n", device->about.name, scrape_part_name(device->faults[i].part),
			device->faults[i].error.text);
	return !device->fault_count;
}

int main(int argc, char **argv)
{
	struct scrape_crew_options options = {.deadline_ms = DEADLINE_MS};
	struct ece_error e = {0};
	struct scrape_crew *crew;
	struct scrape_round round;
	bool whole;

	for (int i = 1; i < argc; i++)
		options.parts |= part_of(argv[i]);
	if (scrape_crew_new(ece_os_linux(), &options, &crew, &e) || scrape_crew_read(crew, &round)) {
		fprintf(stderr, "scrape: %s\n", e.text);
		return 2;
	}
	whole = !round.error.code;
	for (size_t i = 0; i < round.count; i++)
		whole = print_device(&round.results[i]) && whole;
	scrape_round_done(&round);
	scrape_crew_free(crew);
	return !whole;
}
