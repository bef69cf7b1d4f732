// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "ece/offer.h"
#include "tools/common/json_build.h"
#include "tools/common/word_json.h"
#include "tools/ece-qp/summary_view.h"

json_t *bits_json(uint32_t bits)
{
	struct ece_offer offer = {.vendor_id = ECE_VENDOR_NVIDIA, .options = bits};
	json_t *list = option_names_json(bits, false);

	if (ece_offer_unnamed(&offer))
		build_append(&list, json_integer(ece_offer_unnamed(&offer)));
	return list;
}

static json_t *word_json(const struct ece_qp_kind *kind)
{
	struct ece_offer offer = {.vendor_id = ECE_VENDOR_NVIDIA, .options = kind->options};
	bool set = kind->state == ECE_VALUE_SET;
	json_t *object = json_pack("{s:s, s:o}", "state", ece_value_state_name(kind->state), "raw",
				   build_number_or_null(set, offer.options));

	word_parts_set(&object, set ? &offer : NULL);
	build_set(&object, "why", build_text_or_null(kind->why));
	return object;
}

static json_t *examples_json(const struct ece_qp_kind *kind)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < kind->peer_count; i++) {
		const struct ece_qp_peer *peer = &kind->peers[i];

		build_append(&list, json_pack("{s:i, s:o, s:o, s:o, s:b}", "qpn", (int)peer->qpn, "remote_qpn",
					      build_number_or_null(peer->has_remote, peer->remote_qpn), "pid",
					      build_number_or_null(peer->pid, peer->pid), "owner",
					      build_text_or_null(peer->owner), "kernel", peer->kernel));
	}
	return list;
}

static bool is_known(const struct ece_qp_kind *kind)
{
	return ece_qp_kind_judged(kind) && (kind->state == ECE_VALUE_SET || kind->state == ECE_VALUE_UNSUPPORTED);
}

json_t *kind_json(const struct ece_qp_kind *kind, const struct qp_want *want)
{
	json_t *object = json_pack("{s:s, s:b, s:I, s:o}", "type", kind->type, "connected", kind->connected, "count",
				   (json_int_t)kind->count, "ece", word_json(kind));

	build_set(&object, "lacks",
		  want->bits && is_known(kind) ? bits_json(ece_qp_kind_lacks(kind, want->bits)) : json_null());
	build_set(&object, "examples", examples_json(kind));
	return object;
}

json_t *judged_json(const struct ece_qp_judged *judged, const struct qp_want *want)
{
	if (!want->bits)
		return json_null();
	return json_pack("{s:I, s:I, s:I, s:I}", "have", (json_int_t)judged->have, "lack", (json_int_t)judged->lack,
			 "unknown", (json_int_t)judged->unknown, "apart", (json_int_t)judged->apart);
}

json_t *want_json(const struct qp_want *want)
{
	if (!want->bits)
		return json_null();
	return json_pack("{s:I, s:o, s:s, s:b}", "bits", (json_int_t)want->bits, "options", bits_json(want->bits),
			 "origin", want->origin, "wish", want->wish);
}

json_t *census_json(const struct ece_qp_census *census, const struct qp_want *want)
{
	struct ece_qp_judged judged = {0};
	json_t *kinds = json_array(), *object;

	for (uint32_t i = 0; i < census->kind_count; i++)
		build_append(&kinds, kind_json(&census->kinds[i], want));
	ece_qp_census_judge(census, want->bits, &judged);
	object = json_pack("{s:I, s:o, s:I, s:I}", "count", (json_int_t)census->count, "kinds", kinds, "others",
			   (json_int_t)census->others, "left", (json_int_t)census->left);
	build_set(&object, "unlisted_processes", census->unlisted < 0 ? json_null() : json_integer(census->unlisted));
	build_set(&object, "judged", judged_json(&judged, want));
	return object;
}
