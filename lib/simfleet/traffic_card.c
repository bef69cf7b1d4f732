// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Between a host's traffic and the bytes of its cards: registers say how it behaves, counters what it met. */
#include <math.h>

#include "devx/prm/cong.h"
#include "devx/prm/roce_accl.h"
#include "devx/sim/fw/counter.h"
#include "lib/simfleet/traffic.h"

#define PACKET_BYTES  4096
#define WRITE_BYTES   (UINT64_C(256) * PACKET_BYTES)
#define PAUSE_US_EACH 50 /* microseconds that one pause frame holds a port back, on average */

/* From here on faster recovery is at the cost of others; below, some of what a link could carry is left unused. */
#define FAIR_AI_MBPS  20.0
#define FAIR_HAI_MBPS 50.0
#define TIMID_YIELD   0.97
#define CAREFUL_CUT \
	50.0 /* percent that a rate keeps at least when it is cut; below, senders stop more than they need to */
#define HASTY_YIELD   0.2 /* less with a cut to nothing */
#define DEAF_WEIGHT   4.0 /* of a sender that does not slow down for CNPs */
#define WINDOW_WEIGHT 0.95

static double greed(const struct fw_state *state)
{
	const uint8_t *rp = state->cong[PRM_CONG_ROCE_RP];
	double ai = (double)prm_get(rp, &prm_cong_rp.rpg_ai_rate), hai = (double)prm_get(rp, &prm_cong_rp.rpg_hai_rate);

	return sqrt(fmax(ai, FAIR_AI_MBPS) / FAIR_AI_MBPS) * sqrt(sqrt(fmax(hai, FAIR_HAI_MBPS) / FAIR_HAI_MBPS));
}

static double yield(const struct fw_state *state)
{
	const uint8_t *rp = state->cong[PRM_CONG_ROCE_RP];
	double cut = fmin(CAREFUL_CUT, (double)prm_get(rp, &prm_cong_rp.rpg_min_dec_fac));
	double used = 1 - HASTY_YIELD * (CAREFUL_CUT - cut) / CAREFUL_CUT;

	return (double)prm_get(rp, &prm_cong_rp.rpg_ai_rate) < FAIR_AI_MBPS ? used * TIMID_YIELD : used;
}

struct traffic_manners traffic_manners(const struct fw_state *state, unsigned int priority)
{
	const uint8_t *accl = state->roce_accl;
	bool window = prm_get(accl, &prm_roce_accl.roce_tx_window_en);
	struct traffic_manners manners = {
		.weight = greed(state) * (window ? WINDOW_WEIGHT : 1),
		.losses = 1,
		.yield = yield(state),
		.adaptive = prm_get(accl, &prm_roce_accl.roce_adp_retrans_en),
		.notifies = state->cong_status[PRM_CONG_ROCE_NP] >> priority & 1,
		.listens = state->cong_status[PRM_CONG_ROCE_RP] >> priority & 1,
	};

	if (!manners.listens)
		manners.weight = fmax(manners.weight, DEAF_WEIGHT);
	/* Only what is lost is sent again, not all that came after it; and less is under way that can be lost. */
	if (prm_get(accl, &prm_roce_accl.selective_repeat_forced_en))
		manners.losses *= 0.5;
	if (window)
		manners.losses *= 0.8;
	return manners;
}

void traffic_prepare(struct fw_state *state, unsigned int priority)
{
	state->qos.pfc_tx |= (uint8_t)(1u << priority);
	state->qos.pfc_rx |= (uint8_t)(1u << priority);
	state->qos.pause_tx = state->qos.pause_rx = 0;
	state->qos.rdma_priority = (uint8_t)priority;
	state->cong_status[PRM_CONG_ROCE_RP] = state->cong_status[PRM_CONG_ROCE_NP] = UINT8_MAX;
}

/* How many whole steps a counter takes with this growth: the sum is the same however often it is settled. */
static uint64_t steps(uint64_t from, uint64_t by, uint64_t step)
{
	return (from + by) / step - from / step;
}

static void count(struct fw_state *state, const char *name, uint64_t by)
{
	int i = fw_counter_find(name);

	if (i >= 0)
		state->counter[i] += by;
}

/* Those that queue pairs made by DevX do not move. */
static void count_queues(const struct traffic_host *host, struct fw_state *state, bool last)
{
	uint64_t lost = host->pending[TRAFFIC_SEQ_ERR] + (last ? host->pending[TRAFFIC_OPTIC_SEQ_ERR] : 0);

	count(state, "rx_write_requests", steps(state->rdma_rx_bytes, host->pending[TRAFFIC_RX_BYTES], WRITE_BYTES));
	count(state, "packet_seq_err", lost);
	count(state, "out_of_sequence", host->pending[TRAFFIC_OUT_OF_SEQUENCE]);
	count(state, "local_ack_timeout_err", host->pending[TRAFFIC_TIMEOUTS]);
	count(state, "roce_adp_retrans", host->pending[TRAFFIC_ADAPTIVE]);
}

static void count_port(const struct traffic_host *host, struct fw_priority *priority, struct fw_phy *phy, bool last)
{
	uint64_t rx = host->pending[TRAFFIC_RX_PAUSE_US], tx = host->pending[TRAFFIC_TX_PAUSE_US];

	priority->rx_pause += steps(priority->rx_pause_duration, rx, PAUSE_US_EACH);
	priority->rx_pause_transition += steps(priority->rx_pause_duration, rx, PAUSE_US_EACH);
	priority->rx_pause_duration += rx;
	priority->tx_pause += steps(priority->tx_pause_duration, tx, PAUSE_US_EACH);
	priority->tx_pause_duration += tx;
	priority->rx_discards += host->pending[TRAFFIC_DISCARDS];
	phy->rx_discards += host->pending[TRAFFIC_DISCARDS];
	if (last)
		phy->rx_symbol_err += host->pending[TRAFFIC_SYMBOL_ERR];
}

void traffic_settle(const struct traffic_host *host, unsigned int priority, struct fw_state *state, bool last)
{
	uint64_t tx = host->pending[TRAFFIC_TX_BYTES], rx = host->pending[TRAFFIC_RX_BYTES];

	count(state, "np_ecn_marked_roce_packets", host->pending[TRAFFIC_MARKED]);
	count(state, "np_cnp_sent", host->pending[TRAFFIC_CNPS_OUT]);
	count(state, "rp_cnp_handled", host->pending[TRAFFIC_CNPS_IN]);
	count(state, "rp_cnp_ignored", host->pending[TRAFFIC_CNPS_IGNORED]);
	if (!host->devx_only)
		count_queues(host, state, last);
	count_port(host, &state->priority[priority], &state->phy, last);
	state->rdma_tx_packets += steps(state->rdma_tx_bytes, tx, PACKET_BYTES);
	state->rdma_rx_packets += steps(state->rdma_rx_bytes, rx, PACKET_BYTES);
	state->rdma_tx_bytes += tx;
	state->rdma_rx_bytes += rx;
}

void traffic_settled(struct traffic_host *host)
{
	for (int i = 0; i < TRAFFIC_FLOWS; i++)
		host->pending[i] = 0;
}
