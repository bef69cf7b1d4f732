/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command lines of ece-sim and of its verbs, which have verbs and options of their own, as data. */
#ifndef ECE_TOOLS_ECE_SIM_COMMAND_H
#define ECE_TOOLS_ECE_SIM_COMMAND_H

#include "tools/common/command.h"

/* What drifts when nothing else is asked for. */
#define SIM_FLEET_DRIFT_PARAM "dcqcn.rp.ai_rate"
#define SIM_FLEET_DRIFT_VALUE "3 Mb/s"

#define SIM_FLEET_TELL_WORDS 8 /* to a card; the hosts come on top */

enum sim_fleet_form {
	SIM_FLEET_FORM_SHOW,
	SIM_FLEET_FORM_DRIFT,
	SIM_FLEET_FORM_DOWN,
	SIM_FLEET_FORM_UP,
	SIM_FLEET_FORM_KERNEL,
	SIM_FLEET_FORM_REBOOT,
	SIM_FLEET_FORM_ADVANCE,
	SIM_FLEET_FORM_TELL,
	SIM_FLEET_FORM_DUMP,
};

enum sim_fleet_option {
	SIM_FLEET_OPTION_STATE = COMMAND_OPTION_LONG_ONLY,
	SIM_FLEET_OPTION_PARAM,
	SIM_FLEET_OPTION_VALUE,
	SIM_FLEET_OPTION_CARD,
	SIM_FLEET_OPTION_JSON,
};

enum sim_pci_option {
	SIM_PCI_OPTION_CARD = COMMAND_OPTION_LONG_ONLY,
	SIM_PCI_OPTION_CONNECT,
	SIM_PCI_OPTION_DELAY,
	SIM_PCI_OPTION_LOSS,
	SIM_PCI_OPTION_MARK,
	SIM_PCI_OPTION_SEED,
	SIM_PCI_OPTION_PCAP,
	SIM_PCI_OPTION_PCAP_MAX,
	SIM_PCI_OPTION_CONTROL,
	SIM_PCI_OPTION_LOG,
	SIM_PCI_OPTION_TYPES,
	SIM_PCI_OPTION_JSON,
};

extern const struct command ece_sim_command;
extern const struct command ece_sim_fleet_command;
extern const struct command ece_sim_pci_command;

#endif
