// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/capture/exchange.h"

#include <stddef.h>

static bool saw(const struct capture_exchange *exchange, enum capture_kind kind)
{
	return exchange->seen & CAPTURE_SEEN(kind);
}

static enum capture_ending datagram_ending(const struct capture_exchange *exchange)
{
	if (!saw(exchange, CAPTURE_SIDR_REQ))
		return CAPTURE_NO_REQUEST;
	if (!saw(exchange, CAPTURE_SIDR_REP))
		return CAPTURE_UNANSWERED;
	return exchange->status ? CAPTURE_NOT_FOUND : CAPTURE_FOUND;
}

/* Who disconnects was connected, though the capture may lack the RTU. */
static bool confirmed(const struct capture_exchange *exchange)
{
	return saw(exchange, CAPTURE_RTU) || saw(exchange, CAPTURE_DREQ) || saw(exchange, CAPTURE_DREP);
}

enum capture_ending capture_exchange_ending(const struct capture_exchange *exchange)
{
	if (exchange->datagram)
		return datagram_ending(exchange);
	if (saw(exchange, CAPTURE_REJ))
		return CAPTURE_REJECTED;
	if (!saw(exchange, CAPTURE_REQ))
		return CAPTURE_NO_REQUEST;
	if (!saw(exchange, CAPTURE_REP))
		return CAPTURE_UNANSWERED;
	return confirmed(exchange) ? CAPTURE_ESTABLISHED : CAPTURE_UNCONFIRMED;
}

bool capture_exchange_is_over(const struct capture_exchange *exchange)
{
	switch (capture_exchange_ending(exchange)) {
	case CAPTURE_ESTABLISHED:
	case CAPTURE_FOUND:
	case CAPTURE_NOT_FOUND:
		return true;
	case CAPTURE_REJECTED:
		/* A packet that took another way may come late. */
		return saw(exchange, CAPTURE_REQ);
	default:
		return false;
	}
}

struct ece_offer capture_exchange_agreed(const struct capture_exchange *exchange)
{
	const struct ece_offer *asked = &exchange->requester.word, *answered = &exchange->responder.word;
	struct ece_offer none = {0};

	if (capture_exchange_ending(exchange) != CAPTURE_ESTABLISHED || asked->vendor_id != answered->vendor_id)
		return none;
	/* Vendor 0 is no ECE, whatever stands in the options. */
	return answered->vendor_id ? *answered : none;
}

const char *capture_ending_name(enum capture_ending ending)
{
	static const char *const names[CAPTURE_ENDING_COUNT] = {
		[CAPTURE_ESTABLISHED] = "established", [CAPTURE_UNCONFIRMED] = "unconfirmed",
		[CAPTURE_REJECTED] = "rejected",       [CAPTURE_UNANSWERED] = "unanswered",
		[CAPTURE_NO_REQUEST] = "no_request",   [CAPTURE_FOUND] = "found",
		[CAPTURE_NOT_FOUND] = "not_found",
	};

	return ending < CAPTURE_ENDING_COUNT ? names[ending] : "?";
}

bool capture_service_port(uint64_t service_id, const char **protocol, uint16_t *port)
{
	static const struct {
		uint64_t space; /* the service id without its port */
		const char *name;
	} spaces[] = {{0x106, "tcp"}, {0x111, "udp"}, {0x13f, "ib"}, {0x002, "ipoib"}};

	for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++) {
		if (service_id >> 16 != spaces[i].space)
			continue;
		*protocol = spaces[i].name;
		*port = (uint16_t)service_id;
		return true;
	}
	return false;
}
