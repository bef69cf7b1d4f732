// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Fleet files: whatever the bytes, either there are faults, each with its place in the file and a sentence, or there is
 * a fleet in which every index leads somewhere.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fleet/facts.h"
#include "lib/fleet/fleet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
	if (!holds)
		abort();
}

static void take_fault(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	require(e->code == -EINVAL || e->code == -E2BIG);
	require(e->kind != ECE_ERROR_NONE && e->text[0] && !strncmp(e->place, "f.json", 6));
	for (const char *c = e->text; *c; c++)
		require((unsigned char)*c >= 0x20 && *c != 0x7f);
}

static void check_rollout(const struct fleet *fleet, const struct fleet_rollout *r)
{
	const struct fleet_step *last = &r->steps[r->step_count - 1];

	require(r->step_count > 0 && r->parallel > 0 && r->undo_parallel > 0 && r->lease_ns > 0);
	require(r->budget.lost.n > 0 && r->budget.failed.n > 0 && r->budget.unreachable.n > 0);
	require(!last->hosts && last->to.percent && last->to.n == 100 * FLEET_PERCENT);
	for (uint32_t i = 0; i < r->step_count; i++) {
		require(r->steps[i].hosts ? !r->steps[i].to.n : r->steps[i].to.n > 0);
		for (uint32_t k = 0; k < r->steps[i].host_count; k++)
			require(r->steps[i].hosts[k] < fleet->host_count);
	}
}

static void check_host(const struct fleet *fleet, uint32_t host, struct fleet_want *wants)
{
	static const struct facts_nic nic = {.card = "ConnectX-7", .psid = "MT_0", .pci = "0000:01:00.0"};
	struct ece_error_sink sink = {0};
	uint32_t count, cards = 0;
	const uint32_t *list = fleet_host_assigns(fleet, host, &count);
	size_t want_count;

	require(fleet_host_find(fleet, fleet->hosts[host].name) == host);
	for (uint32_t i = 0; i < count; i++)
		require(list[i] < fleet->assign_count && (!i || list[i] > list[i - 1]));
	fleet_wants(fleet, host, &nic, wants, &want_count, &sink);
	require(want_count <= ece_param_limit());
	list = fleet_sim_host_cards(fleet, host, &count);
	for (uint32_t i = 0; i < count; i++)
		cards += fleet->transport.sim.cards[list[i]].count;
	require(cards <= fleet->host_nics);
	list = fleet_sim_host_faults(fleet, host, &count);
	for (uint32_t i = 0; i < count; i++)
		require(list[i] < fleet->transport.sim.fault_count);
}

static void check_fleet(const struct fleet *fleet)
{
	struct fleet_want *wants = calloc(ece_param_limit(), sizeof(*wants));
	uint32_t stride = fleet->host_count / 64 + 1;

	require(fleet->assign_count > 0 && fleet->rollout < fleet->rollout_count);
	for (uint32_t i = 0; i < fleet->assign_count; i++)
		require(fleet->assigns[i].name && fleet->assigns[i].profile < fleet->profile_count);
	for (uint32_t i = 0; i < fleet->rollout_count; i++)
		check_rollout(fleet, &fleet->rollouts[i]);
	for (uint32_t host = 0; host < fleet->host_count; host += stride)
		check_host(fleet, host, wants);
	free(wants);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const card_types[] = {"cx7", "cx6dx", NULL};
	char *copy = malloc(size ? size : 1);
	const struct fleet_input input = {.text = copy, .len = size, .file = "f.json", .card_types = card_types};
	struct ece_error_sink sink = {.add = take_fault};
	struct fleet *fleet = NULL;
	int err;

	memcpy(copy, data, size);
	err = fleet_parse(&input, &sink, &fleet);
	require((err != 0) == (sink.count > 0) && (err != 0) == (fleet == NULL));
	/* the fleet does not live on the text */
	free(copy);
	if (fleet)
		check_fleet(fleet);
	fleet_free(fleet);
	return 0;
}
