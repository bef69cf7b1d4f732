/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Cases of a guest's program on stdout, and the software card, asked on its control lines, as their judge. */
#ifndef ECE_TESTS_VM_GUEST_JUDGE_H
#define ECE_TESTS_VM_GUEST_JUDGE_H

#include <jansson.h>
#include <stdbool.h>

/**
 * die - print why to stderr and end with status 1: nothing after it can be judged
 */
__attribute__((format(printf, 1, 2), noreturn)) void die(const char *format, ...);

/**
 * passed, failed, skipped - print the case WHAT.NAME, and why
 *
 * The words before it come from $LABEL, $SCENARIO and, where there are several cards, $CARD.
 */
void passed(const char *what, const char *name);
__attribute__((format(printf, 3, 4))) void failed(const char *what, const char *name, const char *format, ...);
__attribute__((format(printf, 3, 4))) void skipped(const char *what, const char *name, const char *format, ...);

/**
 * control - send one control line to the card $CARD
 *
 * Returns its answer without the end of line, valid until the next; ends the program where there is none.
 */
const char *control(const char *line);

/**
 * ask - the same for a line that is answered by JSON; json_decref() it
 */
json_t *ask(const char *line);

/**
 * moved_text - what differs from the mark, as JSON text, valid until the next control line
 * nothing_moved - is that nothing?
 */
const char *moved_text(void);
bool nothing_moved(void);

#endif
