// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "ece/offer.h"
#include "tools/common/json_build.h"
#include "tools/common/word_json.h"
#include "tools/ece-qp/views.h"

static json_t *ways_json(const struct ece_qp_reading *reading)
{
	json_t *list = json_array();

	for (size_t i = 0; i < ECE_QP_WAY_COUNT; i++)
		if (reading->tries[i].tried)
			build_append(&list, json_pack("{s:s, s:o}", "way", ece_qp_way_name((enum ece_qp_way)i), "why",
						      build_text_or_null(reading->tries[i].why)));
	return list;
}

static json_t *ece_json(const struct ece_qp_reading *reading)
{
	struct ece_offer offer = {.vendor_id = ECE_VENDOR_NVIDIA, .options = reading->options};
	bool set = reading->state == ECE_VALUE_SET;
	json_t *object = json_pack("{s:s, s:o}", "state", ece_value_state_name(reading->state), "raw",
				   build_number_or_null(set, offer.options));

	word_parts_set(&object, set ? &offer : NULL);
	build_set(&object, "way", set ? json_string(ece_qp_way_name(reading->way)) : json_null());
	build_set(&object, "why", build_text_or_null(reading->why));
	build_set(&object, "ways", ways_json(reading));
	return object;
}

json_t *qps_json(const struct qp_card *card)
{
	json_t *list = json_array();

	for (size_t i = 0; i < card->count; i++) {
		const struct ece_qp *qp = &card->rows[i].qp;

		build_append(&list,
			     json_pack("{s:i, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "qpn", (int)qp->qpn,
				       "port", build_number_or_null(qp->port, qp->port), "listed", qp->listed, "type",
				       build_text_or_null(qp->type), "state", build_text_or_null(qp->state),
				       "remote_qpn", build_number_or_null(qp->has_remote, qp->remote_qpn), "pid",
				       build_number_or_null(qp->pid, qp->pid), "owner", build_text_or_null(qp->owner),
				       "kernel", qp->kernel, "ece", ece_json(&card->rows[i].reading)));
	}
	return list;
}

json_t *users_json(const struct qp_card *card)
{
	json_t *list = json_array();

	for (size_t i = 0; i < card->user_count; i++)
		build_append(&list, json_pack("{s:i, s:o}", "pid", (int)card->users[i].pid, "comm",
					      build_text_or_null(card->users[i].comm)));
	return list;
}
