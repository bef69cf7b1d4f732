// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-show/counters_view.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/ece-show/views.h"

#define PRIORITIES  8
#define NAME_BYTES  64
#define OF_PRIORITY "_prio0_"
#define DIGIT_AT    5 /* in it */

static const char devx_note[] =
	"Processes have this NIC open and no queue pair of theirs is by verbs: queue pairs that "
	"were made by DevX do not move the counters of 32 bits.";

static const char *state_name(const struct counter_reading *reading)
{
	if (reading->state == COUNTER_PRESENT)
		return "present";
	return reading->state == COUNTER_ABSENT ? "absent" : "unreadable";
}

/* The row of the same counter of another priority; @name is that of priority 0. */
static size_t sibling(const char *name, unsigned int priority)
{
	char other[NAME_BYTES];

	snprintf(other, sizeof(other), "%s", name);
	strstr(other, OF_PRIORITY)[DIGIT_AT] = (char)('0' + priority);
	return counter_index(counter_find(other));
}

static bool all_priorities_absent(const struct nic_counters *nic, const char *name)
{
	for (unsigned int priority = 0; priority < PRIORITIES; priority++)
		if (nic->readings[sibling(name, priority)].state != COUNTER_ABSENT)
			return false;
	return true;
}

/* Is it one of eight that are named together? @first: the one of priority 0. */
static bool is_one_of_eight(const struct nic_counters *nic, const char *name, bool *first)
{
	const char *priority = strstr(name, "_prio");
	char zero[NAME_BYTES];

	if (!priority)
		return false;
	snprintf(zero, sizeof(zero), "%s", name);
	zero[(size_t)(priority - name) + DIGIT_AT] = '0';
	*first = !strcmp(zero, name);
	return all_priorities_absent(nic, zero);
}

static void add_absent(FILE *out, const struct nic_counters *nic, const char *name, bool *any)
{
	bool first, eight = is_one_of_eight(nic, name, &first);
	size_t at = eight ? (size_t)(strstr(name, "_prio") - name) + DIGIT_AT : 0;

	if (eight && !first)
		return;
	fputs(*any ? ", " : "Not on this host or card: ", out);
	*any = true;
	if (eight)
		fprintf(out, "%.*s[0-7]%s", (int)at, name, name + at + 1);
	else
		fputs(name, out);
}

static void paragraph(const struct term *term, const char *text)
{
	fprintf(term->out, "\n%*s", VIEW_INDENT, "");
	text_wrap(term->out, text, VIEW_INDENT, view_width(term));
	fputc('\n', term->out);
}

static void absent_text(const struct term *term, const struct nic_counters *nic)
{
	char *list = NULL;
	size_t size;
	FILE *out = open_memstream(&list, &size);
	bool any = false;

	if (!out)
		return;
	for (size_t i = 0; i < counter_count(); i++)
		if (nic->readings[i].state == COUNTER_ABSENT)
			add_absent(out, nic, counter_at(i)->name, &any);
	fclose(out);
	if (any)
		paragraph(term, list);
	free(list);
}

static void row(struct table *table, const struct counter *counter, const struct counter_reading *reading)
{
	table_add(table, "%s", counter->name);
	if (reading->state == COUNTER_PRESENT)
		table_add(table, "%" PRIu64, counter_value(counter, reading));
	else
		table_add(table, "%s", state_name(reading));
	table_add(table, "%s", counter_unit_name(counter->unit));
	table_add(table, "%s", counter_class_name(counter->class));
}

void counters_text(const struct term *term, const struct nic_counters *nic)
{
	static const char *const head[] = {"COUNTER", "VALUE", "UNIT", "CLASS"};
	struct table *table = table_new(sizeof(head) / sizeof(head[0]));

	table_right(table, 1);
	for (size_t i = 0; i < sizeof(head) / sizeof(head[0]); i++)
		table_add(table, "%s", head[i]);
	for (size_t i = 0; i < counter_count(); i++)
		if (nic->readings[i].state != COUNTER_ABSENT)
			row(table, counter_at(i), &nic->readings[i]);
	table_print(table, term->out, VIEW_INDENT, 0);
	table_free(table);
	absent_text(term, nic);
	if (nic->devx_only)
		paragraph(term, devx_note);
}

/* What JSON cannot hold as a whole number is a text, as in the agent's protocol. */
static json_t *value_of(const struct counter *counter, const struct counter_reading *reading)
{
	uint64_t value = counter_value(counter, reading);
	char text[24];

	if (reading->state != COUNTER_PRESENT)
		return json_null();
	if (value <= INT64_MAX)
		return json_integer((json_int_t)value);
	snprintf(text, sizeof(text), "%" PRIu64, value);
	return json_string(text);
}

json_t *counters_json(const struct nic_counters *nic)
{
	json_t *object = json_object();

	for (size_t i = 0; i < counter_count(); i++) {
		const struct counter *counter = counter_at(i);

		build_set(&object, counter->name,
			  json_pack("{s:s, s:o, s:s, s:s, s:s}", "state", state_name(&nic->readings[i]), "value",
				    value_of(counter, &nic->readings[i]), "unit", counter_unit_name(counter->unit),
				    "class", counter_class_name(counter->class), "meaning", counter->meaning));
	}
	return object;
}
