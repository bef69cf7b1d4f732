// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Queue pairs: the context, the state machine, the ECE words.
 *
 * ECE as this model plays it. The word is a version in the top four bits and an option in each other bit. CREATE
 * answers what the card could do, to whoever asks. A transition that asks gets what both can do: the lower version
 * and the common options; it is in effect from then on. Who does not ask gets nothing, and a connected QP cannot
 * change its mind.
 *
 * A dynamically connected target has no transitions; it asks in CREATE_DCT, and that settles it.
 */
#include "devx/sim/fw/handlers.h"

#include <string.h>

#include "devx/prm/queue.h"
#include "devx/sim/cards/card.h"

#define ECE_VERSION UINT32_C(0xf0000000)

#define INTO(state)   (1U << (state))
#define OPTIONAL(bit) (1U << (bit))

/* Which fields of the context a transition takes over: always into these states, else with this optional bit. */
struct carried {
	const struct prm_field *field;
	uint8_t into;
	uint32_t optional;
};

static const struct carried carried[] = {
	{&prm_qpc.pm_state, INTO(PRM_QP_INIT), OPTIONAL(PRM_QP_OPT_PM_STATE)},
	{&prm_qpc.counter_set_id, INTO(PRM_QP_INIT), OPTIONAL(PRM_QP_OPT_COUNTER_SET_ID)},
	{&prm_qpc.rre, INTO(PRM_QP_INIT), OPTIONAL(PRM_QP_OPT_RRE)},
	{&prm_qpc.rwe, INTO(PRM_QP_INIT), OPTIONAL(PRM_QP_OPT_RWE)},
	{&prm_qpc.rae, INTO(PRM_QP_INIT), OPTIONAL(PRM_QP_OPT_RAE)},
	{&prm_qpc.atomic_mode, INTO(PRM_QP_INIT), OPTIONAL(PRM_QP_OPT_RAE)},
	{&prm_qpc.pkey_index, INTO(PRM_QP_INIT), OPTIONAL(PRM_QP_OPT_PKEY_INDEX)},
	{&prm_qpc.vhca_port_num, INTO(PRM_QP_INIT), OPTIONAL(PRM_QP_OPT_PRIMARY_PORT)},
	{&prm_qpc.q_key, INTO(PRM_QP_INIT), OPTIONAL(PRM_QP_OPT_QKEY)},
	{&prm_qpc.mtu, INTO(PRM_QP_RTR), 0},
	{&prm_qpc.log_msg_max, INTO(PRM_QP_RTR), 0},
	{&prm_qpc.remote_qpn, INTO(PRM_QP_RTR), 0},
	{&prm_qpc.next_rcv_psn, INTO(PRM_QP_RTR), 0},
	{&prm_qpc.log_rra_max, INTO(PRM_QP_RTR), OPTIONAL(PRM_QP_OPT_RRA_MAX)},
	{&prm_qpc.min_rnr_nak, INTO(PRM_QP_RTR), OPTIONAL(PRM_QP_OPT_RNR_TIMEOUT)},
	{&prm_qpc.next_send_psn, INTO(PRM_QP_RTS), 0},
	{&prm_qpc.log_ack_req_freq, INTO(PRM_QP_RTS), 0},
	{&prm_qpc.log_sra_max, INTO(PRM_QP_RTS), OPTIONAL(PRM_QP_OPT_SRA_MAX)},
	{&prm_qpc.retry_count, INTO(PRM_QP_RTS), OPTIONAL(PRM_QP_OPT_RETRY_COUNT)},
	{&prm_qpc.rnr_retry, INTO(PRM_QP_RTS), OPTIONAL(PRM_QP_OPT_RNR_RETRY)},
	{&prm_qpc.ack_timeout, INTO(PRM_QP_RTS), OPTIONAL(PRM_QP_OPT_ACK_TIMEOUT)},
};

static uint32_t ece_meet(uint32_t a, uint32_t b)
{
	uint32_t version = (a & ECE_VERSION) < (b & ECE_VERSION) ? a & ECE_VERSION : b & ECE_VERSION;

	return version ? version | (a & b & ~ECE_VERSION) : 0;
}

static uint8_t *context_of(struct fw_object *qp)
{
	return qp->create + PRM_QPC_AT;
}

static struct fw_object *find_qp(const struct fw_call *call)
{
	uint32_t qpn = (uint32_t)prm_get(call->in, &prm_qp_in.qpn);

	return fw_object_find(call->fw->objects, FW_OBJECT_QP, qpn);
}

uint8_t fw_create_qp(struct fw_call *call)
{
	uint8_t status = fw_create(call);

	if (status == PRM_STATUS_OK && prm_get(call->in, &prm_qp_in.ece))
		prm_set(call->out, &prm_qp_out.ece, call->fw->state->ece);
	return status;
}

bool fw_qp_describe(struct fw *fw, uint32_t qpn, uint8_t *out)
{
	struct fw_object *qp = fw_object_find(fw->objects, FW_OBJECT_QP, qpn);
	struct fw_qp_view view;

	if (!qp)
		return false;
	prm_set(out, &prm_query_qp_out.ece, qp->ece);
	memcpy(out + PRM_QPC_AT, context_of(qp), PRM_QPC_BYTES);
	if (fw_qp_view(fw->objects, qp, &view)) {
		prm_set(out + PRM_QPC_AT, &prm_qpc.next_send_psn, view.next_psn);
		prm_set(out + PRM_QPC_AT, &prm_qpc.next_rcv_psn, view.expected_psn);
	}
	return true;
}

/* A driver asks as 0 and sees all; another user context than the creator's depends on the card. */
static bool may_see(const struct fw_call *call, const struct fw_object *qp)
{
	uint64_t uid = prm_get(call->in, &prm_mbox_in.uid);

	return !uid || !call->fw->type->own_qps_only || uid == prm_get(qp->create, &prm_mbox_in.uid);
}

uint8_t fw_query_qp(struct fw_call *call)
{
	const struct fw_object *qp = find_qp(call);

	if (!qp || !may_see(call, qp))
		return PRM_STATUS_BAD_RESOURCE;
	fw_qp_describe(call->fw, qp->id, call->out);
	return PRM_STATUS_OK;
}

uint8_t fw_create_dct(struct fw_call *call)
{
	uint32_t asked = (uint32_t)prm_get(call->in + PRM_DCTC_AT, &prm_dctc.ece);
	uint32_t common = ece_meet(asked, call->fw->state->ece);
	uint8_t status = fw_create(call);
	struct fw_object *dct;

	if (status != PRM_STATUS_OK)
		return status;
	dct = fw_object_find(call->fw->objects, FW_OBJECT_DCT, (uint32_t)prm_get(call->out, &prm_qp_out.qpn));
	prm_set(dct->create + PRM_DCTC_AT, &prm_dctc.ece, common);
	prm_set(call->out, &prm_qp_out.ece, common);
	return status;
}

/*
 * The transition to RTS fills nothing of the path but the timeout, so the path is taken as a whole or not. Port and
 * partition key are set on the way to INIT and lie in the same place, where drivers leave zeros later.
 */
static void carry_path(uint8_t *to, const uint8_t *from)
{
	uint64_t pkey_index = prm_get(to, &prm_qpc.pkey_index);
	uint64_t port = prm_get(to, &prm_qpc.vhca_port_num);

	memcpy(to + PRM_QPC_PRIMARY_PATH_AT, from + PRM_QPC_PRIMARY_PATH_AT, PRM_QPC_PRIMARY_PATH_BYTES);
	prm_set(to, &prm_qpc.pkey_index, pkey_index);
	prm_set(to, &prm_qpc.vhca_port_num, port);
}

static void carry(uint8_t *to, const uint8_t *from, enum prm_qp_state state, bool entered, uint32_t mask)
{
	size_t i;

	if ((entered && (state == PRM_QP_INIT || state == PRM_QP_RTR)) || (mask & OPTIONAL(PRM_QP_OPT_PRIMARY_PATH)))
		carry_path(to, from);
	for (i = 0; i < sizeof(carried) / sizeof(carried[0]); i++) {
		const struct carried *c = &carried[i];

		if ((entered && (c->into & INTO(state))) || (mask & c->optional))
			prm_set(to, c->field, prm_get(from, c->field));
	}
}

static bool ece_negotiate(struct fw_call *call, struct fw_object *qp, enum prm_qp_state from)
{
	uint32_t asked = (uint32_t)prm_get(call->in, &prm_qp_in.ece);
	uint32_t common;

	if (asked) {
		common = ece_meet(asked, call->fw->state->ece);
		if (from == PRM_QP_RTS && common != qp->ece)
			return false;
		qp->ece = common;
	}
	prm_set(call->out, &prm_qp_out.ece, qp->ece);
	return true;
}

static void become(struct fw_call *call, struct fw_object *qp, enum prm_qp_state to)
{
	uint8_t from = (uint8_t)prm_get(context_of(qp), &prm_qpc.state);

	prm_set(context_of(qp), &prm_qpc.state, to);
	fw_object_moved(call->fw->objects, qp, from, (uint8_t)to);
}

/* The states up to RTS follow each other; who comes back to RTS from a later one had all it needs. */
static uint8_t move(struct fw_call *call, enum prm_qp_state from, enum prm_qp_state to)
{
	struct fw_object *qp = find_qp(call);

	if (!qp)
		return PRM_STATUS_BAD_RESOURCE;
	if (prm_get(context_of(qp), &prm_qpc.state) != from)
		return PRM_STATUS_BAD_QP_STATE;
	if (!ece_negotiate(call, qp, from))
		return PRM_STATUS_BAD_PARAM;
	carry(context_of(qp), call->in + PRM_QPC_AT, to, from < to,
	      (uint32_t)prm_get(call->in, &prm_qp_in.opt_param_mask));
	become(call, qp, to);
	return PRM_STATUS_OK;
}

uint8_t fw_rst2init_qp(struct fw_call *call)
{
	return move(call, PRM_QP_RST, PRM_QP_INIT);
}

uint8_t fw_init2init_qp(struct fw_call *call)
{
	return move(call, PRM_QP_INIT, PRM_QP_INIT);
}

uint8_t fw_init2rtr_qp(struct fw_call *call)
{
	return move(call, PRM_QP_INIT, PRM_QP_RTR);
}

uint8_t fw_rtr2rts_qp(struct fw_call *call)
{
	return move(call, PRM_QP_RTR, PRM_QP_RTS);
}

uint8_t fw_rts2rts_qp(struct fw_call *call)
{
	return move(call, PRM_QP_RTS, PRM_QP_RTS);
}

uint8_t fw_sqerr2rts_qp(struct fw_call *call)
{
	return move(call, PRM_QP_SQER, PRM_QP_RTS);
}

uint8_t fw_sqd2rts_qp(struct fw_call *call)
{
	return move(call, PRM_QP_SQD, PRM_QP_RTS);
}

uint8_t fw_2err_qp(struct fw_call *call)
{
	struct fw_object *qp = find_qp(call);

	if (!qp)
		return PRM_STATUS_BAD_RESOURCE;
	become(call, qp, PRM_QP_ERR);
	return PRM_STATUS_OK;
}

uint8_t fw_2rst_qp(struct fw_call *call)
{
	struct fw_object *qp = find_qp(call);

	if (!qp)
		return PRM_STATUS_BAD_RESOURCE;
	qp->ece = 0;
	become(call, qp, PRM_QP_RST);
	return PRM_STATUS_OK;
}
