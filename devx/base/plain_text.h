/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Text of a peer or a file that is shown to people: nothing in it may steer a terminal, or show in another order. */
#ifndef ECE_DEVX_BASE_PLAIN_TEXT_H
#define ECE_DEVX_BASE_PLAIN_TEXT_H

/**
 * plain_text - make a text one line of UTF-8 that is what it looks like
 * @text: changed in place, its length stays
 *
 * Each byte of a control character (C0, DEL, C1), of a character that is not seen or changes the direction of others
 * (Unicode's zero-width, bidirectional, line and tag characters), and of what is no UTF-8, for example of a character
 * that was cut, becomes '?'. Returns @text.
 */
char *plain_text(char *text);

#endif
