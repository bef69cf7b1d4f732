// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-qp --summary: the queue pairs of this host, counted. */
#include "tools/ece-qp/summary.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ece/offer.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/nic_view.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-qp/cards.h"
#include "tools/ece-qp/summary_view.h"

#define SUMMARY_VERSION 1 /* of the JSON object: raised when a key changes its meaning */
#define EXIT_LACKING    2

struct counted {
	struct ece_qp_census census;
	struct ece_error error; /* why nothing was counted */
	struct qp_want want;    /* of --want, or of the host's policy for this function */
	const char *unknown;    /* why it is not known what the policy wants; "" when it is */
	struct ece_value policy[2];
};

struct summary {
	const struct qp_args *args;
	struct qp_host host;
	struct counted *cards;       /* of each NIC */
	struct qp_want want;         /* --want; bits 0: each as its policy says */
	struct ece_qp_judged judged; /* of all NICs of which something is wanted */
	bool judging;
	bool faulty; /* some lack what is more than a wish */
	uint64_t count;
	size_t counted; /* NICs */
};

/* A policy that allows all, or requires nothing, wants nothing. */
static void want_by_policy(const struct ece_os *os, const struct ece_nic_info *info, struct counted *card)
{
	static const char *const origins[] = {"ece.require of this host", "ece.allow of this host"};
	const struct ece_param *const params[] = {ece_param_find("ece.require"), ece_param_find("ece.allow")};
	struct ece_error e;
	struct ece_nic *nic;

	if (ece_nic_open(os, info, &nic, &e))
		return;
	ece_nic_read(nic, params, card->policy, 2);
	ece_nic_close(nic);
	for (size_t i = 0; i < 2 && !card->want.bits; i++) {
		const struct ece_value *value = &card->policy[i];

		if (value->state == ECE_VALUE_UNREADABLE)
			card->unknown = value->why;
		else if (value->state == ECE_VALUE_SET && value->raw != ECE_OPTIONS_ALL)
			card->want =
				(struct qp_want){.bits = (uint32_t)value->raw, .origin = origins[i], .wish = i == 1};
	}
}

static void count_card(const struct ece_os *os, const struct ece_nic_info *info, struct counted *card)
{
	struct ece_qps *qps;

	/* Somebody else's function is not even asked. */
	if (!ece_nic_may_read(info)) {
		ece_nic_barred(info, &card->error);
		return;
	}
	if (!card->want.bits)
		want_by_policy(os, info, card);
	if (ece_qps_open(os, info, &qps, &card->error))
		return;
	ece_qps_count(qps, NULL, NULL, &card->census, &card->error);
	ece_qps_close(qps);
}

static void print_total(const struct summary *s, const struct term *term)
{
	if (s->counted < 2)
		return;
	printf("\nAll %zu cards: %" PRIu64 " queue pair%s\n", s->counted, s->count, s->count == 1 ? "" : "s");
	if (s->want.bits)
		judged_text(term, &s->judged, &s->want, 4);
}

static void print_text(const struct summary *s)
{
	struct term term;

	term_init(&term, stdout);
	if (s->host.host.sim_dir)
		printf("Simulated host %s with a made-up workload: no real card was read.\n", s->host.host.name);
	for (size_t i = 0; i < s->host.nic_count; i++) {
		if (i || s->host.host.sim_dir)
			putchar('\n');
		nic_text(&term, &s->host.nics[i]);
		if (s->cards[i].error.code)
			nic_remark(&term, "", s->cards[i].error.text);
		else
			census_text(&term, &s->cards[i].census, &s->cards[i].want);
		if (s->cards[i].unknown[0])
			nic_remark(&term, "what its policy wants is not known: ", s->cards[i].unknown);
	}
	print_total(s, &term);
}

static int print_json(const struct summary *s)
{
	const struct qp_want any = {.bits = s->judging};
	json_t *cards = json_array(), *object;

	for (size_t i = 0; i < s->host.nic_count; i++) {
		const struct counted *card = &s->cards[i];

		object = nic_json(&s->host.nics[i]);
		build_set(&object, "error", card->error.code ? report_json(&card->error) : json_null());
		build_set(&object, "qps", card->error.code ? json_null() : census_json(&card->census, &card->want));
		build_set(&object, "want", want_json(&card->want));
		build_append(&cards, object);
	}
	object = json_pack("{s:i, s:b, s:s?, s:o}", "version", SUMMARY_VERSION, "simulated",
			   s->host.host.sim_dir != NULL, "host", s->host.host.name, "want", want_json(&s->want));
	build_set(&object, "count", json_integer((json_int_t)s->count));
	build_set(&object, "judged", judged_json(&s->judged, &any));
	build_set(&object, "cards", cards);
	return output_json(object);
}

static void judge_card(struct summary *s, const struct counted *card)
{
	uint64_t before = s->judged.lack;

	s->judging = true;
	ece_qp_census_judge(&card->census, card->want.bits, &s->judged);
	s->faulty |= !card->want.wish && s->judged.lack > before;
}

static int summarise(struct summary *s)
{
	int exit_code = TOOL_EXIT_OK;

	if (!s->host.nic_count) {
		fputs("error: this host has no ConnectX NIC\n", stderr);
		return TOOL_EXIT_UNREACHABLE;
	}
	for (size_t i = 0; i < s->host.nic_count; i++) {
		struct counted *card = &s->cards[i];

		card->want = s->want;
		card->unknown = "";
		count_card(s->host.host.os, &s->host.nics[i], card);
		if (!qp_harmless(&card->error))
			exit_code = qp_fail(&card->error);
		if (card->error.code)
			continue;
		s->counted++;
		s->count += card->census.count;
		if (!card->want.bits)
			continue;
		judge_card(s, card);
	}
	if (!s->args->json)
		print_text(s);
	else if (print_json(s))
		exit_code = TOOL_EXIT_ERROR;
	return !exit_code && s->faulty ? EXIT_LACKING : exit_code;
}

int show_summary(const struct qp_args *args)
{
	struct summary s = {.args = args, .want = {.bits = args->want, .origin = "--want"}};
	struct ece_error e;
	int exit_code;

	if (qp_host_open(&s.host, args, &e)) {
		exit_code = qp_fail(&e);
	} else {
		s.cards = calloc(s.host.nic_count + 1, sizeof(*s.cards));
		if (!s.cards)
			ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
		exit_code = s.cards ? summarise(&s) : qp_fail(&e);
	}
	free(s.cards);
	qp_host_close(&s.host);
	return exit_code;
}
