/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The words of --card: NAME,type=TYPE|of=NAME,socket=PATH[,guid=NUMBER][,caps=DIR][,window=off]. */
#ifndef ECE_TOOLS_ECE_SIM_CARD_WORDS_H
#define ECE_TOOLS_ECE_SIM_CARD_WORDS_H

#include <stddef.h>

#include "devx/base/error.h"
#include "devx/sim/fw/overlay.h"
#include "devx/sim/pci/card.h"

struct card_words {
	struct pci_card_options options;
	const char *socket;
	const char *of;             /* the card of which this is one more function; NULL: a card of its own */
	const char *caps;           /* the folder of caps=; NULL: the type's own capabilities */
	struct fw_overlay *overlay; /* what was loaded from there */
	char *text;                 /* what the others point into */
};

/**
 * card_words_parse - read the words of one more card
 * @cards: the ones before it, and room for this one behind them
 *
 * Returns 0 or a negative errno with @error filled; nothing is kept then.
 */
int card_words_parse(struct card_words *cards, size_t count, const char *words, struct ece_error *error);

/* card_words_free - of all cards */
void card_words_free(struct card_words *cards, size_t count);

#endif
