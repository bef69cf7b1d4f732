// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/settings/settings.h"

static const struct settings_note notes[] = {
	{SETTINGS_NCCL, SETTINGS_ALWAYS,
	 "the receiver of a connection follows its sender's offer, whatever its own variable says: set it on every "
	 "host",
	 "NCCL src/transport/net_ib.cc"},
	{SETTINGS_NCCL, SETTINGS_WITH_ECE,
	 "low and unstable bandwidth of ConnectX-7 with ECE was reported: compare with NCCL_IB_ECE_ENABLE=0",
	 "NVIDIA/nccl#1403"},
	{SETTINGS_NCCL, SETTINGS_WITH_ECE,
	 "options=0x0 in a log says: not supported, not agreed on, or asked for and not in effect yet; ece-qp shows "
	 "what is in effect",
	 "NVIDIA/nccl#1657"},
	{SETTINGS_UCX, SETTINGS_ALWAYS,
	 "numbers are decimal: \"0x30000002\" is taken for 0; UCX_IB_ECE does not exist and is passed over",
	 "UCX src/ucs/config/parser.c"},
	{SETTINGS_UCX, SETTINGS_WITH_ECE,
	 "auto through DevX did not bring programmable_cc, and did with UCX_IB_MLX5_DEVX=no; by reading the code, DevX "
	 "asks for 0xfffffffe, all but selective_repeat (not seen on hardware)",
	 "openucx/ucx#11558"},
	{SETTINGS_UCX, SETTINGS_WITH_ECE,
	 "on a RoCE LAG, rc_verbs fell from 23 GB/s to 2.9 MB/s when UCX 1.22 began to ask; UCX_RC_ECE=0 helped there",
	 "openucx/ucx#11955"},
	{SETTINGS_PROGRAM_COUNT, SETTINGS_WITH_ECE, "programmable_cc is a name by inference: no vendor text has it",
	 "openucx/ucx#11252"},
	{SETTINGS_PROGRAM_COUNT, SETTINGS_WITH_FORCED,
	 "the profile forces selective repeat on the card: that acts whatever programs agree on, and needs it at both "
	 "ends",
	 "roce_accl.selective_repeat_forced_en"},
};

const struct settings_note *settings_note_at(size_t i)
{
	return i < sizeof(notes) / sizeof(notes[0]) ? &notes[i] : NULL;
}
