// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <stdio.h>

#include "tools/common/json_build.h"
#include "tools/common/report.h"
#include "tools/ece-counters/json_parts.h"
#include "tools/ece-counters/views.h"

static json_t *growth_json(const struct sheet_growth *growth)
{
	static const char *const names[] = {
		[SHEET_UNKNOWN] = "unknown", [SHEET_GREW] = "grew", [SHEET_RESTARTED] = "started_over"};
	bool known = growth->change != SHEET_UNKNOWN;

	return json_pack("{s:s, s:o, s:o, s:o, s:b}", "change", names[growth->change], "by",
			 known ? json_amount(growth->by) : json_null(), "seconds",
			 known ? json_real(growth->seconds) : json_null(), "per_second",
			 growth->change == SHEET_GREW ? json_real(sheet_rate(growth)) : json_null(), "unsure",
			 growth->unsure);
}

static json_t *row_json(const struct counter *row)
{
	if (!row)
		return json_null();
	return json_pack("{s:s, s:s, s:i, s:s, s:s, s:o}", "name", row->name, "unit", counter_unit_name(row->unit),
			 "bits", (int)row->width, "class", counter_class_name(row->class), "meaning", row->meaning,
			 "priority", row->priority == COUNTER_NO_PRIORITY ? json_null() : json_integer(row->priority));
}

static json_t *counter_json(const struct sheet *sheet, const struct sheet_line *line)
{
	const struct scrape_counter *counter = line->counter;
	bool present = counter->reading.state == COUNTER_PRESENT;
	json_t *object = json_pack("{s:o, s:s, s:s, s:s, s:o, s:o, s:i, s:o, s:o}", "name", build_text(counter->name),
				   "source", counter_source_name(counter->source), "group",
				   counter_group_name(line->group), "state", counter_state_name(&counter->reading),
				   "raw", present ? json_amount(counter->reading.value) : json_null(), "value",
				   present ? json_amount(line->value) : json_null(), "resets", (int)counter->resets,
				   "when_ns", json_amount(counter->when_ns), "row", row_json(counter->row));

	if (sheet->of->base)
		build_set(&object, "since_start", growth_json(&line->since));
	if (sheet->compared)
		build_set(&object, "last", growth_json(&line->last));
	return object;
}

static json_t *priorities_json(const struct scrape_port *port)
{
	json_t *list = json_array();

	for (int i = 0; i < 8; i++)
		if (port->pfc & 1U << i)
			build_append(&list, json_integer(i));
	return list;
}

static json_t *word_or_null(const char *word)
{
	return word ? json_string(word) : json_null();
}

static json_t *port_json(const struct sheet *sheet)
{
	const struct scrape_port *port = sheet->port;
	json_t *counters = json_array();

	for (size_t i = 0; i < sheet->count; i++)
		build_append(&counters, counter_json(sheet, &sheet->lines[i]));
	return json_pack("{s:i, s:o, s:o, s:o, s:s, s:o, s:o, s:o}", "port", (int)port->number, "netdev",
			 build_text_or_null(port->netdev), "state",
			 word_or_null(port->known ? ece_rdma_port_state_name(port->about.state) : NULL),
			 "physical_state",
			 word_or_null(port->known ? ece_rdma_physical_state_name(port->about.physical) : NULL),
			 "link_layer", ece_link_layer_name(port->link), "bits_per_second",
			 port->bits_per_second ? json_amount(port->bits_per_second) : json_null(), "pfc",
			 port->pfc_known ? priorities_json(port) : json_null(), "counters", counters);
}

static json_t *ports_json(const struct sheet_device *of, const struct scrape_device *device,
			  const struct selection *selection)
{
	json_t *list = json_array();

	for (size_t i = 0; i < device->port_count; i++) {
		struct sheet sheet;

		if (!selection_has_port(selection, device, &device->ports[i]))
			continue;
		if (sheet_make(of, i, &sheet)) {
			build_append(&list, NULL);
			break;
		}
		build_append(&list, port_json(&sheet));
		sheet_done(&sheet);
	}
	return list;
}

json_t *faults_json(const struct scrape_device *device)
{
	json_t *list = json_array();

	for (size_t i = 0; i < device->fault_count; i++) {
		const struct scrape_fault *fault = &device->faults[i];

		build_append(&list, json_pack("{s:o, s:i, s:o}", "part", word_or_null(scrape_part_name(fault->part)),
					      "port", (int)fault->port, "error", report_json(&fault->error)));
	}
	return list;
}

static json_t *never_read_json(const struct sheet_device *of)
{
	return json_pack("{s:o, s:b, s:b, s:o, s:o}", "device", build_text_or_null(of->name), "gone", of->gone, "late",
			 of->late, "late_seconds", of->late ? json_real(of->late_seconds) : json_null(), "ports",
			 json_array());
}

json_t *device_json(const struct sheet_device *of, const struct selection *selection)
{
	const struct scrape_device *device = of->reading_count ? of->readings[of->reading_count - 1] : NULL;
	char guid[24];

	if (!device)
		return never_read_json(of);
	snprintf(guid, sizeof(guid), "%016" PRIx64, device->about.node_guid);
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:o, s:b, s:b, s:o, s:f, s:o, s:o, s:o}", "device",
			 build_text_or_null(device->about.name), "pci", build_text_or_null(device->pci), "driver",
			 build_text_or_null(device->driver), "card",
			 build_text_or_null(device->has_nic ? device->nic.card : ""), "firmware",
			 build_text_or_null(device->about.firmware), "guid",
			 device->about.node_guid ? json_string(guid) : json_null(), "gone", of->gone, "late", of->late,
			 "late_seconds", of->late ? json_real(of->late_seconds) : json_null(), "barred", device->barred,
			 "devx_only", device->devx_only, "when_ns", json_amount(device->when_ns), "seconds",
			 device->seconds, "faults", faults_json(device), "algorithms", algorithms_json(device), "ports",
			 ports_json(of, device, selection));
}
