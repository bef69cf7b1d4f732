// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What happens to simulated hosts by itself: they die, start again, count anew; others write to their cards. */
#include <string.h>

#include "devx/prm/field.h"
#include "lib/base/copy_text.h"
#include "lib/simfleet/internal.h"

#define NEVER UINT64_MAX

void event_arm(struct simfleet *sim, struct host_record *host, const struct fleet_sim_fault *fault)
{
	uint64_t at = fault->at_ns;

	for (size_t i = 0; i < HOST_EVENTS_MAX; i++) {
		struct host_event *event = &host->event[i];

		if (event->kind)
			continue;
		*event = (struct host_event){
			.kind = (uint8_t)fault->kind,
			.raw = fault->raw,
			.next_ns = at,
			.every_ns = fault->every_ns,
			.for_ns = fault->for_ns,
		};
		if (fault->param)
			copy_text(event->param, sizeof(event->param), fault->param->name);
		break;
	}
	if (at < records_header(&sim->hosts)->next_event_ns)
		records_header(&sim->hosts)->next_event_ns = at;
}

static void reset_counters(struct simfleet *sim, struct host_record *host)
{
	traffic_count(sim, host);
	for (uint32_t i = 0; i < host->card_count; i++) {
		struct fw_state *state = &card_record(sim, host, i)->state;

		memset(state->counter, 0, sizeof(state->counter));
		memset(state->priority, 0, sizeof(state->priority));
		memset(&state->phy, 0, sizeof(state->phy));
		memset(&state->pci, 0, sizeof(state->pci));
		memset(&state->ib_port, 0, sizeof(state->ib_port));
		state->rdma_tx_bytes = state->rdma_rx_bytes = 0;
		state->rdma_tx_packets = state->rdma_rx_packets = 0;
	}
}

/* Past agent and journal, as the tool of somebody else would. A host that is off, or at work, is passed over. */
static void rewrite(struct simfleet *sim, size_t host, const struct host_event *event)
{
	const struct ece_param *param = ece_param_find(event->param);
	struct ece_error e;

	if (param && !host_record(sim, host)->traffic.off)
		simfleet_drift(sim, host, param, event->raw, &e);
}

static void die_or_start(struct simfleet *sim, size_t host, struct host_event *event)
{
	struct ece_error unready, e;

	if (event->on) {
		event->on = 0;
		event->next_ns = NEVER;
		simfleet_start(sim, host, &unready, &e);
		return;
	}
	event->on = 1;
	event->next_ns = event->for_ns ? event->next_ns + event->for_ns : NEVER;
	simfleet_power_off(sim, host);
}

void events_round(struct simfleet *sim, const struct host_record *host)
{
	for (size_t i = 0; i < HOST_EVENTS_MAX; i++) {
		const struct host_event *event = &host->event[i];
		const struct ece_param *param =
			event->kind == FLEET_SIM_ROUNDS && event->on ? ece_param_find(event->param) : NULL;

		for (uint32_t c = 0; param && param->field && event->raw && c < host->card_count; c++) {
			uint8_t *block = card_record(sim, host, c)->state.cong[param->protocol % FW_CONG_PROTOCOLS];
			uint64_t raw = prm_get(block, param->field);

			prm_set(block, param->field, raw - raw % event->raw);
		}
	}
}

static void happen(struct simfleet *sim, size_t host, struct host_event *event)
{
	uint64_t now = simfleet_now(sim);

	switch ((enum fleet_sim_fault_kind)event->kind) {
	case FLEET_SIM_DIES:
		die_or_start(sim, host, event);
		return;
	case FLEET_SIM_RESETS:
		reset_counters(sim, host_record(sim, host));
		break;
	case FLEET_SIM_REWRITES:
		rewrite(sim, host, event);
		break;
	case FLEET_SIM_ROUNDS:
		event->on = 1;
		events_round(sim, host_record(sim, host));
		break;
	default:
		break;
	}
	event->next_ns = event->every_ns ? now + event->every_ns : NEVER;
}

void events_happen(struct simfleet *sim)
{
	struct records_header *header = records_header(&sim->hosts);
	uint64_t now = header->clock_ns, next = NEVER;

	for (size_t host = 0; host < simfleet_host_count(sim); host++) {
		for (size_t i = 0; i < HOST_EVENTS_MAX; i++) {
			struct host_event *event = &host_record(sim, host)->event[i];

			if (event->kind && event->next_ns <= now)
				happen(sim, host, event);
			if (event->kind && event->next_ns < next)
				next = event->next_ns;
		}
	}
	header->next_event_ns = next;
}
