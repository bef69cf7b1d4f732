/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a test tells cards, in lines of text. Every line gets one line back: "ok", "ok VALUE" or "error: SENTENCE".
 * CARD may be left out when there is only one.
 *
 *	cards                                   names, with their types, as JSON
 *	[CARD] link up|down                     and the event that goes with it
 *	[CARD] fault status OPCODE STATUS [COUNT [SKIP]]
 *	[CARD] fault ignore OPCODE [COUNT [SKIP]]
 *	[CARD] fault delay OPCODE MS [COUNT [SKIP]]
 *	[CARD] fault vanish OPCODE [SKIP]       the card is gone from the bus at that command
 *	[CARD] fault clear                      no rules; a vanished card is back
 *	[CARD] count OPCODE                     how often it was executed since the start
 *	[CARD] counter NAME [VALUE]             show or set a counter, named as in Linux' hw_counters
 *	[CARD] health SYNDROME                  0: healthy
 *	[CARD] event TYPE SUBTYPE               an event without data
 *	[CARD] state                            what can be seen from outside, as JSON
 *
 * OPCODE is a number, or 0 for any command; 0x805/0x402c means ACCESS_REG of that register.
 */
#ifndef ECE_DEVX_SIM_PCI_CONTROL_H
#define ECE_DEVX_SIM_PCI_CONTROL_H

#include <stddef.h>

#include "devx/sim/pci/card.h"

#define PCI_CONTROL_LINE_MAX   256
#define PCI_CONTROL_ANSWER_MAX 4096

/**
 * pci_control_line - carry out one line
 * @line: without newline; changed by parsing
 * @answer: one line without newline, at most PCI_CONTROL_ANSWER_MAX bytes with its end
 */
void pci_control_line(struct pci_card *const *cards, size_t count, char *line, char *answer);

#endif
