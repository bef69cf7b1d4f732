// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/round_view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/ece-counters/beside.h"

static const struct scrape_device *newest(const struct sheet_device *of)
{
	return of->reading_count ? of->readings[of->reading_count - 1] : NULL;
}

static size_t ports_of(const struct past *past)
{
	size_t count = 0;

	for (size_t i = 0; i < past_count(past); i++) {
		const struct scrape_device *device = newest(past_at(past, i));

		count += device ? device->port_count : 0;
	}
	return count;
}

static int compare(const void *a, const void *b)
{
	const struct sheet *left = a, *right = b;
	int names;

	if (left->trouble != right->trouble)
		return left->trouble > right->trouble ? -1 : 1;
	names = strverscmp(left->of->name, right->of->name);
	if (names)
		return names;
	return (left->port->number > right->port->number) - (left->port->number < right->port->number);
}

static int add_device(const struct sheet_device *of, const struct selection *selection, struct round_view *view)
{
	const struct scrape_device *device = newest(of);
	int err = 0;

	for (size_t i = 0; device && !err && i < device->port_count; i++) {
		if (!selection_has_port(selection, device, &device->ports[i]))
			continue;
		err = sheet_make(of, i, &view->sheets[view->count]);
		view->count += !err;
	}
	return err;
}

int round_view_make(const struct past *past, const struct selection *selection, struct round_view *view)
{
	size_t room = ports_of(past);
	int err = 0;

	*view = (struct round_view){.past = past, .sheets = calloc(room ? room : 1, sizeof(struct sheet))};
	if (!view->sheets)
		return -ENOMEM;
	for (size_t i = 0; !err && i < past_count(past); i++)
		err = add_device(past_at(past, i), selection, view);
	qsort(view->sheets, view->count, sizeof(view->sheets[0]), compare);
	return err;
}

void round_view_done(struct round_view *view)
{
	for (size_t i = 0; view->sheets && i < view->count; i++)
		sheet_done(&view->sheets[i]);
	free(view->sheets);
	*view = (struct round_view){.count = 0};
}

/* What is said of a device as a whole stands below the last of its ports that is shown. */
static bool is_last_of_device(const struct round_view *view, size_t at)
{
	for (size_t i = at + 1; i < view->count; i++)
		if (view->sheets[i].of == view->sheets[at].of)
			return false;
	return true;
}

/* Devices that have no port, or never answered. */
static bool is_portless(const struct sheet_device *of)
{
	return !newest(of) || !newest(of)->port_count;
}

/* What is told of one port, or of a device without: as a text of its own. NULL: out of memory. */
static char *block(const struct term *like, const struct view_options *options, const struct round_view *view,
		   const struct sheet *sheet, const struct sheet_device *of)
{
	struct term term = *like;
	char *text = NULL;
	size_t size;

	term.out = open_memstream(&text, &size);
	if (!term.out)
		return NULL;
	if (sheet)
		port_text(&term, options, sheet);
	else
		device_heading(&term, of);
	if (!sheet || is_last_of_device(view, (size_t)(sheet - view->sheets)))
		device_text(&term, of);
	if (fclose(term.out) == 0)
		return text;
	free(text);
	return NULL;
}

static size_t portless_count(const struct past *past)
{
	size_t count = 0;

	for (size_t i = 0; i < past_count(past); i++)
		count += is_portless(past_at(past, i));
	return count;
}

static int fill(const struct term *term, const struct view_options *options, const struct round_view *view,
		char **blocks)
{
	size_t count = 0;

	for (size_t i = 0; i < past_count(view->past); i++) {
		const struct sheet_device *of = past_at(view->past, i);

		if (is_portless(of) && !(blocks[count++] = block(term, options, view, NULL, of)))
			return -ENOMEM;
	}
	for (size_t i = 0; i < view->count; i++) {
		blocks[count] = block(term, options, view, &view->sheets[i], view->sheets[i].of);
		if (!blocks[count++])
			return -ENOMEM;
	}
	return 0;
}

int round_text(const struct term *term, const struct view_options *options, const struct round_view *view)
{
	size_t count = view->count + portless_count(view->past), beside = beside_count(term->width, count);
	char **blocks = calloc(count + 1, sizeof(*blocks));
	struct term narrow = *term;
	int err = blocks ? 0 : -ENOMEM;

	narrow.width = beside_width(term->width, beside);
	if (!err)
		err = fill(&narrow, options, view, blocks);
	if (!err)
		beside_print(term->out, blocks, count, beside, beside > 1 ? narrow.width : SIZE_MAX);
	for (size_t i = 0; blocks && i < count; i++)
		free(blocks[i]);
	free(blocks);
	return err;
}

json_t *round_json(const struct past *past, const struct selection *selection)
{
	json_t *list = json_array();

	for (size_t i = 0; i < past_count(past); i++)
		build_append(&list, device_json(past_at(past, i), selection));
	return list;
}
