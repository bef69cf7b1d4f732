// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/words/qp_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/queue.h"
#include "devx/sim/fw/object.h"

#define NAME_MAX_BYTES 16
#define QPN_MAX        0xffffff

void sim_ece_words(struct sim_words *words)
{
	struct fw_state *state = words->fw->state;
	unsigned long value = 0;

	if (words->count > 1 && strcmp(words->word[1], "none") != 0 &&
	    !sim_words_number(words, 1, UINT32_MAX, 0, &value))
		return;
	if (words->count > 1)
		state->ece = (uint32_t)value;
	if (state->ece)
		sim_words_say(words, "ok 0x%08" PRIx32, state->ece);
	else
		sim_words_say(words, "ok none");
}

static const char *const services[] = {
	[PRM_QP_RC] = "RC",   [PRM_QP_UC] = "UC",       [PRM_QP_UD] = "UD",   [PRM_QP_XRC] = "XRC",
	[PRM_QP_MLX] = "MLX", [PRM_QP_DCI] = "DCI",     [PRM_QP_DCT] = "DCT", [PRM_QP_QP0] = "QP0",
	[PRM_QP_QP1] = "QP1", [PRM_QP_REG_UMR] = "UMR",
};

static const char *const states[] = {
	[PRM_QP_RST] = "RESET", [PRM_QP_INIT] = "INIT", [PRM_QP_RTR] = "RTR", [PRM_QP_RTS] = "RTS",
	[PRM_QP_SQER] = "SQER", [PRM_QP_SQD] = "SQD",   [PRM_QP_ERR] = "ERR",
};

/* Its name, or its number where it has none. */
static const char *named(const char *const *names, size_t count, uint64_t value, char text[NAME_MAX_BYTES])
{
	if (value < count && names[value])
		return names[value];
	snprintf(text, NAME_MAX_BYTES, "%" PRIu64, value);
	return text;
}

#define NAMED(names, value, text) named(names, sizeof(names) / sizeof((names)[0]), value, text)

static json_t *qp_json(struct fw_objects *objects, struct fw_object *qp)
{
	const uint8_t *context = qp->create + PRM_QPC_AT;
	char service[NAME_MAX_BYTES], state[NAME_MAX_BYTES], ece[NAME_MAX_BYTES];
	struct fw_qp_view view;
	json_t *json;

	snprintf(ece, sizeof(ece), "0x%08" PRIx32, qp->ece);
	json = json_pack("{s:i, s:s, s:s, s:s, s:i, s:i}", "number", (int)qp->id, "service",
			 NAMED(services, prm_get(context, &prm_qpc.st), service), "state",
			 NAMED(states, prm_get(context, &prm_qpc.state), state), "ece", ece, "remote",
			 (int)prm_get(context, &prm_qpc.remote_qpn), "counter_set",
			 (int)prm_get(context, &prm_qpc.counter_set_id));
	if (json && fw_qp_view(objects, qp, &view))
		json_object_update_new(
			json, json_pack("{s:s, s:i, s:i, s:I, s:I}", "recovery", view.recovery, "next_psn",
					(int)view.next_psn, "expected_psn", (int)view.expected_psn, "again_packets",
					(json_int_t)view.again_packets, "again_bytes", (json_int_t)view.again_bytes));
	return json;
}

static int by_number(const void *a, const void *b)
{
	const struct fw_object *const *one = a, *const *other = b;

	return (*one)->id < (*other)->id ? -1 : 1;
}

static json_t *sorted_json(struct fw_objects *objects, size_t count)
{
	struct fw_object **all = calloc(count ? count : 1, sizeof(struct fw_object *));
	json_t *list = all ? json_array() : NULL;
	struct fw_object *qp = NULL;
	size_t n = 0;

	while (all && (qp = fw_object_next(objects, FW_OBJECT_QP, qp)))
		all[n++] = qp;
	if (all)
		qsort(all, n, sizeof(struct fw_object *), by_number);
	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, qp_json(objects, all[i]));
	free(all);
	return list;
}

void sim_qps_words(struct sim_words *words)
{
	struct fw_objects *objects = words->fw->objects;
	struct fw_object *qp;
	unsigned long number;

	if (words->count < 2) {
		sim_words_say_json(words, sorted_json(objects, fw_object_count(objects, FW_OBJECT_QP)));
		return;
	}
	if (!sim_words_number(words, 1, QPN_MAX, 0, &number))
		return;
	qp = fw_object_find(objects, FW_OBJECT_QP, (uint32_t)number);
	if (qp)
		sim_words_say_json(words, qp_json(objects, qp));
	else
		sim_words_say(words, "error: no queue pair %lu", number);
}
