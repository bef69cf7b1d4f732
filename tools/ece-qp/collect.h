/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was read of the queue pairs of one card. */
#ifndef ECE_TOOLS_ECE_QP_COLLECT_H
#define ECE_TOOLS_ECE_QP_COLLECT_H

#include "devx/qp/qp.h"
#include "tools/ece-qp/args.h"

struct qp_row {
	struct ece_qp qp;
	struct ece_qp_reading reading;
};

struct qp_card {
	const struct ece_nic_info *info;
	struct qp_row *rows; /* by number */
	size_t count;
	struct ece_qp_user *users; /* who has the device open */
	size_t user_count;
	struct ece_error error; /* why there are no rows; code 0: none were asked for, or there are none */
};

/**
 * qp_card_collect - read the queue pairs that @args wants
 * @info: must outlive @card
 *
 * What is wrong is kept in @card->error; with --qpn, that no card shows the number is no error of one card alone: its
 * kind is UNKNOWN_NAME or NO_DOOR then. qp_card_done() frees what was kept.
 */
void qp_card_collect(const struct ece_os *os, const struct ece_nic_info *info, const struct qp_args *args,
		     struct qp_card *card);
void qp_card_done(struct qp_card *card);

#endif
