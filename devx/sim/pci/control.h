/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a test tells cards, in lines of text. Every line gets one line back: "ok", "ok VALUE" or "error: SENTENCE".
 * CARD may be left out when there is only one. A line is one of
 *
 *	cards                   names, with their types, as JSON
 *	[CARD] count OPCODE     how often it was executed since the start
 *	[CARD] event TYPE SUBTYPE  an event without data
 *	[CARD] state            what can be seen from outside, as JSON
 *	cable [CARD] ...        see cable_words.h
 *
 * or what devx/sim/words/words.h lists; a link that changes also has its event.
 */
#ifndef ECE_DEVX_SIM_PCI_CONTROL_H
#define ECE_DEVX_SIM_PCI_CONTROL_H

#include <stddef.h>

#include "devx/sim/pci/card.h"
#include "devx/sim/words/words.h"

#define PCI_CONTROL_LINE_MAX   256
#define PCI_CONTROL_ANSWER_MAX SIM_WORDS_ANSWER_MAX

/**
 * pci_control_line - carry out one line
 * @line: without newline; changed by parsing
 * @answer: one line without newline, at most PCI_CONTROL_ANSWER_MAX bytes with its end
 */
void pci_control_line(struct pci_card *const *cards, size_t count, char *line, char *answer);

#endif
