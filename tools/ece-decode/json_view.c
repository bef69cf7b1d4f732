// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/ece-decode/address.h"
#include "tools/ece-decode/views.h"
#include "tools/ece-decode/word_json.h"

#define HEX_TEXT_MAX 19 /* "0x", 16 digits and a NUL */

static json_t *hex(uint64_t number)
{
	char text[HEX_TEXT_MAX];

	snprintf(text, sizeof(text), "0x%" PRIx64, number);
	return json_string(text);
}

static json_t *end_json(const struct capture_end *end, bool has_gid)
{
	char address[ADDRESS_TEXT_MAX], gid[ADDRESS_TEXT_MAX];

	return json_pack("{s:s, s:o, s:o, s:o, s:o}", "address", address_text(end->address, address), "gid",
			 has_gid ? json_string(gid_text(end->gid, gid)) : json_null(), "comm_id",
			 end->known ? hex(end->comm_id) : json_null(), "qpn",
			 build_number_or_null(end->known && end->qpn, end->qpn), "psn",
			 build_number_or_null(end->known && end->qpn, end->psn));
}

static json_t *service_json(const struct capture_exchange *exchange)
{
	const char *protocol;
	uint16_t port;
	bool has_port;

	if (!exchange->requester.known)
		return json_null();
	has_port = capture_service_port(exchange->service_id, &protocol, &port);
	return json_pack("{s:o, s:o, s:o}", "id", hex(exchange->service_id), "protocol",
			 has_port ? json_string(protocol) : json_null(), "port", build_number_or_null(has_port, port));
}

static json_t *reject_json(const struct capture_exchange *exchange)
{
	static const char *const what[] = {"REQ", "REP", NULL, NULL};

	if (!(exchange->seen & CAPTURE_SEEN(CAPTURE_REJ)))
		return json_null();
	return json_pack("{s:s, s:s*, s:i, s:s}", "by", exchange->rejected_by_requester ? "requester" : "responder",
			 "rejects", what[exchange->rejects & 3], "reason", exchange->reason, "text",
			 capture_reason_text(exchange->reason));
}

static json_t *status_json(const struct capture_exchange *exchange)
{
	if (!exchange->datagram || !exchange->responder.known)
		return json_null();
	return json_pack("{s:i, s:s}", "code", exchange->status, "text", capture_status_text(exchange->status));
}

static json_t *messages_json(const struct capture_exchange *exchange)
{
	json_t *list = json_array();

	for (unsigned int kind = CAPTURE_KIND_FIRST; kind < CAPTURE_KIND_FIRST + CAPTURE_KIND_COUNT; kind++)
		if (exchange->seen & CAPTURE_SEEN(kind))
			build_append(&list, json_string(capture_kind_name((enum capture_kind)kind)));
	return list;
}

static void words(json_t **object, const struct capture_exchange *exchange)
{
	bool asked = exchange->requester.known && !exchange->datagram;
	struct ece_offer agreed = capture_exchange_agreed(exchange);
	bool established = capture_exchange_ending(exchange) == CAPTURE_ESTABLISHED;

	build_set(object, "offered", asked ? word_json(&exchange->requester.word) : json_null());
	build_set(object, "answered", exchange->responder.known ? word_json(&exchange->responder.word) : json_null());
	build_set(object, "agreed", established ? word_json(&agreed) : json_null());
	build_set(object, "more_than_offered",
		  json_boolean(asked && exchange->responder.known &&
			       word_more(&exchange->requester.word, &exchange->responder.word)));
}

json_t *exchange_json(const struct capture_exchange *exchange)
{
	bool asked = exchange->requester.known && !exchange->datagram;
	json_t *object = json_pack("{s:i, s:s, s:s, s:I, s:I, s:s, s:o}", "version", DECODE_VERSION, "type",
				   exchange->datagram ? "datagram" : "connection", "ending",
				   capture_ending_name(capture_exchange_ending(exchange)), "first_ns",
				   (json_int_t)exchange->first_ns, "last_ns", (json_int_t)exchange->last_ns, "roce",
				   exchange->roce_v1 ? "v1" : "v2", "vlan",
				   build_number_or_null(exchange->has_vlan, exchange->vlan));

	build_set(&object, "requester", end_json(&exchange->requester, asked));
	build_set(&object, "responder", end_json(&exchange->responder, asked));
	build_set(&object, "transport", exchange->transport ? json_string(exchange->transport) : json_null());
	build_set(&object, "transaction", exchange->requester.known ? hex(exchange->transaction) : json_null());
	build_set(&object, "service", service_json(exchange));
	words(&object, exchange);
	build_set(&object, "reject", reject_json(exchange));
	build_set(&object, "status", status_json(exchange));
	build_set(&object, "messages", messages_json(exchange));
	build_set(&object, "repeats", json_integer(exchange->repeats));
	build_set(&object, "forgotten", json_boolean(exchange->forgotten));
	return object;
}
