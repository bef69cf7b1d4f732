// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A plug-in's line: the Monitoring Plugins' Development Guidelines, "Plugin Output" and "Performance data". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/param_text.h"
#include "tools/ece-apply/drift_text.h"
#include "tools/ece-apply/words.h"

enum nagios {
	NAGIOS_OK,
	NAGIOS_WARNING,
	NAGIOS_CRITICAL,
	NAGIOS_UNKNOWN,
};

/* A writer that is not fought. */
static bool has_writer(const struct drift_pass *pass, const struct drift_group *group)
{
	for (size_t i = 0; i < group->count; i++)
		if (pass->drift->items[group->first + i].given_up)
			return true;
	return false;
}

static bool is_critical(const struct drift_pass *pass, size_t group)
{
	const struct drift_group *g = &pass->drift->groups[group];

	return pass->views[group].widespread || (g->item->act != FLEET_DRIFT_REPORT && !g->item->bar) ||
	       has_writer(pass, g);
}

static enum nagios judge(const struct drift_pass *pass)
{
	enum nagios state = pass->drift->item_count ? NAGIOS_WARNING : NAGIOS_OK;

	for (size_t i = 0; i < pass->drift->group_count; i++)
		if (is_critical(pass, i))
			return NAGIOS_CRITICAL;
	return state == NAGIOS_OK && pass->drift->unread_count ? NAGIOS_UNKNOWN : state;
}

/* A bar begins the numbers, and a newline ends the line. */
static void print_plain(FILE *out, const char *text, size_t most)
{
	for (size_t i = 0; text[i] && i < most; i++)
		fputc((unsigned char)text[i] < ' ' || text[i] == '|' || text[i] == 127 ? ' ' : text[i], out);
	if (strlen(text) > most)
		fputs("...", out);
}

static void add_groups(const struct drift_pass *pass, FILE *text)
{
	char change[3 * PARAM_TEXT_VALUE_MAX];

	for (size_t i = 0; i < pass->drift->group_count; i++) {
		const struct drift_group *group = &pass->drift->groups[i];

		fprintf(text, "%s%s %s%s%s", i ? "; " : ": ", group->hosts,
			drift_text_change(group->item, "->", change, sizeof(change)),
			pass->views[i].widespread ? " (widespread)" : "",
			has_writer(pass, group) ? " (another writer, not fought)" : "");
	}
}

static void say(const struct drift_pass *pass, bool simulated, FILE *text)
{
	const struct drift *drift = pass->drift;

	if (drift->drifted_count)
		fprintf(text, "%zu of %zu host%s drifted", drift->drifted_count, drift->host_count,
			plural(drift->host_count));
	else
		fprintf(text, "no drift seen on %zu of %zu host%s", drift->judged_count, drift->host_count,
			plural(drift->host_count));
	if (drift->unread_hosts)
		fprintf(text, ", %zu not known", drift->unread_hosts);
	if (simulated)
		fputs(" (simulated)", text);
	add_groups(pass, text);
}

static int no_pass(const struct outcome *outcome, FILE *out)
{
	const json_t *first = json_array_get(outcome->report.errors, 0);
	const char *why = json_string_value(json_object_get(first, "text"));

	fputs("DRIFT UNKNOWN - ", out);
	print_plain(out, why ? why : control_result_name(outcome->result), DRIFT_NAGIOS_MAX);
	fputc('\n', out);
	return NAGIOS_UNKNOWN;
}

int drift_nagios(const struct drift_pass *pass, const struct outcome *outcome, FILE *out)
{
	static const char *const words[] = {"OK", "WARNING", "CRITICAL", "UNKNOWN"};
	const struct drift *drift = pass->drift;
	enum nagios state;
	char *line = NULL;
	size_t len;
	FILE *text;

	if (!drift || !pass->views)
		return no_pass(outcome, out);
	state = judge(pass);
	text = open_memstream(&line, &len);
	if (!text)
		return no_pass(outcome, out);
	say(pass, outcome->simulated, text);
	fclose(text);
	fprintf(out, "DRIFT %s - ", words[state]);
	print_plain(out, line ? line : "", DRIFT_NAGIOS_MAX);
	fprintf(out, " | drifted=%zu;;;0;%zu not_known=%zu;;;0;%zu values=%zu held=%zu excluded=%zu\n",
		drift->drifted_count, drift->host_count, drift->unread_hosts, drift->host_count, drift->item_count,
		drift->held_count, drift->excluded_count);
	free(line);
	return state;
}
