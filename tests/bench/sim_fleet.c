// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* sim_fleet FLEET-FILE DIR: what the clock of a simulated fleet with traffic costs. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/simfleet/simfleet.h"

#define HOUR_NS (3600 * CLOCK_SECOND_NS)

static void show(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	fprintf(stderr, "%s: %s\n", e->place, e->text);
}

static struct fleet *parse(const char *path)
{
	static char text[FLEET_FILE_MAX];
	struct ece_error_sink sink = {.add = show};
	struct fleet_input input = {.text = text, .file = path};
	struct fleet *fleet = NULL;
	FILE *file = fopen(path, "r");

	if (!file)
		return NULL;
	input.len = fread(text, 1, sizeof(text), file);
	fclose(file);
	return fleet_parse(&input, &sink, &fleet) ? NULL : fleet;
}

static void advance(struct simfleet *sim, const char *what, uint64_t step_ns, unsigned int times)
{
	uint64_t began = clock_now();
	double ms;

	for (unsigned int i = 0; i < times; i++)
		simfleet_advance(sim, simfleet_now(sim) + step_ns);
	ms = (double)(clock_now() - began) / 1e6;
	printf("%-28s %8.1f ms, %7.1f ns a host and step\n", what, ms,
	       ms * 1e6 / times / (double)simfleet_host_count(sim));
}

static int run(const char *file, const char *dir)
{
	struct fleet *fleet = parse(file);
	struct simfleet *sim = NULL;
	struct ece_error e;
	uint64_t began = clock_now();

	if (!fleet)
		return 1;
	if (simfleet_open(dir, fleet, NULL, &sim, &e)) {
		fprintf(stderr, "%s\n", e.text);
		fleet_free(fleet);
		return 1;
	}
	printf("%zu hosts, made in %.0f ms\n", simfleet_host_count(sim), (double)(clock_now() - began) / 1e6);
	advance(sim, "a soak of 4 hours", 4 * HOUR_NS, 1);
	advance(sim, "1000 seconds one by one", CLOCK_SECOND_NS, 1000);
	advance(sim, "a week", 7 * 24 * HOUR_NS, 1);
	simfleet_close(sim);
	fleet_free(fleet);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		fprintf(stderr, "usage: sim_fleet FLEET-FILE DIR\n");
		return 64;
	}
	return run(argv[1], argv[2]);
}
