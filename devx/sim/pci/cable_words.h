/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The control lines about a cable. CARD is one that is on it, and may be left out when all cables are one.
 *
 *	cable [CARD]               its ends, its weather and what has happened so far, as JSON
 *	cable [CARD] delay TIME    of each frame from now on: 5us, 1.5ms
 *	cable [CARD] loss SHARE    of the packets of connections: 1%, 0.01
 *	cable [CARD] mark SHARE    of the packets whose ends understand marks
 *	cable [CARD] lose N        exactly the next N packets of connections
 *	cable [CARD] mark-next N   exactly the next N packets that can be marked
 *	cable [CARD] seed N        of the dice. Each of these lines starts them anew
 *	cable [CARD] zero          count from zero again
 */
#ifndef ECE_DEVX_SIM_PCI_CABLE_WORDS_H
#define ECE_DEVX_SIM_PCI_CABLE_WORDS_H

#include <stddef.h>

#include "devx/sim/pci/card.h"
#include "devx/sim/words/words.h"

/**
 * pci_cable_words - carry out such a line; its first word is "cable"
 * @named: a card that was said before the line; NULL: none
 */
void pci_cable_words(struct sim_words *words, struct pci_card *const *cards, size_t count, struct pci_card *named);

#endif
