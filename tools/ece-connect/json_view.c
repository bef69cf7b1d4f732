// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <arpa/inet.h>

#include "tools/common/json_build.h"
#include "tools/common/report.h"
#include "tools/ece-connect/views.h"

static const char *const mode_names[] = {
	[CONNECT_RAW] = "raw",
	[CONNECT_CM] = "cm",
	[CONNECT_CM_MANAGED] = "cm-managed",
};

static const char *const by_names[] = {
	[ECE_EFFECTIVE_NOT_READ] = "not_read",
	[ECE_EFFECTIVE_BY_DEVICE] = "device",
	[ECE_EFFECTIVE_BY_VERBS] = "verbs",
	[ECE_EFFECTIVE_BY_CALLER] = "caller",
};

const char *mode_name(enum connect_mode mode)
{
	return mode_names[mode];
}

static json_t *bits_json(uint32_t bits)
{
	json_t *list = json_array();

	for (size_t i = 0; i < CONNECT_OPTION_BITS; i++) {
		uint32_t bit = UINT32_C(1) << i;
		char name[ECE_OFFER_TEXT_MAX];

		if (bits & bit)
			build_append(&list, json_string(ece_bits_format(bit, name, sizeof(name))));
	}
	return list;
}

static json_t *offer_json(bool has, const struct ece_offer *offer)
{
	char text[ECE_OFFER_TEXT_MAX];

	if (!has)
		return json_null();
	return json_pack("{s:I, s:I, s:s}", "vendor", (json_int_t)offer->vendor_id, "options",
			 (json_int_t)offer->options, "text",
			 offer->vendor_id ? ece_offer_format(offer, text, sizeof(text)) : "none");
}

static json_t *end_json(const struct connect_report *report)
{
	bool read = report->effective_by != ECE_EFFECTIVE_NOT_READ;
	json_t *object = json_pack("{s:b, s:b, s:s}", "supported", report->supported, "refused", report->refused,
				   "effective_by", by_names[report->effective_by]);

	build_set(&object, "card", offer_json(report->supported, &report->card));
	build_set(&object, "allow", bits_json(report->allow));
	build_set(&object, "require", bits_json(report->require));
	build_set(&object, "offered", offer_json(true, &report->local));
	build_set(&object, "agreed", offer_json(report->has_agreed, &report->agreed));
	build_set(&object, "effective", offer_json(read, &report->effective));
	return object;
}

static json_t *why_json(const struct connect_report *report, size_t i)
{
	enum ece_missing why = (enum ece_missing)report->why[i];

	return json_pack("{s:s, s:s}", "why", ece_missing_name(why), "text", ece_missing_text(why));
}

/* {FEATURE: {local, remote}}, why it is not on, as each end sees it */
static json_t *missing_json(const struct connect_pair *pair)
{
	uint32_t missing = pair_missing(pair);
	char name[ECE_OFFER_TEXT_MAX];
	json_t *object = json_object();

	for (size_t i = 0; i < CONNECT_OPTION_BITS; i++) {
		if (!(missing >> i & 1))
			continue;
		build_set(&object, ece_bits_format(UINT32_C(1) << i, name, sizeof(name)),
			  json_pack("{s:o, s:o}", "local", why_json(&pair->own, i), "remote",
				    pair->has_peer ? why_json(&pair->peer, i) : json_null()));
	}
	return object;
}

static json_t *pair_json(const struct connect_pair *pair)
{
	json_t *object = json_pack("{s:I, s:o}", "qpn", (json_int_t)pair->own.qpn, "peer_qpn",
				   pair->has_peer ? json_integer(pair->peer.qpn) : json_null());

	build_set(&object, "local", end_json(&pair->own));
	build_set(&object, "remote", pair->has_peer ? end_json(&pair->peer) : json_null());
	build_set(&object, "lacking", bits_json(pair_lacking(pair)));
	build_set(&object, "missing", missing_json(pair));
	build_set(&object, "same", json_boolean(!pair_differs(pair)));
	return object;
}

static json_t *pairs_json(const struct connect_result *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < result->count; i++)
		build_append(&list, pair_json(&result->pairs[i]));
	return list;
}

static json_t *device_json(const struct connect_result *result)
{
	char gid[INET6_ADDRSTRLEN];

	if (!result->device[0])
		return json_null();
	return json_pack("{s:s, s:i, s:i, s:s, s:o, s:i}", "name", result->device, "port", (int)result->port,
			 "gid_index", (int)result->gid_index, "gid", inet_ntop(AF_INET6, result->gid, gid, sizeof(gid)),
			 "gid_type", build_text_or_null(result->gid_type), "mtu", (int)result->mtu);
}

static const char *verdict(const struct connect_result *result)
{
	int code = result_exit(result);

	if (code == CONNECT_EXIT_LACKING)
		return result->error.code ? "refused" : "lacking";
	return code ? "error" : "ok";
}

json_t *result_json(const struct connect_result *result)
{
	json_t *object = json_pack("{s:i, s:s, s:s, s:s, s:I}", "version", CONNECT_VERSION, "verdict", verdict(result),
				   "role", result->role == ECE_REQUESTOR ? "requestor" : "responder", "mode",
				   mode_name(result->mode), "queue_pairs", (json_int_t)result->qps);

	build_set(&object, "local", build_text_or_null(result->local));
	build_set(&object, "remote", build_text_or_null(result->remote));
	build_set(&object, "device", device_json(result));
	build_set(&object, "pairs", pairs_json(result));
	build_set(&object, "data",
		  json_pack("{s:I, s:b}", "bytes", (json_int_t)result->bytes, "moved", result->moved && result->bytes));
	build_set(&object, "error", result->error.code ? report_json(&result->error) : json_null());
	return object;
}
