// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Fleet files: whatever the bytes, either there are faults, each with its place in the file and a sentence, or there is
 * a fleet in which every index leads somewhere.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
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
	require(e->kind != ECE_ERROR_NONE && e->text[0]);
	require(!strncmp(e->place, "f.json", 6) || !strncmp(e->place, "output of ", 10));
	for (const char *c = e->text; *c; c++)
		require((unsigned char)*c >= 0x20 && *c != 0x7f);
}

static void check_rollout(const struct fleet *fleet, const struct fleet_rollout *r)
{
	const struct fleet_step *last = &r->steps[r->step_count - 1];

	require(r->step_count > 0 && r->parallel > 0 && r->undo_parallel > 0 && r->lease_ns > 0);
	require(r->budget.lost.n > 0 && r->budget.failed.n > 0 && r->budget.unreachable.n > 0);
	require(!last->hosts && last->to.percent && last->to.n == 100 * FLEET_PERCENT);
	require(r->gate_count <= FLEET_GATES_MAX && (!r->unit_label || r->unit_label[0]));
	for (uint32_t i = 0; i < r->gate_count; i++)
		require(r->gates[i] < fleet->gate_count);
	for (uint32_t i = 0; i < r->step_count; i++) {
		require(r->steps[i].hosts ? !r->steps[i].to.n : r->steps[i].to.n > 0);
		for (uint32_t k = 0; k < r->steps[i].host_count; k++)
			require(r->steps[i].hosts[k] < fleet->host_count);
	}
}

static void check_host(const struct fleet *fleet, uint32_t host, struct fleet_want *wants)
{
	static const struct facts_nic nic = {
		.card = "ConnectX-7", .psid = "MT_0", .pci = "0000:01:00.0", .speed_mbps = 400000, .bonded = -1};
	struct ece_error_sink sink = {0};
	uint32_t count, cards = 0;
	const uint32_t *list = fleet_host_assigns(fleet, host, &count);
	size_t want_count;

	require(fleet_host_find(fleet, fleet->hosts[host].name) == host);
	require(fleet_host_exclude(fleet, host) == FLEET_NONE ||
		fleet_host_exclude(fleet, host) < fleet->exclude_count);
	require(fleet_nic_never(fleet, &nic) == FLEET_NONE || fleet_nic_never(fleet, &nic) < fleet->role_count);
	for (uint32_t i = 0; i < count; i++)
		require(list[i] < fleet->assign_count && (!i || list[i] > list[i - 1]));
	fleet_wants(fleet, host, &nic, wants, &want_count, &sink);
	require(want_count <= ece_param_limit());
	for (size_t i = 0; i < want_count; i++) {
		require(wants[i].override == FLEET_NONE ? wants[i].assign < fleet->assign_count :
							  wants[i].override < fleet->override_count);
		require(fleet_change_of(fleet, wants[i].value->param) < fleet->change_count);
	}
	list = fleet_sim_host_cards(fleet, host, &count);
	for (uint32_t i = 0; i < count; i++)
		cards += fleet->transport.sim.cards[list[i]].count;
	require(cards <= fleet->host_nics);
	list = fleet_sim_host_faults(fleet, host, &count);
	for (uint32_t i = 0; i < count; i++)
		require(list[i] < fleet->transport.sim.fault_count);
}

static void check_gate(const struct fleet_gate *g)
{
	const struct gate_rule *rule = &g->rule;

	require(g->name && (g->kind == FLEET_GATE_COUNTER) == (g->counter != NULL));
	require((g->kind == FLEET_GATE_PROMQL) == (g->promql != NULL) &&
		(g->kind == FLEET_GATE_EXEC) == (g->argv != NULL));
	require(g->kind == FLEET_GATE_EXEC || rule->max.set || rule->min.set);
	require(!rule->max.times_baseline || (rule->max.value > 0 && rule->max.floor >= 0));
	require(g->kind == FLEET_GATE_HARD || (g->timeout_ns && g->watch));
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
	for (uint32_t i = 0; i < fleet->gate_count; i++)
		check_gate(&fleet->gates[i]);
	for (uint32_t i = 0; i < fleet->change_count; i++)
		require(fleet->changes[i].name[0] && fleet->changes[i].rollout < fleet->rollout_count);
	for (uint32_t host = 0; host < fleet->host_count; host += stride)
		check_host(fleet, host, wants);
	free(wants);
}

/* What a command of the file prints is the text behind the name of its program: the fuzzer makes that too. */
static uint32_t say_itself(const struct fleet_input *input, struct fleet_exec_output *outputs)
{
	static char texts[FLEET_EXECS_MAX][256];
	struct ece_error_sink sink = {.add = take_fault};
	struct fleet_exec *execs;
	int count = fleet_execs(input, &sink, &execs);

	require(count <= FLEET_EXECS_MAX && (count < 0) == (sink.count > 0));
	for (int i = 0; i < count; i++) {
		const char *said = execs[i].argv[1] ? execs[i].argv[1] : "";

		snprintf(texts[i], sizeof(texts[i]), "%s", said);
		outputs[i] = (struct fleet_exec_output){texts[i], strlen(texts[i])};
	}
	free(execs);
	return count > 0 ? (uint32_t)count : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const card_types[] = {"cx7", "cx6dx", NULL};
	char *copy = malloc(size ? size : 1);
	struct fleet_input input = {.text = copy, .len = size, .file = "f.json", .card_types = card_types};
	struct fleet_exec_output outputs[FLEET_EXECS_MAX];
	struct ece_error_sink sink = {.add = take_fault};
	struct fleet *fleet = NULL;
	int err;

	memcpy(copy, data, size);
	input.execs = outputs;
	input.exec_count = say_itself(&input, outputs);
	err = fleet_parse(&input, &sink, &fleet);
	require((err != 0) == (sink.count > 0) && (err != 0) == (fleet == NULL));
	/* the fleet does not live on the text */
	free(copy);
	if (fleet)
		check_fleet(fleet);
	fleet_free(fleet);
	return 0;
}
