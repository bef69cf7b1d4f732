// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-qp --summary: the queue pairs of this host, counted. */
#include "tools/ece-qp/summary.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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
};

struct summary {
	const struct qp_args *args;
	struct qp_host host;
	struct counted *cards; /* of each NIC */
	struct qp_want want;
	struct ece_qp_judged judged; /* of all NICs */
	uint64_t count;
	size_t counted; /* NICs */
};

static void count_card(const struct ece_os *os, const struct ece_nic_info *info, struct counted *card)
{
	struct ece_qps *qps;

	/* Somebody else's function is not even asked. */
	if (!ece_nic_may_read(info)) {
		ece_nic_barred(info, &card->error);
		return;
	}
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
			census_text(&term, &s->cards[i].census, &s->want);
	}
	print_total(s, &term);
}

static int print_json(const struct summary *s)
{
	json_t *cards = json_array(), *object;

	for (size_t i = 0; i < s->host.nic_count; i++) {
		const struct counted *card = &s->cards[i];

		object = nic_json(&s->host.nics[i]);
		build_set(&object, "error", card->error.code ? report_json(&card->error) : json_null());
		build_set(&object, "qps", card->error.code ? json_null() : census_json(&card->census, &s->want));
		build_append(&cards, object);
	}
	object = json_pack("{s:i, s:b, s:s?, s:o}", "version", SUMMARY_VERSION, "simulated",
			   s->host.host.sim_dir != NULL, "host", s->host.host.name, "want", want_json(&s->want));
	build_set(&object, "count", json_integer((json_int_t)s->count));
	build_set(&object, "judged", judged_json(&s->judged, &s->want));
	build_set(&object, "cards", cards);
	return output_json(object);
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

		count_card(s->host.host.os, &s->host.nics[i], card);
		if (!qp_harmless(&card->error))
			exit_code = qp_fail(&card->error);
		if (card->error.code)
			continue;
		s->counted++;
		s->count += card->census.count;
		if (s->want.bits)
			ece_qp_census_judge(&card->census, s->want.bits, &s->judged);
	}
	if (!s->args->json)
		print_text(s);
	else if (print_json(s))
		exit_code = TOOL_EXIT_ERROR;
	return !exit_code && s->judged.lack ? EXIT_LACKING : exit_code;
}

int show_summary(const struct qp_args *args)
{
	struct summary s = {.args = args, .want = {.bits = args->want, .origin = "--want"}};
	struct ece_error e;
	int exit_code, err = qp_host_open(&s.host, args, &e);

	if (!err) {
		s.cards = calloc(s.host.nic_count + 1, sizeof(*s.cards));
		if (!s.cards)
			err = ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	}
	exit_code = err ? qp_fail(&e) : summarise(&s);
	free(s.cards);
	qp_host_close(&s.host);
	return exit_code;
}
