// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-connect/link.h"

static int send_report(struct link *link, size_t i, struct ece_error *e)
{
	uint8_t frame[EXCHANGE_MAX];

	return talk_send(&link->talk, frame, exchange_put_report(frame, &link->result->pairs[i].own), e);
}

static int take_report(struct link *link, size_t i, struct ece_error *e)
{
	struct connect_pair *pair = &link->result->pairs[i];
	uint8_t body[EXCHANGE_MAX];
	size_t len;
	int err = talk_receive(&link->talk, EXCHANGE_REPORT, body, &len, e);

	if (!err)
		err = exchange_take_report(body, len, &pair->peer, e);
	pair->has_peer = !err;
	return err;
}

int tell_reports(struct link *link, struct ece_error *e)
{
	int (*const first)(struct link *, size_t, struct ece_error *) =
		link->role == ECE_REQUESTOR ? send_report : take_report;
	int (*const second)(struct link *, size_t, struct ece_error *) =
		link->role == ECE_REQUESTOR ? take_report : send_report;
	int err = 0;

	for (size_t i = 0; !err && i < link->result->count; i++) {
		err = first(link, i, e);
		if (!err)
			err = second(link, i, e);
	}
	return err;
}

/* Neither waits for the other one's word before it has sent its own, which fits into any socket's buffer. */
int tell_done(struct link *link, struct ece_error *e)
{
	uint8_t frame[EXCHANGE_MAX];
	size_t len;
	int err = talk_send(&link->talk, frame, exchange_put_done(frame), e);

	return err ? err : talk_receive(&link->talk, EXCHANGE_DONE, frame, &len, e);
}
