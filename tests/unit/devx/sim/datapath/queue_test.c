// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The data path's loop: who has its turn, when to come again, what happens to queues that move or go. */
#include "devx/sim/datapath/queue.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/queue.h"
#include "devx/sim/fw/steering.h"
#include "tests/unit/devx/sim/datapath/bare.h"

#define RECORD UINT64_C(0x100f40)
#define MS     UINT64_C(1000000)

/*
 * A QP for no-ops only (type 12) with 16 blocks to send in page 8 and four receive entries of 16 bytes in front of them,
 * in RTS; its record lies at @record.
 */
static struct fw_object *make_qp(struct bare *bare, const struct fw_object *cq, uint64_t record)
{
	uint8_t in[0x118] = {0};

	ece_put_be32(in + 0x18, 3U << 28 | 12U << 16);
	ece_put_be32(in + 0x20, 0x00102000); /* log_rq_size 2, log_sq_size 4 */
	ece_put_be32(in + 0x94, cq->id);
	ece_put_be32(in + 0xb4, cq->id);
	ece_put_be64(in + 0xb8, record);
	ece_put_be64(in + 0x110, bare_page(8));
	return bare_create(bare, FW_OBJECT_QP, in, sizeof(in));
}

/* @count no-ops that want a completion, from block 0 on. */
static void post_nops(struct bare *bare, uint64_t record, uint32_t count)
{
	uint32_t i;

	for (i = 0; i < 16; i++) {
		bare_at(bare, bare_page(8) + 64 + i * 64)[7] = 1;
		bare_at(bare, bare_page(8) + 64 + i * 64)[11] = 0x08;
	}
	ece_put_be32(bare_at(bare, record + 4), count);
}

static void ring(struct bare *bare, uint32_t number, uint64_t now)
{
	uint8_t doorbell[8] = {0};

	ece_put_be32(doorbell + 4, number << 8);
	dp_doorbell(bare->dp, now, doorbell);
}

static void move_to(struct bare *bare, struct fw_object *qp, uint8_t state)
{
	uint8_t from = qp->create[0x18] >> 4;

	qp->create[0x18] = (uint8_t)(state << 4);
	fw_object_moved(bare->objects, qp, from, state);
}

static void a_doorbell_makes_work(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct fw_object *qp = make_qp(bare, cq, RECORD);

	post_nops(bare, RECORD, 3);
	assert_int_equal(dp_run(bare->dp, 0), DP_NEVER);
	assert_int_equal(cq->producer, 0);
	ring(bare, qp->id, 5);
	ring(bare, qp->id, 5);
	assert_int_equal(cq->producer, 0);
	assert_int_equal(dp_run(bare->dp, 5), DP_NEVER);
	assert_int_equal(cq->producer, 3);
	/* numbers of nothing */
	ring(bare, 0xffffff, 5);
	ring(bare, cq->id, 5);
	assert_int_equal(dp_run(bare->dp, 5), DP_NEVER);
	assert_int_equal(cq->producer, 3);
}

/* A turn is a bounded number of packets; who has more to do comes again, behind the others. */
static void a_turn_is_bounded(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 6, 0);
	struct fw_object *qp = make_qp(bare, cq, RECORD);
	struct dp_queue *queue = dp_queue_of(bare->dp, qp);
	unsigned int budget = 3;

	post_nops(bare, RECORD, 10);
	assert_true(queue->service->run(bare->dp, queue, &budget));
	assert_int_equal(budget, 0);
	assert_int_equal(cq->producer, 3);
	budget = 100;
	assert_false(queue->service->run(bare->dp, queue, &budget));
	assert_int_equal(budget, 93);
}

static bool never_done(struct dp *dp, struct dp_queue *queue, unsigned int *budget)
{
	(void)dp;
	(void)budget;
	queue->send_head++;
	return true;
}

static void a_queue_that_is_never_done_leaves_turns_to_others(void **state)
{
	static const struct dp_service endless = {.run = never_done};
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct fw_object *greedy = make_qp(bare, cq, RECORD), *other = make_qp(bare, cq, RECORD);

	dp_queue_of(bare->dp, greedy)->service = &endless;
	post_nops(bare, RECORD, 1);
	ring(bare, greedy->id, 7);
	ring(bare, other->id, 7);
	assert_int_equal(dp_run(bare->dp, 7), 7);
	assert_int_equal(cq->producer, 1);
	assert_in_range(dp_queue_of(bare->dp, greedy)->send_head, 2, DP_RUN_PACKETS);
}

static unsigned int dues;

static void count_due(struct dp *dp, struct dp_queue *queue)
{
	(void)dp;
	assert_int_equal(queue->due_ns, DP_NEVER);
	dues++;
}

static void timers(void **state)
{
	static const struct dp_service patient = {.due = count_due};
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct dp_queue *one = dp_queue_of(bare->dp, make_qp(bare, cq, RECORD));
	struct dp_queue *other = dp_queue_of(bare->dp, make_qp(bare, cq, RECORD));

	dues = 0;
	one->service = &patient;
	other->service = &patient;
	one->due_ns = 100;
	other->due_ns = 70;
	assert_int_equal(dp_run(bare->dp, 10), 70);
	assert_int_equal(dues, 0);
	assert_int_equal(dp_run(bare->dp, 70), 100);
	assert_int_equal(dues, 1);
	assert_int_equal(dp_run(bare->dp, 200), DP_NEVER);
	assert_int_equal(dues, 2);
}

static void what_goes_is_forgotten(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct fw_object *qp[3];
	uint32_t number[3];
	size_t i;

	post_nops(bare, RECORD, 1);
	for (i = 0; i < 3; i++) {
		qp[i] = make_qp(bare, cq, RECORD);
		number[i] = qp[i]->id;
		ring(bare, number[i], 0);
	}
	/* from the middle, the end and the front of those that wait */
	assert_true(fw_object_remove(bare->objects, FW_OBJECT_QP, number[1]));
	ring(bare, number[0], 0);
	assert_true(fw_object_remove(bare->objects, FW_OBJECT_QP, number[2]));
	dp_run(bare->dp, 0);
	assert_int_equal(cq->producer, 1);
	ring(bare, number[0], 0);
	assert_true(fw_object_remove(bare->objects, FW_OBJECT_QP, number[0]));
	assert_null(bare->dp->all);
	assert_null(bare->dp->ready_first);
	assert_null(bare->dp->ready_last);
	ring(bare, number[0], 0);
	assert_int_equal(dp_run(bare->dp, 0), DP_NEVER);
}

static void a_reset_starts_anew(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct fw_object *qp = make_qp(bare, cq, RECORD);
	struct dp_queue *queue = dp_queue_of(bare->dp, qp);

	post_nops(bare, RECORD, 5);
	ring(bare, qp->id, 0);
	dp_run(bare->dp, 0);
	queue->receive_head = 9;
	assert_int_equal(queue->send_head, 5);
	move_to(bare, qp, PRM_QP_RST);
	assert_int_equal(queue->send_head, 0);
	assert_int_equal(queue->receive_head, 0);
	/* nothing is sent in this state */
	ring(bare, qp->id, 0);
	dp_run(bare->dp, 0);
	assert_int_equal(cq->producer, 5);
}

/* Posted while it could not be sent; the state that allows it needs no doorbell. */
static void work_waits_for_its_state(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct fw_object *qp = make_qp(bare, cq, RECORD);

	move_to(bare, qp, PRM_QP_RTR);
	post_nops(bare, RECORD, 1);
	ring(bare, qp->id, 0);
	dp_run(bare->dp, 0);
	assert_int_equal(cq->producer, 0);
	move_to(bare, qp, PRM_QP_RTS);
	dp_run(bare->dp, 0);
	assert_int_equal(cq->producer, 1);
}

static void the_error_state_flushes(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct fw_object *qp = make_qp(bare, cq, RECORD);

	post_nops(bare, RECORD, 2);
	ece_put_be32(bare_at(bare, RECORD), 1);
	move_to(bare, qp, PRM_QP_ERR);
	assert_int_equal(cq->producer, 3);
	/* more requests with a doorbell */
	post_nops(bare, RECORD, 3);
	ring(bare, qp->id, 0);
	dp_run(bare->dp, 0);
	assert_int_equal(cq->producer, 4);
	/* entries have none: the card looks by itself, ever less often, and not for ever */
	ece_put_be32(bare_at(bare, RECORD), 2);
	assert_int_equal(dp_run(bare->dp, 0), MS);
	assert_int_equal(dp_run(bare->dp, MS), 3 * MS);
	assert_int_equal(cq->producer, 5);
	assert_int_equal(dp_run(bare->dp, 3 * MS), 7 * MS);
	assert_int_equal(dp_run(bare->dp, 10000 * MS), 10008 * MS);
	move_to(bare, qp, PRM_QP_RST);
	assert_int_equal(dp_run(bare->dp, 10000 * MS), DP_NEVER);
	assert_int_equal(bare->events, 0);
}

/* An SQ or RQ in state 1 (ready), with entries of 64 bytes in page 8; @flags are those of its context. */
static struct fw_object *make_queue(struct bare *bare, enum fw_object_kind kind, const struct fw_object *cq,
				    uint32_t flags)
{
	uint8_t in[0x118] = {0};

	ece_put_be32(in + 0x20, flags | 1U << 20);
	ece_put_be32(in + 0x28, cq->id);
	in[0x50] = 1 << 4; /* cyclic */
	ece_put_be64(in + 0x60, RECORD);
	ece_put_be32(in + 0x70, 6U << 16 | 2);
	ece_put_be64(in + 0x110, bare_page(8));
	return bare_create(bare, kind, in, sizeof(in));
}

/* Puts it into the error state, with one entry posted. Returns the completions of that. */
static uint32_t flushed(struct bare *bare, enum fw_object_kind kind, uint32_t flags)
{
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct fw_object *queue = make_queue(bare, kind, cq, flags);

	post_nops(bare, RECORD, 1);
	memcpy(bare_at(bare, bare_page(8)), bare_at(bare, bare_page(8) + 64), 64);
	ece_put_be32(bare_at(bare, RECORD), 1);
	queue->create[0x21] = (uint8_t)((queue->create[0x21] & 0x0f) | 3U << 4);
	fw_object_moved(bare->objects, queue, 1, 3);
	return cq->producer;
}

static void other_queues_flush_where_their_driver_wants_it(void **state)
{
	const uint32_t of_sq = UINT32_C(1) << 28, of_rq = UINT32_C(1) << 18;

	assert_int_equal(flushed(*state, FW_OBJECT_SQ, of_sq), 1);
	assert_int_equal(flushed(*state, FW_OBJECT_SQ, of_rq), 0);
	assert_int_equal(flushed(*state, FW_OBJECT_RQ, of_rq), 1);
	assert_int_equal(flushed(*state, FW_OBJECT_RQ, of_sq), 0);
}

static void looking_for_entries_ends(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct fw_object *qp = make_qp(bare, cq, RECORD);
	uint64_t now = 0;
	int looks;

	move_to(bare, qp, PRM_QP_ERR);
	for (looks = 0; now != DP_NEVER; looks++)
		now = dp_run(bare->dp, now);
	assert_int_equal(looks, 11);
}

static void the_last_entry_of_a_shared_queue_is_told(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct fw_object *qp = make_qp(bare, cq, RECORD);

	qp->create[0xc4] = 1;
	dp_queue_of(bare->dp, qp);
	dp_qp_error(bare->dp, qp->data);
	assert_int_equal(qp->create[0x18] >> 4, PRM_QP_ERR);
	assert_int_equal(bare->events, 1);
	assert_int_equal(bare->event[0], 0x13);
	assert_int_equal(ece_be32(bare->data[0] + 20), 0);
	assert_int_equal(ece_be32(bare->data[0] + 24), qp->id);
	/* once */
	dp_qp_error(bare->dp, qp->data);
	assert_int_equal(bare->events, 1);
}

static void what_an_event_names(void **state)
{
	struct bare *bare = *state;
	uint8_t in[0x118] = {0};
	struct fw_object *sq = bare_create(bare, FW_OBJECT_SQ, in, sizeof(in));
	struct fw_object *rq = bare_create(bare, FW_OBJECT_RQ, in, sizeof(in));

	dp_queue_event(bare->dp, dp_queue_of(bare->dp, sq), PRM_EVENT_QUEUE_CATASTROPHIC);
	dp_queue_event(bare->dp, dp_queue_of(bare->dp, rq), PRM_EVENT_QUEUE_ACCESS_ERROR);
	assert_int_equal(bare->event[0], 0x05);
	assert_int_equal(bare->data[0][20], 2);
	assert_int_equal(ece_be32(bare->data[0] + 24), sq->id);
	assert_int_equal(bare->event[1], 0x11);
	assert_int_equal(bare->data[1][20], 1);
	assert_int_equal(ece_be32(bare->data[1] + 24), rq->id);
}

/* Sends frames of @bytes to the port's own address until one is dropped; returns how many wait to come back. */
static size_t fill_loop(struct bare *bare, size_t bytes)
{
	static uint8_t frame[WIRE_FRAME_MAX];
	uint64_t mac = fw_port_mac(&bare->fw);
	uint64_t dropped = bare->dp->dropped;

	ece_put_be16(frame, (uint16_t)(mac >> 32));
	ece_put_be32(frame + 2, (uint32_t)mac);
	while (bare->dp->dropped == dropped)
		dp_transmit(bare->dp, frame, bytes);
	return bare->dp->loop.frames;
}

static void frames_for_oneself_are_bounded(void **state)
{
	struct bare *bare = *state;

	assert_int_equal(fill_loop(bare, 60), 4096);
	dp_reset(bare->dp);
	assert_int_equal(bare->dp->loop.frames, 0);
	assert_int_equal(bare->dp->loop.bytes, 0);
	assert_int_equal(fill_loop(bare, 16384), 1024);
	/* a turn brings some of them back, and there is room again */
	assert_int_equal(dp_run(bare->dp, 3), 3);
	assert_int_equal(bare->dp->loop.frames, 1024 - DP_RUN_PACKETS);
	assert_int_equal(fill_loop(bare, 16384), 1024);
}

/* Objects that nothing hangs on, and memory that has none: dp_free() with all of it still there. */
static void it_goes_before_its_objects(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, 0);
	struct fw_object *qp = make_qp(bare, cq, RECORD);

	assert_null(dp_queue_of(bare->dp, cq));
	assert_null(dp_queue_find(bare->dp, FW_OBJECT_QP, 0xffffff));
	ring(bare, qp->id, 0);
	assert_non_null(qp->data);
	dp_free(bare->dp);
	bare->dp = NULL;
	assert_null(qp->data);
	move_to(bare, qp, PRM_QP_ERR);
	assert_true(fw_object_remove(bare->objects, FW_OBJECT_QP, qp->id));
	dp_free(NULL);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bare_up, bare_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_doorbell_makes_work),
		CASE(a_turn_is_bounded),
		CASE(a_queue_that_is_never_done_leaves_turns_to_others),
		CASE(timers),
		CASE(what_goes_is_forgotten),
		CASE(a_reset_starts_anew),
		CASE(work_waits_for_its_state),
		CASE(the_error_state_flushes),
		CASE(other_queues_flush_where_their_driver_wants_it),
		CASE(looking_for_entries_ends),
		CASE(the_last_entry_of_a_shared_queue_is_told),
		CASE(what_an_event_names),
		CASE(frames_for_oneself_are_bounded),
		CASE(it_goes_before_its_objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
