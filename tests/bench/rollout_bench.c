// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * rollout_bench FLEET-FILE DIR: a whole run on a simulated fleet, in one process, and what it costs: "name value"
 * lines. A run that a gate stops also says how long it took from the verdict to the last undo.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "lib/base/clock.h"
#include "lib/channel/sim.h"
#include "lib/control/control.h"
#include "lib/plan/plan.h"
#include "lib/simfleet/simfleet.h"
#include "lib/store/store.h"
#include "tests/bench/vfs_count.h"

struct bench {
	struct fleet *fleet;
	struct simfleet *sim;
	struct channel *channel;
	struct store *store;
	struct control *control;
	struct plan *plan;
	uint64_t failed_real, failed_virtual; /* when a gate said fail; 0: none did */
};

static void show(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	fprintf(stderr, "rollout_bench: %s: %s\n", e->place, e->text);
}

static struct ece_error_sink sink = {.add = show};

static void die(const struct ece_error *e)
{
	fprintf(stderr, "rollout_bench: %s\n", e->text);
	exit(1);
}

static double cpu_s(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static double since_ms(uint64_t began)
{
	return (double)(clock_now() - began) / 1e6;
}

static void parse(struct bench *b, const char *path)
{
	char *text = malloc(FLEET_FILE_MAX);
	struct fleet_input input = {.text = text, .file = path};
	FILE *file = fopen(path, "r");
	uint64_t began = clock_now();

	if (!file || !text)
		exit(1);
	input.len = fread(text, 1, FLEET_FILE_MAX, file);
	fclose(file);
	if (fleet_parse(&input, &sink, &b->fleet))
		exit(1);
	free(text);
	printf("parse_ms %.0f\n", since_ms(began));
}

static void judged(void *ctx, const struct control_verdict *verdict)
{
	struct bench *b = ctx;

	if (verdict->said.result != GATE_FAIL || b->failed_real)
		return;
	b->failed_real = clock_now();
	b->failed_virtual = simfleet_now(b->sim);
}

static void trouble(void *ctx, const char *host, const char *why)
{
	(void)ctx;
	fprintf(stderr, "rollout_bench: %s: %s\n", host, why);
}

static void connect(struct bench *b, const char *dir)
{
	const struct control_watch watch = {.judged = judged, .trouble = trouble, .ctx = b};
	struct channel_sim_options options = {0};
	uint64_t began = clock_now();
	struct ece_error e;

	if (vfs_count_register() || store_open(dir, VFS_COUNT, &b->store, &e) ||
	    simfleet_open(dir, b->fleet, VFS_COUNT, &b->sim, &e) ||
	    channel_sim_new(b->sim, &options, &b->channel, &e) ||
	    control_new(b->store, b->channel, &watch, &b->control, &e))
		die(&e);
	printf("open_ms %.0f\n", since_ms(began));
}

static void print_files(const char *what, const char *name, uint32_t hosts)
{
	struct vfs_counts counts = vfs_counts(name);

	printf("%s_bytes_per_host %.0f\n%s_syncs %llu\n%s_syncs_per_host %.4f\n", what, (double)counts.written / hosts,
	       what, (unsigned long long)counts.syncs, what, (double)counts.syncs / hosts);
}

static void run(struct bench *b)
{
	const struct facts_host *hosts;
	enum control_result result;
	char id[RUN_ID_MAX] = "";
	size_t count;
	struct ece_error e;
	uint64_t began = clock_now(), virtual = simfleet_now(b->sim);
	double cpu = cpu_s(), plan_cpu;

	if (control_read(b->control, b->fleet, NULL, &hosts, &count, &e))
		die(&e);
	printf("read_ms %.0f\n", since_ms(began));
	plan_cpu = cpu_s();
	if (plan_make(&(struct plan_input){.fleet = b->fleet, .hosts = hosts, .host_count = count}, &sink, &b->plan))
		exit(1);
	printf("plan_cpu_ms %.0f\n", (cpu_s() - plan_cpu) * 1e3);
	began = clock_now();
	if (control_run(b->control, b->fleet, b->plan, hosts, id, &result, &e))
		die(&e);
	printf("result %s\nrun_ms %.0f\ncpu_us_per_host %.0f\nvirtual_s %.0f\n", control_result_name(result),
	       since_ms(began), (cpu_s() - cpu) * 1e6 / b->fleet->host_count,
	       (double)(simfleet_now(b->sim) - virtual) / 1e9);
	if (b->failed_real)
		printf("gate_to_last_undo_ms %.0f\ngate_to_last_undo_virtual_s %.1f\n", since_ms(b->failed_real),
		       (double)(simfleet_now(b->sim) - b->failed_virtual) / 1e9);
}

static void print_memory(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	printf("peak_mib %.0f\n", (double)usage.ru_maxrss / 1024);
}

int main(int argc, char **argv)
{
	struct bench b = {0};

	if (argc != 3) {
		fprintf(stderr, "usage: rollout_bench FLEET-FILE DIR\n");
		return 64;
	}
	setvbuf(stdout, NULL, _IOLBF, 0 /* a long run is followed */);
	parse(&b, argv[1]);
	printf("hosts %u\n", b.fleet->host_count);
	connect(&b, argv[2]);
	run(&b);
	print_files("journal", "journal.db", b.fleet->host_count);
	print_files("store", "store.db", b.fleet->host_count);
	print_memory();
	plan_free(b.plan);
	control_free(b.control);
	channel_free(b.channel);
	simfleet_close(b.sim);
	store_close(b.store);
	fleet_free(b.fleet);
	return 0;
}
