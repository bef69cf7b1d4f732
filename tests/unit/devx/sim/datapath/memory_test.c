// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Keys from literal CREATE_MKEY commands: what each allows, refuses, and where it leads. Positions: mlx5_ifc.h (mkc). */
#include "devx/sim/datapath/memory.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/datapath/key.h"
#include "tests/unit/devx/sim/datapath/bare.h"

#define PD      7
#define VIRTUAL UINT64_C(0x7f0000000000)

enum right {
	LOCAL_READ = 1 << 2, /* of byte 2 of the context */
	LOCAL_WRITE = 1 << 3,
	REMOTE_READ = 1 << 4,
	REMOTE_WRITE = 1 << 5,
	ATOMIC = 1 << 6,
	ALL = 0x7c,
};

struct mkey {
	uint8_t in[0x200];
	size_t bytes;
};

/* Of PD 7 in variant 0x5a; @mode is the low part of the access mode. */
static struct mkey mkey(uint8_t mode, uint64_t start, uint64_t length)
{
	struct mkey m = {.bytes = 0x110};

	m.in[0x12] = ALL | mode;
	ece_put_be32(m.in + 0x14, 0xffffff5a);
	ece_put_be32(m.in + 0x1c, PD);
	ece_put_be64(m.in + 0x20, start);
	ece_put_be64(m.in + 0x28, length);
	m.in[0x4b] = 12;
	return m;
}

static void add(struct mkey *m, uint64_t entry)
{
	ece_put_be64(m->in + m->bytes, entry);
	m->bytes += 8;
}

/* An entry of a KLM or KSM list. */
static void add_piece(struct mkey *m, uint32_t bytes, uint32_t key, uint64_t address)
{
	add(m, (uint64_t)bytes << 32 | key);
	add(m, address);
}

static struct fw_object *make_object(struct bare *bare, const struct mkey *m)
{
	return bare_create(bare, FW_OBJECT_MKEY, m->in, m->bytes);
}

static uint32_t make(struct bare *bare, const struct mkey *m)
{
	return make_object(bare, m)->id << 8 | 0x5a;
}

/* Three pages that are no neighbours, from byte 0x100 of the first one on. */
static struct mkey pages(void)
{
	struct mkey m = mkey(1, VIRTUAL + 0x100, 0x2f00 - 0x100);

	add(&m, bare_page(10) | 3);
	add(&m, bare_page(20) | 3);
	add(&m, bare_page(15) | 3);
	return m;
}

static int check(struct bare *bare, uint32_t key, uint64_t at, uint64_t bytes, enum dp_access access)
{
	return dp_memory_check(bare->dp, PD, key, at, bytes, access);
}

static int read_from(struct bare *bare, uint32_t key, uint64_t at, void *to, uint32_t bytes)
{
	return dp_memory_read(bare->dp, PD, key, at, to, bytes, DP_LOCAL_READ);
}

static void pages_are_followed(void **state)
{
	struct bare *bare = *state;
	struct mkey m = pages();
	uint32_t key = make(bare, &m);
	uint8_t out[0x2e00], back[0x2e00];
	size_t i;

	for (i = 0; i < sizeof(out); i++)
		out[i] = (uint8_t)(i * 7);
	assert_int_equal(dp_memory_write(bare->dp, PD, key, VIRTUAL + 0x100, out, sizeof(out), DP_REMOTE_WRITE), 0);
	assert_memory_equal(bare_at(bare, bare_page(10) + 0x100), out, 0xf00);
	assert_memory_equal(bare_at(bare, bare_page(20)), out + 0xf00, 0x1000);
	assert_memory_equal(bare_at(bare, bare_page(15)), out + 0x1f00, 0xf00);
	assert_int_equal(*bare_at(bare, bare_page(15) + 0xf00), 0);
	assert_int_equal(read_from(bare, key, VIRTUAL + 0x100, back, sizeof(back)), 0);
	assert_memory_equal(back, out, sizeof(out));
}

static void bounds(void **state)
{
	struct bare *bare = *state;
	struct mkey m = pages();
	uint32_t key = make(bare, &m);

	assert_int_equal(check(bare, key, VIRTUAL + 0x100, 0x2e00, DP_LOCAL_READ), 0);
	assert_int_equal(check(bare, key, VIRTUAL + 0xff, 1, DP_LOCAL_READ), -ERANGE);
	assert_int_equal(check(bare, key, VIRTUAL + 0x2eff, 1, DP_LOCAL_READ), 0);
	assert_int_equal(check(bare, key, VIRTUAL + 0x2f00, 1, DP_LOCAL_READ), -ERANGE);
	assert_int_equal(check(bare, key, VIRTUAL + 0x100, 0x2e01, DP_LOCAL_READ), -ERANGE);
	assert_int_equal(check(bare, key, UINT64_MAX, 2, DP_LOCAL_READ), -ERANGE);
	/* nothing is allowed anywhere */
	assert_int_equal(check(bare, key, 0, 0, DP_LOCAL_READ), 0);
	assert_int_equal(check(bare, 0xdead00, 0, 0, DP_REMOTE_WRITE), 0);
	/* one that ends where addresses do, nearly */
	ece_put_be64(m.in + 0x28, UINT64_MAX);
	key = make(bare, &m);
	assert_int_equal(check(bare, key, VIRTUAL, 1, DP_LOCAL_READ), -ERANGE);
	/* a key without an end */
	m.in[0x1c] = 0x80;
	key = make(bare, &m);
	assert_int_equal(check(bare, key, 1, 1, DP_LOCAL_READ), 0);
	assert_int_equal(check(bare, key, UINT64_MAX, 2, DP_LOCAL_READ), -ERANGE);
}

static void whose_it_is(void **state)
{
	struct bare *bare = *state;
	struct mkey m = pages();
	uint32_t key = make(bare, &m);

	assert_int_equal(dp_memory_check(bare->dp, PD + 1, key, VIRTUAL + 0x100, 1, DP_LOCAL_READ), -EACCES);
	assert_int_equal(check(bare, key ^ 1, VIRTUAL + 0x100, 1, DP_LOCAL_READ), -EACCES);
	assert_int_equal(check(bare, key + 0x100, VIRTUAL + 0x100, 1, DP_LOCAL_READ), -EACCES);
	m.in[0x10] = 0x40; /* free */
	key = make(bare, &m);
	assert_int_equal(check(bare, key, VIRTUAL + 0x100, 1, DP_LOCAL_READ), -EACCES);
}

static void each_right_is_its_own(void **state)
{
	static const struct {
		enum dp_access access;
		uint8_t right;
	} cases[] = {
		{DP_LOCAL_READ, LOCAL_READ},     {DP_LOCAL_WRITE, LOCAL_WRITE}, {DP_REMOTE_READ, REMOTE_READ},
		{DP_REMOTE_WRITE, REMOTE_WRITE}, {DP_REMOTE_ATOMIC, ATOMIC},
	};
	struct bare *bare = *state;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct mkey m = pages();

		m.in[0x12] = cases[i].right | 1;
		assert_int_equal(check(bare, make(bare, &m), VIRTUAL + 0x100, 1, cases[i].access), 0);
		m.in[0x12] = (uint8_t)((ALL & ~cases[i].right) | 1);
		assert_int_equal(check(bare, make(bare, &m), VIRTUAL + 0x100, 1, cases[i].access), -EACCES);
	}
}

static void pages_that_are_not_there(void **state)
{
	struct bare *bare = *state;
	struct mkey m = pages();
	uint8_t byte[2];
	uint32_t key;

	ece_put_be64(m.in + 0x118, 0);
	key = make(bare, &m);
	assert_int_equal(read_from(bare, key, VIRTUAL + 0xfff, byte, 1), 0);
	assert_int_equal(read_from(bare, key, VIRTUAL + 0xfff, byte, 2), -EFAULT);
	/* of no memory, and of a list that is too short for the length */
	ece_put_be64(m.in + 0x118, bare_page(BARE_PAGES));
	assert_int_equal(read_from(bare, make(bare, &m), VIRTUAL + 0x1000, byte, 1), -EFAULT);
	m.bytes = 0x118;
	assert_int_equal(read_from(bare, make(bare, &m), VIRTUAL + 0x1000, byte, 1), -EFAULT);
	/* pages of a size that cannot be */
	m.in[0x4b] = 3;
	assert_int_equal(read_from(bare, make(bare, &m), VIRTUAL + 0x100, byte, 1), -EFAULT);
	m.in[0x4b] = 63;
	assert_int_equal(read_from(bare, make(bare, &m), VIRTUAL + 0x100, byte, 1), -EFAULT);
	/* no page is not the one at 0, however large it is */
	m = pages();
	m.in[0x4b] = 21;
	ece_put_be64(m.in + 0x110, 0);
	ece_put_be64(m.in + 0x28, 0x200000);
	assert_int_equal(read_from(bare, make(bare, &m), VIRTUAL + BARE_BASE, byte, 1), -EFAULT);
	/* what may not be written */
	m = pages();
	bare->unwritable = 1 << 10;
	assert_int_equal(dp_memory_write(bare->dp, PD, make(bare, &m), VIRTUAL + 0x100, byte, 1, DP_LOCAL_WRITE),
			 -EFAULT);
}

static void keys_of_all_memory(void **state)
{
	struct bare *bare = *state;
	struct mkey m = mkey(0, 0, 0);
	uint8_t back[2] = {0xff, 0xff};
	uint32_t key;

	*bare_at(bare, bare_page(3)) = 0x33;
	/* reserved: local only, by bus address, for any PD */
	assert_int_equal(dp_memory_read(bare->dp, 99, 0x500, bare_page(3), back, 1, DP_LOCAL_READ), 0);
	assert_int_equal(back[0], 0x33);
	assert_int_equal(dp_memory_read(bare->dp, 99, 0x500, bare_page(3), back, 1, DP_REMOTE_READ), -EACCES);
	assert_int_equal(check(bare, 0x500, 0, 1, DP_LOCAL_WRITE), 0);
	/* null: zeros, and nothing is kept; for the far end it is no key */
	assert_int_equal(read_from(bare, 0x300, 12345, back, 2), 0);
	assert_memory_equal(back, "\0\0", 2);
	assert_int_equal(dp_memory_write(bare->dp, PD, 0x300, bare_page(3), "xx", 2, DP_LOCAL_WRITE), 0);
	assert_int_equal(*bare_at(bare, bare_page(3)), 0x33);
	assert_int_equal(check(bare, 0x300, 0, 1, DP_REMOTE_READ), -EACCES);
	/* a physical key of everything, as the netdev has it */
	m.in[0x1c] = 0x80;
	key = make(bare, &m);
	assert_int_equal(read_from(bare, key, bare_page(3), back, 1), 0);
	assert_int_equal(back[0], 0x33);
	assert_int_equal(dp_memory_read(bare->dp, PD + 1, key, bare_page(3), back, 1, DP_LOCAL_READ), -EACCES);
}

static void modes_that_are_not_played(void **state)
{
	struct bare *bare = *state;
	struct mkey m = pages();
	uint8_t byte;

	m.in[0x10] = 1 << 2; /* access_mode_4_2 = 1: device memory and its like */
	assert_int_equal(read_from(bare, make(bare, &m), VIRTUAL + 0x100, &byte, 1), -EACCES);
}

static void a_key_of_pieces(void **state)
{
	struct bare *bare = *state;
	struct mkey inner = pages();
	struct mkey m = mkey(2, 0x1000, 30);
	uint8_t back[30];
	uint32_t key;

	/* 10 bytes around the end of a page, none, 15 of zeros, 5 by bus address */
	memcpy(bare_at(bare, bare_page(10) + 0xffb), "abcde", 5);
	memcpy(bare_at(bare, bare_page(20)), "fghij", 5);
	memcpy(bare_at(bare, bare_page(3)), "vwxyz", 5);
	add_piece(&m, 10, make(bare, &inner), VIRTUAL + 0xffb);
	add_piece(&m, 0, 0xdead00, 0);
	add_piece(&m, 15, 0x300, 0);
	add_piece(&m, 5, 0x500, bare_page(3));
	key = make(bare, &m);
	assert_int_equal(read_from(bare, key, 0x1000, back, 30), 0);
	assert_memory_equal(back, "abcdefghij\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0vwxyz", 30);
	assert_int_equal(read_from(bare, key, 0x1001, back, 3), 0);
	assert_memory_equal(back, "bcd", 3);
	assert_int_equal(dp_memory_write(bare->dp, PD, key, 0x1008, "IJ", 2, DP_REMOTE_WRITE), 0);
	assert_memory_equal(bare_at(bare, bare_page(20)), "fghIJ", 5);
	assert_int_equal(read_from(bare, key, 0x101d, back, 2), -ERANGE);
}

static void pieces_are_checked_themselves(void **state)
{
	struct bare *bare = *state;
	struct mkey inner = pages();
	struct mkey m = mkey(2, 0x1000, 0x4000);
	uint8_t back[16];

	inner.in[0x12] = LOCAL_READ | 1;
	add_piece(&m, 0x4000, make(bare, &inner), VIRTUAL + 0x100);
	/* the outer key lets the far end in, the inner one must let the card */
	assert_int_equal(dp_memory_read(bare->dp, PD, make(bare, &m), 0x1000, back, 16, DP_REMOTE_READ), 0);
	assert_int_equal(dp_memory_write(bare->dp, PD, make(bare, &m), 0x1000, back, 16, DP_REMOTE_WRITE), -EACCES);
	/* behind the end of the inner key, and behind that of the list */
	assert_int_equal(read_from(bare, make(bare, &m), 0x1000 + 0x2df8, back, 16), -ERANGE);
	m = mkey(2, 0x1000, 0x4000);
	add_piece(&m, 16, make(bare, &inner), VIRTUAL + 0x100);
	assert_int_equal(read_from(bare, make(bare, &m), 0x1008, back, 16), -EFAULT);
}

static void pieces_of_equal_size(void **state)
{
	struct bare *bare = *state;
	struct mkey inner = pages();
	struct mkey m = mkey(3, 0, 0x2000);
	uint8_t back[8];
	uint32_t key;

	memcpy(bare_at(bare, bare_page(20) + 0xffc), "abcd", 4);
	memcpy(bare_at(bare, bare_page(10) + 0x100), "efgh", 4);
	add_piece(&m, 0, make(bare, &inner), VIRTUAL + 0x1000);
	add_piece(&m, 0, make(bare, &inner), VIRTUAL + 0x100);
	key = make(bare, &m);
	assert_int_equal(read_from(bare, key, 0xffc, back, 8), 0);
	assert_memory_equal(back, "abcdefgh", 8);
}

/* As many pieces as a list may have, and one more, all but the last of them empty. */
static void long_lists_are_bounded(void **state)
{
	struct bare *bare = *state;
	struct mkey m = mkey(2, 0x1000, 16);
	struct fw_object *object;
	uint8_t *list, byte = 0;
	size_t bytes;

	ece_put_be32(m.in + 0x44, 0x10001);
	object = make_object(bare, &m);
	list = dp_key_room(bare->dp, object, &bytes);
	assert_true(bytes >= 0x100010);
	for (size_t last = 0xffff; last <= 0x10000; last++) {
		uint8_t *piece = list + last * 16;

		ece_put_be32(piece, 16);
		ece_put_be32(piece + 4, 0x500);
		ece_put_be64(piece + 8, bare_page(3));
		assert_int_equal(read_from(bare, object->id << 8 | 0x5a, 0x1000, &byte, 1),
				 last == 0xffff ? 0 : -EFAULT);
		ece_put_be32(piece, 0);
	}
}

static void nesting_ends(void **state)
{
	struct bare *bare = *state;
	struct mkey m = mkey(2, 0, 16);
	struct fw_object *object;
	uint32_t key = 0x500;
	uint64_t address = bare_page(3);
	uint8_t byte;
	int depth;

	for (depth = 1; depth <= 4; depth++) {
		m.bytes = 0x110;
		add_piece(&m, 16, key, address);
		key = make(bare, &m);
		address = 0;
		assert_int_equal(read_from(bare, key, 0, &byte, 1), depth < 4 ? 0 : -EACCES);
	}
	/* one that is in itself */
	m.bytes = 0x110;
	add_piece(&m, 16, 0, 0);
	object = make_object(bare, &m);
	ece_put_be32(object->create + 0x114, object->id << 8 | 0x5a);
	assert_int_equal(read_from(bare, object->id << 8 | 0x5a, 0, &byte, 1), -EACCES);
}

/* As UCX and DPDK make them: the umem is the memory, and the key begins where it does. */
static void a_key_of_a_umem(void **state)
{
	struct bare *bare = *state;
	uint8_t umem[0x40] = {0};
	struct mkey m = mkey(1, VIRTUAL + 0x40, 0x1f00);
	uint8_t back[8];
	uint32_t key;

	ece_put_be32(umem + 0x24, 0x40);
	ece_put_be64(umem + 0x28, 2);
	ece_put_be64(umem + 0x30, bare_page(30) | 3);
	ece_put_be64(umem + 0x38, bare_page(40) | 3);
	memcpy(bare_at(bare, bare_page(30) + 0xffc), "abcd", 4);
	memcpy(bare_at(bare, bare_page(40)), "efgh", 4);
	ece_put_be32(m.in + 0x64, bare_create(bare, FW_OBJECT_UMEM, umem, sizeof(umem))->id);
	key = make(bare, &m);
	assert_int_equal(read_from(bare, key, VIRTUAL + 0xffc, back, 8), 0);
	assert_memory_equal(back, "abcdefgh", 8);
	/* an offset inside of the umem; behind its pages */
	ece_put_be64(m.in + 0x68, 0x1000);
	key = make(bare, &m);
	assert_int_equal(read_from(bare, key, VIRTUAL + 0x40, back, 1), 0);
	assert_int_equal(read_from(bare, key, VIRTUAL + 0x1000, back, 1), -EFAULT);
	ece_put_be32(m.in + 0x64, 0xffffff);
	assert_int_equal(read_from(bare, make(bare, &m), VIRTUAL + 0x40, back, 1), -EFAULT);
}

static void a_key_is_invalidated(void **state)
{
	struct bare *bare = *state;
	struct mkey m = pages();
	uint32_t fixed = make(bare, &m), key;

	m.in[0x12] |= 0x80; /* umr_en */
	key = make(bare, &m);
	assert_int_equal(dp_memory_invalidate(bare->dp, PD, fixed), -EACCES);
	assert_int_equal(dp_memory_invalidate(bare->dp, PD + 1, key), -EACCES);
	assert_int_equal(dp_memory_invalidate(bare->dp, PD, key ^ 1), -EACCES);
	assert_int_equal(check(bare, key, VIRTUAL + 0x100, 1, DP_REMOTE_WRITE), 0);
	assert_int_equal(dp_memory_invalidate(bare->dp, PD, key), 0);
	assert_int_equal(check(bare, key, VIRTUAL + 0x100, 1, DP_REMOTE_WRITE), -EACCES);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bare_up, bare_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(pages_are_followed),
		CASE(bounds),
		CASE(whose_it_is),
		CASE(each_right_is_its_own),
		CASE(pages_that_are_not_there),
		CASE(keys_of_all_memory),
		CASE(modes_that_are_not_played),
		CASE(a_key_of_pieces),
		CASE(pieces_are_checked_themselves),
		CASE(pieces_of_equal_size),
		CASE(nesting_ends),
		CASE(long_lists_are_bounded),
		CASE(a_key_of_a_umem),
		CASE(a_key_is_invalidated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
