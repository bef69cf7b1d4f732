// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Receive entries of own and shared queues. Layouts: Linux include/linux/mlx5/srq.h (mlx5_wqe_srq_next_seg) and
 * mlx5_ifc.h (rmpc, rqc).
 */
#include "devx/sim/datapath/receive.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/fw/counter.h"
#include "tests/unit/devx/sim/datapath/bare.h"

#define RECORD        UINT64_C(0x100f40)
#define SHARED_RECORD UINT64_C(0x100f80)

/* Four entries of 32 bytes in page @page, in the PD 0x33; @type is that of the wq. */
static void wq(uint8_t in[0x118], unsigned int page, uint64_t record, uint8_t type)
{
	memset(in, 0, 0x118);
	in[0x50] = (uint8_t)(type << 4);
	ece_put_be32(in + 0x58, 0x33);
	ece_put_be64(in + 0x60, record);
	ece_put_be32(in + 0x70, 5U << 16 | 2);
	ece_put_be64(in + 0x110, bare_page(page));
}

static struct fw_object *shared_queue(struct bare *bare, uint8_t type)
{
	uint8_t in[0x118];

	wq(in, 9, SHARED_RECORD, type);
	return bare_create(bare, FW_OBJECT_RMP, in, sizeof(in));
}

static uint8_t counter_set(struct bare *bare)
{
	const uint8_t alloc_q_counter[16] = {0x07, 0x71};
	uint8_t out[16];

	fw_exec(&bare->fw, 0, alloc_q_counter, sizeof(alloc_q_counter), out, sizeof(out));
	return out[11];
}

/* Four entries of 32 bytes in page 8, or those of @shared; PD 0x44, user index 0x4242, CQ 0x422. */
static struct dp_queue *make_qp(struct bare *bare, const struct fw_object *shared)
{
	uint8_t in[0x118] = {0};

	ece_put_be32(in + 0x1c, 0x44);
	ece_put_be32(in + 0x20, 0x00110000); /* log_rq_size 2, log_rq_stride 1 */
	in[0x24] = counter_set(bare);
	ece_put_be32(in + 0x28, 0x4242);
	ece_put_be32(in + 0xb4, 0x422);
	ece_put_be64(in + 0xb8, RECORD);
	if (shared)
		ece_put_be32(in + 0xc4, 1U << 24 | shared->id);
	ece_put_be64(in + 0x110, bare_page(8));
	return dp_queue_of(bare->dp, bare_create(bare, FW_OBJECT_QP, in, sizeof(in)));
}

static void posted(struct bare *bare, uint64_t record, uint32_t count)
{
	ece_put_be32(bare_at(bare, record), count);
}

static uint64_t misses(struct bare *bare, const struct dp_queue *queue)
{
	return fw_counted(&bare->fw, dp_queue_counters(queue), FW_COUNT_OUT_OF_BUFFER);
}

static void entries_of_its_own(void **state)
{
	struct bare *bare = *state;
	struct dp_queue *queue = make_qp(bare, NULL);
	struct dp_receive receive;
	unsigned int i;

	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 0);
	assert_int_equal(misses(bare, queue), 1);
	for (i = 0; i < 4; i++)
		bare_at(bare, bare_page(8) + i * 32)[0] = (uint8_t)(0x10 + i);
	for (i = 0; i < 6; i++) {
		posted(bare, RECORD, i + 1);
		assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 1);
		assert_int_equal(receive.index, i);
		assert_int_equal(receive.bytes[0], 0x10 + i % 4);
		assert_int_equal(receive.cqn, 0x422);
		assert_int_equal(receive.user_index, 0x4242);
		assert_int_equal(receive.sges.pd, 0x44);
		assert_ptr_equal(receive.sges.at, receive.bytes);
		assert_ptr_equal(receive.sges.end, receive.bytes + 32);
	}
	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 0);
	assert_int_equal(misses(bare, queue), 2);
	assert_int_equal(bare->events, 0);
}

static void counts_that_cannot_be(void **state)
{
	struct bare *bare = *state;
	struct dp_queue *queue = make_qp(bare, NULL);
	struct dp_receive receive;

	posted(bare, RECORD, 5);
	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 0);
	posted(bare, RECORD, 0xffff);
	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 0);
	posted(bare, RECORD, 4);
	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 1);
	/* an entry that is nowhere is not taken */
	ece_put_be64(queue->object->create + 0x110, bare_page(BARE_PAGES));
	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), -EFAULT);
	assert_int_equal(queue->receive_head, 1);
}

/* Entry 0 first, then where each says that the next is. */
static void a_linked_list(void **state)
{
	static const uint8_t order[] = {0, 2, 3, 1, 2};
	struct bare *bare = *state;
	struct fw_object *shared = shared_queue(bare, 0);
	struct dp_queue *one = make_qp(bare, shared), *other = make_qp(bare, shared);
	struct dp_receive receive;
	unsigned int i;

	bare_at(bare, bare_page(9))[3] = 2;
	bare_at(bare, bare_page(9) + 64)[3] = 3;
	bare_at(bare, bare_page(9) + 96)[3] = 1;
	bare_at(bare, bare_page(9) + 32)[3] = 2;
	assert_int_equal(dp_receive_take(bare->dp, one, &receive), 0);
	for (i = 0; i < sizeof(order); i++) {
		posted(bare, SHARED_RECORD, i + 1);
		assert_int_equal(dp_receive_take(bare->dp, i % 2 ? one : other, &receive), 1);
		assert_int_equal(receive.index, order[i]);
		assert_int_equal(receive.sges.pd, 0x33);
		assert_int_equal(receive.cqn, 0x422);
		assert_ptr_equal(receive.sges.at, receive.bytes + 16);
		assert_ptr_equal(receive.sges.end, receive.bytes + 32);
	}
	assert_int_equal(dp_receive_take(bare->dp, one, &receive), 0);
	/* a next entry that there is not */
	bare_at(bare, bare_page(9) + 96)[2] = 0xff;
	posted(bare, SHARED_RECORD, 7);
	assert_int_equal(dp_receive_take(bare->dp, one, &receive), 1);
	assert_int_equal(dp_receive_take(bare->dp, one, &receive), 1);
	assert_in_range(receive.index, 0, 3);
}

/* UCX's uct_ib_mlx5_srq_seg_t: 16 bytes before the data segment whatever the type of the wq is */
static void a_shared_ring_without_a_list(void **state)
{
	struct bare *bare = *state;
	struct dp_queue *queue = make_qp(bare, shared_queue(bare, 1));
	struct dp_receive receive;

	/* what would be the link of a list is not looked at */
	bare_at(bare, bare_page(9))[3] = 3;
	posted(bare, SHARED_RECORD, 2);
	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 1);
	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 1);
	assert_int_equal(receive.index, 1);
	assert_ptr_equal(receive.sges.at, receive.bytes + 16);
	assert_ptr_equal(receive.sges.end, receive.bytes + 32);
}

static void a_low_water_mark_is_told_once(void **state)
{
	struct bare *bare = *state;
	struct fw_object *shared = shared_queue(bare, 1);
	struct dp_queue *queue = make_qp(bare, shared);
	struct dp_receive receive;
	int i;

	shared->create[0x57] = 2; /* lwm */
	posted(bare, SHARED_RECORD, 4);
	for (i = 0; i < 4; i++) {
		assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 1);
		/* fewer than two are left behind the third */
		assert_int_equal(bare->events, i >= 2);
	}
	assert_int_equal(bare->event[0], 0x14);
	assert_int_equal(ece_be32(bare->data[0] + 24), shared->id);
	/* armed again */
	shared->create[0x57] = 1;
	posted(bare, SHARED_RECORD, 5);
	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 1);
	assert_int_equal(bare->events, 2);
}

static void of_an_ethernet_queue(void **state)
{
	struct bare *bare = *state;
	struct fw_object *shared = shared_queue(bare, 1), *rq;
	struct dp_receive receive;
	uint8_t in[0x118];

	wq(in, 10, RECORD, 1);
	ece_put_be32(in + 0x24, 0x77);
	ece_put_be32(in + 0x28, 0x433);
	rq = bare_create(bare, FW_OBJECT_RQ, in, sizeof(in));
	posted(bare, RECORD, 1);
	bare_at(bare, bare_page(10))[0] = 0xaa;
	assert_int_equal(dp_receive_take(bare->dp, dp_queue_of(bare->dp, rq), &receive), 1);
	assert_int_equal(receive.bytes[0], 0xaa);
	assert_int_equal(receive.cqn, 0x433);
	assert_int_equal(receive.user_index, 0x77);
	/* mem_rq_type 1: the entries are those of an RMP */
	in[0x20] = 1;
	ece_put_be32(in + 0x30, shared->id);
	rq = bare_create(bare, FW_OBJECT_RQ, in, sizeof(in));
	posted(bare, SHARED_RECORD, 1);
	bare_at(bare, bare_page(9))[0] = 0xbb;
	assert_int_equal(dp_receive_take(bare->dp, dp_queue_of(bare->dp, rq), &receive), 1);
	assert_int_equal(receive.bytes[0], 0xbb);
	assert_ptr_equal(receive.sges.at, receive.bytes);
	assert_int_equal(receive.cqn, 0x433);
	/* striding queues are not played */
	wq(in, 10, RECORD, 3);
	rq = bare_create(bare, FW_OBJECT_RQ, in, sizeof(in));
	assert_int_equal(dp_receive_take(bare->dp, dp_queue_of(bare->dp, rq), &receive), 0);
}

static void queues_without_receives(void **state)
{
	struct bare *bare = *state;
	struct dp_queue *queue = make_qp(bare, NULL);
	struct dp_receive receive;

	queue->object->create[0xc4] = 3;
	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 0);
	ece_put_be32(queue->object->create + 0xc4, 1U << 24 | 0xdead);
	assert_int_equal(dp_receive_take(bare->dp, queue, &receive), 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bare_up, bare_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(entries_of_its_own),           CASE(counts_that_cannot_be),         CASE(a_linked_list),
		CASE(a_shared_ring_without_a_list), CASE(a_low_water_mark_is_told_once), CASE(of_an_ethernet_queue),
		CASE(queues_without_receives),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
