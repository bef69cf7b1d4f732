// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-qp/show.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/nic_view.h"
#include "tools/common/report.h"
#include "tools/ece-qp/cards.h"
#include "tools/ece-qp/views.h"

#define QP_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

struct show {
	const struct qp_args *args;
	struct qp_host *host;
	struct qp_card *cards; /* of each NIC */
};

static size_t row_count(const struct show *show)
{
	size_t count = 0;

	for (size_t i = 0; i < show->host->nic_count; i++)
		count += show->cards[i].count;
	return count;
}

/* A queue pair or process that was named and is on no card. */
static int none_found(const struct show *show)
{
	struct ece_error e;

	for (size_t i = 0; show->args->has_qpn && i < show->host->nic_count; i++)
		if (show->cards[i].error.code)
			return report_error(&show->cards[i].error), TOOL_EXIT_INVALID;
	if (show->args->has_pid)
		ece_error_set(&e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			      "the kernel lists no such queue pair of process %u; what it made by DevX is in no list",
			      show->args->pid);
	else
		ece_error_set(&e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no queue pair %u", show->args->qpn);
	return qp_fail(&e);
}

/* What was asked for by name is shown alone. */
static bool shown(const struct show *show, const struct qp_card *card)
{
	return card->count || !(show->args->has_qpn || show->args->has_pid);
}

static void print_text(const struct show *show)
{
	bool first = !show->host->host.sim_dir;
	struct term term;

	term_init(&term, stdout);
	if (show->host->host.sim_dir)
		printf("Simulated host %s with a made-up workload: no real card was read.\n", show->host->host.name);
	for (size_t i = 0; i < show->host->nic_count; i++) {
		if (!shown(show, &show->cards[i]))
			continue;
		if (!first)
			putchar('\n');
		first = false;
		nic_text(&term, &show->host->nics[i]);
		qps_text(&term, &show->cards[i]);
	}
}

static int print_json(const struct show *show)
{
	json_t *cards = json_array();

	for (size_t i = 0; i < show->host->nic_count; i++) {
		const struct qp_card *card = &show->cards[i];
		json_t *object;

		if (!shown(show, card))
			continue;
		object = nic_json(card->info);
		build_set(&object, "error", card->error.code ? report_json(&card->error) : json_null());
		build_set(&object, "qps", qps_json(card));
		build_set(&object, "users", users_json(card));
		build_append(&cards, object);
	}
	return output_json(json_pack("{s:i, s:b, s:s?, s:o}", "version", QP_VERSION, "simulated",
				     show->host->host.sim_dir != NULL, "host", show->host->host.name, "cards", cards));
}

static int show_all(struct show *show)
{
	int exit_code = TOOL_EXIT_OK;

	if (!show->host->nic_count) {
		fputs("error: this host has no ConnectX NIC\n", stderr);
		return TOOL_EXIT_UNREACHABLE;
	}
	for (size_t i = 0; i < show->host->nic_count; i++) {
		qp_card_collect(show->host->host.os, &show->host->nics[i], show->args, &show->cards[i]);
		if (!qp_harmless(&show->cards[i].error))
			exit_code = qp_fail(&show->cards[i].error);
	}
	if (!exit_code && (show->args->has_qpn || show->args->has_pid) && !row_count(show))
		return none_found(show);
	if (!show->args->json)
		print_text(show);
	else if (print_json(show))
		exit_code = TOOL_EXIT_ERROR;
	return exit_code;
}

int show_qps(const struct qp_args *args)
{
	struct qp_host host = {.nics = NULL};
	struct show show = {.args = args, .host = &host};
	struct ece_error e;
	int exit_code;

	if (!qp_host_open(&host, args, &e)) {
		show.cards = calloc(host.nic_count + 1, sizeof(*show.cards));
		if (!show.cards)
			ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	}
	exit_code = show.cards ? show_all(&show) : qp_fail(&e);
	for (size_t i = 0; show.cards && i < host.nic_count; i++)
		qp_card_done(&show.cards[i]);
	free(show.cards);
	qp_host_close(&host);
	return exit_code;
}
