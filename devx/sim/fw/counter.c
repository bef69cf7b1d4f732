// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/counter.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/cong.h"
#include "devx/sim/fw/dump.h"

#define OP_QUERY_Q_COUNTER 0x773

#define Q_COUNTER_ID_AT    0x08
#define Q_COUNTER_CLEAR_AT 0x18
#define Q_COUNTER_SET_AT   0x1c
#define Q_COUNTER_SET_MASK 0xff
#define Q_COUNTER_VALUES   0x10 /* behind the command that made it: what the set has counted, one of 64 bits each */
#define CONG_CLEAR_AT      0x08
#define CLEAR              UINT32_C(0x80000000)

static const struct counter {
	const char *name;
	uint16_t opcode;
	uint8_t at; /* in the answer */
	bool wide;  /* 64 bits */
} counters[] = {
	[FW_COUNT_RX_WRITE_REQUESTS] = {"rx_write_requests", OP_QUERY_Q_COUNTER, 0x10, false},
	[FW_COUNT_RX_READ_REQUESTS] = {"rx_read_requests", OP_QUERY_Q_COUNTER, 0x18, false},
	[FW_COUNT_RX_ATOMIC_REQUESTS] = {"rx_atomic_requests", OP_QUERY_Q_COUNTER, 0x20, false},
	[FW_COUNT_OUT_OF_BUFFER] = {"out_of_buffer", OP_QUERY_Q_COUNTER, 0x30, false},
	[FW_COUNT_OUT_OF_SEQUENCE] = {"out_of_sequence", OP_QUERY_Q_COUNTER, 0x38, false},
	[FW_COUNT_DUPLICATE_REQUEST] = {"duplicate_request", OP_QUERY_Q_COUNTER, 0x40, false},
	[FW_COUNT_RNR_NAK_RETRY_ERR] = {"rnr_nak_retry_err", OP_QUERY_Q_COUNTER, 0x48, false},
	[FW_COUNT_PACKET_SEQ_ERR] = {"packet_seq_err", OP_QUERY_Q_COUNTER, 0x50, false},
	[FW_COUNT_IMPLIED_NAK_SEQ_ERR] = {"implied_nak_seq_err", OP_QUERY_Q_COUNTER, 0x58, false},
	[FW_COUNT_LOCAL_ACK_TIMEOUT_ERR] = {"local_ack_timeout_err", OP_QUERY_Q_COUNTER, 0x60, false},
	[FW_COUNT_RESP_LOCAL_LENGTH_ERROR] = {"resp_local_length_error", OP_QUERY_Q_COUNTER, 0x78, false},
	[FW_COUNT_RESP_CQE_ERROR] = {"resp_cqe_error", OP_QUERY_Q_COUNTER, 0x90, false},
	[FW_COUNT_REQ_CQE_ERROR] = {"req_cqe_error", OP_QUERY_Q_COUNTER, 0x94, false},
	[FW_COUNT_REQ_REMOTE_INVALID_REQUEST] = {"req_remote_invalid_request", OP_QUERY_Q_COUNTER, 0xa0, false},
	[FW_COUNT_REQ_REMOTE_ACCESS_ERRORS] = {"req_remote_access_errors", OP_QUERY_Q_COUNTER, 0xa8, false},
	[FW_COUNT_RESP_REMOTE_ACCESS_ERRORS] = {"resp_remote_access_errors", OP_QUERY_Q_COUNTER, 0xac, false},
	[FW_COUNT_RESP_CQE_FLUSH_ERROR] = {"resp_cqe_flush_error", OP_QUERY_Q_COUNTER, 0xbc, false},
	[FW_COUNT_REQ_CQE_FLUSH_ERROR] = {"req_cqe_flush_error", OP_QUERY_Q_COUNTER, 0xc0, false},
	[FW_COUNT_ROCE_ADP_RETRANS] = {"roce_adp_retrans", OP_QUERY_Q_COUNTER, 0xc8, false},
	[FW_COUNT_ROCE_ADP_RETRANS_TO] = {"roce_adp_retrans_to", OP_QUERY_Q_COUNTER, 0xcc, false},
	[FW_COUNT_ROCE_SLOW_RESTART] = {"roce_slow_restart", OP_QUERY_Q_COUNTER, 0xd0, false},
	[FW_COUNT_ROCE_SLOW_RESTART_CNPS] = {"roce_slow_restart_cnps", OP_QUERY_Q_COUNTER, 0xd4, false},
	[FW_COUNT_ROCE_SLOW_RESTART_TRANS] = {"roce_slow_restart_trans", OP_QUERY_Q_COUNTER, 0xd8, false},
	[FW_COUNT_RP_CNP_IGNORED] = {"rp_cnp_ignored", PRM_OP_QUERY_CONG_STATISTICS, 0x18, true},
	[FW_COUNT_RP_CNP_HANDLED] = {"rp_cnp_handled", PRM_OP_QUERY_CONG_STATISTICS, 0x20, true},
	[FW_COUNT_NP_ECN_MARKED_ROCE_PACKETS] = {"np_ecn_marked_roce_packets", PRM_OP_QUERY_CONG_STATISTICS, 0x54,
						 true},
	[FW_COUNT_NP_CNP_SENT] = {"np_cnp_sent", PRM_OP_QUERY_CONG_STATISTICS, 0x5c, true},
	[FW_COUNT_RX_DCT_CONNECT] = {"rx_dct_connect", OP_QUERY_Q_COUNTER, 0x28, false},
	[FW_COUNT_REQ_RNR_RETRIES_EXCEEDED] = {"req_rnr_retries_exceeded", OP_QUERY_Q_COUNTER, 0x70, false},
	[FW_COUNT_REQ_TRANSPORT_RETRIES_EXCEEDED] = {"req_transport_retries_exceeded", OP_QUERY_Q_COUNTER, 0xb4, false},
	[FW_COUNT_RX_ICRC_ENCAPSULATED] = {"rx_icrc_encapsulated", PRM_OP_ACCESS_REG, 0, true}, /* see port_counter.c */
};

#define COUNTER_COUNT ((int)(sizeof(counters) / sizeof(counters[0])))

_Static_assert(sizeof(counters) / sizeof(counters[0]) == FW_COUNTS, "each has its row");
_Static_assert(sizeof(counters) / sizeof(counters[0]) <= FW_COUNTERS, "the state has room for all counters");

int fw_counter_find(const char *name)
{
	int i;

	for (i = 0; i < COUNTER_COUNT; i++) {
		if (strcmp(counters[i].name, name) == 0)
			return i;
	}
	return -1;
}

_Static_assert(offsetof(struct fw_object, create) % sizeof(uint64_t) == 0, "values of a set are aligned");

uint8_t fw_alloc_q_counter(struct fw_call *call)
{
	struct fw_object *set = fw_object_add_larger(call->fw->objects, FW_OBJECT_Q_COUNTER, call->in, Q_COUNTER_VALUES,
						     Q_COUNTER_VALUES + FW_COUNTS * sizeof(uint64_t));

	if (!set)
		return PRM_STATUS_NO_RESOURCES;
	ece_put_be32(call->out + Q_COUNTER_ID_AT, set->id);
	return PRM_STATUS_OK;
}

static uint64_t *values_of(struct fw_object *set)
{
	return (uint64_t *)(void *)(set->create + Q_COUNTER_VALUES);
}

static uint64_t *value_of(const struct fw *fw, uint32_t set, enum fw_count what)
{
	struct fw_object *object;

	if (counters[what].opcode != OP_QUERY_Q_COUNTER)
		return &fw->state->counter[what];
	object = fw_object_find(fw->objects, FW_OBJECT_Q_COUNTER, set);
	return object ? &values_of(object)[what] : NULL;
}

void fw_count(struct fw *fw, uint32_t set, enum fw_count what, uint64_t by)
{
	uint64_t *value = value_of(fw, set, what);

	if (value)
		*value += by;
}

uint64_t fw_counted(const struct fw *fw, uint32_t set, enum fw_count what)
{
	const uint64_t *value = value_of(fw, set, what);

	return value ? *value : 0;
}

uint64_t fw_counter_value(const struct fw *fw, enum fw_count what)
{
	uint64_t value = fw->state->counter[what];
	struct fw_object *set = NULL;

	while ((set = fw_object_next(fw->objects, FW_OBJECT_Q_COUNTER, set)))
		value += values_of(set)[what];
	return value;
}

void fw_counter_set(struct fw *fw, enum fw_count what, uint64_t value)
{
	struct fw_object *set = NULL;

	fw->state->counter[what] = value;
	while ((set = fw_object_next(fw->objects, FW_OBJECT_Q_COUNTER, set)))
		values_of(set)[what] = 0;
}

static void put(struct fw_call *call, const struct counter *counter, uint64_t value)
{
	if (counter->wide)
		ece_put_be64(call->out + counter->at, value);
	else
		ece_put_be32(call->out + counter->at, (uint32_t)value);
}

/* What a test put into the state adds to what the set has counted; to clear a set is to count back to its zero. */
uint8_t fw_query_q_counter(struct fw_call *call)
{
	uint32_t number = ece_be32(call->in + Q_COUNTER_SET_AT) & Q_COUNTER_SET_MASK;
	struct fw_object *set = fw_object_find(call->fw->objects, FW_OBJECT_Q_COUNTER, number);
	bool clear = ece_be32(call->in + Q_COUNTER_CLEAR_AT) & CLEAR;

	if (!set)
		return PRM_STATUS_BAD_RESOURCE;
	for (int i = 0; i < COUNTER_COUNT; i++) {
		if (counters[i].opcode != OP_QUERY_Q_COUNTER)
			continue;
		put(call, &counters[i], call->fw->state->counter[i] + values_of(set)[i]);
		if (clear)
			values_of(set)[i] = 0 - call->fw->state->counter[i];
	}
	return PRM_STATUS_OK;
}

uint8_t fw_query_cong_statistics(struct fw_call *call)
{
	bool clear = ece_be32(call->in + CONG_CLEAR_AT) & CLEAR;

	prm_set(call->out, &prm_cong_statistics.rp_cur_flows, call->fw->state->rp_cur_flows);
	prm_set(call->out, &prm_cong_statistics.sum_flows, call->fw->state->sum_flows);
	for (int i = 0; i < COUNTER_COUNT; i++) {
		if (counters[i].opcode != PRM_OP_QUERY_CONG_STATISTICS)
			continue;
		put(call, &counters[i], call->fw->state->counter[i]);
		if (clear)
			call->fw->state->counter[i] = 0;
	}
	return PRM_STATUS_OK;
}

uint64_t *fw_vport_counter(struct fw_state *state, const char *name)
{
	const struct {
		const char *name;
		uint64_t *value;
	} of[] = {
		{"rdma_tx_bytes", &state->rdma_tx_bytes},
		{"rdma_rx_bytes", &state->rdma_rx_bytes},
		{"rdma_tx_packets", &state->rdma_tx_packets},
		{"rdma_rx_packets", &state->rdma_rx_packets},
	};

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++)
		if (!strcmp(of[i].name, name))
			return of[i].value;
	return NULL;
}

uint32_t *fw_flow_gauge(struct fw_state *state, const char *name)
{
	if (!strcmp(name, "rp_cur_flows"))
		return &state->rp_cur_flows;
	return strcmp(name, "sum_flows") ? NULL : &state->sum_flows;
}

void fw_dump_counters(const struct fw *fw, const struct fw_dump *to)
{
	for (int i = 0; i < FW_COUNTERS; i++) {
		uint64_t value = fw->state->counter[i];

		if (i < COUNTER_COUNT)
			fw_dump_value(to, value, "counter.%s", counters[i].name);
		else if (value)
			fw_dump_value(to, value, "counter.%d", i);
	}
	fw_dump_value(to, fw->state->rp_cur_flows, "counter.rp_cur_flows");
	fw_dump_value(to, fw->state->sum_flows, "counter.sum_flows");
	fw_dump_value(to, fw->state->rdma_tx_bytes, "counter.rdma_tx_bytes");
	fw_dump_value(to, fw->state->rdma_rx_bytes, "counter.rdma_rx_bytes");
	fw_dump_value(to, fw->state->rdma_tx_packets, "counter.rdma_tx_packets");
	fw_dump_value(to, fw->state->rdma_rx_packets, "counter.rdma_rx_packets");
}
