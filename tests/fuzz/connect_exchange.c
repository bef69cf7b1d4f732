// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Frames of an ece-connect: what is taken is within its limits, and what is put is taken for the same. */
#include <stdlib.h>
#include <string.h>

#include "tools/ece-connect/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void hello_holds(const uint8_t *body, size_t len)
{
	struct exchange_hello hello, again;
	uint8_t frame[EXCHANGE_MAX];
	size_t put;

	if (exchange_take_hello(body, len, &hello, NULL))
		return;
	require(hello.qps && hello.qps <= CONNECT_QPS_MAX && hello.bytes <= CONNECT_BYTES_MAX);
	put = exchange_put_hello(frame, &hello);
	require(!exchange_take_hello(frame + EXCHANGE_HEAD, put - EXCHANGE_HEAD, &again, NULL));
	require(again.mode == hello.mode && again.nonce == hello.nonce && again.mtu == hello.mtu);
}

static void report_holds(const uint8_t *body, size_t len)
{
	struct connect_pair pair = {.has_peer = true}, again = {.has_peer = true};
	uint8_t frame[EXCHANGE_MAX];
	size_t put;

	if (exchange_take_report(body, len, &pair.peer, NULL))
		return;
	for (size_t i = 0; i < CONNECT_OPTION_BITS; i++)
		require(pair.peer.why[i] < ECE_MISSING_COUNT);
	require(pair.peer.card.vendor_id <= ECE_VENDOR_MAX && !(pair.peer.require & ~ECE_OPTIONS_ALL));
	put = exchange_put_report(frame, &pair.peer);
	require(!exchange_take_report(frame + EXCHANGE_HEAD, put - EXCHANGE_HEAD, &again.peer, NULL));
	require(pair_alike(&pair, &again) && pair_lacking(&pair) == pair_lacking(&again));
}

static void bye_holds(const uint8_t *body, size_t len)
{
	struct exchange_bye bye;

	if (exchange_take_bye(body, len, &bye, NULL))
		return;
	for (const char *c = bye.text; *c; c++)
		require(*c >= ' ' && *c < 0x7f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t body[EXCHANGE_MAX];
	enum exchange_kind kind;
	struct exchange_qp qp;
	struct ece_error e = {.code = 0};
	size_t len;

	if (size < EXCHANGE_HEAD)
		return 0;
	if (exchange_take_head(data, &kind, &len, &e)) {
		require(e.code < 0 && e.text[0]);
		return 0;
	}
	require(len <= EXCHANGE_MAX - EXCHANGE_HEAD);
	if (size - EXCHANGE_HEAD < len)
		return 0;
	/* A copy, so that a read beyond what came is one beyond a known end */
	memcpy(body + EXCHANGE_MAX - len, data + EXCHANGE_HEAD, len);
	switch (kind) {
	case EXCHANGE_HELLO:
		hello_holds(body + EXCHANGE_MAX - len, len);
		break;
	case EXCHANGE_REPORT:
		report_holds(body + EXCHANGE_MAX - len, len);
		break;
	case EXCHANGE_BYE:
		bye_holds(body + EXCHANGE_MAX - len, len);
		break;
	case EXCHANGE_QP:
		if (!exchange_take_qp(body + EXCHANGE_MAX - len, len, &qp, NULL))
			require(qp.qpn <= 0xffffff && qp.psn <= 0xffffff);
		break;
	case EXCHANGE_DONE:
		break;
	}
	return 0;
}
