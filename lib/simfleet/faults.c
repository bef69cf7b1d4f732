// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Faults of the fleet file: those of the way to a host, and those of the firmware of its cards. */
#include <string.h>

#include "devx/prm/access_reg.h"
#include "devx/prm/cmd.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/fault.h"
#include "lib/base/clock.h"
#include "lib/base/fnv.h"
#include "lib/host/protocol.h"
#include "lib/simfleet/internal.h"

#define ALWAYS UINT32_MAX

#define BEFORE_THE_END 10 /* steps of a 32-bit counter that "wraps" */

/* Private to the firmware on a real card; here it says who is lying. */
#define FAULT_SYNDROME 0x5eca11

/* The command that writes a parameter of this home. */
static const struct {
	uint16_t opcode, register_id;
	uint8_t op_mod_plus_1;
} write_commands[] = {
	[ECE_HOME_ROCE_ACCL] = {PRM_OP_ACCESS_REG, PRM_REG_ROCE_ACCL, PRM_ACCESS_REG_WRITE + 1},
	[ECE_HOME_CONG] = {PRM_OP_MODIFY_CONG_PARAMS, 0, 0},
	[ECE_HOME_CONG_STATUS] = {PRM_OP_MODIFY_CONG_STATUS, 0, 0},
	[ECE_HOME_PPCC] = {PRM_OP_ACCESS_REG, PRM_REG_PPCC, PRM_ACCESS_REG_WRITE + 1},
	[ECE_HOME_PPCC_SLOT] = {PRM_OP_ACCESS_REG, PRM_REG_PPCC, PRM_ACCESS_REG_WRITE + 1},
	[ECE_HOME_POLICY] = {0}, /* no card hears of it */
};

_Static_assert(sizeof(write_commands) / sizeof(write_commands[0]) == ECE_HOME_COUNT, "every home has its command");

static void arm_card(struct fw_state *state, const struct fleet_sim_fault *fault)
{
	for (size_t home = 0; home < sizeof(write_commands) / sizeof(write_commands[0]); home++) {
		struct fw_fault rule = {
			.opcode = write_commands[home].opcode,
			.register_id = write_commands[home].register_id,
			.op_mod_plus_1 = write_commands[home].op_mod_plus_1,
			.action = fault->kind == FLEET_SIM_REFUSES ? FW_FAULT_STATUS : FW_FAULT_IGNORE,
			.status = PRM_STATUS_BAD_PARAM,
			.syndrome = FAULT_SYNDROME,
			.left = fault->times ? fault->times : ALWAYS,
		};

		/* The two kinds of PPCC share their command. */
		if (!rule.opcode || (!fault->param && home == ECE_HOME_PPCC_SLOT))
			continue;
		/* No room for more rules: the first ones stand. */
		if (!fault->param || fault->param->home == (enum ece_param_home)home)
			fw_fault_add(state, &rule);
	}
}

/* The card counts in more bits than it shows of these. */
static void near_the_end(struct simfleet *sim, const struct host_record *host)
{
	static const char *const counters[] = {"rx_write_requests", "packet_seq_err", "out_of_sequence",
					       "local_ack_timeout_err", "roce_adp_retrans"};

	for (uint32_t i = 0; i < host->card_count; i++)
		for (size_t k = 0; k < sizeof(counters) / sizeof(counters[0]); k++)
			card_record(sim, host, i)->state.counter[fw_counter_find(counters[k])] =
				UINT32_MAX - BEFORE_THE_END;
}

static void arm(struct simfleet *sim, struct host_record *host, const struct fleet_sim_fault *fault)
{
	uint32_t left = fault->times ? fault->times : ALWAYS;

	switch (fault->kind) {
	case FLEET_SIM_DOWN:
		host->down_left = left;
		break;
	case FLEET_SIM_LOST:
		host->lost_left = left;
		break;
	case FLEET_SIM_SLOW:
		host->slow_left = left;
		host->slow_ns = fault->delay_ns;
		break;
	case FLEET_SIM_TWICE:
		host->twice_left = left;
		break;
	case FLEET_SIM_LIES:
		host->lies_left = left;
		break;
	case FLEET_SIM_OTHER:
		host->other_left = left;
		break;
	case FLEET_SIM_SPEAKS:
		host->speaks = (uint8_t)(fault->major << 4 | fault->minor);
		break;
	case FLEET_SIM_DEVX:
		host->traffic.devx_only = 1;
		break;
	case FLEET_SIM_OPTIC:
		host->traffic.optic = 1;
		break;
	case FLEET_SIM_WRAPS:
		near_the_end(sim, host);
		break;
	case FLEET_SIM_DIES:
	case FLEET_SIM_RESETS:
	case FLEET_SIM_REWRITES:
	case FLEET_SIM_ROUNDS:
		event_arm(sim, host, fault);
		break;
	case FLEET_SIM_FAULT_COUNT:
		break;
	case FLEET_SIM_REFUSES:
	case FLEET_SIM_IGNORES:
		/* The last card of the host: what went to the others before it must be put back. */
		if (host->card_count)
			arm_card(&card_record(sim, host, host->card_count - 1)->state, fault);
		break;
	}
}

void faults_arm(struct simfleet *sim, struct host_record *host, const struct fleet *fleet, uint32_t index)
{
	uint32_t n;
	const uint32_t *list = fleet_sim_host_faults(fleet, index, &n);

	host->down_left = host->lost_left = host->slow_left = 0;
	host->twice_left = host->lies_left = host->other_left = 0;
	host->slow_ns = 0;
	host->speaks = 0;
	host->traffic.devx_only = host->traffic.optic = 0;
	memset(host->event, 0, sizeof(host->event));
	for (uint32_t i = 0; i < host->card_count; i++)
		fw_fault_clear(&card_record(sim, host, i)->state);
	for (uint32_t i = 0; i < n; i++)
		arm(sim, host, &fleet->transport.sim.faults[list[i]]);
}

static bool take(uint32_t *left)
{
	if (!*left)
		return false;
	if (*left != ALWAYS)
		--*left;
	return true;
}

#define LATENCY_MIN_NS  (20 * CLOCK_MS_NS)
#define LATENCY_SPAN_NS (160 * CLOCK_MS_NS)

static bool writes_something(const char *line, size_t len)
{
	struct protocol_request *request;
	bool writes;

	if (protocol_request_decode(line, len, &request, NULL /* no matter why */))
		return false;
	writes = protocol_op_writes(request->op);
	protocol_request_free(request);
	return writes;
}

struct simfleet_fate simfleet_fate(struct simfleet *sim, size_t host, const char *line, size_t len)
{
	struct records_header *header = records_header(&sim->hosts);
	struct host_record *record = host_record(sim, host);
	struct simfleet_fate fate = {0};
	uint64_t hash = fnv64(FNV64_START, &header->seed, sizeof(header->seed));

	hash = fnv64(hash, record->name, strlen(record->name));
	hash = fnv64(hash, &header->clock_ns, sizeof(header->clock_ns));
	fate.delay_ns = LATENCY_MIN_NS + (hash >> 8) % LATENCY_SPAN_NS;
	fate.down = record->down || record->traffic.off || take(&record->down_left);
	if (fate.down)
		return fate;
	fate.lost = record->lost_left && writes_something(line, len) && take(&record->lost_left);
	fate.twice = take(&record->twice_left);
	if (take(&record->slow_left))
		fate.delay_ns += record->slow_ns;
	return fate;
}
