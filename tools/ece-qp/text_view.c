// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>
#include <string.h>

#include "ece/offer.h"
#include "tools/common/inferred.h"
#include "tools/common/notes.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/ece-qp/views.h"

#define COLUMNS    8
#define INDENT     4
#define LINE_WIDTH 100

static void heading(struct table *table)
{
	static const char *const names[COLUMNS] = {"QPN", "type", "state", "owner", "pid", "remote", "ECE", "read by"};

	for (size_t i = 0; i < COLUMNS; i++)
		table_add(table, "%s", names[i]);
}

static void number_or_dash(struct table *table, bool has, uint32_t number)
{
	if (has)
		table_add(table, "%u", number);
	else
		table_add(table, "-");
}

static void owner_cells(struct table *table, const struct ece_qp *qp)
{
	if (qp->kernel)
		table_add(table, "[%s]", qp->owner);
	else
		table_add(table, "%s", qp->owner[0] ? qp->owner : "-");
	number_or_dash(table, qp->pid, qp->pid);
}

static void ece_cells(struct table *table, const struct ece_qp_reading *reading, struct notes *notes)
{
	char text[ECE_OFFER_TEXT_MAX];
	struct ece_offer offer = {.vendor_id = ECE_VENDOR_NVIDIA, .options = reading->options};
	size_t n;

	if (reading->state == ECE_VALUE_SET) {
		table_add(table, "%s", ece_offer_format(&offer, text, sizeof(text)));
		table_add(table, "%s", ece_qp_way_name(reading->way));
		return;
	}
	table_add(table, "%s", ece_value_state_name(reading->state));
	n = notes_add(notes, reading->why);
	if (n)
		table_add(table, "(%zu)", n);
	else
		table_add(table, "%s", reading->why);
}

static void paragraph(const struct term *term, const char *mark, const char *text)
{
	fprintf(term->out, "%*s%s", INDENT, "", mark);
	text_wrap(term->out, text, INDENT + strlen(mark), term->width ? term->width : LINE_WIDTH);
	fputc('\n', term->out);
}

/* A name that no vendor text gives a bit is said to be so where it is shown. */
static void print_inferred(const struct term *term, const struct qp_card *card)
{
	uint32_t shown = 0;

	for (size_t i = 0; i < card->count; i++)
		if (card->rows[i].reading.state == ECE_VALUE_SET)
			shown |= card->rows[i].reading.options;
	inferred_print(term->out, "    ", shown);
}

static void print_rows(const struct term *term, const struct qp_card *card)
{
	struct table *table = table_new(COLUMNS);
	struct notes notes = {.count = 0};
	char mark[32];

	table_right(table, 0);
	heading(table);
	for (size_t i = 0; i < card->count; i++) {
		const struct ece_qp *qp = &card->rows[i].qp;

		table_add(table, "%u", qp->qpn);
		table_add(table, "%s", qp->type);
		table_add(table, "%s", qp->state[0] ? qp->state : "-");
		owner_cells(table, qp);
		number_or_dash(table, qp->has_remote, qp->remote_qpn);
		ece_cells(table, &card->rows[i].reading, &notes);
	}
	table_print(table, term->out, INDENT, 0);
	table_free(table);
	for (size_t i = 0; i < notes.count; i++) {
		snprintf(mark, sizeof(mark), "(%zu) ", i + 1);
		paragraph(term, mark, notes.text[i]);
	}
	print_inferred(term, card);
}

static void print_users(const struct term *term, const struct qp_card *card)
{
	if (!card->user_count)
		return;
	fprintf(term->out, "%*sopen by", INDENT, "");
	for (size_t i = 0; i < card->user_count; i++)
		fprintf(term->out, "%s %s %u", i ? "," : "", card->users[i].comm[0] ? card->users[i].comm : "?",
			card->users[i].pid);
	fputs("; what they made by DevX is in no list: --qpn N reads it\n", term->out);
}

void qps_text(const struct term *term, const struct qp_card *card)
{
	if (card->error.code)
		paragraph(term, "", card->error.text);
	else if (!card->count)
		paragraph(term, "", "no queue pairs");
	else
		print_rows(term, card);
	print_users(term, card);
}
