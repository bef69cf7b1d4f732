// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-connect/exchange.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"

#define NUMBER_MAX UINT32_C(0xffffff) /* of a queue pair or a packet */
#define MTU_MIN    1                  /* 256 bytes */
#define MTU_MAX    5                  /* 4096 bytes */

static const uint8_t magic[4] = {'E', 'C', 'E', 'C'};

/* Where the fields lie behind the head. */
enum {
	HELLO_MINOR = 0,
	HELLO_MODE = 1,
	HELLO_GID_TYPE = 2,
	HELLO_MTU = 3,
	HELLO_LID = 4,
	HELLO_CM_PORT = 6,
	HELLO_QPS = 8,
	HELLO_HOLD = 12,
	HELLO_BYTES = 16,
	HELLO_NONCE = 24,
	HELLO_GID = 32,
	HELLO_LEN = 48,

	QP_QPN = 0,
	QP_PSN = 4,
	QP_LEN = 8,

	REPORT_QPN = 0,
	REPORT_FLAGS = 4,
	REPORT_EFFECTIVE_BY = 5,
	REPORT_CARD = 8,
	REPORT_LOCAL = 16,
	REPORT_AGREED = 24,
	REPORT_EFFECTIVE = 32,
	REPORT_ALLOW = 40,
	REPORT_REQUIRE = 44,
	REPORT_WHY = 48,
	REPORT_LEN = REPORT_WHY + CONNECT_OPTION_BITS,

	BYE_KIND = 0,
	BYE_TEXT = 1,
};

#define REPORT_SUPPORTED  0x01
#define REPORT_HAS_AGREED 0x02
#define REPORT_REFUSED    0x04

_Static_assert(EXCHANGE_HEAD + REPORT_LEN <= EXCHANGE_MAX, "a report fits into a frame");
_Static_assert(EXCHANGE_HEAD + BYE_TEXT + EXCHANGE_TEXT_MAX <= EXCHANGE_MAX, "a reason fits into a frame");

static uint8_t *put_head(uint8_t *frame, enum exchange_kind kind, size_t len)
{
	memcpy(frame, magic, sizeof(magic));
	frame[4] = EXCHANGE_MAJOR;
	frame[5] = (uint8_t)kind;
	ece_put_be16(frame + 6, (uint16_t)len);
	memset(frame + EXCHANGE_HEAD, 0, len);
	return frame + EXCHANGE_HEAD;
}

static void put_offer(uint8_t *at, const struct ece_offer *offer)
{
	ece_put_be32(at, offer->vendor_id);
	ece_put_be32(at + 4, offer->options);
}

static struct ece_offer take_offer(const uint8_t *at)
{
	return (struct ece_offer){.vendor_id = ece_be32(at) & ECE_VENDOR_MAX, .options = ece_be32(at + 4)};
}

size_t exchange_put_hello(uint8_t *frame, const struct exchange_hello *hello)
{
	uint8_t *body = put_head(frame, EXCHANGE_HELLO, HELLO_LEN);

	body[HELLO_MINOR] = EXCHANGE_MINOR;
	body[HELLO_MODE] = (uint8_t)hello->mode;
	body[HELLO_GID_TYPE] = hello->gid_type;
	body[HELLO_MTU] = hello->mtu;
	ece_put_be16(body + HELLO_LID, hello->lid);
	ece_put_be16(body + HELLO_CM_PORT, hello->cm_port);
	ece_put_be32(body + HELLO_QPS, hello->qps);
	ece_put_be32(body + HELLO_HOLD, hello->hold_ms);
	ece_put_be64(body + HELLO_BYTES, hello->bytes);
	ece_put_be64(body + HELLO_NONCE, hello->nonce);
	memcpy(body + HELLO_GID, hello->gid, sizeof(hello->gid));
	return EXCHANGE_HEAD + HELLO_LEN;
}

size_t exchange_put_qp(uint8_t *frame, const struct exchange_qp *qp)
{
	uint8_t *body = put_head(frame, EXCHANGE_QP, QP_LEN);

	ece_put_be32(body + QP_QPN, qp->qpn);
	ece_put_be32(body + QP_PSN, qp->psn);
	return EXCHANGE_HEAD + QP_LEN;
}

size_t exchange_put_report(uint8_t *frame, const struct connect_report *report)
{
	uint8_t *body = put_head(frame, EXCHANGE_REPORT, REPORT_LEN);

	ece_put_be32(body + REPORT_QPN, report->qpn);
	body[REPORT_FLAGS] = (report->supported ? REPORT_SUPPORTED : 0) | (report->has_agreed ? REPORT_HAS_AGREED : 0) |
			     (report->refused ? REPORT_REFUSED : 0);
	body[REPORT_EFFECTIVE_BY] = (uint8_t)report->effective_by;
	put_offer(body + REPORT_CARD, &report->card);
	put_offer(body + REPORT_LOCAL, &report->local);
	put_offer(body + REPORT_AGREED, &report->agreed);
	put_offer(body + REPORT_EFFECTIVE, &report->effective);
	ece_put_be32(body + REPORT_ALLOW, report->allow);
	ece_put_be32(body + REPORT_REQUIRE, report->require);
	memcpy(body + REPORT_WHY, report->why, sizeof(report->why));
	return EXCHANGE_HEAD + REPORT_LEN;
}

size_t exchange_put_done(uint8_t *frame)
{
	put_head(frame, EXCHANGE_DONE, 0);
	return EXCHANGE_HEAD;
}

size_t exchange_put_bye(uint8_t *frame, const struct exchange_bye *bye)
{
	size_t text = strnlen(bye->text, EXCHANGE_TEXT_MAX);
	uint8_t *body = put_head(frame, EXCHANGE_BYE, BYE_TEXT + text);

	body[BYE_KIND] = (uint8_t)bye->kind;
	memcpy(body + BYE_TEXT, bye->text, text);
	return EXCHANGE_HEAD + BYE_TEXT + text;
}

static int nonsense(struct ece_error *e, const char *what)
{
	return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL, "the other end sent %s that cannot be", what);
}

int exchange_take_head(const uint8_t *head, enum exchange_kind *kind, size_t *len, struct ece_error *e)
{
	if (memcmp(head, magic, sizeof(magic)) != 0)
		return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL,
				     "the other end is no ece-connect: what it sends is nothing that one would");
	if (head[4] != EXCHANGE_MAJOR)
		return ece_error_set(
			e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
			"the other end's ece-connect speaks version %u and this one version %d: use the same "
			"ecekit at both ends",
			head[4], EXCHANGE_MAJOR);
	*len = ece_be16(head + 6);
	*kind = (enum exchange_kind)head[5];
	if (*len > EXCHANGE_MAX - EXCHANGE_HEAD || head[5] < EXCHANGE_HELLO || head[5] > EXCHANGE_BYE)
		return nonsense(e, "a message");
	return 0;
}

int exchange_take_hello(const uint8_t *body, size_t len, struct exchange_hello *hello, struct ece_error *e)
{
	if (len < HELLO_LEN || body[HELLO_MODE] >= CONNECT_MODE_COUNT)
		return nonsense(e, "a greeting");
	*hello = (struct exchange_hello){
		.mode = (enum connect_mode)body[HELLO_MODE],
		.qps = ece_be32(body + HELLO_QPS),
		.hold_ms = ece_be32(body + HELLO_HOLD),
		.bytes = ece_be64(body + HELLO_BYTES),
		.nonce = ece_be64(body + HELLO_NONCE),
		.cm_port = ece_be16(body + HELLO_CM_PORT),
		.gid_type = body[HELLO_GID_TYPE],
		.mtu = body[HELLO_MTU],
		.lid = ece_be16(body + HELLO_LID),
	};
	memcpy(hello->gid, body + HELLO_GID, sizeof(hello->gid));
	if (!hello->qps || hello->qps > CONNECT_QPS_MAX)
		return nonsense(e, "a number of queue pairs");
	if (hello->hold_ms > CONNECT_HOLD_MAX)
		return nonsense(e, "a time to hold");
	if (hello->bytes > CONNECT_BYTES_MAX)
		return nonsense(e, "a number of bytes");
	if (hello->mode == CONNECT_RAW && (hello->mtu < MTU_MIN || hello->mtu > MTU_MAX))
		return nonsense(e, "an MTU");
	return 0;
}

int exchange_take_qp(const uint8_t *body, size_t len, struct exchange_qp *qp, struct ece_error *e)
{
	if (len < QP_LEN)
		return nonsense(e, "a queue pair");
	*qp = (struct exchange_qp){.qpn = ece_be32(body + QP_QPN), .psn = ece_be32(body + QP_PSN)};
	return qp->qpn > NUMBER_MAX || qp->psn > NUMBER_MAX ? nonsense(e, "a queue pair's number") : 0;
}

int exchange_take_report(const uint8_t *body, size_t len, struct connect_report *report, struct ece_error *e)
{
	if (len < REPORT_LEN)
		return nonsense(e, "a report");
	*report = (struct connect_report){
		.qpn = ece_be32(body + REPORT_QPN) & NUMBER_MAX,
		.supported = body[REPORT_FLAGS] & REPORT_SUPPORTED,
		.has_agreed = body[REPORT_FLAGS] & REPORT_HAS_AGREED,
		.refused = body[REPORT_FLAGS] & REPORT_REFUSED,
		.effective_by = (enum ece_effective_by)body[REPORT_EFFECTIVE_BY],
		.card = take_offer(body + REPORT_CARD),
		.local = take_offer(body + REPORT_LOCAL),
		.agreed = take_offer(body + REPORT_AGREED),
		.effective = take_offer(body + REPORT_EFFECTIVE),
		.allow = ece_be32(body + REPORT_ALLOW) & ECE_OPTIONS_ALL,
		.require = ece_be32(body + REPORT_REQUIRE) & ECE_OPTIONS_ALL,
	};
	if (body[REPORT_EFFECTIVE_BY] > ECE_EFFECTIVE_BY_CALLER)
		report->effective_by = ECE_EFFECTIVE_NOT_READ;
	for (size_t i = 0; i < CONNECT_OPTION_BITS; i++) {
		uint8_t why = body[REPORT_WHY + i];

		report->why[i] = why < ECE_MISSING_COUNT ? why : ECE_MISSING_UNKNOWN;
	}
	return 0;
}

int exchange_take_bye(const uint8_t *body, size_t len, struct exchange_bye *bye, struct ece_error *e)
{
	size_t text;

	if (len < BYE_TEXT)
		return nonsense(e, "a farewell");
	text = len - BYE_TEXT < EXCHANGE_TEXT_MAX ? len - BYE_TEXT : EXCHANGE_TEXT_MAX;
	*bye = (struct exchange_bye){.kind = body[BYE_KIND] < ECE_ERROR_KIND_COUNT ?
						     (enum ece_error_kind)body[BYE_KIND] :
						     ECE_ERROR_PROTOCOL};
	for (size_t i = 0; i < text; i++) {
		uint8_t c = body[BYE_TEXT + i];

		/* It is printed: nothing but letters that a terminal leaves alone. */
		bye->text[i] = c >= ' ' && c < 0x7f ? (char)c : '?';
	}
	return 0;
}
