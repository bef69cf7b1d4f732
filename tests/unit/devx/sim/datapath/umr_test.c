// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * UMR requests from literal bytes, as mlx5_ib writes them: to register memory, to bind and to invalidate a key.
 * Layouts: Linux include/linux/mlx5/{qp,device}.h (mlx5_wqe_umr_ctrl_seg, MLX5_MKEY_MASK_...).
 */
#include "devx/sim/datapath/umr.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/datapath/key.h"
#include "devx/sim/datapath/memory.h"
#include "tests/unit/devx/sim/datapath/bare.h"

#define PD      7
#define OTHER   8 /* a PD */
#define VIRTUAL UINT64_C(0x7f0000000000)

#define MASK_LEN   (1U << 0)
#define MASK_START (1U << 6)
#define MASK_PD    (1U << 7)
#define MASK_KEY   (1U << 13)
#define MASK_LR    (1U << 17)
#define MASK_RR    (1U << 19)
#define MASK_FREE  (1U << 29)

#define INLINE     0x80
#define IS_FREE    0x20 /* MLX5_UMR_CHECK_NOT_FREE: fail if it is not free */
#define NOT_FREE   0x40 /* MLX5_UMR_CHECK_FREE: fail if it is */
#define HAS_OFFSET 0x10

/* A key that waits to be filled: free, for pages of 4 KiB, room for eight of them. */
static struct fw_object *empty_key(struct bare *bare)
{
	uint8_t in[0x110] = {0};

	in[0x10] = 0x40;
	in[0x12] = 0x80 | 1;
	ece_put_be32(in + 0x14, 0xffffff00);
	ece_put_be32(in + 0x1c, PD);
	ece_put_be32(in + 0x44, 4);
	in[0x4b] = 12;
	return bare_create(bare, FW_OBJECT_MKEY, in, sizeof(in));
}

static struct dp_queue *queue_of(struct bare *bare, uint8_t service, uint32_t pd)
{
	uint8_t in[0x110] = {0};

	in[0x19] = service;
	ece_put_be32(in + 0x1c, pd);
	return dp_queue_of(bare->dp, bare_create(bare, FW_OBJECT_QP, in, sizeof(in)));
}

static struct dp_wqe request(const struct fw_object *key, uint8_t flags, uint64_t mask)
{
	struct dp_wqe wqe = {.size = 128};

	wqe.bytes[3] = 0x25;
	ece_put_be32(wqe.bytes + 12, key->id << 8);
	wqe.bytes[16] = flags;
	ece_put_be64(wqe.bytes + 24, mask);
	return wqe;
}

static uint8_t *context_of(struct dp_wqe *wqe)
{
	return wqe->bytes + 64;
}

/* Two pages, readable by all, from VIRTUAL on, in variant 0x77. */
static struct dp_wqe registration(const struct fw_object *key)
{
	struct dp_wqe wqe =
		request(key, INLINE | IS_FREE, MASK_LEN | MASK_START | MASK_KEY | MASK_LR | MASK_RR | MASK_FREE);

	context_of(&wqe)[2] = 1 << 2 | 1 << 4;
	context_of(&wqe)[7] = 0x77;
	ece_put_be64(context_of(&wqe) + 0x10, VIRTUAL);
	ece_put_be64(context_of(&wqe) + 0x18, 0x2000);
	ece_put_be16(wqe.bytes + 20, 1);
	ece_put_be64(wqe.bytes + 128, bare_page(10) | 3);
	ece_put_be64(wqe.bytes + 136, bare_page(20) | 3);
	wqe.size = 144;
	return wqe;
}

static int reads(struct bare *bare, uint32_t key, uint64_t at, const char *text)
{
	char back[16] = {0};
	int err = dp_memory_read(bare->dp, PD, key, at, back, (uint32_t)strlen(text), DP_LOCAL_READ);

	if (!err)
		assert_string_equal(back, text);
	return err;
}

static void memory_is_registered(void **state)
{
	struct bare *bare = *state;
	struct fw_object *key = empty_key(bare);
	struct dp_queue *queue = queue_of(bare, 0, PD);
	struct dp_wqe wqe = registration(key);
	uint32_t number = key->id << 8 | 0x77;

	memcpy(bare_at(bare, bare_page(10) + 0xffe), "ab", 2);
	memcpy(bare_at(bare, bare_page(20)), "cd", 2);
	assert_int_equal(reads(bare, number, VIRTUAL + 0xffe, "abcd"), -EACCES);
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), 0);
	assert_int_equal(reads(bare, number, VIRTUAL + 0xffe, "abcd"), 0);
	/* rights that were not named stay as they were */
	assert_int_equal(dp_memory_check(bare->dp, PD, number, VIRTUAL, 1, DP_REMOTE_READ), 0);
	assert_int_equal(dp_memory_check(bare->dp, PD, number, VIRTUAL, 1, DP_REMOTE_WRITE), -EACCES);
	assert_int_equal(dp_memory_check(bare->dp, PD, number, VIRTUAL + 0x2000, 1, DP_REMOTE_READ), -ERANGE);
	/* it is not free any more */
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), -EACCES);
}

/* A local invalidate is this: only "free" counts. */
static void a_key_is_made_free(void **state)
{
	struct bare *bare = *state;
	struct fw_object *key = empty_key(bare);
	struct dp_queue *queue = queue_of(bare, 0, PD);
	struct dp_wqe wqe = registration(key);

	assert_int_equal(dp_umr(bare->dp, queue, &wqe), 0);
	wqe = request(key, INLINE | NOT_FREE, MASK_FREE);
	context_of(&wqe)[0] = 0x40;
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), 0);
	assert_int_equal(dp_memory_check(bare->dp, PD, key->id << 8 | 0x77, VIRTUAL, 1, DP_REMOTE_READ), -EACCES);
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), -EACCES);
}

/* mlx5_ib writes long lists in parts, from memory of its own. */
static void a_list_is_written_in_parts(void **state)
{
	struct bare *bare = *state;
	struct fw_object *key = empty_key(bare);
	struct dp_queue *queue = queue_of(bare, 12, OTHER);
	struct dp_wqe wqe = registration(key);
	uint32_t number = key->id << 8 | 0x77;

	assert_int_equal(dp_umr(bare->dp, queue, &wqe), 0);
	memcpy(bare_at(bare, bare_page(31)), "efgh", 4);
	ece_put_be64(bare_at(bare, bare_page(5)), bare_page(30) | 3);
	ece_put_be64(bare_at(bare, bare_page(5) + 8), bare_page(31) | 3);
	wqe = request(key, HAS_OFFSET, MASK_LEN);
	ece_put_be64(context_of(&wqe) + 0x18, 0x4000);
	ece_put_be16(wqe.bytes + 20, 1);
	ece_put_be16(wqe.bytes + 22, 1);
	ece_put_be32(wqe.bytes + 128, 16);
	ece_put_be32(wqe.bytes + 132, 0x500);
	ece_put_be64(wqe.bytes + 136, bare_page(5));
	wqe.size = 144;
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), 0);
	assert_int_equal(reads(bare, number, VIRTUAL + 0x3000, "efgh"), 0);
	/* the list's last octword is number 3 */
	ece_put_be16(wqe.bytes + 22, 4);
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), -ERANGE);
	ece_put_be32(wqe.bytes + 32, UINT32_MAX);
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), -ERANGE);
	/* a pointer to nothing */
	ece_put_be32(wqe.bytes + 32, 0);
	ece_put_be16(wqe.bytes + 22, 1);
	ece_put_be32(wqe.bytes + 132, 0xdead00);
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), -EACCES);
}

static void who_may_change_it(void **state)
{
	struct bare *bare = *state;
	struct fw_object *key = empty_key(bare);
	struct dp_wqe wqe = registration(key);

	assert_int_equal(dp_umr(bare->dp, queue_of(bare, 0, OTHER), &wqe), -EACCES);
	key->create[0x12] &= 0x7f;
	assert_int_equal(dp_umr(bare->dp, queue_of(bare, 0, PD), &wqe), -EACCES);
	key->create[0x12] |= 0x80;
	/* the driver's own queue gives keys to others */
	wqe = request(key, INLINE, MASK_PD);
	ece_put_be32(context_of(&wqe) + 0x0c, OTHER);
	assert_int_equal(dp_umr(bare->dp, queue_of(bare, 12, 1), &wqe), 0);
	assert_int_equal(ece_be32(dp_key_context(key) + 0x0c), OTHER);
	/* no such key */
	ece_put_be32(wqe.bytes + 12, 0xdead0000);
	assert_int_equal(dp_umr(bare->dp, queue_of(bare, 12, 1), &wqe), -EACCES);
}

static void requests_that_end_early(void **state)
{
	struct bare *bare = *state;
	struct fw_object *key = empty_key(bare);
	struct dp_queue *queue = queue_of(bare, 0, PD);
	struct dp_wqe wqe = registration(key);

	wqe.size = 112;
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), -EINVAL);
	/* one octword, and none behind the context */
	wqe.size = 128;
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), -EINVAL);
	wqe.bytes[16] = IS_FREE;
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), -EINVAL);
	/* none of it happened */
	assert_int_equal(dp_key_context(key)[0] & 0x40, 0x40);
}

/* The room of all lists is bounded, and comes back with the key. */
static void lists_are_bounded(void **state)
{
	struct bare *bare = *state;
	struct fw_object *key[5];
	size_t bytes;
	size_t i;

	for (i = 0; i < 5; i++) {
		key[i] = empty_key(bare);
		ece_put_be32(key[i]->create + 0x44, i ? 0x100000 : 0x100001);
	}
	assert_null(dp_key_room(bare->dp, key[0], &bytes));
	ece_put_be32(key[0]->create + 0x44, 0x100000);
	for (i = 0; i < 4; i++)
		assert_non_null(dp_key_room(bare->dp, key[i], &bytes));
	assert_int_equal(bytes, 16 << 20);
	assert_null(dp_key_room(bare->dp, key[4], &bytes));
	assert_true(fw_object_remove(bare->objects, FW_OBJECT_MKEY, key[1]->id));
	assert_int_equal(bare->dp->key_bytes, 48 << 20);
	assert_non_null(dp_key_room(bare->dp, key[4], &bytes));
}

/* A key of all memory in a PD that the driver's queue is not in, nor anybody else who writes keys. */
static void a_list_is_read_by_any_key(void **state)
{
	struct bare *bare = *state;
	struct fw_object *key = empty_key(bare);
	uint8_t in[0x110] = {0};
	struct dp_wqe wqe;

	in[0x12] = 1 << 2;
	ece_put_be32(in + 0x1c, 0x80000000U | OTHER);
	wqe = request(key, 0, 0);
	ece_put_be16(wqe.bytes + 20, 1);
	ece_put_be32(wqe.bytes + 128, 16);
	ece_put_be32(wqe.bytes + 132, bare_create(bare, FW_OBJECT_MKEY, in, sizeof(in))->id << 8);
	ece_put_be64(wqe.bytes + 136, bare_page(5));
	wqe.size = 144;
	assert_int_equal(dp_umr(bare->dp, queue_of(bare, 0, PD), &wqe), -EACCES);
	assert_int_equal(dp_umr(bare->dp, queue_of(bare, 12, 0), &wqe), 0);
}

/* Two octwords are asked for; drivers write four, and what is more is refused. */
static void lists_come_in_units_of_64_bytes(void **state)
{
	struct bare *bare = *state;
	struct fw_object *key = empty_key(bare);
	struct dp_queue *queue = queue_of(bare, 12, OTHER);
	struct dp_wqe wqe = registration(key);

	ece_put_be32(key->create + 0x44, 2);
	ece_put_be16(wqe.bytes + 20, 4);
	wqe.size = 192;
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), 0);
	key = empty_key(bare);
	wqe = registration(key);
	ece_put_be16(wqe.bytes + 20, 5);
	wqe.size = 208;
	assert_int_equal(dp_umr(bare->dp, queue, &wqe), -ERANGE);
}

/* What CREATE_MKEY brought stays where a UMR writes behind it. */
static void a_list_keeps_what_it_had(void **state)
{
	struct bare *bare = *state;
	uint8_t in[0x120] = {0};
	struct fw_object *key;
	const uint8_t *list;
	size_t bytes;

	memcpy(in, empty_key(bare)->create, 0x110);
	ece_put_be64(in + 0x110, 0x1122334455667788);
	key = bare_create(bare, FW_OBJECT_MKEY, in, sizeof(in));
	list = dp_key_room(bare->dp, key, &bytes);
	assert_non_null(list);
	assert_int_equal(bytes, 64);
	assert_true(ece_be64(list) == 0x1122334455667788);
	assert_true(ece_be64(list + 56) == 0);
	assert_ptr_equal(dp_key_list(key, &bytes), list);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bare_up, bare_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(memory_is_registered),       CASE(a_key_is_made_free),
		CASE(a_list_is_written_in_parts), CASE(who_may_change_it),
		CASE(requests_that_end_early),    CASE(a_list_is_read_by_any_key),
		CASE(lists_are_bounded),          CASE(lists_come_in_units_of_64_bytes),
		CASE(a_list_keeps_what_it_had),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
