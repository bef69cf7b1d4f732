/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The parts of a page. Internal to lib/export. */
#ifndef ECE_LIB_EXPORT_INTERNAL_H
#define ECE_LIB_EXPORT_INTERNAL_H

#include "lib/base/arena.h"
#include "lib/export/writer.h"

#define EXPORT_NUMBER_MAX 24 /* of an integer as a label */

/* Every port that has something to tell, with the labels of its series. */
struct export_port {
	const struct scrape_device *device;
	const struct scrape_port *port;
	struct export_labels labels; /* device, port, netdev, link_layer; node_exporter has the first two */
	struct export_label list[4];
	char number[EXPORT_NUMBER_MAX];
};

struct export_device {
	const struct scrape_crew_result *result;
	const struct scrape_device *device; /* NULL: late, or never read */
	struct export_labels labels;        /* device */
	struct export_label list[1];
};

/* A page in the making. */
struct export_making {
	struct export_writer writer;
	const struct export_view *view;
	const struct export_options *options;
	struct export_device *devices;
	size_t device_count;
	struct export_port *ports; /* of devices that answered, in their order */
	size_t port_count;
	struct arena arena;
};

/**
 * export_sort_out - fill .devices and .ports; the second of one name, or of one number, is passed over
 *
 * Returns 0 or -ENOMEM.
 */
int export_sort_out(struct export_making *making);

/* export_counter_wanted - is a counter of the table to be told of this port? .reading says whether it can be */
bool export_counter_wanted(const struct export_options *options, const struct scrape_port *port,
			   const struct scrape_counter *counter);

/* export_counter_number - what a present counter stands at, in its base unit */
struct export_number export_counter_number(const struct scrape_counter *counter);

/* export_state_word - of enum counter_state: "absent", "present", "unreadable" */
const char *export_state_word(uint8_t state);

/* Families, each file some of them. Failures are kept in .writer. */
void export_host(struct export_making *making);
void export_devices(struct export_making *making);
void export_ports(struct export_making *making);
void export_counters(struct export_making *making);
void export_counter_states(struct export_making *making);
void export_unlisted(struct export_making *making);
void export_optional(struct export_making *making);
void export_algorithms(struct export_making *making);
void export_owners(struct export_making *making);
void export_node_names(struct export_making *making);
void export_tell_parameters(struct export_making *making);
void export_tell_fleet(struct export_making *making);
void export_own(struct export_making *making);

#endif
