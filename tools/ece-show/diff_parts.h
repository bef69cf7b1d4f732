/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the files that compare two documents of ece-show --json share. */
#ifndef ECE_TOOLS_ECE_SHOW_DIFF_PARTS_H
#define ECE_TOOLS_ECE_SHOW_DIFF_PARTS_H

#include <jansson.h>

/**
 * diff_field - append {what, there, here} where two values are not the same for people
 * @there, @here: a text, number, switch, or {value, state}; NULL or null: there is none
 */
void diff_field(const char *what, const json_t *there, const json_t *here, json_t **list);

/**
 * diff_algorithms - the same for all that two cards tell of programmable congestion control
 * @there, @here: the cards; one that was saved without "ppcc" is not compared
 *
 * Values that are a row of the table are left to the table, and those that the card counts are of one moment.
 */
void diff_algorithms(const json_t *there, const json_t *here, json_t **list);

#endif
