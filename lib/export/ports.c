// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Families with one series a port, or a few, that are no counters of the table. */
#include <stdio.h>
#include <string.h>

#include "lib/export/internal.h"

#define PRIORITIES 8

static void tell_info(struct export_making *making, const struct export_port *ref)
{
	struct export_label list[6];

	memcpy(list, ref->list, sizeof(ref->list));
	list[4] = (struct export_label){"pci", ref->device->pci};
	list[5] = (struct export_label){"bond", ref->device->has_nic ? ref->device->nic.bond : NULL};
	export_sample(&making->writer, &(struct export_labels){.list = list, .count = 6}, NULL, export_integer(1));
}

static void tell_state(struct export_making *making, const struct export_port *ref)
{
	if (ref->port->known)
		export_sample(&making->writer, &ref->labels, NULL, export_integer(ref->port->about.state));
}

static void tell_physical_state(struct export_making *making, const struct export_port *ref)
{
	if (ref->port->known)
		export_sample(&making->writer, &ref->labels, NULL, export_integer(ref->port->about.physical));
}

static void tell_rate(struct export_making *making, const struct export_port *ref)
{
	if (ref->port->bits_per_second)
		export_sample(&making->writer, &ref->labels, NULL, export_integer(ref->port->bits_per_second / 8));
}

static void tell_priorities(struct export_making *making, const struct export_port *ref)
{
	if (ref->port->pfc_known)
		export_sample(&making->writer, &ref->labels, NULL,
			      export_integer((unsigned int)__builtin_popcount(ref->port->pfc)));
}

static void tell_enabled(struct export_making *making, const struct export_port *ref)
{
	for (unsigned int i = 0; ref->port->pfc_known && i < PRIORITIES; i++) {
		char digit[] = {(char)('0' + i), '\0'};

		if (ref->port->pfc >> i & 1)
			export_sample(&making->writer, &ref->labels, &(struct export_label){"priority", digit},
				      export_integer(1));
	}
}

/* A total that went beyond 32 bits has gone round that often. */
static uint64_t rounds(const struct scrape_counter *counter)
{
	bool wraps = counter->row && counter->row->width == 32 && counter->reading.state == COUNTER_PRESENT;

	return wraps ? (counter->total - counter->reading.value) >> 32 : 0;
}

static void tell_wrapped(struct export_making *making, const struct export_port *ref)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < ref->port->count; i++)
		sum += rounds(&ref->port->counters[i]);
	export_sample(&making->writer, &ref->labels, NULL, export_integer(sum));
}

static void tell_reset(struct export_making *making, const struct export_port *ref)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < ref->port->count; i++)
		sum += ref->port->counters[i].resets;
	export_sample(&making->writer, &ref->labels, NULL, export_integer(sum));
}

static void tell_sets(struct export_making *making, const struct export_port *ref)
{
	size_t sets = 0;

	for (size_t i = 0; i < ref->device->bound_count; i++)
		sets += ref->device->bound[i].port == ref->port->number;
	if (ref->device->parts & SCRAPE_BOUND)
		export_sample(&making->writer, &ref->labels, NULL, export_integer(sets));
}

static const struct port_family {
	struct export_family family;
	void (*tell)(struct export_making *making, const struct export_port *ref);
} families[] = {
	{{.name = "ece_port", .type = EXPORT_INFO, .help = "The port, its network interface, and the bond over it."},
	 tell_info},
	{{.name = "ece_port_state",
	  .help = "Logical state: 0 nop, 1 down, 2 init, 3 armed, 4 active, 5 active and about to be deferred."},
	 tell_state},
	{{.name = "ece_port_physical_state",
	  .help = "Physical state: 1 sleep, 2 polling, 3 disabled, 4 training, 5 link up, 6 error recovery, 7 test."},
	 tell_physical_state},
	{{.name = "ece_port_rate_bytes_per_second",
	  .unit = "bytes_per_second",
	  .help = "How much the link can carry in one direction."},
	 tell_rate},
	{{.name = "ece_port_pfc_priorities", .help = "For how many priorities priority flow control (PFC) is on."},
	 tell_priorities},
	{{.name = "ece_port_pfc_enabled",
	  .help = "1: priority flow control is on for the priority; others have no series."},
	 tell_enabled},
	{{.name = "ece_counters_wrapped",
	  .type = EXPORT_COUNTER,
	  .help = "How often counters of 32 bits went round since the exporter began; their series go on."},
	 tell_wrapped},
	{{.name = "ece_counters_reset",
	  .type = EXPORT_COUNTER,
	  .help = "How often a counter was seen to start over since the exporter began."},
	 tell_reset},
	{{.name = "ece_bound_sets",
	  .help = "How many queue pairs, or kinds of them, have counters of their own: each makes every reading "
		  "dearer."},
	 tell_sets},
};

void export_ports(struct export_making *making)
{
	for (size_t f = 0; f < sizeof(families) / sizeof(families[0]); f++) {
		export_family_begin(&making->writer, &families[f].family);
		for (size_t i = 0; i < making->port_count; i++)
			families[f].tell(making, &making->ports[i]);
	}
}
