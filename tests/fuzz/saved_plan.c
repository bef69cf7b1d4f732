// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Saved plans: whatever the bytes, either it is no plan, and a sentence says why, or what is planned with it has no change
 * that would not be planned without it, and a host in a step changes.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/plan/saved.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HOSTS 3

static const char file[] = "{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"dcqcn.rp.ai_rate\": 20, "
			   "\"dcqcn.np.cnp_dscp\": 48 } } },"
			   "  \"assign\": [ { \"hosts\": \"a[1-3]\", \"profile\": \"p\" } ],"
			   "  \"changes\": [ { \"id\": \"dscp\", \"params\": [ \"dcqcn.np.cnp_dscp\" ] } ],"
			   "  \"transport\": { \"kind\": \"sim\" } }";

static struct facts_reading readings[2] = {{.raw = 5, .state = ECE_VALUE_SET}, {.raw = 5, .state = ECE_VALUE_SET}};
static struct facts_nic nics[HOSTS];
static struct facts_host hosts[HOSTS];
static struct fleet *fleet;

static void require(int holds)
{
	if (!holds)
		abort();
}

static void begin(void)
{
	struct fleet_input input = {.text = file, .len = sizeof(file) - 1, .file = "f.json"};
	struct ece_error_sink sink = {0};

	require(!fleet_parse(&input, &sink, &fleet) && fleet->host_count == HOSTS);
	for (size_t i = 0; i < HOSTS; i++) {
		nics[i] = (struct facts_nic){.guid = i + 1,
					     .psid = "MT_1",
					     .card = "ConnectX-7",
					     .pci = "0000:01:00.0",
					     .readings = readings};
		hosts[i] = (struct facts_host){
			.name = fleet->hosts[i].name, .state = FACTS_HOST_READ, .nics = &nics[i], .nic_count = 1};
	}
}

static void check_plan(const struct plan *plan, const struct plan *fresh, size_t moved)
{
	require(plan->moved_count == moved && plan->change_count <= fresh->change_count);
	require(plan->refused || plan->order_count == 2 * plan->changed_count);
	for (size_t i = 0; i < plan->step_count; i++) {
		const struct plan_step *step = &plan->steps[i];

		require(step->name && step->count && step->first + step->count <= plan->order_count);
		for (uint32_t k = 0; k < step->count; k++)
			require(plan->host_states[plan->order[step->first + k]] == PLAN_HOST_CHANGED);
	}
}

static void plan_with(struct plan_saved *saved)
{
	struct plan_input input = {.fleet = fleet, .hosts = hosts, .host_count = HOSTS};
	struct ece_error_sink sink = {0};
	struct plan *fresh, *plan;

	require(!plan_make(&input, &sink, &fresh));
	require(!plan_saved_moved(saved, fleet, hosts, fresh, &input.moved, &input.moved_count, &input.gone_count));
	require(input.moved_count <= HOSTS && input.gone_count <= plan_saved_info(saved)->host_count);
	input.saved = saved;
	input.moved_max = HOSTS + input.gone_count;
	require(!plan_make(&input, &sink, &plan));
	check_plan(plan, fresh, input.moved_count);
	plan_free(plan);
	plan_free(fresh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *copy = malloc(size ? size : 1);
	struct plan_saved *saved;
	struct ece_error e = {0};
	int err;

	if (!fleet)
		begin();
	memcpy(copy, data, size);
	err = plan_saved_decode(copy, size, &saved, &e);
	/* it does not live on the text */
	free(copy);
	require(!err || ((err == -EINVAL || err == -EPROTONOSUPPORT) && e.code == err && e.text[0]));
	if (err)
		return 0;
	require(plan_saved_info(saved)->tool && plan_saved_info(saved)->file);
	plan_with(saved);
	plan_saved_free(saved);
	return 0;
}
