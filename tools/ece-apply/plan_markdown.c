// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/plan_markdown.h"

#include <inttypes.h>
#include <string.h>

#include "tools/common/param_text.h"
#include "tools/ece-apply/plan_words.h"
#include "tools/ece-apply/words.h"

/* Words of hosts and files: nothing in them is markup, and they stay on their line. */
static void prose(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("\\`*_<>[]|#", *text))
			fputc('\\', out);
		fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
	}
}

/* Names of hosts, files and parameters. */
static void code(FILE *out, const char *text)
{
	fputc('`', out);
	for (; *text; text++)
		fputc(*text == '`' || (unsigned char)*text < ' ' ? ' ' : *text, out);
	fputc('`', out);
}

static void sentence(FILE *out, const char *text)
{
	if (!text[0])
		return;
	fputs("- ", out);
	prose(out, text);
	fputc('\n', out);
}

static void title(const struct plan_markdown *view, FILE *out)
{
	const struct plan *plan = view->plan;

	fputs("# ", out);
	if (view->change_id) {
		prose(out, view->change_id);
		fputs(": ", out);
	}
	if (view->fleet->name[0]) {
		fputs("fleet ", out);
		prose(out, view->fleet->name);
		fputs(", ", out);
	}
	fprintf(out, "%zu NIC%s of %zu host%s change%s\n\n", plan->changed_nic_count, plural(plan->changed_nic_count),
		plan->changed_count, plural(plan->changed_count), plan->changed_nic_count == 1 ? "s" : "");
	if (view->simulated)
		fputs("> Simulated fleet: no real card is read or written.\n\n", out);
	fputs("File ", out);
	code(out, view->fleet->file);
	fprintf(out, ": of %zu host%s %zu differ%s, %zu ha%s what the file asks for", plan_hosts(plan),
		plural(plan_hosts(plan)), plan->changed_count, plan->changed_count == 1 ? "s" : "",
		plan->unchanged_count, plan->unchanged_count == 1 ? "s" : "ve");
	fprintf(out, ", %zu %s left out, %zu left alone, %zu could not be read", plan->left_out_count,
		plan->left_out_count == 1 ? "is" : "are", plan->excluded_count, plan->unreachable_count);
	if (plan->moved_count)
		fprintf(out, ", %zu moved since the plan was saved", plan->moved_count);
	fputs(".\n", out);
}

static void change(const struct plan_change *c, FILE *out)
{
	const struct ece_param *param = ece_param_at(c->param);
	char from[PARAM_TEXT_VALUE_MAX], to[PARAM_TEXT_VALUE_MAX];

	fputs("| ", out);
	code(out, param->name);
	fputs(" | ", out);
	prose(out, param->no_verify ? "not known" : ece_param_format(param, c->from, from, sizeof(from)));
	fputs(" | ", out);
	prose(out, ece_param_format(param, c->to, to, sizeof(to)));
	fprintf(out, " | %s |\n", param_text_cost(param));
}

static void group(const struct plan_group *g, FILE *out)
{
	fputc('\n', out);
	code(out, g->hosts);
	fprintf(out, ": %zu host%s, %zu NIC%s, ", g->host_count, plural(g->host_count), g->nic_count,
		plural(g->nic_count));
	prose(out, g->card);
	fputs("\n\n| parameter | from | to | |\n|---|---|---|---|\n", out);
	for (size_t i = 0; i < g->change_count; i++)
		change(&g->changes[i], out);
}

static void costs(const struct plan *plan, FILE *out)
{
	char buf[PLAN_WORDS_MAX];

	fputs("\n## Cost\n\n", out);
	for (int cost = 0; cost < ECE_COST_COUNT; cost++)
		if (plan->costs[cost].change_count)
			sentence(out, plan_words_cost(plan, (enum ece_param_cost)cost, buf));
	sentence(out, plan_words_policy(plan, buf));
}

static void steps(const struct plan *plan, uint32_t part, FILE *out)
{
	char soak[WORDS_DURATION_MAX];

	fputs("\n| step | | hosts | soak |\n|---|---|---|---|\n", out);
	for (size_t i = 0; i < plan->step_count; i++) {
		const struct plan_step *step = &plan->steps[i];

		if (step->part != part)
			continue;
		words_duration(step->soak_ns / 1000000, soak, sizeof(soak));
		fprintf(out, "| %zu | %s | %" PRIu32 " | %s |\n", i + 1, step->name, step->count, soak);
	}
	fputc('\n', out);
}

static void part(const struct plan_markdown *view, uint32_t index, FILE *out)
{
	const struct fleet *fleet = view->fleet;
	char buf[PLAN_WORDS_MAX];

	fputs("\n## Steps", out);
	if (view->plan->part_count > 1) {
		fputs(" of ", out);
		prose(out, fleet->changes[index].name);
		fputs(", rollout ", out);
		prose(out, fleet_change_rollout(fleet, (uint32_t)index)->name);
	}
	fputc('\n', out);
	steps(view->plan, index, out);
	sentence(out, plan_words_unit(fleet, view->plan, index, buf));
	sentence(out, plan_words_budget(fleet, view->plan, index, buf));
	sentence(out, plan_words_gates(fleet, index, buf));
	sentence(out, plan_words_lease(fleet, view->plan, index, buf));
}

static void undo(const struct plan *plan, FILE *out)
{
	fputs("\n## Undo\n\n`ece-apply undo RUN` puts back the values of column \"from\", newest step first, wherever "
	      "a NIC "
	      "still has what the run wrote, and reads them back. A value that somebody else changed meanwhile stays, "
	      "and "
	      "is named.",
	      out);
	if (plan->costs[ECE_COST_NEXT_QP].change_count)
		fputs(" Queue pairs that were made meanwhile keep what they were made with; hosts count them.", out);
	fputc('\n', out);
}

static void note(const struct plan_note *n, FILE *out)
{
	fprintf(out, "- %s: ", plan_words_note(n->kind, n->refuses));
	if (n->hosts && n->hosts[0]) {
		code(out, n->hosts);
		fprintf(out, " (%zu host%s", n->host_count, plural(n->host_count));
		if (n->nic_count)
			fprintf(out, ", %zu NIC%s", n->nic_count, plural(n->nic_count));
		fputs("): ", out);
	}
	prose(out, n->text);
	fputc('\n', out);
}

static void verdict(const struct plan *plan, FILE *out)
{
	fputs("\n## Digest\n\n", out);
	if (plan->refused)
		fputs("**The plan is refused: nothing is written anywhere.** ", out);
	fputc('`', out);
	for (size_t i = 0; i < sizeof(plan->digest); i++)
		fprintf(out, "%02x", plan->digest[i]);
	fputs("`\n", out);
}

void plan_markdown(const struct plan_markdown *view, FILE *out)
{
	const struct plan *plan = view->plan;

	title(view, out);
	if (plan->group_count)
		fputs("\n## What changes, and where\n", out);
	for (size_t i = 0; i < plan->group_count; i++)
		group(&plan->groups[i], out);
	if (plan->order_count)
		costs(plan, out);
	for (uint32_t i = 0; !plan->refused && i < plan->part_count; i++)
		if (plan->parts[i].host_count)
			part(view, i, out);
	if (plan->order_count)
		undo(plan, out);
	if (plan->note_count)
		fputs("\n## Left out, owed, and worth knowing\n\n", out);
	for (size_t i = 0; i < plan->note_count; i++)
		note(&plan->notes[i], out);
	verdict(plan, out);
}
