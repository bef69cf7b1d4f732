// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Simulated hosts lose their power and start again: what cards hold is volatile. */
#include <errno.h>

#include "devx/sim/cards/card.h"
#include "lib/simfleet/internal.h"

#define HOST_WAIT_MS 5000

void simfleet_power_off(struct simfleet *sim, size_t host)
{
	struct host_record *record = host_record(sim, host);

	traffic_count(sim, record);
	record->traffic.off = 1;
	records_header(&sim->hosts)->rates_until_s = 0;
}

bool simfleet_is_off(const struct simfleet *sim, size_t host)
{
	return host_record(sim, host)->traffic.off;
}

/* Only what is non-volatile stays, and what the scripts of the host set comes back. */
static void start_card(struct simfleet *sim, const struct host_record *record, uint32_t i)
{
	struct card_record *card = card_record(sim, record, i);
	struct fw fw = {.type = fw_card_type_find(card->type), .state = &card->state};

	if (!fw.type)
		return;
	if (card->state.function && card->state.function <= i) {
		fw.card = &card_record(sim, record, i - card->state.function)->state;
		fw_reset(&fw);
	} else {
		fw_firmware_reset(&fw);
	}
	if (record->traffic.nics)
		traffic_prepare(&card->state, records_header(&sim->hosts)->traffic.priority);
}

int simfleet_start(struct simfleet *sim, size_t host, struct ece_error *e)
{
	struct host_record *record = host_record(sim, host);
	int ret = records_lock(&sim->hosts, host, HOST_WAIT_MS, e);

	if (ret)
		return ret;
	for (uint32_t i = 0; i < record->card_count; i++)
		start_card(sim, record, i);
	record->traffic.off = 0;
	record->boots++;
	traffic_look(sim, record);
	records_header(&sim->hosts)->rates_until_s = 0;
	records_unlock(&sim->hosts, host);
	return 0;
}
