// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Rejections with reason 35. Who rejects by libece says in the private data for which options. */
#include <errno.h>
#include <stdio.h>

#include <rdma/rdma_cma.h>

#include "devx/base/error.h"
#include "lib/ece/cm.h"
#include "lib/ece/message.h"
#include "lib/ece/outcome.h"

void cm_reject(struct rdma_cm_id *id, const struct ece_outcome *outcome)
{
	const struct message refusal = {
		.kind = MESSAGE_REFUSAL,
		.offer = outcome->local,
		.require = outcome->policy.require,
		.agreed = outcome->agreed,
		.lacking = outcome->lacking,
		.reason = outcome->lacking ? MESSAGE_REASON_POLICY : MESSAGE_REASON_NOT_UNDERSTOOD,
	};
	uint8_t bytes[ECE_MESSAGE_BYTES];

	message_write(&refusal, bytes);
	rdma_reject_ece(id, bytes, sizeof(bytes));
}

int cm_refuse(struct rdma_cm_id *id, const struct ece_outcome *outcome, struct ece_error *e)
{
	cm_reject(id, outcome);
	return outcome_refused(outcome, e);
}

/* What the peer lacks, where it tells; private data come from the wire and may be anything. */
static uint32_t lacking_of(const struct rdma_cm_event *event)
{
	const uint8_t *bytes = event->param.conn.private_data;
	size_t len = event->param.conn.private_data_len;
	struct message refusal;

	if (!bytes || len < ECE_MESSAGE_HEAD || !message_begins(bytes, len) || message_size(bytes) > len ||
	    message_major(bytes) != ECE_MESSAGE_MAJOR || message_read(bytes, message_size(bytes), &refusal) ||
	    refusal.kind != MESSAGE_REFUSAL)
		return 0;
	return refusal.lacking;
}

bool ece_cm_was_refused(const struct rdma_cm_event *event, struct ece_error *e)
{
	char text[ECE_OFFER_TEXT_MAX];
	uint32_t lacking;

	if (event->event != RDMA_CM_EVENT_REJECTED || event->status != ECE_CM_REJECT_REASON)
		return false;
	lacking = lacking_of(event);
	if (lacking)
		ece_error_set(
			e, -ECONNREFUSED, ECE_ERROR_REFUSED,
			"the peer refused the connection: its policy requires %s, which the two ends did not agree on",
			ece_bits_format(lacking, text, sizeof(text)));
	else
		ece_error_set(
			e, -ECONNREFUSED, ECE_ERROR_REFUSED,
			"the peer refused the connection for the sake of ECE (reason %d), and did not say for which "
			"option",
			ECE_CM_REJECT_REASON);
	return true;
}
