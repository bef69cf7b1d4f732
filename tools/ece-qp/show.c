// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-qp/show.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "devx/nic/nic.h"
#include "tools/common/exit_code.h"
#include "tools/common/host.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-qp/views.h"
#include "tools/common/nic_select.h"
#include "tools/common/nic_view.h"

#define QP_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

struct show {
	const struct qp_args *args;
	struct tool_host host;
	struct ece_nic_info *nics;
	size_t nic_count;
	struct qp_card *cards; /* of each NIC */
};

static int fail(const struct ece_error *e)
{
	report_error(e);
	return e->kind == ECE_ERROR_UNKNOWN_NAME ? TOOL_EXIT_INVALID : TOOL_EXIT_ERROR;
}

/* A card that only does not have what is asked for, has no RDMA device, or must be left alone, is no failure. */
static bool harmless(const struct qp_card *card)
{
	return !card->error.code || card->error.kind == ECE_ERROR_NO_DOOR ||
	       card->error.kind == ECE_ERROR_UNSUPPORTED || card->error.kind == ECE_ERROR_UNKNOWN_NAME;
}

static size_t row_count(const struct show *show)
{
	size_t count = 0;

	for (size_t i = 0; i < show->nic_count; i++)
		count += show->cards[i].count;
	return count;
}

/* A queue pair or process that was named and is on no card. */
static int none_found(const struct show *show)
{
	struct ece_error e;

	for (size_t i = 0; show->args->has_qpn && i < show->nic_count; i++)
		if (show->cards[i].error.code)
			return report_error(&show->cards[i].error), TOOL_EXIT_INVALID;
	if (show->args->has_pid)
		ece_error_set(&e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			      "the kernel lists no such queue pair of process %u; what it made by DevX is in no list",
			      show->args->pid);
	else
		ece_error_set(&e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no queue pair %u", show->args->qpn);
	return fail(&e);
}

/* What was asked for by name is shown alone. */
static bool shown(const struct show *show, const struct qp_card *card)
{
	return card->count || !(show->args->has_qpn || show->args->has_pid);
}

static void print_text(const struct show *show)
{
	bool first = !show->host.sim_dir;
	struct term term;

	term_init(&term, stdout);
	if (show->host.sim_dir)
		printf("Simulated host %s with a made-up workload: no real card was read.\n", show->host.name);
	for (size_t i = 0; i < show->nic_count; i++) {
		if (!shown(show, &show->cards[i]))
			continue;
		if (!first)
			putchar('\n');
		first = false;
		nic_text(&term, &show->nics[i]);
		qps_text(&term, &show->cards[i]);
	}
}

static int print_json(const struct show *show)
{
	json_t *cards = json_array();

	for (size_t i = 0; i < show->nic_count; i++) {
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
				     show->host.sim_dir != NULL, "host", show->host.name, "cards", cards));
}

static int show_all(struct show *show)
{
	int exit_code = TOOL_EXIT_OK;

	if (!show->nic_count) {
		fputs("error: this host has no ConnectX NIC\n", stderr);
		return TOOL_EXIT_UNREACHABLE;
	}
	for (size_t i = 0; i < show->nic_count; i++) {
		qp_card_collect(show->host.os, &show->nics[i], show->args, &show->cards[i]);
		if (!harmless(&show->cards[i]))
			exit_code = fail(&show->cards[i].error);
	}
	if (!exit_code && (show->args->has_qpn || show->args->has_pid) && !row_count(show))
		return none_found(show);
	if (!show->args->json)
		print_text(show);
	else if (print_json(show))
		exit_code = TOOL_EXIT_ERROR;
	return exit_code;
}

static int prepare(struct show *show, struct ece_error *e)
{
	const struct qp_args *args = show->args;
	int err = tool_host_open(args->sim, args->host, &show->host, e);

	if (!err && show->host.open)
		err = simfleet_host_start_workload(show->host.open, e);
	if (!err)
		err = ece_nic_list(show->host.os, &show->nics, &show->nic_count, e);
	if (!err)
		err = select_nics(show->host.os, show->nics, &show->nic_count, args->cards, args->card_count, e);
	if (err)
		return err;
	show->cards = calloc(show->nic_count + 1, sizeof(*show->cards));
	return show->cards ? 0 : ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

int show_qps(const struct qp_args *args)
{
	struct show show = {.args = args};
	struct ece_error e;
	int exit_code = prepare(&show, &e) ? fail(&e) : show_all(&show);

	for (size_t i = 0; show.cards && i < show.nic_count; i++)
		qp_card_done(&show.cards[i]);
	free(show.cards);
	free(show.nics);
	tool_host_close(&show.host);
	return exit_code;
}
