// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/plan_text.h"

#include <inttypes.h>
#include <string.h>

#include "tools/common/param_text.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/ece-apply/plan_words.h"
#include "tools/ece-apply/words.h"

#define HOSTS_WIDTH 60 /* columns of a folded host list */
#define LINE_WIDTH  100

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
	size_t indent = note->hosts && note->hosts[0] ? 10 : 6;

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
	text_wrap(term->out, note->text, indent, term->width ? term->width : LINE_WIDTH);
	fputc('\n', term->out);
}

static void print_notes_of(const struct term *term, const struct plan *plan, enum plan_note_kind kind, bool refuses)
{
	size_t seen = 0;

	for (size_t i = 0; i < plan->note_count; i++) {
		if (plan->notes[i].kind != kind || plan->notes[i].refuses != refuses)
			continue;
		if (!seen)
			fprintf(term->out, "\n  %s%s%s\n", term_style(term, refuses ? TERM_BAD : TERM_WARN),
				plan_words_note(kind, refuses), term_style(term, TERM_PLAIN));
		if (seen++ < PLAN_TEXT_NOTES_MAX)
			print_note(term, &plan->notes[i]);
	}
	if (seen > PLAN_TEXT_NOTES_MAX)
		fprintf(term->out, "      and %zu more; --json has them all\n", seen - PLAN_TEXT_NOTES_MAX);
}

static void print_notes(const struct term *term, const struct plan *plan)
{
	for (int kind = 0; kind < PLAN_NOTE_KIND_COUNT; kind++) {
		print_notes_of(term, plan, (enum plan_note_kind)kind, true);
		print_notes_of(term, plan, (enum plan_note_kind)kind, false);
	}
}

static void print_sentence(const struct term *term, const char *text)
{
	if (!text[0])
		return;
	fprintf(term->out, "%*s", 6, "");
	text_wrap(term->out, text, 6, term->width ? term->width : LINE_WIDTH);
	fputc('\n', term->out);
}

static void print_costs(const struct term *term, const struct plan *plan)
{
	char buf[PLAN_WORDS_MAX];

	fputs("\n  Cost\n", term->out);
	for (int cost = 0; cost < ECE_COST_COUNT; cost++)
		if (plan->costs[cost].change_count)
			print_sentence(term, plan_words_cost(plan, (enum ece_param_cost)cost, buf));
	print_sentence(term, plan_words_policy(plan, buf));
}

/* Numbers are those of the whole plan, since a run counts its steps so. */
static void print_steps(const struct term *term, const struct plan *plan, uint32_t part)
{
	struct table *table = table_new(4);
	char soak[WORDS_DURATION_MAX];

	table_right(table, 0);
	for (size_t i = 0; i < plan->step_count; i++) {
		const struct plan_step *step = &plan->steps[i];

		if (step->part != part)
			continue;
		words_duration(step->soak_ns / 1000000, soak, sizeof(soak));
		table_add(table, "%zu", i + 1);
		table_add(table, "%s", step->name);
		table_add(table, "%" PRIu32 " host%s", step->count, plural(step->count));
		table_add(table, "%s%s", step->soak_ns ? "then soak " : "", step->soak_ns ? soak : "");
	}
	table_print(table, term->out, 6, term->width);
	table_free(table);
}

static void print_part(const struct term *term, const struct fleet *fleet, const struct plan *plan, uint32_t part)
{
	const struct fleet_change *change = &fleet->changes[part];
	char buf[PLAN_WORDS_MAX];

	if (plan->part_count > 1)
		fprintf(term->out, "\n  Steps of %s%s%s (rollout %s)\n", term_style(term, TERM_BOLD), change->name,
			term_style(term, TERM_PLAIN), fleet->rollouts[change->rollout].name);
	else
		fputs("\n  Steps\n", term->out);
	print_steps(term, plan, part);
	print_sentence(term, plan_words_unit(fleet, plan, part, buf));
	print_sentence(term, plan_words_budget(fleet, plan, part, buf));
	print_sentence(term, plan_words_gates(fleet, part, buf));
	print_sentence(term, plan_words_lease(fleet, plan, part, buf));
}

static void print_difference(const struct term *term, const struct plan *plan)
{
	if (plan->change_count == plan->unverified_count) {
		fprintf(term->out, "No difference seen; what cards do not tell is written again on %zu host%s.\n",
			plan->changed_count, plural(plan->changed_count));
		return;
	}
	fprintf(term->out, "%zu of %zu host%s differ%s (%zu of %zu NIC%s)", plan->changed_count, plan_hosts(plan),
		plural(plan_hosts(plan)), plan_hosts(plan) == 1 ? "s" : "", plan->changed_nic_count, plan->nic_count,
		plural(plan->nic_count));
	if (plan->unchanged_count)
		fprintf(term->out, "; %zu already ha%s what the file asks for", plan->unchanged_count,
			plan->unchanged_count == 1 ? "s" : "ve");
	if (plan->left_out_count)
		fprintf(term->out, "; %zu left out", plan->left_out_count);
	if (plan->excluded_count)
		fprintf(term->out, "; %zu left alone", plan->excluded_count);
	if (plan->moved_count)
		fprintf(term->out, "; %zu moved since the plan was saved", plan->moved_count);
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
	else if (plan_hosts(plan) && plan->unreachable_count == plan_hosts(plan))
		verdict(term, TERM_BAD, "No host could be read.");
	else if (plan->incomplete)
		verdict(term, TERM_WARN, "No difference seen, but not every host or value could be read.");
	else if (plan->excluded_count + plan->moved_count)
		fprintf(term->out,
			"Nothing to do: %zu of %zu host%s ha%s what the file asks for; %zu left alone and owed.\n",
			plan->unchanged_count, plan_hosts(plan), plural(plan_hosts(plan)),
			plan->unchanged_count == 1 ? "s" : "ve", plan->excluded_count + plan->moved_count);
	else if (plan->left_out_count)
		fprintf(term->out, "%sNothing to do:%s %zu of %zu host%s ha%s what the file asks for; %zu left out.\n",
			term_style(term, TERM_GOOD), term_style(term, TERM_PLAIN), plan->unchanged_count,
			plan_hosts(plan), plural(plan_hosts(plan)), plan->unchanged_count == 1 ? "s" : "ve",
			plan->left_out_count);
	else if (!plan->nic_count)
		verdict(term, TERM_WARN, "Nothing to do: the hosts have no NIC that the file selects.");
	else
		fprintf(term->out, "%sNothing to do:%s all %zu host%s (%zu NIC%s) have what the file asks for.\n",
			term_style(term, TERM_GOOD), term_style(term, TERM_PLAIN), plan_hosts(plan),
			plural(plan_hosts(plan)), plan->nic_count, plural(plan->nic_count));
}

void plan_text(const struct fleet *fleet, const struct plan *plan, const struct term *term)
{
	if (plan->order_count || plan->note_count)
		fprintf(term->out, "%sPlan for %s%s\n", term_style(term, TERM_BOLD), fleet->file,
			term_style(term, TERM_PLAIN));
	print_groups(term, plan);
	print_notes(term, plan);
	if (plan->order_count && !plan->refused) {
		print_costs(term, plan);
		for (uint32_t part = 0; part < plan->part_count; part++)
			if (plan->parts[part].host_count)
				print_part(term, fleet, plan, part);
	}
	print_verdict(term, plan);
}
