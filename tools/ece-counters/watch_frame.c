// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/watch_frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE_LINES 2 /* with the blank one */
#define KEYS_TEXT   "q quit  a all  m meanings  z zero  space hold  arrows scroll"

static size_t lines_of(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

static size_t events_shown(const struct watch_view *view)
{
	return view->events->count < WATCH_EVENTS_SHOWN ? view->events->count : WATCH_EVENTS_SHOWN;
}

/* Lines that are left for the body. */
static size_t room(const struct term *term, const struct watch_view *view)
{
	size_t events = events_shown(view);
	size_t other = TITLE_LINES + (events ? events + 1 : 0) + view->keys;

	return term->height > other ? term->height - other : 1;
}

size_t watch_scroll_max(const struct term *term, const struct watch_view *view)
{
	size_t lines = lines_of(view->body), space = room(term, view);

	/* One line says that there is more */
	return lines > space ? lines - (space - 1) : 0;
}

static const char *skip(const char *text, size_t lines)
{
	while (lines && *text) {
		text += strcspn(text, "\n");
		text += *text == '\n';
		lines--;
	}
	return text;
}

static void body(const struct term *term, FILE *out, const struct watch_view *view)
{
	size_t lines = lines_of(view->body), space = room(term, view);
	size_t most = watch_scroll_max(term, view), first = view->scroll < most ? view->scroll : most;
	size_t shown = most ? space - 1 : lines;
	const char *from = skip(view->body, first), *to = skip(from, shown);

	fwrite(from, 1, (size_t)(to - from), out);
	if (most)
		fprintf(out, "%slines %zu to %zu of %zu%s\n", term_style(term, TERM_DIM), first + 1, first + shown,
			lines, term_style(term, TERM_PLAIN));
	for (size_t i = lines; i < space; i++)
		fputc('\n', out);
}

static void events(const struct term *term, FILE *out, const struct watch_view *view)
{
	size_t count = events_shown(view);

	if (count)
		fputc('\n', out);
	for (size_t i = view->events->count - count; i < view->events->count; i++) {
		const struct event *event = events_at(view->events, i);

		fprintf(out, "%s%s%s  %s\n", term_style(term, TERM_DIM), event->when, term_style(term, TERM_PLAIN),
			event->text);
	}
}

char *watch_frame(const struct term *term, const struct watch_view *view)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fprintf(out, "%s%s%s%s\n\n", term_style(term, TERM_BOLD), view->title, view->held ? "  held" : "",
		term_style(term, TERM_PLAIN));
	body(term, out, view);
	events(term, out, view);
	if (view->keys)
		fprintf(out, "%s%s%s\n", term_style(term, TERM_DIM), KEYS_TEXT, term_style(term, TERM_PLAIN));
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}
