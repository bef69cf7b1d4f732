// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * print_page prometheus|openmetrics|json [COUNTER=VALUE...]: the page of the round made by hand, for foreign eyes: with all
 * that there is, or with these counters on its first port.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/export/fleet.h"
#include "lib/export/page.h"
#include "lib/export/parameters.h"
#include "tests/unit/lib/export/round.h"

static int format_of(const char *word, enum export_format *format)
{
	static const char *const words[] = {
		[EXPORT_PROMETHEUS] = "prometheus",
		[EXPORT_OPENMETRICS] = "openmetrics",
		[EXPORT_JSON] = "json",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(words[i], word)) {
			*format = (enum export_format)i;
			return 0;
		}
	return -1;
}

/* All counters of the table, at numbers that a double does not have. */
static struct scrape_counter every[1024];

static void count_all(struct round *round)
{
	struct scrape_port *port = &round->ports[ROUND_CARD];

	for (port->count = 0; port->count < counter_count(); port->count++) {
		struct scrape_counter *counter = &every[port->count];

		counter->row = counter_at(port->count);
		counter->source = counter->row->source;
		counter->reading = (struct counter_reading){9007199254740993 + port->count, COUNTER_PRESENT};
		counter->total = counter->reading.value;
	}
	port->counters = every;
}

/* The kernel's numbers. Returns whether they are some. */
static bool count_these(struct round *round, char **counters)
{
	for (; *counters; counters++) {
		char *value = strchr(*counters, '=');

		if (!value)
			return false;
		*value++ = '\0';
		if (!counter_find(*counters))
			return false;
		round_count(round, ROUND_CARD, *counters, strtoull(value, NULL, 10));
	}
	return true;
}

/* One process with one queue pair that has counters of its own. */
static void bind_one(struct scrape_device *device)
{
	static uint32_t qpn = 100;
	static struct ece_rdma_counter counter = {"packet_seq_err", 5};
	static struct ece_rdma_qp qp = {.qpn = 100, .port = 1, .type = ECE_RDMA_QP_RC, .state = 3, .pid = 4711};
	static struct ece_rdma_bound set = {
		.port = 1, .qpns = &qpn, .qpn_count = 1, .counters = &counter, .counter_count = 1};

	device->qps = &qp;
	device->qp_count = 1;
	device->bound = &set;
	device->bound_count = 1;
	device->parts |= SCRAPE_BOUND;
}

static const struct export_parameters *some_parameters(void)
{
	static struct export_nic nic = {
		.info.rdma = "mlx5_0", .hash = "0123456789abcdef", .read = true, .confirmed = 3, .drifted = 1};
	static struct export_drift drift = {.wanted = 20, .state = ECE_VALUE_SET, .raw = 5};
	static struct export_lease lease = {.run = "r\"1", .end_unix = 1800000000};
	static struct export_parameters parameters = {
		.nics = &nic,
		.nic_count = 1,
		.drifts = &drift,
		.drift_count = 1,
		.has_journal = true,
		.generation = 7,
		.run = "r\"1",
		.leases = &lease,
		.lease_count = 1,
		.read_unix = 1800000000,
	};

	drift.param = ece_param_find("dcqcn.rp.ai_rate");
	return &parameters;
}

static const struct export_fleet *some_fleet(void)
{
	static struct export_owed owed = {.host = "h1", .change = "c", .generation = 7};
	static struct export_fleet fleet = {
		.locked = true,
		.holder = "pid 1",
		.has_run = true,
		.run = {.id = "r1",
			.file = "/etc/\xff",
			.started_unix = 1800000000,
			.known = true,
			.state = ROLLOUT_PAUSED,
			.pause = ROLLOUT_PAUSE_GATE,
			.lease_end_unix = 1800000600,
			.verdicts = {{"", "hard", "pass"}},
			.verdict_count = 1},
		.generation = 8,
		.generations = {{8, 10}, {6, 1}},
		.generation_count = 2,
		.owed = &owed,
		.owed_count = 1,
		.owed_hosts = 1,
	};

	return &fleet;
}

int main(int argc, char **argv)
{
	const struct export_own own = {"ece_exporter_connections_total", "Connections.", true, 7};
	struct export_options options = {.all = true,
					 .node_names = true,
					 .per_process = true,
					 .per_qp = true,
					 .series_max = 1000,
					 .simulated = true,
					 .version = "1.2.3"};
	static struct round round;
	struct export_view view = {.round = &round.round,
				   .parameters = some_parameters(),
				   .fleet = some_fleet(),
				   .own = &own,
				   .own_count = 1};
	enum export_format format;
	struct export_page page;
	struct ece_error e;
	int code;

	if (argc < 2 || format_of(argv[1], &format) || counter_count() > sizeof(every) / sizeof(every[0]))
		return 2;
	round_make(&round);
	if (argc == 2)
		count_all(&round);
	else if (!count_these(&round, argv + 2))
		return 2;
	bind_one(&round.devices[ROUND_CARD]);
	code = export_page(&view, &options, format, &page, &e);
	if (!code)
		fwrite(page.text, 1, page.len, stdout);
	export_page_done(&page);
	round_done(&round);
	return code ? 1 : 0;
}
