// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Simulated hosts lose their power and start again: what cards hold is volatile. */
#include <errno.h>

#include "devx/sim/cards/card.h"
#include "lib/host/guard.h"
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

	/* /run is empty after a boot, and the driver starts anew. */
	card->kept = (struct sim_kept){.policy = {0}};
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

static void keep_last(void *ctx, const struct ece_error *e)
{
	*(struct ece_error *)ctx = *e;
}

/* Hosts are made as if their boot unit had run: there was nothing for it to do. */
static int remember_first_boot(struct simfleet *sim, const struct host_record *record, struct ece_error *e)
{
	struct journal_boot boot = {.restored = true};
	int ret = journal_boot_get(sim->journal, record->name, &boot, e);

	if (ret == -ENOENT) {
		boot = (struct journal_boot){.restored = true, .ready = 1};
		simfleet_boot_id(record, boot.id);
		ret = journal_boot_put(sim->journal, record->name, &boot, e);
		ret = ret ? ret : journal_commit(sim->journal, e);
	}
	journal_rollback(sim->journal);
	return ret;
}

/* The host's own boot unit. */
static int decide(struct simfleet *sim, size_t host, struct ece_error *unready, struct ece_error *e)
{
	struct guard guard = {.journal = sim->journal, .host = simfleet_host_name(sim, host)};
	struct ece_error_sink sink = {.add = keep_last, .ctx = unready};
	struct guard_boot boot;
	struct simfleet_host *open;
	int ret = simfleet_host_open(sim, host, &open, e);

	if (ret)
		return ret;
	guard.os = simfleet_host_os(open);
	ret = guard_boot(&guard, simfleet_host_boot(open), true, simfleet_now(sim), &boot, &sink, e);
	simfleet_host_close(open);
	sim->leases_known = false;
	return ret;
}

int simfleet_start(struct simfleet *sim, size_t host, struct ece_error *unready, struct ece_error *e)
{
	struct host_record *record = host_record(sim, host);
	int ret = remember_first_boot(sim, record, e);

	unready->code = 0;
	ret = ret ? ret : records_lock(&sim->hosts, host, HOST_WAIT_MS, e);
	if (ret)
		return ret;
	for (uint32_t i = 0; i < record->card_count; i++)
		start_card(sim, record, i);
	record->traffic.off = 0;
	record->boots++;
	traffic_look(sim, record);
	records_header(&sim->hosts)->rates_until_s = 0;
	records_unlock(&sim->hosts, host);
	return decide(sim, host, unready, e);
}
