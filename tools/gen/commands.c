// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-agent/command.h"
#include "tools/ece-apply/command.h"
#include "tools/ece-connect/command.h"
#include "tools/ece-counters/command.h"
#include "tools/ece-decode/command.h"
#include "tools/ece-exporter/command.h"
#include "tools/ece-facts/command.h"
#include "tools/ece-guard/command.h"
#include "tools/ece-qp/command.h"
#include "tools/ece-record/command.h"
#include "tools/ece-set/command.h"
#include "tools/ece-show/command.h"
#include "tools/ece-sim/command.h"
#include "tools/ece-trace/command.h"
#include "tools/gen/pages.h"

static const struct command *const commands[] = {
	&ece_agent_command,  &ece_apply_command,     &ece_connect_command, &ece_counters_command,
	&ece_decode_command, &ece_exporter_command,  &ece_facts_command,   &ece_guard_command,
	&ece_qp_command,     &ece_record_command,    &ece_set_command,     &ece_show_command,
	&ece_sim_command,    &ece_sim_fleet_command, &ece_sim_pci_command, &ece_trace_command,
};

const struct command *pages_command(size_t i)
{
	return i < sizeof(commands) / sizeof(commands[0]) ? commands[i] : NULL;
}
