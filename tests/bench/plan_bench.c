// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * plan_bench FILE: CPU time to parse a fleet file and to plan it against hosts of 8 NICs that all differ, as ratios to
 * jansson reading the same text, which is the floor. One line of "name value unit" each.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "lib/fleet/facts.h"
#include "lib/fleet/fleet.h"
#include "lib/plan/plan.h"

enum {
	NICS = 8,
	PARAMS_MAX = 256,
};

static double cpu_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

static long peak_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static void show_error(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	fprintf(stderr, "plan_bench: %s: %s\n", e->place, e->text);
}

static char *read_all(const char *path, size_t *len)
{
	FILE *f = fopen(path, "rb");
	char *text = malloc(FLEET_FILE_MAX);

	if (!f || !text) {
		fprintf(stderr, "plan_bench: cannot read %s\n", path);
		exit(1);
	}
	*len = fread(text, 1, FLEET_FILE_MAX, f);
	fclose(f);
	return text;
}

/* All hosts have equal NICs with other values than any file asks for. */
static struct facts_host *make_facts(const struct fleet *fleet, size_t params)
{
	static struct facts_reading readings[PARAMS_MAX];
	static struct facts_nic nics[NICS];
	struct facts_host *hosts = calloc(fleet->host_count, sizeof(*hosts));

	for (size_t p = 0; p < params; p++)
		readings[p] = (struct facts_reading){.raw = 0, .state = ECE_VALUE_SET};
	for (size_t n = 0; n < NICS; n++)
		nics[n] = (struct facts_nic){
			.guid = n + 1,
			.psid = "MT_0000000838",
			.card = "ConnectX-7",
			.firmware = "28.45.1020",
			.pci = "0000:01:00.0",
			.rdma = "mlx5_0",
			.netdev = "rail0",
			.speed_mbps = 400000,
			.port = 1,
			.readings = readings,
		};
	for (size_t h = 0; h < fleet->host_count; h++)
		hosts[h] = (struct facts_host){
			.name = fleet->hosts[h].name, .state = FACTS_HOST_READ, .nics = nics, .nic_count = NICS};
	return hosts;
}

int main(int argc, char **argv)
{
	struct ece_error_sink sink = {.add = show_error};
	const struct ece_param *params[PARAMS_MAX];
	struct fleet_input input = {.file = argc > 1 ? argv[1] : "", .now = 1767225600};
	struct facts_host *facts;
	struct fleet *fleet;
	struct plan *plan;
	double start, json_ms, parse_ms, plan_ms;
	json_t *json;

	if (argc != 2 || ece_param_count() > PARAMS_MAX) {
		fprintf(stderr, "usage: plan_bench FILE\n");
		return 64;
	}
	input.text = read_all(argv[1], &input.len);
	start = cpu_ms();
	json = json_loadb(input.text, input.len, 0, NULL);
	json_ms = cpu_ms() - start;
	json_decref(json);

	start = cpu_ms();
	if (fleet_parse(&input, &sink, &fleet))
		return 1;
	parse_ms = cpu_ms() - start;
	facts = make_facts(fleet, plan_params(fleet, params));

	start = cpu_ms();
	if (plan_make(&(struct plan_input){.fleet = fleet, .hosts = facts, .host_count = fleet->host_count}, &sink,
		      &plan))
		return 1;
	plan_ms = cpu_ms() - start;

	printf("hosts %u changes %zu groups %zu\n", fleet->host_count, plan->change_count, plan->group_count);
	printf("json_ms %.1f\nparse_ms %.1f\nplan_ms %.1f\n", json_ms, parse_ms, plan_ms);
	printf("parse_per_json %.2f\nplan_us_per_nic %.3f\npeak_mib %.1f\n", parse_ms / json_ms,
	       plan_ms * 1e3 / ((double)fleet->host_count * NICS), (double)peak_kib() / 1024);
	plan_free(plan);
	free(facts);
	fleet_free(fleet);
	free((void *)(uintptr_t)input.text);
	return 0;
}
