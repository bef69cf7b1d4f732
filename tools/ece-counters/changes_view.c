// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/changes_view.h"

#include "tools/ece-counters/units.h"

#define NAME_BYTES 160

static void line_text(FILE *out, const char *when, const char *port, const struct sheet_line *line)
{
	enum counter_unit unit = sheet_unit(line->counter);
	char by[UNITS_TEXT_MAX], rate[UNITS_TEXT_MAX], value[UNITS_TEXT_MAX];

	units_amount(value, unit, line->value);
	if (line->last.change == SHEET_RESTARTED)
		fprintf(out, "%s  %s  %s  started over  %s\n", when, port, line->counter->name, value);
	else if (line->last.change == SHEET_GREW && line->last.by)
		fprintf(out, "%s  %s  %s  +%s  %s  %s%s\n", when, port, line->counter->name,
			units_amount(by, unit, line->last.by), units_rate(rate, unit, sheet_rate(&line->last)), value,
			line->last.unsure ? "  or 2^32 more" : "");
}

void changes_text(FILE *out, const char *when, const struct round_view *view)
{
	for (size_t i = 0; i < view->count; i++) {
		const struct sheet *sheet = &view->sheets[i];
		char port[NAME_BYTES];

		if (sheet->of->gone || sheet->of->late)
			continue;
		sheet_port_name(sheet->device, sheet->port, port, sizeof(port));
		for (size_t k = 0; k < sheet->count; k++)
			line_text(out, when, port, &sheet->lines[k]);
	}
}

void changes_events(FILE *out, const struct events *events, size_t *printed)
{
	size_t first = events->count > EVENTS_MAX ? events->count - EVENTS_MAX : 0;

	if (*printed < first)
		fprintf(out, "%zu more events, which are not listed here\n", first - *printed);
	*printed = *printed < first ? first : *printed;
	for (; *printed < events->count; (*printed)++) {
		const struct event *event = events_at(events, *printed);

		fprintf(out, "%s  %s\n", event->when, event->text);
	}
}
