// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/term.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tools/common/text.h"

#define WIDTH_UNKNOWN  80
#define HEIGHT_UNKNOWN 24
#define HELP_WIDTH_MAX 100
#define ESCAPE         '\033'

static const char *const styles[TERM_STYLE_COUNT] = {
	[TERM_PLAIN] = "\033[0m", [TERM_BOLD] = "\033[1m", [TERM_DIM] = "\033[2m",
	[TERM_GOOD] = "\033[32m", [TERM_BAD] = "\033[31m", [TERM_WARN] = "\033[33m",
};

static const char *const signs[TERM_SIGN_COUNT][2] = {
	[TERM_ARROW] = {"->", "\u2192"},
	[TERM_BAR_FULL] = {"#", "\u2588"},
	[TERM_BAR_EMPTY] = {".", "\u2591"},
};

static bool env_set(const char *name)
{
	const char *value = getenv(name);

	return value && value[0];
}

static void measure(struct term *term)
{
	struct winsize size = {0};

	if (ioctl(fileno(term->out), TIOCGWINSZ, &size) < 0 || !size.ws_col || !size.ws_row) {
		size.ws_col = WIDTH_UNKNOWN;
		size.ws_row = HEIGHT_UNKNOWN;
	}
	term->width = size.ws_col;
	term->height = size.ws_row;
}

void term_init(struct term *term, FILE *out)
{
	const char *kind = getenv("TERM");
	bool dumb = !kind || strcmp(kind, "dumb") == 0;

	*term = (struct term){.out = out, .unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
	if (!isatty(fileno(out)))
		return;
	measure(term);
	term->tty = !dumb;
	term->colour = !dumb && !env_set("NO_COLOR");
}

const char *term_style(const struct term *term, enum term_style style)
{
	return term->colour && style < TERM_STYLE_COUNT ? styles[style] : "";
}

const char *term_sign(const struct term *term, enum term_sign sign)
{
	return signs[sign][term->unicode];
}

/* Bytes of the escape sequence at @text: up to and with its letter. */
static size_t escape_len(const char *text)
{
	size_t len = strcspn(text, "mKJA");

	return text[len] ? len + 1 : len;
}

size_t term_fit(const char *line, size_t len, size_t columns, size_t *used)
{
	size_t at = 0;

	*used = 0;
	while (at < len) {
		size_t n = line[at] == ESCAPE ? escape_len(line + at) : text_fit(line + at, 1);
		size_t wide = line[at] == ESCAPE ? 0 : 1;

		if (!n) {
			/* Two columns wide: it did not fit into one */
			wide = 2;
			n = text_fit(line + at, 2);
			n = n ? n : 1;
		}
		if (*used + wide > columns)
			break;
		*used += wide;
		at += n;
	}
	return at < len ? at : len;
}

/* One line, cut at the terminal's width, since a wrapped line would be two to go back over. */
static void fit_line(struct term *term, const char *line, size_t len)
{
	size_t used;

	fwrite(line, 1, term_fit(line, len, term->width, &used), term->out);
	fprintf(term->out, "%s\033[K", term->colour ? styles[TERM_PLAIN] : "");
}

static void draw_line(struct term *term, const char *line, size_t len)
{
	fit_line(term, line, len);
	fputc('\n', term->out);
}

/* Lines of the last frame that this one does not have; not ED, with which some terminals push lines into history. */
static void erase_rest(struct term *term, size_t lines)
{
	if (lines >= term->drawn)
		return;
	for (size_t i = lines; i < term->drawn; i++)
		fputs("\033[K\n", term->out);
	fprintf(term->out, "\033[%zuA", term->drawn - lines);
}

void term_draw(struct term *term, const char *frame)
{
	size_t lines = 0;

	if (!term->tty)
		return;
	measure(term);
	if (term->drawn)
		fprintf(term->out, "\033[%zuA", term->drawn);
	while (*frame && lines + 1 < term->height) {
		size_t len = strcspn(frame, "\n");

		draw_line(term, frame, len);
		frame += len + (frame[len] == '\n');
		lines++;
	}
	erase_rest(term, lines);
	fflush(term->out);
	term->drawn = lines;
}

void term_keep(struct term *term)
{
	term->drawn = 0;
}

void term_measure(struct term *term)
{
	if (isatty(fileno(term->out)))
		measure(term);
}

void term_screen_on(struct term *term)
{
	if (!term->tty)
		return;
	fputs("\033[?1049h\033[?25l\033[H\033[J", term->out);
	fflush(term->out);
}

void term_screen_off(struct term *term)
{
	if (!term->tty)
		return;
	fputs(TERM_SCREEN_OFF, term->out);
	fflush(term->out);
}

/* No newline behind the last line, or the screen would scroll. */
void term_paint(struct term *term, const char *frame)
{
	if (!term->tty)
		return;
	measure(term);
	fputs("\033[H", term->out);
	for (size_t lines = 0; *frame && lines < term->height; lines++) {
		size_t len = strcspn(frame, "\n");

		if (lines)
			fputs("\r\n", term->out);
		fit_line(term, frame, len);
		frame += len + (frame[len] == '\n');
	}
	fputs("\033[J", term->out);
	fflush(term->out);
}

size_t term_help_width(FILE *out)
{
	struct term term;

	term_init(&term, out);
	if (!term.width)
		return WIDTH_UNKNOWN;
	return term.width < HELP_WIDTH_MAX ? term.width : HELP_WIDTH_MAX;
}
