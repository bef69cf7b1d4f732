// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-qp/collect.h"

#include <errno.h>
#include <stdlib.h>

#include "devx/nic/nic.h"

static bool wanted(const struct qp_args *args, const struct ece_qp *qp)
{
	return (!args->has_qpn || qp->qpn == args->qpn) && (!args->has_pid || qp->pid == args->pid);
}

static int no_memory(struct qp_card *card)
{
	return ece_error_set(&card->error, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

static int read_listed(struct ece_qps *qps, const struct qp_args *args, struct qp_card *card)
{
	struct ece_qp *list = NULL;
	size_t count = 0;
	int err = ece_qps_list(qps, &list, &count, &card->error);

	if (err)
		return err;
	card->rows = calloc(count + 1, sizeof(*card->rows));
	for (size_t i = 0; card->rows && i < count; i++) {
		struct qp_row *row = &card->rows[card->count];

		if (!wanted(args, &list[i]))
			continue;
		row->qp = list[i];
		ece_qp_read(qps, &row->qp, &row->reading);
		card->count++;
	}
	free(list);
	return card->rows ? 0 : no_memory(card);
}

/* One that is in no list has no owner, so --pid never wants it. */
static int find_unlisted(struct ece_qps *qps, const struct qp_args *args, struct qp_card *card)
{
	struct qp_row *row = card->rows;
	int err = ece_qp_find(qps, args->qpn, &row->qp, &row->reading, &card->error);

	if (!err)
		card->count = 1;
	return err;
}

void qp_card_collect(const struct ece_os *os, const struct ece_nic_info *info, const struct qp_args *args,
		     struct qp_card *card)
{
	struct ece_qps *qps;
	struct ece_error ignored;

	*card = (struct qp_card){.info = info};
	/* Somebody else's function is not even asked. */
	if (!ece_nic_may_read(info)) {
		ece_nic_barred(info, &card->error);
		return;
	}
	if (ece_qps_open(os, info, &qps, &card->error))
		return;
	if (!read_listed(qps, args, card)) {
		if (args->has_qpn && !args->has_pid && !card->count)
			find_unlisted(qps, args, card);
		/* An older kernel does not tell; nothing depends on it */
		(void)ece_qps_users(qps, &card->users, &card->user_count, &ignored);
	}
	ece_qps_close(qps);
}

void qp_card_done(struct qp_card *card)
{
	free(card->rows);
	free(card->users);
}
