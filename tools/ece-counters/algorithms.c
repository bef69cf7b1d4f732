// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/table.h"
#include "tools/common/view.h"
#include "tools/ece-counters/json_parts.h"
#include "tools/ece-counters/units.h"
#include "tools/ece-counters/views.h"

#define COLUMNS       5
#define NS_PER_SECOND 1e9

static const struct scrape_algorithm *same(const struct scrape_device *device, const struct scrape_algorithm *counter)
{
	for (size_t i = 0; i < device->algorithm_count; i++) {
		const struct scrape_algorithm *other = &device->algorithms[i];

		if (other->slot == counter->slot && !strcmp(other->algorithm, counter->algorithm) &&
		    !strcmp(other->counter, counter->counter))
			return other->reading.state == COUNTER_PRESENT ? other : NULL;
	}
	return NULL;
}

/* Which counters of an algorithm fall, and how wide they are, no text says: what fell has no rate. */
static const char *rate(const struct sheet_device *of, const struct scrape_algorithm *counter, char buf[UNITS_TEXT_MAX])
{
	const struct scrape_device *now = of->readings[of->reading_count - 1], *before;
	const struct scrape_algorithm *old;

	buf[0] = '\0';
	if (of->reading_count < 2)
		return buf;
	before = of->readings[of->reading_count - 2];
	old = same(before, counter);
	if (!old || counter->reading.value <= old->reading.value || now->when_ns <= before->when_ns)
		return buf;
	return units_rate(buf, COUNTER_EVENTS,
			  (double)(counter->reading.value - old->reading.value) * NS_PER_SECOND /
				  (double)(now->when_ns - before->when_ns));
}

static void row(struct table *table, const struct sheet_device *of, const struct scrape_algorithm *counter)
{
	char amount[UNITS_TEXT_MAX], per_second[UNITS_TEXT_MAX];

	table_add(table, "   %u", counter->slot);
	table_add(table, "%s", counter->algorithm);
	table_add(table, "%s", counter->counter);
	if (counter->reading.state == COUNTER_PRESENT)
		table_add(table, "%s", units_amount(amount, COUNTER_EVENTS, counter->reading.value));
	else
		table_add(table, "%s", counter_state_name(&counter->reading));
	table_add(table, "%s", rate(of, counter, per_second));
}

static bool is_told(const struct scrape_algorithm *counter)
{
	return counter->reading.state == COUNTER_UNREADABLE || counter->reading.value;
}

static void count(const struct term *term, const struct scrape_device *device)
{
	size_t zero = 0, off = 0;

	for (size_t i = 0; i < device->algorithm_count; i++) {
		zero += device->algorithms[i].reading.state == COUNTER_PRESENT && !device->algorithms[i].reading.value;
		off += device->algorithms[i].reading.state == COUNTER_ABSENT;
	}
	if (zero)
		fprintf(term->out, "%*snot shown of algorithms: %zu zero\n", VIEW_INDENT, "", zero);
	if (off)
		fprintf(term->out, "%*snot shown of algorithms: %zu that do not count, as their slots are set\n",
			VIEW_INDENT, "", off);
}

void algorithms_text(const struct term *term, const struct sheet_device *of)
{
	static const char *const head[COLUMNS] = {"   slot", "algorithm", "counter", "value", "rate"};
	const struct scrape_device *device = of->readings[of->reading_count - 1];
	struct table *table = table_new(COLUMNS);
	bool any = false;

	for (size_t i = 0; i < COLUMNS; i++)
		table_add(table, "%s", head[i]);
	table_right(table, 3);
	table_right(table, 4);
	for (size_t i = 0; i < device->algorithm_count; i++) {
		if (!is_told(&device->algorithms[i]))
			continue;
		row(table, of, &device->algorithms[i]);
		any = true;
	}
	if (any)
		table_print(table, term->out, VIEW_INDENT, 0);
	table_free(table);
	count(term, device);
}

json_t *algorithms_json(const struct scrape_device *device)
{
	json_t *list = json_array();

	for (size_t i = 0; i < device->algorithm_count; i++) {
		const struct scrape_algorithm *counter = &device->algorithms[i];
		bool present = counter->reading.state == COUNTER_PRESENT;

		build_append(&list, json_pack("{s:i, s:o, s:o, s:s, s:o}", "slot", (int)counter->slot, "algorithm",
					      build_text(counter->algorithm), "counter", build_text(counter->counter),
					      "state", counter_state_name(&counter->reading), "value",
					      present ? json_amount(counter->reading.value) : json_null()));
	}
	return list;
}
