// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/common/text.h"
#include "tools/common/view.h"
#include "tools/ece-counters/spark.h"
#include "tools/ece-counters/units.h"
#include "tools/ece-counters/views.h"

#define MARK_COLUMNS  2
#define GAP           2
#define SPARK_COLUMNS 24
#define NAME_BYTES    96

/* Widths of the columns of one port. */
struct columns {
	size_t name, value, growth, rate;
};

static bool is_shown(const struct view_options *options, const struct sheet_line *line)
{
	if (options->all)
		return true;
	return line->counter->reading.state == COUNTER_PRESENT && !sheet_is_zero(line) && !priority_is_in_table(line);
}

static const char *value_cell(const struct sheet_line *line, char buf[UNITS_TEXT_MAX])
{
	if (line->counter->reading.state != COUNTER_PRESENT)
		return counter_state_name(&line->counter->reading);
	return units_amount(buf, sheet_unit(line->counter), line->value);
}

static const char *growth_cell(const struct sheet_line *line, char buf[UNITS_TEXT_MAX])
{
	char amount[UNITS_TEXT_MAX];

	buf[0] = '\0';
	if (line->since.change == SHEET_UNKNOWN || !line->since.by)
		return buf;
	units_amount(amount, sheet_unit(line->counter), line->since.by);
	snprintf(buf, UNITS_TEXT_MAX, "+%.*s", UNITS_TEXT_MAX - 2, amount);
	return buf;
}

static const char *rate_cell(const struct sheet_line *line, char buf[UNITS_TEXT_MAX])
{
	buf[0] = '\0';
	if (line->last.change != SHEET_GREW || !line->last.by)
		return buf;
	return units_rate(buf, sheet_unit(line->counter), sheet_rate(&line->last));
}

static void widen(size_t *column, const char *text)
{
	size_t width = text_width(text);

	*column = width > *column ? width : *column;
}

static struct columns measure(const struct view_options *options, const struct sheet *sheet)
{
	struct columns columns = {0};
	char buf[UNITS_TEXT_MAX];

	for (size_t i = 0; i < sheet->count; i++) {
		const struct sheet_line *line = &sheet->lines[i];

		if (!is_shown(options, line))
			continue;
		widen(&columns.name, line->counter->name);
		widen(&columns.value, value_cell(line, buf));
		widen(&columns.growth, growth_cell(line, buf));
		widen(&columns.rate, rate_cell(line, buf));
	}
	return columns;
}

static const char *mark_of(const struct sheet_line *line, enum term_style *style)
{
	const char *mark = sheet_mark(line);

	*style = line->moved ? TERM_BOLD : TERM_PLAIN;
	if (mark[0])
		*style = mark[1] ? TERM_BAD : TERM_WARN;
	return mark;
}

static const char *remark(const struct sheet_line *line)
{
	if (line->since.change == SHEET_RESTARTED)
		return "started over since the first reading";
	if (line->counter->resets)
		return "started over before";
	return line->since.unsure || line->last.unsure ? "or 2^32 more, any number of times" : "";
}

/* Cells behind the last one that says something leave no blanks. */
static void cells(FILE *out, const struct columns *columns, const struct sheet_line *line, bool to_the_end)
{
	char value[UNITS_TEXT_MAX], growth[UNITS_TEXT_MAX], rate[UNITS_TEXT_MAX];
	const char *texts[] = {value_cell(line, value), growth_cell(line, growth), rate_cell(line, rate)};
	const size_t widths[] = {columns->value, columns->growth, columns->rate};
	size_t count = sizeof(texts) / sizeof(texts[0]);

	while (!to_the_end && count && !texts[count - 1][0])
		count--;
	for (size_t i = 0; i < count; i++)
		if (widths[i])
			fprintf(out, "%*s%s", (int)(GAP + widths[i] - text_width(texts[i])), "", texts[i]);
}

static void meaning(const struct term *term, const struct sheet_line *line)
{
	size_t indent = VIEW_INDENT + MARK_COLUMNS + 1 + GAP;

	if (!line->counter->row)
		return;
	fprintf(term->out, "%*s%s", (int)indent, "", term_style(term, TERM_DIM));
	text_wrap(term->out, line->counter->row->meaning, indent, view_width(term));
	fprintf(term->out, "%s\n", term_style(term, TERM_PLAIN));
}

static void counter_line(const struct term *term, const struct view_options *options, const struct columns *columns,
			 const struct sheet_line *line)
{
	const char *name = line->counter->name, *behind = remark(line);
	char history[SPARK_COLUMNS * SPARK_BYTES + 1] = "";
	enum term_style style;
	const char *mark = mark_of(line, &style);

	if (options->history && line->moved)
		spark(line->rates, line->rate_count, SPARK_COLUMNS, term->unicode, history);
	fprintf(term->out, "%*s%s%-*s %s%*s", VIEW_INDENT, "", term_style(term, style), MARK_COLUMNS, mark, name,
		(int)(columns->name - text_width(name)), "");
	cells(term->out, columns, line, history[0] || behind[0]);
	fprintf(term->out, "%s%s%s%s%s\n", term_style(term, TERM_PLAIN), history[0] ? "  " : "", history,
		behind[0] ? "  " : "", behind);
	if (options->meanings)
		meaning(term, line);
}

static void groups(const struct term *term, const struct view_options *options, const struct sheet *sheet)
{
	struct columns columns = measure(options, sheet);
	enum counter_group group = GROUP_COUNT;

	for (size_t i = 0; i < sheet->count; i++) {
		const struct sheet_line *line = &sheet->lines[i];

		if (!is_shown(options, line))
			continue;
		if (line->group != group)
			fprintf(term->out, "%*s%s%s%s\n", VIEW_INDENT, "", term_style(term, TERM_DIM),
				counter_group_name(line->group), term_style(term, TERM_PLAIN));
		group = line->group;
		counter_line(term, options, &columns, line);
	}
}

static void folded(const struct term *term, const struct view_options *options, const struct sheet *sheet)
{
	static const char *const words[] = {
		[COUNTER_ABSENT] = "absent", [COUNTER_PRESENT] = "zero", [COUNTER_UNREADABLE] = "unreadable"};
	static const enum counter_state order[] = {COUNTER_PRESENT, COUNTER_ABSENT, COUNTER_UNREADABLE};
	size_t count[COUNTER_UNREADABLE + 1] = {0};
	const char *before = "";

	for (size_t i = 0; i < sheet->count; i++) {
		const struct sheet_line *line = &sheet->lines[i];

		if (!is_shown(options, line) &&
		    (line->counter->reading.state != COUNTER_PRESENT || sheet_is_zero(line)))
			count[line->counter->reading.state]++;
	}
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (!count[order[i]])
			continue;
		fprintf(term->out, "%s%zu %s", before[0] ? before : "  not shown: ", count[order[i]], words[order[i]]);
		before = ", ";
	}
	if (before[0])
		fputs(" (--all)\n", term->out);
}

static void priorities_on(FILE *out, uint8_t pfc)
{
	const char *before = "  PFC on ";

	for (unsigned int i = 0; i < 8; i++) {
		if (!(pfc & 1U << i))
			continue;
		fprintf(out, "%s%u", before, i);
		before = ",";
	}
	if (!pfc)
		fputs("  no PFC", out);
}

static void state_of(const struct term *term, const struct scrape_port *port)
{
	const char *name = ece_rdma_port_state_name(port->about.state);
	bool active = port->about.state == ECE_RDMA_PORT_ACTIVE;

	if (!port->known)
		return;
	fprintf(term->out, "  %s%s%s", term_style(term, active ? TERM_GOOD : TERM_BAD), name ? name : "state unknown",
		term_style(term, TERM_PLAIN));
}

static void lateness(const struct term *term, const struct sheet_device *of)
{
	char buf[UNITS_TEXT_MAX];

	if (of->gone)
		fprintf(term->out, "  %sgone: as it was read last%s", term_style(term, TERM_BAD),
			term_style(term, TERM_PLAIN));
	else if (of->late)
		fprintf(term->out, "  %slate: no answer for %s%s%s", term_style(term, TERM_BAD),
			units_time(buf, of->late_seconds), of->reading_count ? ", as it was before" : "",
			term_style(term, TERM_PLAIN));
}

static void device_fields(const struct term *term, const struct scrape_device *device)
{
	fprintf(term->out, "%s%s%s", term_style(term, TERM_DIM), device->pci[0] ? "  " : "", device->pci);
	if (device->has_nic && device->nic.card[0])
		fprintf(term->out, "  %s", device->nic.card);
	else if (device->driver[0])
		fprintf(term->out, "  %s", device->driver);
	fprintf(term->out, "%s", term_style(term, TERM_PLAIN));
}

static void heading(const struct term *term, const struct sheet *sheet)
{
	const struct scrape_port *port = sheet->port;
	char name[NAME_BYTES], speed[UNITS_TEXT_MAX];

	fprintf(term->out, "%s%s%s", term_style(term, TERM_BOLD),
		sheet_port_name(sheet->device, port, name, sizeof(name)), term_style(term, TERM_PLAIN));
	if (port->netdev[0] && strcmp(port->netdev, name) != 0)
		fprintf(term->out, "  %s", port->netdev);
	state_of(term, port);
	if (port->bits_per_second)
		fprintf(term->out, "  %s", units_speed(speed, port->bits_per_second));
	if (port->pfc_known)
		priorities_on(term->out, port->pfc);
	device_fields(term, sheet->device);
	lateness(term, sheet->of);
	fputc('\n', term->out);
}

void port_text(const struct term *term, const struct view_options *options, const struct sheet *sheet)
{
	heading(term, sheet);
	if (sheet->device->barred)
		return;
	groups(term, options, sheet);
	priority_text(term, sheet);
	folded(term, options, sheet);
}

void device_heading(const struct term *term, const struct sheet_device *of)
{
	fprintf(term->out, "%s%s%s", term_style(term, TERM_BOLD), of->name, term_style(term, TERM_PLAIN));
	if (of->reading_count && strcmp(of->name, of->readings[of->reading_count - 1]->pci) != 0)
		device_fields(term, of->readings[of->reading_count - 1]);
	lateness(term, of);
	fputc('\n', term->out);
}
