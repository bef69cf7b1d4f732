// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-qp/cards.h"

#include <stdlib.h>

#include "tools/common/exit_code.h"
#include "tools/common/nic_select.h"
#include "tools/common/report.h"

int qp_host_open(struct qp_host *h, const struct qp_args *args, struct ece_error *e)
{
	int err = tool_host_open(args->sim, args->host, &h->host, e);

	if (!err && h->host.open)
		err = simfleet_host_start_workload(h->host.open, e);
	if (!err)
		err = ece_nic_list(h->host.os, &h->nics, &h->nic_count, e);
	if (!err)
		err = select_nics(h->host.os, h->nics, &h->nic_count, args->cards, args->card_count, e);
	return err;
}

void qp_host_close(struct qp_host *h)
{
	free(h->nics);
	tool_host_close(&h->host);
}

int qp_fail(const struct ece_error *e)
{
	report_error(e);
	return e->kind == ECE_ERROR_UNKNOWN_NAME ? TOOL_EXIT_INVALID : TOOL_EXIT_ERROR;
}

bool qp_harmless(const struct ece_error *error)
{
	return !error->code || error->kind == ECE_ERROR_NO_DOOR || error->kind == ECE_ERROR_UNSUPPORTED ||
	       error->kind == ECE_ERROR_UNKNOWN_NAME;
}
