// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Segment lists from literal bytes: pointers, inline data, ends. Layouts: mlx5_wqe_data_seg, mlx5_wqe_inline_seg. */
#include "devx/sim/datapath/sge.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "tests/unit/devx/sim/datapath/bare.h"

struct list {
	uint8_t bytes[128];
	struct dp_sges sges;
};

static void begin(struct list *list)
{
	memset(list, 0, sizeof(*list));
	list->sges.at = list->bytes;
	list->sges.end = list->bytes;
}

static uint8_t *grow(struct list *list, size_t bytes)
{
	uint8_t *at = list->bytes + (list->sges.end - list->bytes);

	list->sges.end += bytes;
	return at;
}

static void pointer(struct list *list, uint32_t bytes, uint32_t key, uint64_t address)
{
	uint8_t *at = grow(list, 16);

	ece_put_be32(at, bytes);
	ece_put_be32(at + 4, key);
	ece_put_be64(at + 8, address);
}

/* Padded to a multiple of 16. */
static void immediate(struct list *list, const char *text)
{
	size_t bytes = strlen(text);
	uint8_t *at = grow(list, (4 + bytes + 15) / 16 * 16);

	ece_put_be32(at, 0x80000000U | (uint32_t)bytes);
	memcpy(at + 4, text, bytes);
}

static void lengths(void **state)
{
	struct list list;

	(void)state;
	begin(&list);
	assert_int_equal(dp_sges_bytes(&list.sges), 0);
	pointer(&list, 1000, 0x500, 0);
	immediate(&list, "0123456789abc"); /* 17 bytes with their count: two units */
	pointer(&list, 24, 0x500, 0);
	assert_int_equal(dp_sges_bytes(&list.sges), 1000 + 13 + 24);
	begin(&list);
	pointer(&list, 1U << 30, 0x500, 0);
	assert_int_equal(dp_sges_bytes(&list.sges), 1 << 30);
	pointer(&list, 1, 0x500, 0);
	assert_int_equal(dp_sges_bytes(&list.sges), -EINVAL);
}

static void inline_data_must_end_inside(void **state)
{
	struct bare *bare = *state;
	struct list list;
	uint8_t to[64];

	begin(&list);
	ece_put_be32(grow(&list, 16), 0x80000000U | 12);
	assert_int_equal(dp_sges_bytes(&list.sges), 12);
	ece_put_be32(list.bytes, 0x80000000U | 13);
	assert_int_equal(dp_sges_bytes(&list.sges), -EINVAL);
	assert_int_equal(dp_gather(bare->dp, &list.sges, 0, to, 1), -EINVAL);
	ece_put_be32(list.bytes, 0x80000000U | 0x3ff);
	assert_int_equal(dp_sges_bytes(&list.sges), -EINVAL);
	/* a list that ends inside of a segment has none there */
	list.sges.end = list.bytes + 3;
	assert_int_equal(dp_sges_bytes(&list.sges), 0);
}

static void gathered_from_any_byte_on(void **state)
{
	struct bare *bare = *state;
	struct list list;
	char to[32] = {0};

	memcpy(bare_at(bare, bare_page(1)), "abcdef", 6);
	memcpy(bare_at(bare, bare_page(2)), "uvwxyz", 6);
	begin(&list);
	pointer(&list, 6, 0x500, bare_page(1));
	immediate(&list, "0123");
	pointer(&list, 0, 0xdead00, 0);
	pointer(&list, 6, 0x500, bare_page(2));
	assert_int_equal(dp_gather(bare->dp, &list.sges, 0, to, 16), 0);
	assert_string_equal(to, "abcdef0123uvwxyz");
	memset(to, 0, sizeof(to));
	assert_int_equal(dp_gather(bare->dp, &list.sges, 5, to, 7), 0);
	assert_string_equal(to, "f0123uv");
	assert_int_equal(dp_gather(bare->dp, &list.sges, 16, to, 0), 0);
	assert_int_equal(dp_gather(bare->dp, &list.sges, 10, to, 7), -EINVAL);
	assert_int_equal(dp_gather(bare->dp, &list.sges, UINT64_MAX, to, 1), -EINVAL);
	/* a key that is none */
	begin(&list);
	pointer(&list, 6, 0xdead00, bare_page(1));
	assert_int_equal(dp_gather(bare->dp, &list.sges, 0, to, 1), -EACCES);
}

static void scattered_up_to_the_terminator(void **state)
{
	struct bare *bare = *state;
	struct list list;

	begin(&list);
	pointer(&list, 4, 0x500, bare_page(1));
	pointer(&list, 0x80000000U | 4, 0x500, bare_page(2)); /* the top bit asks for padding, it is no length */
	pointer(&list, 0, 0x100, 0);
	pointer(&list, 100, 0x500, bare_page(3));
	assert_int_equal(dp_scatter(bare->dp, &list.sges, 0, "abcdefgh", 8), 0);
	assert_memory_equal(bare_at(bare, bare_page(1)), "abcd", 5);
	assert_memory_equal(bare_at(bare, bare_page(2)), "efgh", 5);
	assert_int_equal(dp_scatter(bare->dp, &list.sges, 3, "DE", 2), 0);
	assert_memory_equal(bare_at(bare, bare_page(1)), "abcD", 5);
	assert_memory_equal(bare_at(bare, bare_page(2)), "Efgh", 5);
	assert_int_equal(dp_scatter(bare->dp, &list.sges, 4, "12345", 5), -ENOSPC);
	assert_int_equal(*bare_at(bare, bare_page(3)), 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bare_up, bare_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lengths),
		CASE(inline_data_must_end_inside),
		CASE(gathered_from_any_byte_on),
		CASE(scattered_up_to_the_terminator),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
