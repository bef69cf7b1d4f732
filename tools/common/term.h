/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What an output can show: colour, signs beyond ASCII, and lines that are drawn again in place. */
#ifndef ECE_TOOLS_COMMON_TERM_H
#define ECE_TOOLS_COMMON_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum term_style {
	TERM_PLAIN,
	TERM_BOLD,
	TERM_DIM,
	TERM_GOOD,
	TERM_BAD,
	TERM_WARN,
	TERM_STYLE_COUNT,
};

enum term_sign {
	TERM_ARROW,
	TERM_BAR_FULL,
	TERM_BAR_EMPTY,
	TERM_SIGN_COUNT,
};

struct term {
	FILE *out;
	bool tty;     /* lines can be drawn again */
	bool colour;  /* tty, TERM is not "dumb", NO_COLOR is unset or empty */
	bool unicode; /* the locale is UTF-8 */
	size_t width; /* columns; 0 when @out is no terminal */
	size_t height;
	size_t drawn; /* lines that the next term_draw() replaces */
};

/**
 * term_init - find out what @out can do
 */
void term_init(struct term *term, FILE *out);

/**
 * term_style - the bytes that switch to a style, empty without colour; TERM_PLAIN switches back
 */
const char *term_style(const struct term *term, enum term_style style);

/**
 * term_sign - a sign, or what stands for it in ASCII
 */
const char *term_sign(const struct term *term, enum term_sign sign);

/**
 * term_draw - replace what the last term_draw() drew
 * @frame: lines, each with its newline; those that do not fit are cut, styles in them are not counted
 *
 * Only on a tty.
 */
void term_draw(struct term *term, const char *frame);

/**
 * term_keep - leave what was drawn where it is
 */
void term_keep(struct term *term);

/**
 * term_screen_on, term_screen_off - take the whole screen for term_paint(), and give it back as it was
 *
 * term_screen_off() may be called in a signal handler: TERM_SCREEN_OFF is all that it writes.
 */
#define TERM_SCREEN_OFF "\033[0m\033[?25h\033[?1049l"
void term_screen_on(struct term *term);
void term_screen_off(struct term *term);

/**
 * term_paint - replace the whole screen, without clearing it first
 * @frame: lines, each with its newline; what does not fit is cut
 *
 * Measures the terminal anew. Only on a tty.
 */
void term_paint(struct term *term, const char *frame);

/**
 * term_fit - how many bytes of a line fit into @columns; styles in it take none
 * @used: receives the columns that they take
 */
size_t term_fit(const char *line, size_t len, size_t columns, size_t *used);

/* term_measure - how large the terminal is now, into .width and .height; nothing without one */
void term_measure(struct term *term);

/**
 * term_help_width - columns to wrap help at: those of the terminal, at most 100; 80 elsewhere
 */
size_t term_help_width(FILE *out);

#endif
