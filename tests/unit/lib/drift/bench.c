// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/drift/bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static void fail_on_fault(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	fail_msg("%s: %s", e->place, e->text);
}

static void parse(struct bench *b, const char *more)
{
	char text[4096];
	struct fleet_input input = {.text = text, .file = "fleet.json"};
	struct ece_error_sink sink = {.add = fail_on_fault};

	snprintf(text, sizeof(text),
		 "{'version': 1, 'profiles': {'p': {'set': {'" BENCH_RATE "': 20, '" BENCH_DSCP
		 "': 48}}}, 'assign': [{'hosts': 'gpu[001-100]', 'profile': 'p'}], %s 'transport': {'kind': 'sim'}}",
		 more);
	for (char *at = text; *at; at++)
		if (*at == '\'')
			*at = '"';
	input.len = strlen(text);
	assert_int_equal(fleet_parse(&input, &sink, &b->fleet), 0);
}

static void fill_host(struct bench *b, size_t i)
{
	b->readings[i][0] = (struct facts_reading){.raw = 20, .state = ECE_VALUE_SET};
	b->readings[i][1] = (struct facts_reading){.raw = 48, .state = ECE_VALUE_SET};
	b->originals[i] = (struct facts_original){.param = (uint16_t)ece_param_index(ece_param_find(BENCH_RATE)),
						  .raw = 5,
						  .reading = b->readings[i][0],
						  .has_confirmed = true,
						  .confirmed = 20,
						  .by = "R1"};
	b->nics[i] = (struct facts_nic){.guid = 0xa000 + i,
					.psid = "MT_0000000838",
					.card = "ConnectX-7",
					.firmware = "28.45.1020",
					.pci = "0000:01:00.0",
					.rdma = "mlx5_0",
					.netdev = "eth0",
					.speed_mbps = 400000,
					.originals = &b->originals[i],
					.original_count = 1,
					.readings = b->readings[i]};
	b->hosts[i] = (struct facts_host){.name = b->fleet->hosts[i].name, .nics = &b->nics[i], .nic_count = 1};
}

void bench_begin(struct bench *b, const char *more)
{
	memset(b, 0, sizeof(*b));
	parse(b, more);
	assert_int_equal(b->fleet->host_count, BENCH_HOSTS);
	b->params[0] = ece_param_find(BENCH_RATE);
	b->params[1] = ece_param_find(BENCH_DSCP);
	for (size_t i = 0; i < BENCH_HOSTS; i++)
		fill_host(b, i);
}

void bench_end(struct bench *b)
{
	drift_free(b->drift);
	fleet_free(b->fleet);
}

void bench_write(struct bench *b, size_t host, uint64_t raw)
{
	b->readings[host][0].raw = raw;
	b->originals[host].reading.raw = raw;
}

void bench_find(struct bench *b)
{
	struct drift_input input = {
		.fleet = b->fleet, .hosts = b->hosts, .params = b->params, .param_count = 2, .asked = b->asked};

	drift_free(b->drift);
	b->drift = NULL;
	assert_int_equal(drift_find(&input, &b->drift), 0);
}

void bench_assert_group(const struct bench *b, const char *hosts, enum drift_kind kind, enum drift_bar bar)
{
	assert_int_equal(b->drift->group_count, 1);
	assert_string_equal(b->drift->groups[0].hosts, hosts);
	assert_string_equal(drift_kind_name(b->drift->groups[0].item->kind), drift_kind_name(kind));
	assert_string_equal(drift_bar_name(b->drift->groups[0].item->bar), drift_bar_name(bar));
}
