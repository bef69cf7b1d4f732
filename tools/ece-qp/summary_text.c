// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-qp/summary_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ece/offer.h"
#include "tools/common/inferred.h"
#include "tools/common/notes.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/common/view.h"

#define COLUMNS 5
#define INDENT  4

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* A text that was written to memory, as a paragraph. */
static void paragraph(const struct term *term, const char *text, size_t indent)
{
	fprintf(term->out, "%*s", (int)indent, "");
	text_wrap(term->out, text, indent, view_width(term));
	fputc('\n', term->out);
}

static void kind_row(struct table *table, const struct ece_qp_kind *kind, struct notes *notes)
{
	struct ece_offer offer = {.vendor_id = ECE_VENDOR_NVIDIA, .options = kind->options};
	char text[ECE_OFFER_TEXT_MAX];
	size_t n = notes_add(notes, kind->why);

	table_add(table, "%" PRIu32, kind->count);
	table_add(table, "%s", kind->type);
	table_add(table, "%s", kind->connected ? "yes" : "no");
	if (kind->state == ECE_VALUE_SET)
		table_add(table, "%s", ece_offer_format(&offer, text, sizeof(text)));
	else
		table_add(table, "%s", ece_value_state_name(kind->state));
	if (n)
		table_add(table, "[%zu]", n);
	else
		table_add(table, "%s", kind->why);
}

static void count_row(struct table *table, uint32_t count, const char *what)
{
	if (!count)
		return;
	table_add(table, "%" PRIu32, count);
	table_add(table, "-");
	table_add(table, "-");
	table_add(table, "%s", what);
	table_add(table, "%s", "");
}

static void print_kinds(const struct term *term, const struct ece_qp_census *census)
{
	static const char *const heading[COLUMNS] = {"QPs", "type", "connected", "ECE", ""};
	struct table *table = table_new(COLUMNS);
	struct notes notes = {.count = 0};

	table_right(table, 0);
	for (size_t i = 0; i < COLUMNS; i++)
		table_add(table, "%s", heading[i]);
	for (uint32_t i = 0; i < census->kind_count; i++)
		kind_row(table, &census->kinds[i], &notes);
	count_row(table, census->others, "of further kinds, not told apart");
	count_row(table, census->left, "not read: there was no time for more");
	table_print(table, term->out, INDENT, 0);
	table_free(table);
	notes_print(&notes, term, INDENT);
}

/* A name that no vendor text gives a bit is said to be so where it is shown. */
static void print_inferred(const struct term *term, const struct ece_qp_census *census)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < census->kind_count; i++)
		if (census->kinds[i].state == ECE_VALUE_SET)
			shown |= census->kinds[i].options;
	inferred_print(term->out, "    ", shown);
}

static void add_peer(FILE *out, const struct ece_qp_peer *peer, bool first)
{
	fprintf(out, "%s%" PRIu32 " of ", first ? "" : ", ", peer->qpn);
	if (peer->kernel)
		fprintf(out, "[%s]", peer->owner);
	else
		fprintf(out, "%s", peer->owner[0] ? peer->owner : "?");
	if (peer->pid)
		fprintf(out, " %" PRIu32, peer->pid);
	if (peer->has_remote)
		fprintf(out, " to %" PRIu32, peer->remote_qpn);
}

void lacking_text(const struct term *term, const char *before, const struct ece_qp_kind *kind, uint32_t lacks,
		  size_t indent)
{
	char names[ECE_OFFER_TEXT_MAX], *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return;
	fprintf(out, "%s%" PRIu32 " %s lack%s %s: QP ", before, kind->count, kind->type, kind->count == 1 ? "s" : "",
		ece_bits_format(lacks, names, sizeof(names)));
	for (uint32_t i = 0; i < kind->peer_count; i++)
		add_peer(out, &kind->peers[i], !i);
	if (kind->count > kind->peer_count)
		fprintf(out, "%s%" PRIu32 " more", kind->peer_count ? ", and " : "", kind->count - kind->peer_count);
	if (!fclose(out))
		paragraph(term, text, indent);
	free(text);
}

void judged_text(const struct term *term, const struct ece_qp_judged *judged, const struct qp_want *want, size_t indent)
{
	uint64_t connected = judged->have + judged->lack + judged->unknown;
	bool several = want->bits & (want->bits - 1);
	char names[ECE_OFFER_TEXT_MAX], *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return;
	fprintf(out, "%s by %s: %s; ", want->wish ? "allowed" : "wanted", want->origin,
		ece_bits_format(want->bits, names, sizeof(names)));
	if (!connected)
		fputs("no reliable queue pair is connected", out);
	else
		fprintf(out,
			"of %" PRIu64 " connected reliable queue pair%s %" PRIu64 " ha%s %s, %" PRIu64 " lack%s %s",
			connected, plural(connected), judged->have, judged->have == 1 ? "s" : "ve",
			several ? "all of that" : "it", judged->lack, judged->lack == 1 ? "s" : "",
			several ? "some of it" : "it");
	if (judged->unknown)
		fprintf(out, ", of %" PRIu64 " it is not known", judged->unknown);
	if (!fclose(out))
		paragraph(term, text, indent);
	free(text);
}

void unlisted_text(const struct term *term, int64_t processes, size_t indent)
{
	char text[192] = "what programs made by DevX is in no list, and not counted";
	size_t len = strlen(text);

	if (processes > 0)
		snprintf(text + len, sizeof(text) - len,
			 ": %" PRId64 " process%s the device open and nothing in the list", processes,
			 processes == 1 ? " has" : "es have");
	paragraph(term, text, indent);
}

void census_text(const struct term *term, const struct ece_qp_census *census, const struct qp_want *want)
{
	struct ece_qp_judged judged = {0};

	if (census->count) {
		print_kinds(term, census);
		print_inferred(term, census);
	} else {
		fprintf(term->out, "%*sno queue pairs\n", INDENT, "");
	}
	if (want->bits && census->count) {
		ece_qp_census_judge(census, want->bits, &judged);
		judged_text(term, &judged, want, INDENT);
		for (uint32_t i = 0; i < census->kind_count; i++)
			if (ece_qp_kind_lacks(&census->kinds[i], want->bits))
				lacking_text(term, "", &census->kinds[i],
					     ece_qp_kind_lacks(&census->kinds[i], want->bits), INDENT);
	}
	unlisted_text(term, census->unlisted, INDENT);
}
