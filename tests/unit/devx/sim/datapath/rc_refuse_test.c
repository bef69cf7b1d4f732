// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a reliable connection refuses, how it fails, and what is left of it then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/sim/datapath/internal.h"
#include "tests/unit/devx/sim/datapath/pair.h"

#define MTU 1024

struct refusal {
	enum dp_opcode opcode;
	unsigned int memory, qp; /* rights */
	size_t at;               /* of the peer's memory */
	size_t bytes;
	uint32_t key_change;
	uint8_t syndrome; /* of the requester */
	uint8_t nak;
	uint8_t event; /* at the responder */
};

#define ALL_OF_QP (DRIVER_REMOTE_READ | DRIVER_REMOTE_WRITE | DRIVER_ATOMIC)

static const struct refusal refusals[] = {
	/* the key does not allow it */
	{DP_OP_WRITE, DRIVER_ALL & ~DRIVER_REMOTE_WRITE, ALL_OF_QP, 0, 8, 0, 0x13, 0x62, 0x11},
	{DP_OP_READ, DRIVER_ALL & ~DRIVER_REMOTE_READ, ALL_OF_QP, 0, 8, 0, 0x13, 0x62, 0x11},
	{DP_OP_FETCH_ADD, DRIVER_ALL & ~DRIVER_ATOMIC, ALL_OF_QP, 0, 8, 0, 0x13, 0x62, 0x11},
	/* the QP does not */
	{DP_OP_WRITE, DRIVER_ALL, ALL_OF_QP & ~DRIVER_REMOTE_WRITE, 0, 8, 0, 0x13, 0x62, 0x11},
	{DP_OP_READ, DRIVER_ALL, ALL_OF_QP & ~DRIVER_REMOTE_READ, 0, 8, 0, 0x13, 0x62, 0x11},
	{DP_OP_COMPARE_SWAP, DRIVER_ALL, ALL_OF_QP & ~DRIVER_ATOMIC, 0, 8, 0, 0x13, 0x62, 0x11},
	/* no such key, or another variant of it */
	{DP_OP_WRITE, DRIVER_ALL, ALL_OF_QP, 0, 8, 0x100, 0x13, 0x62, 0x11},
	{DP_OP_READ, DRIVER_ALL, ALL_OF_QP, 0, 8, 0x01, 0x13, 0x62, 0x11},
	/* behind the end, by one byte; far in front of the start */
	{DP_OP_WRITE, DRIVER_ALL, ALL_OF_QP, PAIR_BYTES - 2 * MTU, 2 * MTU + 1, 0, 0x13, 0x62, 0x11},
	{DP_OP_READ, DRIVER_ALL, ALL_OF_QP, PAIR_BYTES - 2 * MTU, 2 * MTU + 1, 0, 0x13, 0x62, 0x11},
	{DP_OP_READ, DRIVER_ALL, ALL_OF_QP, (size_t)0 - 8192, 16, 0, 0x13, 0x62, 0x11},
	/* an atomic that is not aligned */
	{DP_OP_FETCH_ADD, DRIVER_ALL, ALL_OF_QP, 4, 8, 0, 0x12, 0x61, 0x10},
};

static void check_refusal(const struct refusal *refusal)
{
	struct pair *pair = pair_start_rights(&driver_link, 0, refusal->memory, refusal->qp);
	struct driver_card *peer = &pair->d.card[1];

	pair->mr[1].key += refusal->key_change;
	pair_post(pair, refusal->opcode, 0, refusal->at, refusal->bytes);
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	pair_receive(pair, 0, 8);
	assert_int_equal(pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, refusal->syndrome).sent_opcode, refusal->opcode);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_FLUSHED);
	pair_done(pair, 1, DP_CQE_RESPONDER_ERROR, DP_SYNDROME_FLUSHED);
	assert_int_equal(driver_qp_state(&pair->qp[0]), PRM_QP_ERR);
	assert_int_equal(driver_qp_state(&pair->qp[1]), PRM_QP_ERR);
	assert_int_equal(pair->packet[pair->packets - 1].syndrome, refusal->nak);
	assert_int_equal(peer->events, 1);
	assert_int_equal(peer->event[0].type, refusal->event);
	assert_int_equal(pair_counter(pair, 0, DRIVER_REQ_REMOTE_ACCESS_ERRORS), refusal->nak == 0x62);
	assert_int_equal(pair_counter(pair, 0, DRIVER_REQ_REMOTE_INVALID_REQUEST), refusal->nak == 0x61);
	assert_int_equal(pair_counter(pair, 1, DRIVER_RESP_REMOTE_ACCESS_ERRORS), refusal->nak == 0x62);
	pair_stop(pair);
}

static void what_the_peer_may_not_do_is_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
		check_refusal(&refusals[i]);
}

static void a_message_longer_than_its_entry_fails_at_both_ends(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	pair_receive(pair, 0, 2 * MTU);
	pair_post(pair, DP_OP_SEND, 0, 0, 2 * MTU + 1);
	pair_done(pair, 1, DP_CQE_RESPONDER_ERROR, DP_SYNDROME_LOCAL_LENGTH);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_REMOTE_INVALID);
	assert_int_equal(pair_counter(pair, 1, DRIVER_RESP_LOCAL_LENGTH_ERROR), 1);
	assert_int_equal(driver_qp_state(&pair->qp[1]), PRM_QP_ERR);
	pair_stop(pair);
}

static void an_entry_without_memory_fails_at_both_ends(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_sge sge = driver_sge(&pair->mr[1], 0, 64);

	(void)state;
	sge.key += 0x100;
	driver_post_receive(&pair->qp[1], &sge, 1);
	pair_post(pair, DP_OP_SEND, 0, 0, 8);
	pair_done(pair, 1, DP_CQE_RESPONDER_ERROR, DP_SYNDROME_LOCAL_PROTECTION);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_REMOTE_OPERATION);
	pair_stop(pair);
}

static void own_faults_come_after_what_was_before(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_sge sge = driver_sge(&pair->mr[0], 0, 64);

	(void)state;
	pair_delay(pair, 5 * DRIVER_US);
	sge.key += 0x100;
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	pair_post(pair, DP_OP_READ, 0, 0, 8);
	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = DP_OP_WRITE,
							     .sges = &sge,
							     .sge_count = 1,
							     .remote_address = pair->mr[1].address,
							     .remote_key = pair->mr[1].key});
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_LOCAL_PROTECTION);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_FLUSHED);
	assert_int_equal(driver_qp_state(&pair->qp[1]), PRM_QP_RTS);
	pair_stop(pair);
}

static void a_read_into_memory_that_is_not_there(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	pair->mr[0].key += 0x100;
	pair_post(pair, DP_OP_READ, 0, 0, 8);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_LOCAL_PROTECTION);
	pair_stop(pair);
}

static void an_unknown_request_is_a_local_fault(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = (enum dp_opcode)0x3f});
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_LOCAL_OPERATION);
	assert_int_equal(pair->packets, 0);
	pair_stop(pair);
}

static void an_atomic_takes_eight_bytes(void **state)
{
	(void)state;
	for (size_t bytes = 4; bytes <= 16; bytes += 12) {
		struct pair *pair = pair_start(&driver_link, 0);

		pair_post(pair, DP_OP_FETCH_ADD, 0, 0, bytes);
		pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_LOCAL_LENGTH);
		assert_int_equal(pair->packets, 0);
		pair_stop(pair);
	}
}

static void a_message_longer_than_the_qp_may_send(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct dp_queue *queue = dp_queue_find(pair->d.card[0].dp, FW_OBJECT_QP, pair->qp[0].number);

	(void)state;
	prm_set(dp_qp_context(queue), &prm_qpc.log_msg_max, 11);
	pair_post(pair, DP_OP_WRITE, 0, 0, 2 * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_post(pair, DP_OP_WRITE, 0, 0, 2 * MTU + 1);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_LOCAL_LENGTH);
	pair_stop(pair);
}

static void the_error_state_flushes_both_sides(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	pair_delay(pair, 100 * DRIVER_US);
	for (int i = 0; i < 3; i++)
		pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	pair_receive(pair, 0, 8);
	pair_receive(pair, 0, 8);
	driver_run(&pair->d, DRIVER_US);
	assert_int_equal(driver_qp_error(&pair->qp[0]), 0);
	assert_int_equal(driver_qp_error(&pair->qp[1]), 0);
	for (int i = 0; i < 3; i++)
		pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_FLUSHED);
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_FLUSHED);
	pair_nothing(pair, 0);
	for (int i = 0; i < 2; i++)
		pair_done(pair, 1, DP_CQE_RESPONDER_ERROR, DP_SYNDROME_FLUSHED);
	pair_nothing(pair, 1);
	pair_stop(pair);
}

static void a_message_half_received_is_flushed(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	pair_receive(pair, 0, 4096);
	pair_delay(pair, 10 * DRIVER_US);
	pair_post(pair, DP_OP_SEND, 0, 0, 600 * MTU > 4096 ? 3 * MTU : 0);
	driver_run(&pair->d, DRIVER_US);
	/* The first packet only. */
	pair_inject(pair, 0, 1);
	assert_int_equal(driver_qp_error(&pair->qp[1]), 0);
	pair_done(pair, 1, DP_CQE_RESPONDER_ERROR, DP_SYNDROME_FLUSHED);
	pair_nothing(pair, 1);
	pair_stop(pair);
}

static void a_qp_connects_again(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(driver_qp_reset(&pair->qp[i]), 0);
	driver_connect(&pair->qp[0], &pair->qp[1], &driver_link);
	pair->packets = 0;
	pair_fill(pair, 0, 3);
	pair_post(pair, DP_OP_WRITE, 0, 0, 5000);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(pair->packet[0].psn, driver_link.psn[0]);
	assert_true(pair_same(pair, 0, 0, 5000));
	pair_stop(pair);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(what_the_peer_may_not_do_is_refused),
	cmocka_unit_test(a_message_longer_than_its_entry_fails_at_both_ends),
	cmocka_unit_test(an_entry_without_memory_fails_at_both_ends),
	cmocka_unit_test(own_faults_come_after_what_was_before),
	cmocka_unit_test(a_read_into_memory_that_is_not_there),
	cmocka_unit_test(an_unknown_request_is_a_local_fault),
	cmocka_unit_test(an_atomic_takes_eight_bytes),
	cmocka_unit_test(a_message_longer_than_the_qp_may_send),
	cmocka_unit_test(the_error_state_flushes_both_sides),
	cmocka_unit_test(a_message_half_received_is_flushed),
	cmocka_unit_test(a_qp_connects_again),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
