// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Where queues lie, from literal commands. Positions: Linux include/linux/mlx5/mlx5_ifc.h; those of umems UCX and DPDK. */
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/datapath/ring.h"
#include "tests/unit/devx/sim/datapath/bare.h"

#define RECORD UINT64_C(0x100f40)

/*
 * A QP whose queues begin 2/64 of a page behind page 1 and end in page 3: 16 receive entries of 64 bytes, 16 blocks to
 * send; CQs 0x411 for sending, 0x422 for receiving; user index 0x4242.
 */
static void qp(uint8_t in[0x120])
{
	memset(in, 0, 0x120);
	ece_put_be32(in + 0x20, 0x00222000); /* log_rq_size 4, log_rq_stride 2, log_sq_size 4 */
	ece_put_be32(in + 0x28, 0x4242);
	ece_put_be32(in + 0x94, 0x411);
	in[0xab] = 2 << 6;
	ece_put_be32(in + 0xb4, 0x422);
	ece_put_be64(in + 0xb8, RECORD);
	ece_put_be64(in + 0x110, bare_page(1));
	ece_put_be64(in + 0x118, bare_page(3) | 1);
}

static void queues_of_a_qp(void **state)
{
	struct bare *bare = *state;
	struct fw_object *object;
	struct dp_ring ring;
	uint8_t in[0x120];

	qp(in);
	object = bare_create(bare, FW_OBJECT_QP, in, sizeof(in));
	assert_true(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	assert_int_equal(ring.start, 128);
	assert_int_equal(ring.stride, 64);
	assert_int_equal(ring.entries, 16);
	assert_int_equal(ring.cqn, 0x422);
	assert_int_equal(ring.user_index, 0x4242);
	assert_int_equal(ring.record, RECORD);
	assert_true(dp_ring_of(bare->dp, object, DP_SEND, &ring));
	assert_int_equal(ring.start, 128 + 1024);
	assert_int_equal(ring.stride, 64);
	assert_int_equal(ring.entries, 16);
	assert_int_equal(ring.cqn, 0x411);
}

static void a_qp_without_one_of_them(void **state)
{
	struct bare *bare = *state;
	struct fw_object *object;
	struct dp_ring ring;
	uint8_t in[0x120];

	qp(in);
	in[0xc4] = 1; /* a shared receive queue: nothing in front of the send queue */
	object = bare_create(bare, FW_OBJECT_QP, in, sizeof(in));
	assert_false(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	assert_true(dp_ring_of(bare->dp, object, DP_SEND, &ring));
	assert_int_equal(ring.start, 128);
	qp(in);
	in[0x22] |= 0x80; /* no_sq */
	object = bare_create(bare, FW_OBJECT_QP, in, sizeof(in));
	assert_false(dp_ring_of(bare->dp, object, DP_SEND, &ring));
	assert_true(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	/* neither record nor pages */
	qp(in);
	ece_put_be64(in + 0xb8, 0);
	object = bare_create(bare, FW_OBJECT_QP, in, sizeof(in));
	assert_false(dp_ring_of(bare->dp, object, DP_SEND, &ring));
	qp(in);
	object = bare_create(bare, FW_OBJECT_QP, in, 0x110);
	assert_false(dp_ring_of(bare->dp, object, DP_SEND, &ring));
}

/* CREATE_UMEM: pages of 8 KiB from page 8 on, that begin @offset bytes inside. */
static uint32_t umem(struct bare *bare, uint32_t offset)
{
	uint8_t in[0x40] = {0};

	in[0x23] = 1;
	ece_put_be32(in + 0x24, offset);
	ece_put_be64(in + 0x28, 2);
	ece_put_be64(in + 0x30, bare_page(8) | 3);
	ece_put_be64(in + 0x38, bare_page(20) | 3);
	return bare_create(bare, FW_OBJECT_UMEM, in, sizeof(in))->id;
}

static void a_qp_in_umems(void **state)
{
	struct bare *bare = *state;
	struct fw_object *object;
	struct dp_ring ring;
	uint32_t queues = umem(bare, 0x40);
	uint8_t in[0x120];
	uint8_t byte = 0;

	qp(in);
	ece_put_be64(in + 0x100, 0x1000);
	ece_put_be32(in + 0x108, queues);
	in[0x10c] = 0x80;
	in[0xe8] = 0x10; /* the record, too: byte 0x2010 of another one, in its second page */
	ece_put_be64(in + 0xb8, 0x2010);
	ece_put_be32(in + 0xfc, umem(bare, 0));
	object = bare_create(bare, FW_OBJECT_QP, in, sizeof(in));
	assert_true(dp_ring_of(bare->dp, object, DP_SEND, &ring));
	assert_int_equal(ring.record, bare_page(20) + 0x10);
	assert_int_equal(ring.start, 0x40 + 0x1000 + 1024);
	*bare_at(bare, bare_page(9) + 0x40 + 1024) = 0x77;
	assert_true(dp_ring_read(bare->dp, &ring, 0, 0, &byte, 1));
	assert_int_equal(byte, 0x77);
	/* a umem that is not there, and a record behind one */
	ece_put_be32(object->create + 0x108, 0xffffff);
	assert_false(dp_ring_of(bare->dp, object, DP_SEND, &ring));
	ece_put_be32(object->create + 0x108, queues);
	ece_put_be64(object->create + 0xb8, 0x4000);
	assert_false(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	ece_put_be64(object->create + 0xb8, UINT64_MAX);
	assert_false(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	/* a record across two pages, which need not be neighbours */
	ece_put_be64(object->create + 0xb8, 0x1ffc);
	assert_false(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	/* queues that begin in front of their umem */
	ece_put_be64(object->create + 0xb8, 0);
	assert_true(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	ece_put_be64(object->create + 0x100, UINT64_MAX - 0x3f);
	assert_false(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	ece_put_be64(object->create + 0x100, 0x1000);
	/* one that goes round comes out at byte 0x30 */
	ece_put_be32(object->create + 0xfc, queues);
	ece_put_be64(object->create + 0xb8, UINT64_MAX - 0xf);
	assert_false(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
}

/* CREATE_SQ, CREATE_RQ and CREATE_RMP: 8 entries of 1 << @log_stride from 3/64 of page 2 on. */
static void wq(uint8_t in[0x118], uint8_t log_stride)
{
	memset(in, 0, 0x118);
	ece_put_be32(in + 0x24, 0x1234);
	ece_put_be32(in + 0x28, 0x433);
	in[0x55] = 3;
	ece_put_be64(in + 0x60, RECORD);
	ece_put_be32(in + 0x70, (uint32_t)log_stride << 16 | 3);
	ece_put_be64(in + 0x110, bare_page(2));
}

static void other_queues(void **state)
{
	struct bare *bare = *state;
	struct fw_object *object;
	struct dp_ring ring;
	uint8_t in[0x118];

	wq(in, 6);
	object = bare_create(bare, FW_OBJECT_SQ, in, sizeof(in));
	assert_true(dp_ring_of(bare->dp, object, DP_SEND, &ring));
	assert_int_equal(ring.start, 192);
	assert_int_equal(ring.entries, 8);
	assert_int_equal(ring.cqn, 0x433);
	assert_int_equal(ring.user_index, 0x1234);
	assert_int_equal(ring.record, RECORD);
	assert_false(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	wq(in, 5);
	object = bare_create(bare, FW_OBJECT_RQ, in, sizeof(in));
	assert_true(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	assert_int_equal(ring.stride, 32);
	assert_false(dp_ring_of(bare->dp, object, DP_SEND, &ring));
	object = bare_create(bare, FW_OBJECT_RMP, in, sizeof(in));
	assert_true(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	assert_int_equal(ring.cqn, 0);
}

static void numbers_that_cannot_be(void **state)
{
	struct bare *bare = *state;
	struct fw_object *object;
	struct dp_ring ring;
	uint8_t in[0x118];

	/* a send queue counts in 64 bytes; a receive entry holds a segment at least; counters have 16 bits */
	wq(in, 7);
	object = bare_create(bare, FW_OBJECT_SQ, in, sizeof(in));
	assert_false(dp_ring_of(bare->dp, object, DP_SEND, &ring));
	wq(in, 3);
	object = bare_create(bare, FW_OBJECT_RQ, in, sizeof(in));
	assert_false(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	wq(in, 6);
	in[0x73] = 17;
	object = bare_create(bare, FW_OBJECT_RQ, in, sizeof(in));
	assert_false(dp_ring_of(bare->dp, object, DP_RECEIVE, &ring));
	/* an object without queues */
	object = bare_create(bare, FW_OBJECT_PD, in, 16);
	assert_false(dp_ring_of(bare->dp, object, DP_SEND, &ring));
}

static void a_completion_queue(void **state)
{
	struct bare *bare = *state;
	struct fw_object *cq = bare_cq(bare, 4, 5, RECORD);
	struct dp_ring ring;

	cq->create[0x1a] = 2; /* page_offset 8, in units of 64 bytes */
	assert_true(dp_ring_of_cq(bare->dp, cq, &ring));
	assert_int_equal(ring.start, 512);
	assert_int_equal(ring.stride, 64);
	assert_int_equal(ring.entries, 32);
	assert_int_equal(ring.record, RECORD);
	cq->create[0x11] = 1 << 5;
	assert_true(dp_ring_of_cq(bare->dp, cq, &ring));
	assert_int_equal(ring.stride, 128);
	cq->create[0x1c] = 25;
	assert_false(dp_ring_of_cq(bare->dp, cq, &ring));
	/* in a umem: 0x50 is where in it, 0x58 which, 0x5c that it is; 0x14 that of the record */
	cq->create[0x1c] = 5;
	ece_put_be64(cq->create + 0x50, 0x180);
	ece_put_be32(cq->create + 0x58, umem(bare, 0));
	cq->create[0x5c] = 0x80;
	cq->create[0x10] = 2;
	ece_put_be32(cq->create + 0x14, umem(bare, 0));
	ece_put_be64(cq->create + 0x48, 8);
	assert_true(dp_ring_of_cq(bare->dp, cq, &ring));
	assert_int_equal(ring.start, 0x180);
	assert_int_equal(ring.record, bare_page(8) + 8);
}

/* Entries of 96 bytes that straddle pages 5 and 7, 128 of them in three pages. */
static void accesses_go_page_by_page(void **state)
{
	struct bare *bare = *state;
	uint8_t pages[24], out[200], back[200];
	struct dp_ring ring = {.pages = pages, .page_count = 3, .log_page = 12, .stride = 96, .entries = 128};
	size_t i;

	ece_put_be64(pages, bare_page(5));
	ece_put_be64(pages + 8, bare_page(7) | 0xfff); /* rights in the low bits */
	ece_put_be64(pages + 16, bare_page(6));
	for (i = 0; i < sizeof(out); i++)
		out[i] = (uint8_t)i;
	/* entry 42 lies at 4032: 64 bytes in the first page, the rest in the second */
	assert_true(dp_ring_write(bare->dp, &ring, 42, 0, out, 96));
	assert_memory_equal(bare_at(bare, bare_page(5) + 4032), out, 64);
	assert_memory_equal(bare_at(bare, bare_page(7)), out + 64, 32);
	assert_true(dp_ring_read(bare->dp, &ring, 42 + 128, 0, back, 96));
	assert_memory_equal(back, out, 96);
	/* around the end: the last entry, and on into the first two */
	assert_true(dp_ring_write(bare->dp, &ring, 127, 0, out, 200));
	assert_memory_equal(bare_at(bare, bare_page(6) + 12192 - 8192), out, 96);
	assert_memory_equal(bare_at(bare, bare_page(5)), out + 96, 104);
	/* the end of a ring that ends inside of a page */
	ring.entries = 2;
	assert_true(dp_ring_write(bare->dp, &ring, 1, 90, out + 50, 12));
	assert_memory_equal(bare_at(bare, bare_page(5) + 186), out + 50, 6);
	assert_memory_equal(bare_at(bare, bare_page(5)), out + 56, 6);
	ring.entries = 128;
	/* behind the pages, and where there is no memory */
	ring.page_count = 1;
	assert_false(dp_ring_read(bare->dp, &ring, 42, 0, back, 96));
	assert_true(dp_ring_read(bare->dp, &ring, 42, 0, back, 64));
	ring.start = UINT64_C(1) << 62;
	assert_false(dp_ring_read(bare->dp, &ring, 0, 0, back, 1));
	ring.start = 0;
	ece_put_be64(pages, UINT64_MAX);
	assert_false(dp_ring_write(bare->dp, &ring, 0, 0, out, 1));
}

static void entries_are_handed_over_last(void **state)
{
	struct bare *bare = *state;
	uint8_t page[8];
	struct dp_ring ring = {.pages = page, .page_count = 1, .log_page = 12, .stride = 128, .entries = 4};
	uint8_t entry[64] = {[0] = 9, [63] = 0x21};

	ece_put_be64(page, bare_page(5));
	/* the upper half of its stride; the bit changes with each round */
	assert_true(dp_ring_hand_over(bare->dp, &ring, 1, entry, 64));
	assert_int_equal(bare_at(bare, bare_page(5) + 128 + 64)[0], 9);
	assert_int_equal(bare_at(bare, bare_page(5) + 128 + 64)[63], 0x20);
	assert_true(dp_ring_hand_over(bare->dp, &ring, 5, entry, 64));
	assert_int_equal(bare_at(bare, bare_page(5) + 128 + 64)[63], 0x21);
	assert_true(dp_ring_hand_over(bare->dp, &ring, 9, entry, 64));
	assert_int_equal(bare_at(bare, bare_page(5) + 128 + 64)[63], 0x20);
	bare->unwritable = 1 << 5;
	assert_false(dp_ring_hand_over(bare->dp, &ring, 13, entry, 64));
}

static void counts_of_a_record(void **state)
{
	struct bare *bare = *state;
	struct dp_ring ring = {.record = RECORD};
	uint16_t count;

	memcpy(bare_at(bare, RECORD), "\xff\xff\x12\x34\x00\x00\xab\xcd", 8);
	assert_true(dp_ring_posted(bare->dp, &ring, DP_RECEIVE, &count));
	assert_int_equal(count, 0x1234);
	assert_true(dp_ring_posted(bare->dp, &ring, DP_SEND, &count));
	assert_int_equal(count, 0xabcd);
	ring.record = 0x10;
	assert_false(dp_ring_posted(bare->dp, &ring, DP_SEND, &count));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bare_up, bare_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(queues_of_a_qp),
		CASE(a_qp_without_one_of_them),
		CASE(a_qp_in_umems),
		CASE(other_queues),
		CASE(numbers_that_cannot_be),
		CASE(a_completion_queue),
		CASE(accesses_go_page_by_page),
		CASE(entries_are_handed_over_last),
		CASE(counts_of_a_record),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
