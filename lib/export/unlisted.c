// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counters whose names somebody else gives: those that the table does not have, optional ones, those of algorithms. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/net/optional.h"
#include "lib/base/intern.h"
#include "lib/export/internal.h"

static const struct export_family unlisted = {
	.name = "ece_unlisted_counters",
	.type = EXPORT_COUNTER,
	.help = "Counters of this kernel and driver that the exporter has no name for, as the kernel tells them.",
};
static const struct export_family optional = {
	.name = "ece_optional_counters_enabled",
	.help = "1: this optional counter of the port is switched on; 0: it is off, and has no series.",
};
static const struct export_family algorithms = {
	.name = "ece_algorithm_counters",
	.type = EXPORT_UNKNOWN,
	.help = "Counters of algorithms of congestion control in the card's slots, by the card's own names.",
};

/* Returns whether @name is new in this table; with no memory for it, it is not, and the page has failed. */
static bool take(struct export_making *making, struct intern *names, const char *name)
{
	char clean[EXPORT_LABEL_MAX];
	size_t len = export_label_clean(clean, name);
	uint32_t before = names->count, number;

	if (intern_put(names, clean, len, &number))
		making->writer.code = -ENOMEM;
	return names->count != before;
}

static struct export_labels with(const struct export_port *port, struct export_label list[5],
				 const struct export_label *more)
{
	memcpy(list, port->list, sizeof(port->list));
	list[4] = *more;
	return (struct export_labels){.list = list, .count = 5};
}

static void tell_unlisted(struct export_making *making, const struct export_port *port,
			  const struct scrape_counter *counter, struct intern *names)
{
	struct export_label source = {"source", counter_source_name(counter->source)}, list[5];
	struct export_labels labels = with(port, list, &source);
	char key[EXPORT_LABEL_MAX];

	snprintf(key, sizeof(key), "%s/%s", source.value, counter->name);
	if (take(making, names, key))
		export_sample(&making->writer, &labels, &(struct export_label){"counter", counter->name},
			      export_integer(counter->total));
}

void export_unlisted(struct export_making *making)
{
	export_family_begin(&making->writer, &unlisted);
	for (size_t p = 0; p < making->port_count; p++) {
		const struct export_port *port = &making->ports[p];
		struct intern names = {.arena = &making->arena};

		for (size_t i = 0; i < port->port->count && names.count < EXPORT_UNLISTED_MAX; i++)
			if (!port->port->counters[i].row && port->port->counters[i].reading.state == COUNTER_PRESENT)
				tell_unlisted(making, port, &port->port->counters[i], &names);
		intern_done(&names);
	}
}

void export_optional(struct export_making *making)
{
	export_family_begin(&making->writer, &optional);
	for (size_t p = 0; p < making->port_count; p++) {
		const struct export_port *port = &making->ports[p];
		struct intern names = {.arena = &making->arena};

		for (size_t i = 0; i < port->port->status_count; i++) {
			const struct ece_rdma_counter_status *status = &port->port->status[i];

			if (status->optional && take(making, &names, status->name))
				export_sample(&making->writer, &port->labels,
					      &(struct export_label){"counter", status->name},
					      export_integer(status->on));
		}
		intern_done(&names);
	}
}

static void tell_algorithm(struct export_making *making, const struct export_device *device,
			   const struct scrape_algorithm *algorithm, struct intern *names)
{
	char slot[EXPORT_NUMBER_MAX], key[EXPORT_LABEL_MAX];
	struct export_label list[] = {
		device->list[0],
		{"slot", slot},
		{"algorithm", algorithm->algorithm},
		{"counter", algorithm->counter},
	};
	struct export_labels labels = {.list = list, .count = sizeof(list) / sizeof(list[0])};

	snprintf(slot, sizeof(slot), "%u", algorithm->slot);
	snprintf(key, sizeof(key), "%s/%s/%s", slot, algorithm->algorithm, algorithm->counter);
	if (!take(making, names, key))
		return;
	if (algorithm->reading.state == COUNTER_PRESENT)
		export_sample(&making->writer, &labels, NULL, export_integer(algorithm->reading.value));
	else
		export_missing(&making->writer, &labels, NULL, export_state_word(algorithm->reading.state));
}

void export_algorithms(struct export_making *making)
{
	export_family_begin(&making->writer, &algorithms);
	for (size_t d = 0; d < making->device_count; d++) {
		const struct export_device *device = &making->devices[d];
		struct intern names = {.arena = &making->arena};

		for (size_t i = 0; device->device && i < device->device->algorithm_count; i++)
			tell_algorithm(making, device, &device->device->algorithms[i], &names);
		intern_done(&names);
	}
}
