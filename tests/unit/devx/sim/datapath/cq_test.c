// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Completions: entries, events, overruns. Layouts: Linux include/linux/mlx5/{device,cq}.h, byte by byte. */
#include "devx/sim/datapath/cq.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/fw/counter.h"
#include "tests/unit/devx/sim/datapath/bare.h"

#define RECORD UINT64_C(0x100f40)

static const uint8_t *entry_at(struct bare *bare, unsigned int index)
{
	return bare_at(bare, bare_page(4) + index * 64);
}

static void consumed(struct bare *bare, uint32_t index)
{
	ece_put_be32(bare_at(bare, RECORD), index);
}

static void post(struct bare *bare, const struct fw_object *cq, enum dp_cqe opcode, bool solicited)
{
	uint8_t entry[64] = {[0] = 0x99, [63] = 0xff};

	dp_cq_post(bare->dp, cq->id, entry, opcode, solicited);
}

static void arm(struct bare *bare, const struct fw_object *cq, uint32_t first)
{
	uint8_t doorbell[8];

	ece_put_be32(doorbell, first);
	ece_put_be32(doorbell + 4, cq->id);
	dp_arm(bare->dp, 0, doorbell);
}

static void entries_go_round(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 1, RECORD);
	unsigned int i;

	for (i = 0; i < 5; i++) {
		consumed(bare, i);
		post(bare, cq, DP_CQE_SEND_IMM, false);
		assert_int_equal(entry_at(bare, i % 2)[0], 0x99);
		/* opcode 3, no format, the bit of the round */
		assert_int_equal(entry_at(bare, i % 2)[63] & 0xf1, 0x30 | (i / 2 % 2));
	}
	assert_int_equal(bare->completions, 0);
	/* a CQ that is not there is no harm */
	dp_cq_post(bare->dp, 0xdead, (uint8_t[64]){0}, DP_CQE_SEND, false);
}

static void one_event_for_each_arm(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 4, RECORD);

	post(bare, cq, DP_CQE_REQUESTER, false);
	assert_int_equal(bare->completions, 0);
	/* there is something already */
	arm(bare, cq, 0);
	assert_int_equal(bare->completions, 1);
	assert_int_equal(bare->eqn, 5);
	assert_int_equal(bare->cqn, cq->id);
	arm(bare, cq, 1);
	assert_int_equal(bare->completions, 1);
	post(bare, cq, DP_CQE_REQUESTER, false);
	post(bare, cq, DP_CQE_REQUESTER, false);
	assert_int_equal(bare->completions, 2);
	arm(bare, cq, 3);
	assert_int_equal(bare->completions, 2);
	arm(bare, bare_cq(bare, 5, 4, RECORD), 0);
	assert_int_equal(bare->completions, 2);
	dp_arm(bare->dp, 0, (const uint8_t *)"\0\0\0\0\0\xff\xff\xff");
}

#define SOLICITED (1U << 24)

static void solicited_events(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 4, RECORD);

	arm(bare, cq, SOLICITED);
	post(bare, cq, DP_CQE_SEND, false);
	assert_int_equal(bare->completions, 0);
	post(bare, cq, DP_CQE_SEND, true);
	assert_int_equal(bare->completions, 1);
	/* what lies there unread counts only up to the last solicited one */
	post(bare, cq, DP_CQE_SEND, false);
	arm(bare, cq, SOLICITED | 2);
	assert_int_equal(bare->completions, 1);
	arm(bare, cq, SOLICITED | 1);
	assert_int_equal(bare->completions, 2);
	/* errors always count */
	arm(bare, cq, SOLICITED | 3);
	post(bare, cq, DP_CQE_RESPONDER_ERROR, false);
	assert_int_equal(bare->completions, 3);
}

static void the_index_goes_round_at_24_bits(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 4, RECORD);

	cq->producer = 0x1000000;
	consumed(bare, 0xffffff);
	post(bare, cq, DP_CQE_SEND, false);
	arm(bare, cq, 0xffffff);
	assert_int_equal(bare->completions, 1);
	arm(bare, cq, 1);
	assert_int_equal(bare->completions, 1);
	/* a driver that claims to be ahead of the card waits as well */
	arm(bare, cq, 2);
	assert_int_equal(bare->completions, 1);
	arm(bare, cq, 0);
	assert_int_equal(bare->completions, 2);
	assert_int_equal(bare->events, 0);
}

static void an_overrun_is_an_event(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 1, RECORD);

	post(bare, cq, DP_CQE_SEND, false);
	post(bare, cq, DP_CQE_SEND, false);
	assert_int_equal(bare->events, 0);
	post(bare, cq, DP_CQE_SEND_IMM, false);
	assert_int_equal(bare->events, 1);
	assert_int_equal(bare->event[0], 0x04);
	assert_int_equal(ece_be32(bare->data[0]), cq->id);
	assert_int_equal(bare->data[0][11], 1);
	/* nothing was written over, and nothing is any more */
	assert_int_equal(entry_at(bare, 0)[63] >> 4, 2);
	consumed(bare, 2);
	post(bare, cq, DP_CQE_SEND_IMM, false);
	assert_int_equal(entry_at(bare, 0)[63] >> 4, 2);
	assert_int_equal(bare->events, 1);
}

static void who_does_not_care_is_not_told(void **state)
{
	struct bare *bare = *state;
	struct fw_object *ignores = bare_cq(bare, 4, 1, RECORD);
	struct fw_object *no_record = bare_cq(bare, 5, 1, 0);
	int i;

	ignores->create[0x11] |= 2; /* oi */
	for (i = 0; i < 3; i++) {
		post(bare, ignores, DP_CQE_SEND_IMM, false);
		post(bare, no_record, DP_CQE_SEND_IMM, false);
	}
	assert_int_equal(bare->events, 0);
	assert_int_equal(entry_at(bare, 0)[63] & 1, 1);
}

/* A QP with 4 receive entries of 16 bytes in page 8 and 8 blocks behind them; its record at 0x100f80. */
static struct dp_queue *make_qp(struct bare *bare, const struct fw_object *cq, uint8_t counters)
{
	uint8_t in[0x118] = {0};

	ece_put_be32(in + 0x20, 0x00101800); /* log_rq_size 2, log_sq_size 3 */
	in[0x24] = counters;
	ece_put_be32(in + 0x28, 0x123456);
	ece_put_be32(in + 0x94, cq->id);
	ece_put_be32(in + 0xb4, cq->id);
	ece_put_be64(in + 0xb8, 0x100f80);
	ece_put_be64(in + 0x110, bare_page(8));
	return dp_queue_of(bare->dp, bare_create(bare, FW_OBJECT_QP, in, sizeof(in)));
}

static void completions_of_sends(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 4, RECORD);
	struct dp_queue *queue = make_qp(bare, cq, 0);
	struct dp_wqe wqe = {.index = 0x1234, .opcode = 0x10};
	struct dp_ring ring;

	assert_true(dp_ring_of(bare->dp, queue->object, DP_SEND, &ring));
	dp_complete_send(bare->dp, queue, &ring, &wqe, 77, 0);
	assert_int_equal(cq->producer, 0);
	wqe.signalled = true;
	dp_complete_send(bare->dp, queue, &ring, &wqe, 77, 0);
	assert_int_equal(ece_be32(entry_at(bare, 0) + 32), 0x123456);
	assert_int_equal(ece_be32(entry_at(bare, 0) + 44), 77);
	assert_int_equal(ece_be32(entry_at(bare, 0) + 56), 0x10000000 | queue->object->id);
	assert_int_equal(ece_be32(entry_at(bare, 0) + 60), 0x12340000);
	/* an error is told whether it was asked for or not */
	wqe.signalled = false;
	dp_complete_send(bare->dp, queue, &ring, &wqe, 0, DP_SYNDROME_REMOTE_ACCESS);
	assert_int_equal(entry_at(bare, 1)[55], 0x13);
	assert_int_equal(ece_be32(entry_at(bare, 1) + 60), 0x123400d0);
	assert_int_equal(ece_be32(entry_at(bare, 1) + 56), 0x10000000 | queue->object->id);
}

/* Requests of one, two and one blocks, from block @from on; entries from @from on as well. */
static void fill(struct bare *bare, uint32_t receives, uint32_t blocks)
{
	uint8_t *sends = bare_at(bare, bare_page(8) + 64);

	sends[7] = 1;
	sends[64 + 7] = 5;
	sends[64 + 3] = 0x08;
	sends[192 + 7] = 4;
	ece_put_be32(bare_at(bare, 0x100f80), receives);
	ece_put_be32(bare_at(bare, 0x100f84), blocks);
}

static void what_was_posted_is_flushed(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 4, RECORD);
	const uint8_t alloc_q_counter[16] = {0x07, 0x71};
	struct dp_queue *queue;
	uint8_t out[16];

	fw_exec(&bare->fw, 0, alloc_q_counter, sizeof(alloc_q_counter), out, sizeof(out));
	queue = make_qp(bare, cq, out[11]);
	fill(bare, 2, 4);
	dp_flush(bare->dp, queue);
	assert_int_equal(cq->producer, 5);
	assert_int_equal(ece_be32(entry_at(bare, 0) + 60), 0x000000d0);
	assert_int_equal(ece_be32(entry_at(bare, 1) + 60), 0x000100d0);
	assert_int_equal(entry_at(bare, 1)[56], 0x08);
	assert_int_equal(ece_be32(entry_at(bare, 2) + 60), 0x000300d0);
	assert_int_equal(ece_be32(entry_at(bare, 3) + 60), 0x000000e0);
	assert_int_equal(ece_be32(entry_at(bare, 4) + 60), 0x000100e0);
	assert_int_equal(ece_be32(entry_at(bare, 4) + 56), queue->object->id);
	assert_int_equal(entry_at(bare, 4)[55], 5);
	/* once */
	dp_flush(bare->dp, queue);
	assert_int_equal(cq->producer, 5);
	assert_int_equal(queue->send_head, 4);
	assert_int_equal(queue->receive_head, 2);
	assert_int_equal(fw_counted(&bare->fw, out[11], FW_COUNT_REQ_CQE_FLUSH_ERROR), 3);
	assert_int_equal(fw_counted(&bare->fw, out[11], FW_COUNT_REQ_CQE_ERROR), 3);
	assert_int_equal(fw_counted(&bare->fw, out[11], FW_COUNT_RESP_CQE_FLUSH_ERROR), 2);
	assert_int_equal(fw_counted(&bare->fw, out[11], FW_COUNT_REQ_REMOTE_ACCESS_ERRORS), 0);
}

/* Records lie where their guest likes, also in the CQ that each completion writes to. */
static void a_flush_ends(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 6, 0);
	struct dp_queue *queue = make_qp(bare, cq, 0);
	unsigned int i;

	for (i = 0; i < 8; i++)
		bare_at(bare, bare_page(8) + 64 + i * 64)[7] = 4;
	ece_put_be64(queue->object->create + 0xb8, bare_page(4) + 56);
	ece_put_be32(bare_at(bare, bare_page(4) + 56), 4);
	ece_put_be32(bare_at(bare, bare_page(4) + 60), 8);
	dp_flush(bare->dp, queue);
	assert_in_range(cq->producer, 8, 12);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bare_up, bare_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(entries_go_round),       CASE(one_event_for_each_arm),
		CASE(solicited_events),       CASE(the_index_goes_round_at_24_bits),
		CASE(an_overrun_is_an_event), CASE(who_does_not_care_is_not_told),
		CASE(completions_of_sends),   CASE(what_was_posted_is_flushed),
		CASE(a_flush_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
