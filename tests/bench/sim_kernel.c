// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a simulated host costs: bytes for a card, time to open a host and for the three ways to a value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/kernel/kernel.h"

#define CARDS_PER_HOST 8
#define HOSTS          12500 /* 100,000 cards */
#define ROUNDS         200000

struct host {
	struct sim_kernel kernel;
	struct sim_card cards[CARDS_PER_HOST];
};

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static size_t resident_kib(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");

	if (!f)
		return 0;
	if (fscanf(f, "%*u %lu", &pages) != 1)
		pages = 0;
	fclose(f);
	return pages * 4;
}

static void open_host(struct host *host, struct fw_state *states, bool power)
{
	for (size_t i = 0; i < CARDS_PER_HOST; i++) {
		sim_card_name(&host->cards[i], i);
		host->cards[i].fw = (struct fw){.type = fw_card_type_at(i & 1), .state = &states[i]};
		if (power)
			fw_power_on(&host->cards[i].fw, i + 1);
	}
	sim_kernel_init(&host->kernel, sim_persona_find("7.x"), host->cards, CARDS_PER_HOST);
}

static void report(const char *what, double start, size_t n)
{
	printf("%-44s %8.2f us\n", what, (seconds() - start) * 1e6 / (double)n);
}

static void bench_hosts(struct host *hosts, struct fw_state *states)
{
	size_t before = resident_kib();
	double start = seconds();

	for (size_t i = 0; i < HOSTS; i++)
		open_host(&hosts[i], states + i * CARDS_PER_HOST, true);
	report("open a host of 8 cards and power them on", start, HOSTS);
	start = seconds();
	for (size_t i = 0; i < HOSTS; i++)
		open_host(&hosts[i], states + i * CARDS_PER_HOST, false);
	report("open a host of 8 cards again", start, HOSTS);
	printf("%-44s %8zu KiB\n", "100,000 cards, resident", resident_kib() - before);
}

static void bench_doors(struct host *host)
{
	struct ece_os os = sim_kernel_os(&host->kernel);
	static uint8_t in[0x120], out[0x120];
	struct ece_os_fwctl *fwctl;
	struct ece_os_devx *devx;
	char text[16];
	double start;

	if (os.ops->devx_open(os.ctx, "mlx5_6", &devx) || os.ops->fwctl_open(os.ctx, "fwctl6", &fwctl))
		abort();
	ece_put_be32(in, 0x08240000);
	ece_put_be32(in + 8, 1);
	start = seconds();
	for (size_t i = 0; i < ROUNDS; i++)
		os.ops->devx_command(devx, in, 0x10, out, 0x110);
	report("QUERY_CONG_PARAMS by DevX", start, ROUNDS);
	ece_put_be32(in, 0x08050000);
	ece_put_be32(in + 4, 1);
	ece_put_be32(in + 8, 0x402c);
	start = seconds();
	for (size_t i = 0; i < ROUNDS; i++)
		os.ops->fwctl_rpc(fwctl, ECE_FWCTL_DEBUG_READ_ONLY, in, 0x90, out, 0x90);
	report("ROCE_ACCL read by fwctl", start, ROUNDS);
	start = seconds();
	for (size_t i = 0; i < ROUNDS; i++)
		os.ops->write(os.ctx, ECE_OS_DEBUGFS_MLX5, "0000:07:00.0/cc_params/rp_ai_rate", "20\n", 3);
	report("one cc_params write", start, ROUNDS);
	start = seconds();
	for (size_t i = 0; i < ROUNDS; i++)
		os.ops->read(os.ctx, ECE_OS_INFINIBAND, "mlx5_6/node_guid", text, sizeof(text));
	report("one sysfs read", start, ROUNDS);
	os.ops->devx_close(devx);
	os.ops->fwctl_close(fwctl);
}

int main(void)
{
	struct host *hosts = calloc(HOSTS, sizeof(*hosts));
	struct fw_state *states = calloc((size_t)HOSTS * CARDS_PER_HOST, sizeof(*states));

	if (!hosts || !states)
		return 1;
	printf("%-44s %8zu bytes\n", "state of a card", sizeof(struct fw_state));
	printf("%-44s %8zu bytes\n", "beside it, while its host is open", sizeof(struct sim_card));
	printf("%-44s %8zu bytes\n", "a host, while it is open", sizeof(struct sim_kernel));
	bench_hosts(hosts, states);
	bench_doors(hosts);
	free(states);
	free(hosts);
	return 0;
}
