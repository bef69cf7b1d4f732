// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/plan/bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static void fail_on_fault(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	fail_msg("%s: %s", e->place, e->text);
}

static void remember(void *ctx, const struct ece_error *e)
{
	struct bench *b = ctx;

	if (!b->errors++)
		b->error = *e;
}

static uint64_t first_value(const struct ece_param *param)
{
	if (!strcmp(param->name, BENCH_RATE))
		return OLD_RATE;
	return !strcmp(param->name, BENCH_ALPHA) ? 100 : 0;
}

static void fill_nic(struct bench *b, size_t i)
{
	static const char *const pcis[] = {"0000:01:00.0", "0000:02:00.0", "0000:03:00.0", "0000:04:00.0",
					   "0000:05:00.0", "0000:06:00.0", "0000:07:00.0", "0000:08:00.0"};

	for (size_t p = 0; p < b->param_count; p++)
		b->values[i].readings[p] = (struct facts_reading){
			.raw = first_value(b->params[p]),
			.state = ECE_VALUE_SET,
		};
	b->nics[i] = (struct facts_nic){
		.guid = UINT64_C(0x0c42a10300000000) + i,
		.psid = "MT_0000000838",
		.card = "ConnectX-7",
		.firmware = "28.39.1002",
		.pci = pcis[i % b->nics_each],
		.rdma = "mlx5_0",
		.netdev = "eth0",
		.speed_mbps = 400000,
		.port = 1,
		.readings = b->values[i].readings,
	};
}

void bench_begin(struct bench *b, const char *json, size_t nics_each)
{
	struct ece_error_sink sink = {.add = fail_on_fault};
	struct fleet_input input = {.text = json, .len = strlen(json), .file = "fleet.json"};

	memset(b, 0, sizeof(*b));
	assert_int_equal(fleet_parse(&input, &sink, &b->fleet), 0);
	b->count = b->fleet->host_count;
	b->nics_each = nics_each;
	b->param_count = plan_params(b->fleet, b->params);
	assert_true(b->param_count <= BENCH_PARAMS);
	b->hosts = calloc(b->count, sizeof(*b->hosts));
	b->nics = calloc(b->count * nics_each + 1, sizeof(*b->nics));
	b->values = calloc(b->count * nics_each + 1, sizeof(*b->values));
	assert_true(b->hosts && b->nics && b->values);
	for (size_t i = 0; i < b->count; i++)
		b->hosts[i] = (struct facts_host){
			.name = b->fleet->hosts[i].name,
			.state = FACTS_HOST_READ,
			.nics = &b->nics[i * nics_each],
			.nic_count = nics_each,
		};
	for (size_t i = 0; i < b->count * nics_each; i++)
		fill_nic(b, i);
}

void bench_end(struct bench *b)
{
	plan_free(b->plan);
	fleet_free(b->fleet);
	free(b->hosts);
	free(b->nics);
	free(b->values);
}

struct facts_reading *bench_reading(struct bench *b, size_t host, size_t nic, const char *param)
{
	for (size_t p = 0; p < b->param_count; p++)
		if (!strcmp(b->params[p]->name, param))
			return &b->values[host * b->nics_each + nic].readings[p];
	fail_msg("%s is not asked for", param);
	return NULL;
}

void bench_set_all(struct bench *b, const char *param, uint64_t raw)
{
	for (size_t i = 0; i < b->count; i++)
		for (size_t n = 0; n < b->nics_each; n++)
			bench_reading(b, i, n, param)->raw = raw;
}

int bench_plan(struct bench *b)
{
	struct ece_error_sink sink = {.add = remember, .ctx = b};
	struct plan_input input = b->more;

	input.fleet = b->fleet;
	input.hosts = b->hosts;
	input.host_count = b->count;
	plan_free(b->plan);
	b->plan = NULL;
	b->errors = 0;
	return plan_make(&input, &sink, &b->plan);
}

const struct plan_note *bench_note(const struct bench *b, enum plan_note_kind kind)
{
	for (size_t i = 0; i < b->plan->note_count; i++)
		if (b->plan->notes[i].kind == kind)
			return &b->plan->notes[i];
	return NULL;
}

void bench_assert_note(const struct bench *b, enum plan_note_kind kind, const char *hosts, const char *what,
		       bool refuses)
{
	for (size_t i = 0; i < b->plan->note_count; i++) {
		const struct plan_note *note = &b->plan->notes[i];

		if (note->kind != kind || !strstr(note->text, what))
			continue;
		assert_string_equal(note->hosts, hosts);
		assert_int_equal(note->refuses, refuses);
		return;
	}
	for (size_t i = 0; i < b->plan->note_count; i++)
		print_message("%s: %s: %s\n", plan_note_kind_name(b->plan->notes[i].kind), b->plan->notes[i].hosts,
			      b->plan->notes[i].text);
	fail_msg("no note of kind %s says \"%s\"", plan_note_kind_name(kind), what);
}
