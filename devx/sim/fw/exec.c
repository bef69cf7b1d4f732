// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/fw.h"

#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/sim/fw/command.h"
#include "devx/sim/fw/fault.h"

/* Real syndromes are private to the firmware. These say "model", then the status. */
#define MODEL_SYNDROME 0x51510000U

static uint8_t dispatch(struct fw_call *call)
{
	if (!call->command)
		return PRM_STATUS_BAD_OP;
	if (call->in_len < call->command->in_min)
		return PRM_STATUS_BAD_INPUT_LEN;
	if (call->out_len < call->command->out_min)
		return PRM_STATUS_BAD_OUTPUT_LEN;
	return call->command->handler(call);
}

static void refuse(struct fw_call *call, uint8_t status)
{
	memset(call->out, 0, call->out_len);
	prm_set(call->out, &prm_mbox_out.status, status);
	prm_set(call->out, &prm_mbox_out.syndrome, call->syndrome ? call->syndrome : MODEL_SYNDROME | status);
}

uint64_t fw_exec(struct fw *fw, uint64_t now_ns, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len)
{
	struct fw_call call = {
		.fw = fw,
		.now_ns = now_ns,
		.in = in,
		.in_len = in_len,
		.out = out,
		.out_len = out_len,
		.command = fw_command_find((uint16_t)prm_get(in, &prm_mbox_in.opcode)),
	};
	struct fw_fault fault;
	uint8_t status;

	memset(out, 0, out_len);
	if (fw->state->vanished)
		return FW_NEVER;
	fw->state->commands++;
	if (!fw_card(fw)->nv.started_ns)
		fw_card(fw)->nv.started_ns = now_ns;
	fw_fault_take(fw->state, in, &fault);
	switch (fault.action) {
	case FW_FAULT_VANISH:
		fw->state->vanished = 1;
		return FW_NEVER;
	case FW_FAULT_IGNORE:
		return now_ns;
	case FW_FAULT_STATUS:
		call.syndrome = fault.syndrome;
		status = fault.status;
		break;
	default:
		status = dispatch(&call);
	}
	if (status != PRM_STATUS_OK)
		refuse(&call, status);
	return now_ns + (fault.action == FW_FAULT_DELAY ? fault.delay_ms * UINT64_C(1000000) : 0);
}
