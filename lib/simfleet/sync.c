// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The simulated fleet follows the fleet file: new hosts appear, changed cards are replaced, the rest stays as it is. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "lib/base/copy_text.h"
#include "lib/base/fnv.h"
#include "lib/simfleet/internal.h"

struct wish {
	uint64_t cards_digest, faults_digest, traffic_digest;
	uint32_t card_count;
};

static const struct fleet_sim *sim_of(const struct fleet *fleet)
{
	return &fleet->transport.sim;
}

/* A card has a record for each of its functions. */
static uint32_t functions_of(const struct fleet_sim_cards *cards)
{
	const struct fw_card_type *type = fw_card_type_find(cards->type);

	return type ? fw_card_functions(type) : 1;
}

static struct wish wish_for(const struct fleet *fleet, uint32_t host)
{
	struct wish wish = {.cards_digest = FNV64_START, .faults_digest = FNV64_START};
	uint32_t n;
	const uint32_t *list = fleet_sim_host_cards(fleet, host, &n);

	for (uint32_t i = 0; i < n; i++) {
		const struct fleet_sim_cards *cards = &sim_of(fleet)->cards[list[i]];

		wish.card_count += cards->count * functions_of(cards);
		wish.cards_digest = fnv64(wish.cards_digest, cards->type, strlen(cards->type));
		wish.cards_digest = fnv64(wish.cards_digest, &cards->count, sizeof(cards->count));
	}
	list = fleet_sim_host_faults(fleet, host, &n);
	for (uint32_t i = 0; i < n; i++) {
		const struct fleet_sim_fault *fault = &sim_of(fleet)->faults[list[i]];
		const char *param = fault->param ? fault->param->name : "";

		wish.faults_digest = fnv64(wish.faults_digest, &fault->kind, sizeof(fault->kind));
		wish.faults_digest = fnv64(wish.faults_digest, param, strlen(param) + 1);
		wish.faults_digest = fnv64(wish.faults_digest, &fault->delay_ns, sizeof(fault->delay_ns));
		wish.faults_digest = fnv64(wish.faults_digest, &fault->times, sizeof(fault->times));
		wish.faults_digest = fnv64(wish.faults_digest, &fault->raw, sizeof(fault->raw));
		wish.faults_digest = fnv64(wish.faults_digest, &fault->at_ns, sizeof(fault->at_ns));
		wish.faults_digest = fnv64(wish.faults_digest, &fault->every_ns, sizeof(fault->every_ns));
		wish.faults_digest = fnv64(wish.faults_digest, &fault->for_ns, sizeof(fault->for_ns));
	}
	wish.traffic_digest = traffic_digest(fleet, host);
	return wish;
}

/* What must be added, before anything is. */
static int count_missing(struct simfleet *sim, const struct fleet *fleet, struct wish *wishes, uint64_t *hosts,
			 uint64_t *cards, bool *rearm, struct ece_error *e)
{
	*hosts = *cards = 0;
	*rearm = false;
	for (uint32_t i = 0; i < fleet->host_count; i++) {
		uint32_t at = *index_slot(sim, fleet->hosts[i].name);
		const struct host_record *record = at ? host_record(sim, at - 1) : NULL;

		wishes[i] = wish_for(fleet, i);
		if (wishes[i].card_count > SIMFLEET_CARDS_MAX)
			return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT,
					     "host %s has %u simulated cards, at most %d are "
					     "possible",
					     fleet->hosts[i].name, wishes[i].card_count, SIMFLEET_CARDS_MAX);
		if (strlen(fleet->hosts[i].name) >= SIMFLEET_NAME_MAX)
			return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "the name of host %s is too long",
					     fleet->hosts[i].name);
		*hosts += !record;
		if (!record || record->cards_digest != wishes[i].cards_digest)
			*cards += wishes[i].card_count;
		if (!record || record->faults_digest != wishes[i].faults_digest ||
		    record->traffic_digest != wishes[i].traffic_digest)
			*rearm = true;
	}
	return 0;
}

/* Returns how many records it took. */
static uint32_t make_card(struct simfleet *sim, const struct fleet_sim_cards *cards, uint64_t first)
{
	uint32_t functions = functions_of(cards);

	for (uint32_t i = 0; i < functions; i++) {
		struct card_record *card = records_at(&sim->cards, first + i);
		struct fw fw = {.type = fw_card_type_find(cards->type), .state = &card->state};

		copy_text(card->type, sizeof(card->type), cards->type);
		/* Cards never move in the file, so their place in it tells them apart for ever. */
		if (fw.type)
			fw_power_on_function(&fw, first + 1, (uint8_t)i);
	}
	return functions;
}

static void make_cards(struct simfleet *sim, const struct fleet *fleet, uint32_t index, struct host_record *host,
		       uint64_t first)
{
	uint32_t n;
	const uint32_t *list = fleet_sim_host_cards(fleet, index, &n);

	host->first_card = (uint32_t)first;
	for (uint32_t i = 0; i < n; i++) {
		const struct fleet_sim_cards *cards = &sim_of(fleet)->cards[list[i]];

		for (uint32_t k = 0; k < cards->count; k++)
			first += make_card(sim, cards, first);
	}
}

static void fill(struct simfleet *sim, const struct fleet *fleet, const struct wish *wishes, uint64_t host,
		 uint64_t card)
{
	for (uint32_t i = 0; i < fleet->host_count; i++) {
		uint32_t *slot = index_slot(sim, fleet->hosts[i].name);
		struct host_record *record;

		if (!*slot) {
			copy_text(host_record(sim, host)->name, SIMFLEET_NAME_MAX, fleet->hosts[i].name);
			*slot = (uint32_t)++host;
		}
		record = host_record(sim, *slot - 1);
		if (record->cards_digest != wishes[i].cards_digest) {
			make_cards(sim, fleet, i, record, card);
			card += wishes[i].card_count;
			record->card_count = wishes[i].card_count;
			record->cards_digest = wishes[i].cards_digest;
			record->faults_digest = 0;
			record->traffic.nics = 0;
		}
		if (record->faults_digest != wishes[i].faults_digest) {
			faults_arm(sim, record, fleet, i);
			record->faults_digest = wishes[i].faults_digest;
		}
		record->traffic_digest = wishes[i].traffic_digest;
	}
}

static int change(struct simfleet *sim, const struct fleet *fleet, const struct wish *wishes, uint64_t hosts,
		  uint64_t cards, struct ece_error *e)
{
	uint64_t host = records_header(&sim->hosts)->count, card = records_header(&sim->cards)->count;
	int ret = records_lock_all(&sim->hosts, true, 1000, e);

	ret = ret ? ret : records_grow(&sim->cards, cards, e);
	ret = ret ? ret : records_grow(&sim->hosts, hosts, e);
	ret = ret ? ret : index_build(sim, hosts, e);
	if (!ret) {
		records_header(&sim->cards)->count += cards;
		fill(sim, fleet, wishes, host, card);
		records_header(&sim->hosts)->count += hosts;
		if (traffic_join(sim, fleet))
			ret = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the traffic of hosts");
	}
	if (records_lock_all(&sim->hosts, false, 1000, ret ? NULL : e) && !ret)
		ret = -EBUSY;
	return ret;
}

int sync_fleet(struct simfleet *sim, const struct fleet *fleet, struct ece_error *e)
{
	struct wish *wishes = calloc(fleet->host_count + 1, sizeof(*wishes));
	uint64_t hosts, cards;
	bool rearm;
	int ret;

	if (!wishes)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %u hosts", fleet->host_count);
	ret = count_missing(sim, fleet, wishes, &hosts, &cards, &rearm, e);
	records_header(&sim->hosts)->seed = sim_of(fleet)->seed;
	if (!ret && (hosts || cards || rearm))
		ret = change(sim, fleet, wishes, hosts, cards, e);
	free(wishes);
	return ret;
}
