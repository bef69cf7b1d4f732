/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One software ConnectX as a PCI function: the firmware model behind configuration space, BAR 0, command queue, event
 * queues and interrupts. One thread runs it; the time comes in with every call.
 */
#ifndef ECE_DEVX_SIM_PCI_CARD_H
#define ECE_DEVX_SIM_PCI_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/fw.h"
#include "devx/sim/fw/window.h"
#include "devx/sim/pci/cmd_queue.h"
#include "devx/sim/pci/config_space.h"
#include "devx/sim/pci/link.h"
#include "devx/sim/pci/vfu.h"

#define PCI_CARD_NAME_MAX 32
#define PCI_CARD_OPCODES  0x1000 /* counted apart */

/* What a card can be told when it is made. */
struct pci_card_options {
	const char *name; /* up to PCI_CARD_NAME_MAX - 1 characters, copied */
	const struct fw_card_type *type;
	uint64_t identity;      /* see fw_power_on() */
	bool no_window;         /* leave out the management tools' window in configuration space */
	struct pci_card *first; /* function 0 of the same card, which outlives this one; NULL: this is it */
	uint8_t function;       /* of the card; type and identity are then those of @first */
};

/* Where a card says what it does; one line without newline. May be NULL. */
typedef void pci_log(void *ctx, const char *line);

struct dp;

struct pci_card {
	char name[PCI_CARD_NAME_MAX];
	struct fw fw;
	struct fw_state state;
	struct fw_state mark; /* of the control line "mark" */
	struct pci_vfu vfu;
	struct pci_config config;
	struct pci_cmd_queue commands;
	struct dp *dp; /* devx/sim/datapath/dp.h */
	struct fw_window window;
	struct pci_link link;
	uint64_t now_ns;
	uint32_t executed[PCI_CARD_OPCODES];
	pci_log *log;
	void *log_ctx;
};

/**
 * pci_card_new - a card, powered on, without a client
 *
 * Returns a card to be freed with pci_card_free(), or NULL with @error filled.
 */
struct pci_card *pci_card_new(const struct pci_card_options *options, pci_log *log, void *log_ctx,
			      struct ece_error *error);

/* pci_card_free - accepts NULL */
void pci_card_free(struct pci_card *card);

/**
 * pci_card_serve - the client's socket is ready
 *
 * Returns 0, or a negative errno when the client is gone: it was detached and the card reset, ready for the next.
 */
int pci_card_serve(struct pci_card *card, uint64_t now_ns);

/**
 * pci_card_tick - hand out answers that are due, and let the data path work
 *
 * Returns when to call again, FW_NEVER when nothing waits.
 */
uint64_t pci_card_tick(struct pci_card *card, uint64_t now_ns);

/* pci_card_reset - a function-level reset */
void pci_card_reset(struct pci_card *card);

/* pci_card_named - the one of @cards that has this name; NULL: none */
struct pci_card *pci_card_named(struct pci_card *const *cards, size_t count, const char *name);

/* pci_card_log - for the other files of this room */
__attribute__((format(printf, 2, 3))) void pci_card_log(struct pci_card *card, const char *format, ...);

#endif
