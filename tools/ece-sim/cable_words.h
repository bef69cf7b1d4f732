/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The options of ece-sim pci that are about cables. */
#ifndef ECE_TOOLS_ECE_SIM_CABLE_WORDS_H
#define ECE_TOOLS_ECE_SIM_CABLE_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/sim/pci/server.h"
#include "tools/ece-sim/command.h"

struct cable_words {
	const char *ends[PCI_SERVER_CABLES_MAX]; /* of each --connect */
	size_t count;
	struct wire_weather weather; /* of all of them */
	const char *pcap;            /* a path; NULL: no capture */
	uint64_t pcap_bytes;         /* 0: the usual limit */
	int pcap_fd;                 /* while it is open; 0: not */
	const char *given;           /* the last option that was not --connect; NULL: none */
};

/**
 * cable_words_take - one option
 * @option: SIM_PCI_OPTION_CONNECT to SIM_PCI_OPTION_PCAP_MAX
 * @value: outlives @words
 *
 * Returns 0 or a negative errno with @error filled.
 */
int cable_words_take(struct cable_words *words, enum sim_pci_option option, const char *value, struct ece_error *error);

/**
 * cable_words_connect - open the capture, if one is wanted, and connect the server's cards
 *
 * Returns 0 or a negative errno with @error filled; cable_words_close() is called in either case, after the server is freed.
 */
int cable_words_connect(struct cable_words *words, struct pci_server *server, struct ece_error *error);

/* cable_words_close - of the capture */
void cable_words_close(struct cable_words *words);

#endif
