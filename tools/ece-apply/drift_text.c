// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/drift_text.h"

#include <stdarg.h>
#include <string.h>

#include "tools/common/param_text.h"
#include "tools/common/text.h"
#include "tools/ece-apply/words.h"

#define LINE_WIDTH   100
#define SENTENCE_MAX 512
#define HOSTS_WIDTH  60

const char *drift_text_change(const struct drift_item *item, const char *arrow, char *buf, size_t size)
{
	const struct ece_param *param = ece_param_at(item->param);
	char should[PARAM_TEXT_VALUE_MAX], now[PARAM_TEXT_VALUE_MAX];

	snprintf(buf, size, "%s %s %s %s", param->name, ece_param_format(param, item->should, should, sizeof(should)),
		 arrow, ece_param_format(param, item->now, now, sizeof(now)));
	return buf;
}

__attribute__((format(printf, 2, 3))) static void sentence(const struct term *term, const char *format, ...)
{
	char text[SENTENCE_MAX];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fprintf(term->out, "%*s", 6, "");
	text_wrap(term->out, text, 6, term->width ? term->width : LINE_WIDTH);
	fputc('\n', term->out);
}

static void print_hosts(const struct term *term, const char *hosts)
{
	size_t fit = text_fit(hosts, HOSTS_WIDTH);

	fprintf(term->out, "  %s%.*s%s%s", term_style(term, TERM_BOLD), (int)fit, hosts, hosts[fit] ? "..." : "",
		term_style(term, TERM_PLAIN));
}

/* When the first of them went wrong, as closely as passes over the fleet tell. */
static void print_since(const struct term *term, const struct drift_pass *pass, const struct drift_group *group)
{
	const struct drift_item *first = group->item;
	char seen[WORDS_DATE_MAX], right[WORDS_DATE_MAX], repairs[48] = "";

	for (size_t i = 0; i < group->count; i++) {
		const struct drift_item *item = &pass->drift->items[group->first + i];

		if (item->first_seen && item->first_seen < first->first_seen)
			first = item;
	}
	if (!first->first_seen)
		return;
	words_date(first->first_seen, seen);
	if (first->repairs)
		snprintf(repairs, sizeof(repairs), "; put back %u time%s meanwhile", first->repairs,
			 plural(first->repairs));
	if (first->last_right)
		sentence(term, "%s right at %s, wrong at %s%s",
			 group->count == 1 ? "last seen" : "the first of them was",
			 words_date(first->last_right, right), seen, repairs);
	else
		sentence(term, "first seen at %s; nobody has looked before%s", seen, repairs);
}

static void print_what_is_done(const struct term *term, const struct drift_pass *pass, const struct drift_group *group,
			       const struct drift_group_view *view)
{
	const struct drift_item *item = group->item;
	char stop[WORDS_AMOUNT_MAX];

	if (item->bar)
		sentence(term, "the file says %s; never repaired, as %s", fleet_drift_word(item->act),
			 drift_bar_text(item->bar));
	else
		sentence(term, "the file says %s", fleet_drift_word(item->act));
	if (!view->widespread)
		return;
	words_amount(pass->fleet->drift->stop_at, stop);
	sentence(
		term,
		"the same on %zu of %u hosts, more than %s: repaired nowhere; a new firmware or another manager may be "
		"at work",
		view->same_hosts, pass->fleet->host_count, stop);
}

static void print_group(const struct term *term, const struct drift_pass *pass, size_t number)
{
	const struct drift_group *group = &pass->drift->groups[number];
	char change[3 * PARAM_TEXT_VALUE_MAX];

	fputc('\n', term->out);
	print_hosts(term, group->hosts);
	fprintf(term->out, ": %s\n",
		drift_text_change(group->item, term_sign(term, TERM_ARROW), change, sizeof(change)));
	sentence(term, "%zu NIC%s of %zu host%s; %s", group->count, plural(group->count), group->host_count,
		 plural(group->host_count), drift_kind_text(group->item->kind));
	print_since(term, pass, group);
	print_what_is_done(term, pass, group, &pass->views[number]);
}

static void print_groups(const struct term *term, const struct drift_pass *pass)
{
	size_t count = pass->drift->group_count;
	size_t shown = count < DRIFT_TEXT_GROUPS_MAX ? count : DRIFT_TEXT_GROUPS_MAX;

	for (size_t i = 0; i < shown; i++)
		print_group(term, pass, i);
	if (shown < count)
		fprintf(term->out, "\n  and %zu more groups of hosts; --json has them all\n", count - shown);
}

/* The NICs of one host stand together. Returns how many are like this one. */
static size_t same_host(const struct drift *drift, size_t first)
{
	const struct drift_item *items = drift->items;
	size_t i = first;

	while (i < drift->item_count && items[i].given_up && items[i].host == items[first].host &&
	       items[i].param == items[first].param && items[i].now == items[first].now)
		i++;
	return i - first;
}

static void print_writer(const struct term *term, const struct drift_pass *pass, const struct drift_item *item,
			 size_t nics)
{
	const char *host = pass->fleet->hosts[item->host].name;
	char change[3 * PARAM_TEXT_VALUE_MAX], since[WORDS_DATE_MAX], more[48] = "";

	if (nics > 1)
		snprintf(more, sizeof(more), " and %zu more NIC%s", nics - 1, plural(nics - 1));
	sentence(term, "%s %s%s: %s; not fought since %s, after %u repair%s: %s. When it is gone: --again %s", host,
		 pass->hosts[item->host].nics[item->nic].pci, more,
		 drift_text_change(item, term_sign(term, TERM_ARROW), change, sizeof(change)),
		 words_date(item->given_up, since), item->repairs, plural(item->repairs),
		 item->kind == DRIFT_LOST ? "the card or its driver keeps starting over" :
					    "a program or person that the journal of the host does not know",
		 host);
}

static void print_writers(const struct term *term, const struct drift_pass *pass)
{
	const struct drift *drift = pass->drift;
	size_t seen = 0, alike;

	for (size_t i = 0; i < drift->item_count; i += alike ? alike : 1) {
		alike = same_host(drift, i);
		if (!alike)
			continue;
		if (!seen)
			fprintf(term->out, "\n  %sAnother writer keeps writing%s\n", term_style(term, TERM_BAD),
				term_style(term, TERM_PLAIN));
		if (seen++ < DRIFT_TEXT_WRITERS_MAX)
			print_writer(term, pass, &drift->items[i], alike);
	}
	if (seen > DRIFT_TEXT_WRITERS_MAX)
		sentence(term, "and %zu more; --json has them all", seen - DRIFT_TEXT_WRITERS_MAX);
}

static void print_unread(const struct term *term, const struct drift *drift)
{
	if (drift->unread_count)
		fprintf(term->out, "\n  %sNot known%s\n", term_style(term, TERM_WARN), term_style(term, TERM_PLAIN));
	for (size_t i = 0; i < drift->unread_count && i < DRIFT_TEXT_GROUPS_MAX; i++) {
		const struct drift_unread *unread = &drift->unread[i];

		print_hosts(term, unread->hosts);
		fputc('\n', term->out);
		if (unread->param == DRIFT_NO_PARAM)
			sentence(term, "%s", unread->why);
		else
			sentence(term, "%s, %zu value%s: %s", ece_param_at(unread->param)->name, unread->value_count,
				 plural(unread->value_count), unread->why);
	}
	if (drift->unread_count > DRIFT_TEXT_GROUPS_MAX)
		sentence(term, "and %zu more; --json has them all", drift->unread_count - DRIFT_TEXT_GROUPS_MAX);
}

static void print_title(const struct term *term, const struct drift *drift)
{
	fputs(term_style(term, TERM_BOLD), term->out);
	if (drift->drifted_count)
		fprintf(term->out, "Drift: %zu of %zu host%s %s not as %s should be", drift->drifted_count,
			drift->host_count, plural(drift->host_count), drift->drifted_count == 1 ? "is" : "are",
			drift->drifted_count == 1 ? "it" : "they");
	else
		fprintf(term->out, "No drift seen on %zu of %zu host%s", drift->judged_count, drift->host_count,
			plural(drift->host_count));
	fprintf(term->out, "%s\n", term_style(term, TERM_PLAIN));
}

static void print_repairs(const struct term *term, const struct drift_pass *pass)
{
	if (!pass->repairing)
		return;
	if (pass->repaired)
		sentence(term, "%u host%s repaired now, %zu value%s", pass->repaired,
			 pass->repaired == 1 ? " is" : "s are", pass->repair_count, plural(pass->repair_count));
	else
		sentence(term, "nothing is repaired now");
	if (pass->waiting)
		sentence(term, "%u host%s for the next pass: the fleet's budget has another one in %.1f s",
			 pass->waiting, pass->waiting == 1 ? " waits" : "s wait", (double)pass->wait_ms / 1000);
	if (pass->owed)
		sentence(term, "%u host%s owed changes of earlier runs and not repaired: --owed brings them up first",
			 pass->owed, pass->owed == 1 ? " is" : "s are");
}

void drift_text(const struct drift_pass *pass, const struct term *term)
{
	const struct drift *drift = pass->drift;

	print_title(term, drift);
	print_groups(term, pass);
	print_writers(term, pass);
	print_unread(term, drift);
	fputc('\n', term->out);
	sentence(term, "%zu value%s compared; %zu host%s left alone by the file, %zu held by a run just now",
		 drift->value_count, drift->value_count == 1 ? " was" : "s were", drift->excluded_count,
		 plural(drift->excluded_count), drift->held_count);
	if (drift->pending_count)
		sentence(term, "%zu value%s as confirmed, and the file asks for another by now: --check shows that",
			 drift->pending_count, drift->pending_count == 1 ? " is" : "s are");
	if (!pass->remembered && pass->forgotten[0])
		sentence(term, "since when is not known, and this pass is not remembered: %s", pass->forgotten);
	print_repairs(term, pass);
}
