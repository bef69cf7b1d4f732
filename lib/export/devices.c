// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Families with one series a device, or a few. */
#include <inttypes.h>
#include <stdio.h>

#include "lib/export/internal.h"

#define GUID_MAX 17

static void guid_text(uint64_t guid, char buf[GUID_MAX])
{
	buf[0] = '\0';
	if (guid)
		snprintf(buf, GUID_MAX, "%016" PRIx64, guid);
}

/* Also of a late device, and of one that never answered: what it is has not changed by that. */
static void tell_info(struct export_making *making, const struct export_device *ref)
{
	const struct scrape_target *target = &ref->result->target;
	const struct scrape_device *device = ref->result->device;
	const struct ece_rdma_about *about = device ? &device->about : &target->about;
	const struct ece_nic_info *nic = device ? &device->nic : &target->nic;
	bool is_nic = device ? device->has_nic : target->has_nic;
	char guid[GUID_MAX];
	struct export_label list[] = {
		ref->list[0],
		{"pci", device ? device->pci : target->pci},
		{"driver", device ? device->driver : target->driver},
		{"firmware", *about->firmware ? about->firmware : nic->firmware},
		{"board", device ? device->board : NULL},
		{"card", nic->card},
		{"psid", nic->psid},
		{"kind", is_nic ? ece_nic_kind_name(nic->kind) : NULL},
		{"protocol", about->protocol},
		{"node_guid", guid},
	};

	guid_text(about->node_guid, guid);
	export_sample(&making->writer, &(struct export_labels){.list = list, .count = sizeof(list) / sizeof(list[0])},
		      NULL, export_integer(1));
}

static void tell_up(struct export_making *making, const struct export_device *ref)
{
	export_sample(&making->writer, &ref->labels, NULL, export_integer(ref->device != NULL));
}

static void tell_late(struct export_making *making, const struct export_device *ref)
{
	export_sample(&making->writer, &ref->labels, NULL,
		      export_real(ref->result->late ? ref->result->late_seconds : 0));
}

static void tell_seconds(struct export_making *making, const struct export_device *ref)
{
	if (ref->device)
		export_sample(&making->writer, &ref->labels, NULL, export_real(ref->device->seconds));
}

static void tell_index(struct export_making *making, const struct export_device *ref)
{
	if (ref->device && ref->device->found)
		export_sample(&making->writer, &ref->labels, NULL, export_integer(ref->device->about.index));
}

static void tell_barred(struct export_making *making, const struct export_device *ref)
{
	if (ref->device && ref->device->barred)
		export_sample(&making->writer, &ref->labels,
			      &(struct export_label){"reason", ece_nic_bar_name(ref->device->nic.bar)},
			      export_integer(1));
}

static bool has_fault(const struct scrape_device *device, enum scrape_part part)
{
	for (size_t i = 0; i < device->fault_count; i++)
		if (device->faults[i].part == part)
			return true;
	return false;
}

static void tell_parts(struct export_making *making, const struct export_device *ref)
{
	for (unsigned int i = 0; ref->device && i < SCRAPE_PARTS; i++) {
		enum scrape_part part = 1U << i;
		struct export_label label = {"part", scrape_part_name(part)};

		if (ref->device->parts & part)
			export_sample(&making->writer, &ref->labels, &label,
				      export_integer(!has_fault(ref->device, part)));
	}
}

static void tell_blind(struct export_making *making, const struct export_device *ref)
{
	if (ref->device && ref->device->parts & SCRAPE_QPS)
		export_sample(&making->writer, &ref->labels, NULL, export_integer(ref->device->devx_only));
}

static const struct device_family {
	struct export_family family;
	void (*tell)(struct export_making *making, const struct export_device *ref);
} families[] = {
	{{.name = "ece_device", .type = EXPORT_INFO, .help = "The device, and what it is by."}, tell_info},
	{{.name = "ece_device_up", .help = "1: the device was read now."}, tell_up},
	{{.name = "ece_device_late_seconds",
	  .unit = "seconds",
	  .help = "For how long a device has not answered; 0: it answered in time. A late one has no counters here."},
	 tell_late},
	{{.name = "ece_device_scrape_duration_seconds", .unit = "seconds", .help = "How long reading the device took."},
	 tell_seconds},
	{{.name = "ece_device_part_success",
	  .help = "0: this part of the device could not be read, and what is of it is not told."},
	 tell_parts},
	{{.name = "ece_device_index",
	  .help = "The kernel's number of the RDMA device: another one after it registered anew, and then its counters "
		  "began at zero."},
	 tell_index},
	{{.name = "ece_device_barred", .help = "1: somebody else owns the device, and it was not touched."},
	 tell_barred},
	{{.name = "ece_device_devx_only",
	  .help = "1: what uses the device makes its queue pairs by DevX, which the counters of verbs do not see."},
	 tell_blind},
};

void export_devices(struct export_making *making)
{
	for (size_t f = 0; f < sizeof(families) / sizeof(families[0]); f++) {
		export_family_begin(&making->writer, &families[f].family);
		for (size_t i = 0; i < making->device_count; i++)
			families[f].tell(making, &making->devices[i]);
	}
}
