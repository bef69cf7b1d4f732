// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Snapshots of any content become pages: whatever kernels, cards and stores call things, a text is what the formats say,
 * both texts and JSON have the same series, and none is there twice.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/optional.h"
#include "lib/export/fleet.h"
#include "lib/export/page.h"
#include "lib/export/parameters.h"
#include "tests/unit/lib/export/strict.h"

#define DEVICES  5
#define PORTS    3
#define COUNTERS 12
#define FEW      4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	const uint8_t *at;
	size_t left;
};

struct snapshot {
	struct scrape_crew_result results[DEVICES];
	struct scrape_device devices[DEVICES];
	struct scrape_port ports[DEVICES][PORTS];
	struct scrape_counter counters[DEVICES][PORTS][COUNTERS];
	struct ece_rdma_counter_status status[FEW];
	struct scrape_algorithm algorithms[FEW];
	struct ece_rdma_bound sets[FEW];
	struct ece_rdma_counter in_set[FEW];
	struct ece_rdma_qp qps[FEW];
	uint32_t qpns[FEW];
	struct scrape_round round;
	struct export_nic nics[FEW];
	struct export_drift drifts[FEW];
	struct export_lease leases[FEW];
	struct export_parameters parameters;
	struct export_owed owed[FEW];
	struct export_fleet fleet;
};

static uint64_t number(struct input *in, size_t bytes)
{
	uint64_t value = 0;

	for (; bytes && in->left; bytes--, in->left--)
		value = value << 8 | *in->at++;
	return value;
}

static unsigned int below(struct input *in, unsigned int end)
{
	return (unsigned int)number(in, 1) % end;
}

/* Its own length comes first; short ones are likely, so that two are the same now and then. */
static void text(struct input *in, char *buf, size_t size)
{
	size_t len = below(in, 4) ? below(in, 3) : below(in, (unsigned int)size);

	for (size_t i = 0; i < len && i < size - 1; i++)
		buf[i] = (char)number(in, 1);
}

static void fill_counter(struct input *in, struct scrape_counter *counter)
{
	if (below(in, 4))
		counter->row = counter_at(number(in, 2) % counter_count());
	text(in, counter->name, sizeof(counter->name));
	counter->source = counter->row ? counter->row->source : (enum counter_source)below(in, COUNTER_SOURCE_COUNT);
	counter->reading.state = (uint8_t)below(in, 3);
	counter->reading.value = counter->reading.state == COUNTER_PRESENT ? number(in, 8) : 0;
	counter->total = counter->reading.value + number(in, 5);
	counter->resets = (uint32_t)number(in, 1);
}

static void fill_port(struct input *in, struct scrape_port *port, struct scrape_counter *counters)
{
	port->number = below(in, 4);
	port->known = below(in, 2);
	port->about.state = (uint8_t)number(in, 1);
	text(in, port->netdev, sizeof(port->netdev));
	port->link = (enum ece_link_layer)below(in, ECE_LINK_LAYER_COUNT);
	port->bits_per_second = number(in, 3);
	port->pfc_known = below(in, 2);
	port->pfc = (uint8_t)number(in, 1);
	port->counters = counters;
	port->count = below(in, COUNTERS + 1);
	for (size_t i = 0; i < port->count; i++)
		fill_counter(in, &counters[i]);
}

static void fill_extras(struct input *in, struct snapshot *s, struct scrape_device *device)
{
	device->ports[0].status = s->status;
	device->ports[0].status_count = below(in, FEW + 1);
	device->algorithms = s->algorithms;
	device->algorithm_count = below(in, FEW + 1);
	device->bound = s->sets;
	device->bound_count = below(in, FEW + 1);
	device->qps = s->qps;
	device->qp_count = below(in, FEW + 1);
}

static void fill_device(struct input *in, struct snapshot *s, size_t d)
{
	struct scrape_device *device = &s->devices[d];
	struct scrape_crew_result *result = &s->results[d];

	text(in, result->target.about.name, sizeof(result->target.about.name));
	text(in, result->target.pci, sizeof(result->target.pci));
	result->late = !below(in, 4);
	result->device = below(in, 4) ? device : NULL;
	text(in, device->about.name, sizeof(device->about.name));
	text(in, device->pci, sizeof(device->pci));
	text(in, device->driver, sizeof(device->driver));
	text(in, device->about.firmware, sizeof(device->about.firmware));
	device->parts = (unsigned int)number(in, 2);
	device->has_nic = below(in, 2);
	device->barred = below(in, 2);
	device->nic.bar = (enum ece_nic_bar)below(in, ECE_NIC_BAR_COUNT);
	device->ports = s->ports[d];
	device->port_count = 1 + below(in, PORTS);
	for (size_t p = 0; p < device->port_count; p++)
		fill_port(in, &s->ports[d][p], s->counters[d][p]);
	fill_extras(in, s, device);
}

static void fill_few(struct input *in, struct snapshot *s)
{
	for (size_t i = 0; i < FEW; i++) {
		text(in, s->status[i].name, sizeof(s->status[i].name));
		s->status[i].optional = below(in, 2);
		s->algorithms[i].slot = (uint8_t)below(in, 3);
		text(in, s->algorithms[i].algorithm, sizeof(s->algorithms[i].algorithm));
		text(in, s->algorithms[i].counter, sizeof(s->algorithms[i].counter));
		s->algorithms[i].reading.state = (uint8_t)below(in, 3);
		s->qpns[i] = below(in, 3);
		s->qps[i] = (struct ece_rdma_qp){.qpn = below(in, 3), .port = below(in, 2), .pid = below(in, 3)};
		s->qps[i].type = (uint8_t)number(in, 1);
		s->qps[i].state = (uint8_t)below(in, 8);
		text(in, s->qps[i].kernel_owner, sizeof(s->qps[i].kernel_owner));
		snprintf(s->in_set[i].name, sizeof(s->in_set[i].name), "%s",
			 counter_at(number(in, 2) % counter_count())->name);
		s->in_set[i].value = number(in, 8);
		s->sets[i] = (struct ece_rdma_bound){.port = below(in, 2), .by_pid = below(in, 2), .pid = below(in, 3)};
		s->sets[i].by_type = below(in, 2);
		s->sets[i].qpns = s->qpns;
		s->sets[i].qpn_count = below(in, FEW + 1);
		s->sets[i].counters = s->in_set;
		s->sets[i].counter_count = below(in, FEW + 1);
	}
}

/* Of NICs only the addresses differ, as they do. */
static void fill_parameters(struct input *in, struct snapshot *s)
{
	for (size_t i = 0; i < FEW; i++) {
		snprintf(s->nics[i].info.pci, sizeof(s->nics[i].info.pci), "0000:0%zu:00.0", i);
		snprintf(s->nics[i].hash, sizeof(s->nics[i].hash), "%016llx", (unsigned long long)number(in, 8));
		s->nics[i].read = below(in, 2);
		s->drifts[i] = (struct export_drift){.nic = i, .raw = number(in, 8), .wanted = number(in, 8)};
		s->drifts[i].param = ece_param_at(number(in, 1) % ece_param_count());
		s->drifts[i].state = (enum ece_value_state)below(in, ECE_VALUE_STATE_COUNT);
		snprintf(s->leases[i].run, sizeof(s->leases[i].run), "%zu", i);
		text(in, s->leases[i].run + 1, sizeof(s->leases[i].run) - 1);
	}
	text(in, s->parameters.run, sizeof(s->parameters.run));
	s->parameters.nics = s->nics;
	s->parameters.drifts = s->drifts;
	s->parameters.leases = s->leases;
	s->parameters.nic_count = s->parameters.drift_count = s->parameters.lease_count = FEW;
	s->parameters.has_journal = below(in, 2);
}

static void fill_fleet(struct input *in, struct snapshot *s)
{
	struct export_run *run = &s->fleet.run;

	s->fleet.locked = below(in, 2);
	text(in, s->fleet.holder, sizeof(s->fleet.holder));
	s->fleet.has_run = below(in, 2);
	text(in, run->id, sizeof(run->id));
	text(in, run->file, sizeof(run->file));
	run->known = below(in, 2);
	run->state = (enum rollout_run_state)below(in, ROLLOUT_RUN_STATE_COUNT);
	run->pause = (enum rollout_pause)below(in, ROLLOUT_PAUSE_COUNT);
	s->fleet.owed = s->owed;
	for (; s->fleet.owed_count < FEW; s->fleet.owed_count++)
		snprintf(s->owed[s->fleet.owed_count].host, sizeof(s->owed[0].host), "%zu\xff\"\\\n",
			 s->fleet.owed_count);
}

static void require(bool holds, const char *why)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n", why);
	abort();
}

static size_t count_json(const char *page, size_t len)
{
	json_t *json = json_loadb(page, len, 0, NULL), *family, *sample;
	size_t i, j, count = 0;

	require(json, "no JSON");
	json_array_foreach(json_object_get(json, "families"), i, family)
		json_array_foreach(json_object_get(family, "samples"), j, sample) count +=
		json_object_get(sample, "value") != NULL;
	json_decref(json);
	return count;
}

static size_t check(const struct export_view *view, const struct export_options *options, enum export_format format)
{
	char why[STRICT_WHY_MAX];
	struct export_page page;
	struct ece_error e;
	size_t series;

	require(!export_page(view, options, format, &page, &e), "no page");
	if (format == EXPORT_JSON)
		series = count_json(page.text, page.len);
	else if (!strict_check(page.text, page.len, format == EXPORT_OPENMETRICS, &series, why))
		require(false, why);
	require(series == page.series, "another number of series");
	export_page_done(&page);
	return series;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct snapshot *s = calloc(1, sizeof(*s));
	struct input in = {data, size};
	struct export_options options = {.version = "1"};
	struct export_view view;
	size_t series;

	require(s, "no memory");
	options.all = below(&in, 2);
	options.node_names = below(&in, 2);
	options.per_process = below(&in, 2);
	options.per_qp = below(&in, 2);
	options.series_max = below(&in, 64);
	fill_few(&in, s);
	fill_parameters(&in, s);
	fill_fleet(&in, s);
	s->round.count = below(&in, DEVICES + 1);
	s->round.results = s->results;
	for (size_t d = 0; d < s->round.count; d++)
		fill_device(&in, s, d);
	view = (struct export_view){.round = &s->round, .parameters = &s->parameters, .fleet = &s->fleet};
	series = check(&view, &options, EXPORT_PROMETHEUS);
	require(check(&view, &options, EXPORT_OPENMETRICS) == series, "the texts differ");
	require(check(&view, &options, EXPORT_JSON) == series, "JSON differs");
	free(s);
	return 0;
}
