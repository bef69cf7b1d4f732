// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/optional_view.h"

#include <inttypes.h>
#include <string.h>

#include "lib/counters/counter.h"
#include "tools/common/json_build.h"
#include "tools/common/report.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/common/view.h"

#define COLUMNS 3

bool optional_has(const struct optional_port *port, const char *name)
{
	for (size_t i = 0; i < port->status_count; i++)
		if (port->status[i].optional && !strcmp(port->status[i].name, name))
			return true;
	return false;
}

static size_t optional_count(const struct optional_port *port)
{
	size_t count = 0;

	for (size_t i = 0; i < port->status_count; i++)
		count += port->status[i].optional;
	return count;
}

static const char *meaning_of(const struct ece_rdma_counter_status *status)
{
	const struct counter *row = counter_find(status->name);

	return row ? row->meaning : "";
}

static void heading(const struct term *term, const struct optional_port *port)
{
	fprintf(term->out, "%s%s/%" PRIu32 "%s\n", term_style(term, TERM_BOLD), port->device, port->port,
		term_style(term, TERM_PLAIN));
}

static void sentence(const struct term *term, const char *text)
{
	fprintf(term->out, "%*s", VIEW_INDENT, "");
	text_wrap(term->out, text, VIEW_INDENT, view_width(term));
	fputc('\n', term->out);
}

static void list_port(const struct term *term, const struct optional_port *port)
{
	struct table *table;

	heading(term, port);
	if (port->error.code) {
		sentence(term, port->error.text);
		return;
	}
	if (!optional_count(port)) {
		sentence(term, "this driver has no optional counters");
		return;
	}
	table = table_new(COLUMNS);
	for (size_t i = 0; i < port->status_count; i++) {
		const struct ece_rdma_counter_status *status = &port->status[i];

		if (!status->optional)
			continue;
		table_add(table, "%s", status->name);
		table_add(table, "%s", status->on ? "on" : "off");
		table_add(table, "%s", meaning_of(status));
	}
	table_print(table, term->out, VIEW_INDENT, 0);
	table_free(table);
}

void optional_list_text(const struct term *term, const struct optional_port *ports, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			fputc('\n', term->out);
		list_port(term, &ports[i]);
	}
}

void optional_switched_text(const struct term *term, const struct optional_port *ports, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct optional_port *port = &ports[i];

		for (size_t k = 0; k < port->was_count; k++)
			fprintf(term->out, "%s/%" PRIu32 ": %s is %s, read back\n", port->device, port->port,
				port->was[k].name, port->was[k].on ? "off" : "on");
		if (port->error.code)
			fprintf(term->out, "%s/%" PRIu32 ": nothing to switch: %s\n", port->device, port->port,
				port->error.text);
		else if (!port->was_count)
			fprintf(term->out, "%s/%" PRIu32 ": nothing to switch\n", port->device, port->port);
	}
}

static json_t *status_json(const struct optional_port *port)
{
	json_t *list = json_array();

	for (size_t i = 0; i < port->status_count; i++)
		if (port->status[i].optional)
			build_append(&list, json_pack("{s:o, s:b, s:o}", "name", build_text(port->status[i].name), "on",
						      port->status[i].on, "meaning",
						      build_text_or_null(meaning_of(&port->status[i]))));
	return list;
}

static json_t *switched_json(const struct optional_port *port)
{
	json_t *list = json_array();

	for (size_t i = 0; i < port->was_count; i++)
		build_append(&list,
			     json_pack("{s:o, s:b}", "name", build_text(port->was[i].name), "was_on", port->was[i].on));
	return list;
}

json_t *optional_json(const struct optional_port *ports, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		const struct optional_port *port = &ports[i];

		build_append(&list, json_pack("{s:o, s:i, s:o, s:o, s:o}", "device", build_text(port->device), "port",
					      (int)port->port, "error",
					      port->error.code ? report_json(&port->error) : json_null(), "optional",
					      status_json(port), "switched", switched_json(port)));
	}
	return list;
}
