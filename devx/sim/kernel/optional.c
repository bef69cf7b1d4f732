// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Optional counters: a rule and a counter that the driver puts in front of RDMA traffic, and takes away again. Packets and
 * bytes of one direction share one.
 * Source: Linux drivers/infiniband/hw/mlx5/{counters,fs}.c.
 */
#include <errno.h>

#include "devx/sim/fw/counter.h"
#include "devx/sim/kernel/kernel_internal.h"

static const struct {
	const char *name;
	enum fw_count counted[2]; /* their sum; of those without a .vport */
	bool vport;               /* the function counts it under the same name */
	int8_t twin;              /* the other one of its direction, or -1 */
} optionals[] = {
	{"cc_rx_ce_pkts", {FW_COUNT_NP_ECN_MARKED_ROCE_PACKETS, FW_COUNTS}, false, -1},
	{"cc_rx_cnp_pkts", {FW_COUNT_RP_CNP_HANDLED, FW_COUNT_RP_CNP_IGNORED}, false, -1},
	{"cc_tx_cnp_pkts", {FW_COUNT_NP_CNP_SENT, FW_COUNTS}, false, -1},
	{"rdma_tx_packets", {FW_COUNTS, FW_COUNTS}, true, 4},
	{"rdma_tx_bytes", {FW_COUNTS, FW_COUNTS}, true, 3},
	{"rdma_rx_packets", {FW_COUNTS, FW_COUNTS}, true, 6},
	{"rdma_rx_bytes", {FW_COUNTS, FW_COUNTS}, true, 5},
};

#define OPTIONALS (sizeof(optionals) / sizeof(optionals[0]))

_Static_assert(OPTIONALS <= SIM_OPTIONALS_MAX, "the driver's state has room for all");

const char *sim_optional_name(const struct sim_kernel *kernel, size_t i)
{
	if (i >= OPTIONALS || (optionals[i].vport && !kernel->persona->rdma_optional))
		return NULL;
	return optionals[i].name;
}

bool sim_optional_is_on(const struct sim_card *card, size_t i)
{
	const struct sim_stats *stats = sim_stats(card);

	return stats && stats->on >> i & 1;
}

/* Since the card was started. */
static uint64_t stands_at(const struct sim_card *card, size_t i)
{
	uint64_t value = 0;

	if (optionals[i].vport)
		return *fw_vport_counter(card->fw.state, optionals[i].name);
	for (size_t n = 0; n < 2; n++)
		if (optionals[i].counted[n] != FW_COUNTS)
			value += card->fw.state->counter[optionals[i].counted[n]];
	return value;
}

uint64_t sim_optional_value(const struct sim_card *card, size_t i)
{
	uint64_t from = sim_stats(card)->from[i], now = stands_at(card, i);

	/* The card was reset below the driver, or a test set it back */
	return now >= from ? now - from : now;
}

int sim_optional_switch(struct sim_card *card, size_t i, bool on)
{
	struct sim_stats *stats = sim_stats(card);
	int8_t twin = optionals[i].twin;

	if (on == sim_optional_is_on(card, i))
		return 0;
	if (!stats)
		return -EOPNOTSUPP;
	stats->on = (uint8_t)(on ? stats->on | 1 << i : stats->on & ~(1 << i));
	if (!on || (twin >= 0 && sim_optional_is_on(card, (size_t)twin)))
		return 0;
	stats->from[i] = stands_at(card, i);
	if (twin >= 0)
		stats->from[twin] = stands_at(card, (size_t)twin);
	return 0;
}
