// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/plan_text.h"

#include <inttypes.h>
#include <string.h>

#include "tools/common/param_text.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/ece-apply/words.h"

#define HOSTS_WIDTH 60 /* columns of a folded host list */
#define LINE_WIDTH  100

static const char *const note_titles[PLAN_NOTE_KIND_COUNT] = {
	[PLAN_NOTE_SKIPPED] = "Left out",
	[PLAN_NOTE_REFUSED] = "Refused",
	[PLAN_NOTE_UNREADABLE] = "Cannot be compared",
	[PLAN_NOTE_UNREACHABLE] = "Not reachable, left out and owed the change",
	[PLAN_NOTE_NO_NIC] = "Warning",
	[PLAN_NOTE_PAIRWISE] = "Refused: ends of a connection would differ",
	[PLAN_NOTE_DOMAIN] = "Hosts that talk to each other",
	[PLAN_NOTE_BUDGET] = "Refused: too many hosts cannot be reached",
	[PLAN_NOTE_NEEDS] = "What these values depend on",
	[PLAN_NOTE_UNVERIFIED] = "What cannot be read back",
	[PLAN_NOTE_EXCLUDED] = "Left alone, as the file says; owed",
	[PLAN_NOTE_OWED] = "Owed from earlier",
	[PLAN_NOTE_UNIT] = "Units",
	[PLAN_NOTE_GATE] = "Gates",
	[PLAN_NOTE_REMOVED] = "No longer named",
	[PLAN_NOTE_HELD] = "Held by an open run",
};

static void print_hosts(const struct term *term, const char *hosts)
{
	size_t fit = text_fit(hosts, HOSTS_WIDTH);

	fprintf(term->out, "%s%.*s%s%s", term_style(term, TERM_BOLD), (int)fit, hosts, hosts[fit] ? "..." : "",
		term_style(term, TERM_PLAIN));
}

static void print_change(struct table *table, const struct term *term, const struct plan_change *change)
{
	const struct ece_param *param = ece_param_at(change->param);
	char from[PARAM_TEXT_VALUE_MAX], to[PARAM_TEXT_VALUE_MAX];

	table_add(table, "%s", param->name);
	table_add(table, "%s",
		  param->no_verify ? "not known" : ece_param_format(param, change->from, from, sizeof(from)));
	table_add(table, "%s", term_sign(term, TERM_ARROW));
	table_add(table, "%s", ece_param_format(param, change->to, to, sizeof(to)));
	table_add(table, "%s", param_text_cost(param));
}

static void print_group(const struct term *term, const struct plan_group *group)
{
	struct table *table = table_new(5);

	fputs("\n  ", term->out);
	print_hosts(term, group->hosts);
	fprintf(term->out, "  %zu host%s, %zu NIC%s, %s\n", group->host_count, plural(group->host_count),
		group->nic_count, plural(group->nic_count), group->card);
	for (size_t i = 0; i < group->change_count; i++)
		print_change(table, term, &group->changes[i]);
	table_print(table, term->out, 6, term->width);
	table_free(table);
}

static void print_groups(const struct term *term, const struct plan *plan)
{
	size_t shown = plan->group_count < PLAN_TEXT_GROUPS_MAX ? plan->group_count : PLAN_TEXT_GROUPS_MAX;

	for (size_t i = 0; i < shown; i++)
		print_group(term, &plan->groups[i]);
	if (shown < plan->group_count)
		fprintf(term->out, "\n  and %zu more groups of hosts; --json has them all\n",
			plan->group_count - shown);
}

static const char *name_of(const struct plan_note *note)
{
	return ece_param_at(note->param)->name;
}

static void print_note(const struct term *term, const struct plan_note *note)
{
	fputs("      ", term->out);
	if (note->hosts && note->hosts[0]) {
		print_hosts(term, note->hosts);
		fprintf(term->out, "  %zu host%s", note->host_count, plural(note->host_count));
		if (note->nic_count)
			fprintf(term->out, ", %zu NIC%s", note->nic_count, plural(note->nic_count));
		fputs("\n          ", term->out);
	}
	if (note->param != PLAN_NO_PARAM && strncmp(note->text, name_of(note), strlen(name_of(note))) != 0)
		fprintf(term->out, "%s: ", name_of(note));
	text_wrap(term->out, note->text, 10, term->width ? term->width : LINE_WIDTH);
	fputc('\n', term->out);
}

static enum term_style note_style(enum plan_note_kind kind)
{
	switch (kind) {
	case PLAN_NOTE_REFUSED:
	case PLAN_NOTE_UNREADABLE:
	case PLAN_NOTE_PAIRWISE:
	case PLAN_NOTE_BUDGET:
		return TERM_BAD;
	default:
		return TERM_WARN;
	}
}

static void print_notes_of(const struct term *term, const struct plan *plan, enum plan_note_kind kind)
{
	size_t seen = 0;

	for (size_t i = 0; i < plan->note_count; i++) {
		if (plan->notes[i].kind != kind)
			continue;
		if (!seen)
			fprintf(term->out, "\n  %s%s%s\n", term_style(term, note_style(kind)), note_titles[kind],
				term_style(term, TERM_PLAIN));
		if (seen++ < PLAN_TEXT_NOTES_MAX)
			print_note(term, &plan->notes[i]);
	}
	if (seen > PLAN_TEXT_NOTES_MAX)
		fprintf(term->out, "      and %zu more; --json has them all\n", seen - PLAN_TEXT_NOTES_MAX);
}

static void print_steps(const struct term *term, const struct plan *plan)
{
	struct table *table = table_new(4);
	char soak[WORDS_DURATION_MAX];

	fputs("\n  Steps\n", term->out);
	table_right(table, 0);
	for (size_t i = 0; i < plan->step_count; i++) {
		const struct plan_step *step = &plan->steps[i];

		words_duration(step->soak_ns / 1000000, soak, sizeof(soak));
		table_add(table, "%zu", i + 1);
		table_add(table, "%s", step->name);
		table_add(table, "%" PRIu32 " host%s", step->count, plural(step->count));
		table_add(table, "%s%s", step->soak_ns ? "then soak " : "", step->soak_ns ? soak : "");
	}
	table_print(table, term->out, 6, term->width);
	table_free(table);
}

static void print_budget(const struct term *term, const struct fleet *fleet, const struct plan *plan)
{
	const struct fleet_rollout *rollout = &fleet->rollouts[fleet->rollout];
	uint32_t total = (uint32_t)plan->order_count;
	uint32_t failed = fleet_amount_of(rollout->budget.failed, total);
	char text[256];

	snprintf(text, sizeof(text),
		 "The run stops when %" PRIu32 " host%s, %" PRIu32 " stop%s answering or %" PRIu32
		 " cannot be reached, %s.",
		 failed, failed == 1 ? " fails" : "s fail", fleet_amount_of(rollout->budget.lost, total),
		 fleet_amount_of(rollout->budget.lost, total) == 1 ? "s" : "", plan_unreachable_budget(fleet, plan, 0),
		 rollout->on_fail == FLEET_ON_FAIL_UNDO ? "and then puts back what it wrote" :
							  "and then waits for a person");
	fprintf(term->out, "%*s", 6, "");
	text_wrap(term->out, text, 6, term->width ? term->width : LINE_WIDTH);
	fputc('\n', term->out);
}

static void print_difference(const struct term *term, const struct plan *plan)
{
	if (plan->change_count == plan->unverified_count) {
		fprintf(term->out, "No difference seen; what cards do not tell is written again on %zu host%s.\n",
			plan->changed_count, plural(plan->changed_count));
		return;
	}
	fprintf(term->out, "%zu of %zu host%s differ%s (%zu of %zu NIC%s)", plan->changed_count, plan->host_count,
		plural(plan->host_count), plan->host_count == 1 ? "s" : "", plan->changed_nic_count, plan->nic_count,
		plural(plan->nic_count));
	if (plan->unchanged_count)
		fprintf(term->out, "; %zu already ha%s what the file asks for", plan->unchanged_count,
			plan->unchanged_count == 1 ? "s" : "ve");
	if (plan->left_out_count)
		fprintf(term->out, "; %zu left out", plan->left_out_count);
	fputs(".\n", term->out);
}

static void verdict(const struct term *term, enum term_style style, const char *text)
{
	fprintf(term->out, "%s%s%s\n", term_style(term, style), text, term_style(term, TERM_PLAIN));
}

static void print_verdict(const struct term *term, const struct plan *plan)
{
	/* Nothing stands above it when all is well */
	if (plan->order_count || plan->note_count)
		fputc('\n', term->out);
	if (plan->refused)
		verdict(term, TERM_BAD, "The plan is refused: nothing is written anywhere.");
	else if (plan->order_count)
		print_difference(term, plan);
	else if (plan->host_count && plan->unreachable_count == plan->host_count)
		verdict(term, TERM_BAD, "No host could be read.");
	else if (plan->incomplete)
		verdict(term, TERM_WARN, "No difference seen, but not every host or value could be read.");
	else if (plan->left_out_count)
		fprintf(term->out, "%sNothing to do:%s %zu of %zu host%s ha%s what the file asks for; %zu left out.\n",
			term_style(term, TERM_GOOD), term_style(term, TERM_PLAIN), plan->unchanged_count,
			plan->host_count, plural(plan->host_count), plan->unchanged_count == 1 ? "s" : "ve",
			plan->left_out_count);
	else if (!plan->nic_count)
		verdict(term, TERM_WARN, "Nothing to do: the hosts have no NIC that the file selects.");
	else
		fprintf(term->out, "%sNothing to do:%s all %zu host%s (%zu NIC%s) have what the file asks for.\n",
			term_style(term, TERM_GOOD), term_style(term, TERM_PLAIN), plan->host_count,
			plural(plan->host_count), plan->nic_count, plural(plan->nic_count));
}

void plan_text(const struct fleet *fleet, const struct plan *plan, const struct term *term)
{
	if (plan->order_count || plan->note_count)
		fprintf(term->out, "%sPlan for %s%s\n", term_style(term, TERM_BOLD), fleet->file,
			term_style(term, TERM_PLAIN));
	print_groups(term, plan);
	for (int kind = PLAN_NOTE_SKIPPED; kind < PLAN_NOTE_KIND_COUNT; kind++)
		print_notes_of(term, plan, (enum plan_note_kind)kind);
	if (plan->order_count && !plan->refused) {
		print_steps(term, plan);
		print_budget(term, fleet, plan);
	}
	print_verdict(term, plan);
}
