// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Work requests from literal bytes, as drivers write them. Layouts: the C structures of Linux include/linux/mlx5/qp.h. */
#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/datapath/wqe.h"
#include "tests/unit/devx/sim/datapath/bare.h"

/* Of @units of 16 bytes, with @opcode; the flag byte is @flags. */
static struct dp_wqe request(uint8_t opcode, uint8_t units, uint8_t flags)
{
	struct dp_wqe wqe = {.size = units * 16U};

	wqe.bytes[3] = opcode;
	wqe.bytes[7] = units;
	wqe.bytes[11] = flags;
	memcpy(wqe.bytes + 12, "\x01\x02\x03\x04", 4);
	return wqe;
}

static void flags_of_all(void **state)
{
	struct dp_wqe wqe = request(0x0a, 2, 0x08);

	(void)state;
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), 0);
	assert_int_equal(wqe.opcode, DP_OP_SEND);
	assert_true(wqe.signalled);
	assert_false(wqe.solicited || wqe.fence);
	assert_memory_equal(&wqe.immediate, "\x01\x02\x03\x04", 4);
	wqe = request(0x0a, 2, 0x02);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), 0);
	assert_true(wqe.solicited);
	assert_false(wqe.signalled);
	/* small fence: only behind UMRs; fence: behind reads and atomics */
	wqe = request(0x0a, 2, 0x20);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), 0);
	assert_false(wqe.fence);
	wqe = request(0x0a, 2, 0x40);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), 0);
	assert_true(wqe.fence);
	/* completion and event */
	wqe = request(0x0a, 2, 0x0c);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), 0);
	assert_true(wqe.signalled);
}

static void connected(void **state)
{
	struct dp_wqe wqe = request(0x0b, 2, 0);

	(void)state;
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), 0);
	assert_int_equal(wqe.data_at, 16);
	assert_false(wqe.has_remote);
	wqe = request(0x08, 3, 0);
	memcpy(wqe.bytes + 16, "\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc", 12);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), 0);
	assert_true(wqe.has_remote);
	assert_true(wqe.remote_address == 0x1122334455667788);
	assert_int_equal(wqe.remote_key, 0x99aabbcc);
	assert_int_equal(wqe.data_at, 32);
	/* READ and WRITE need the remote address, which one unit does not hold */
	wqe = request(0x10, 1, 0);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), -EINVAL);
	wqe = request(0x09, 1, 0);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), -EINVAL);
}

static void atomics(void **state)
{
	struct dp_wqe wqe = request(0x11, 4, 0);

	(void)state;
	memcpy(wqe.bytes + 32, "\x01\0\0\0\0\0\0\x02\x03\0\0\0\0\0\0\x04", 16);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), 0);
	assert_true(wqe.swap_add == 0x0100000000000002);
	assert_true(wqe.compare == 0x0300000000000004);
	assert_int_equal(wqe.data_at, 48);
	wqe = request(0x12, 2, 0);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), -EINVAL);
	wqe = request(0x14, 5, 0);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), 0);
	assert_int_equal(wqe.data_at, 64);
	wqe = request(0x15, 3, 0);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), -EINVAL);
}

static void datagrams(void **state)
{
	struct dp_wqe wqe = request(0x0a, 5, 0);

	(void)state;
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_UD), 0);
	assert_int_equal(wqe.address_at, 16);
	assert_int_equal(wqe.data_at, 64);
	wqe = request(0x0b, 4, 0);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_UD), 0);
	assert_int_equal(wqe.data_at, wqe.size);
	wqe = request(0x0a, 3, 0);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_UD), -EINVAL);
	/* no address where nothing is sent */
	wqe = request(0x00, 1, 0);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_UD), 0);
	assert_int_equal(wqe.address_at, 0);
}

static void ethernet(void **state)
{
	struct dp_wqe wqe = request(0x0a, 3, 0);

	(void)state;
	/* no inline header: data right behind the segment */
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_ETHERNET), 0);
	assert_int_equal(wqe.ethernet_at, 16);
	assert_int_equal(wqe.data_at, 32);
	/* 18 bytes: two in the segment, 16 behind it */
	wqe = request(0x0a, 4, 0);
	ece_put_be16(wqe.bytes + 28, 18);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_ETHERNET), 0);
	assert_int_equal(wqe.data_at, 48);
	/* 19 bytes are padded to 32 behind it, which end where the request does */
	ece_put_be16(wqe.bytes + 28, 19);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_ETHERNET), 0);
	assert_int_equal(wqe.data_at, 64);
	ece_put_be16(wqe.bytes + 28, 35);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_ETHERNET), -EINVAL);
	/* with a VLAN to insert the place holds the tag */
	ece_put_be16(wqe.bytes + 28, 0x8000 | 35);
	ece_put_be16(wqe.bytes + 30, 0x03ff);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_ETHERNET), 0);
	assert_int_equal(wqe.data_at, 32);
	wqe = request(0x0e, 1, 0);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_ETHERNET), -EINVAL);
	wqe = request(0x00, 1, 0);
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_ETHERNET), 0);
	assert_int_equal(wqe.ethernet_at, 0);
}

static void nothing_is_no_request(void **state)
{
	struct dp_wqe wqe = {.size = 0};

	(void)state;
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), -EINVAL);
	wqe.size = DP_WQE_MAX + 16;
	assert_int_equal(dp_wqe_parse(&wqe, DP_LAYOUT_CONNECTED), -EINVAL);
}

/* Eight blocks in page 0, with a list of that page. */
static struct dp_ring ring_in(uint8_t page[8])
{
	ece_put_be64(page, bare_page(0));
	return (struct dp_ring){.pages = page, .page_count = 1, .log_page = 12, .stride = 64, .entries = 8};
}

static void requests_are_copied_out_of_the_ring(void **state)
{
	struct bare *bare = *state;
	struct dp_wqe wqe;
	uint8_t page[8];
	struct dp_ring ring = ring_in(page);
	size_t i;

	for (i = 0; i < 8; i++)
		memset(bare_at(bare, bare_page(0) + i * 64), 0x10 + (int)i, 64);
	/* seven units from block 7 on: two blocks, around the end */
	bare_at(bare, bare_page(0) + 7 * 64)[7] = 7;
	assert_int_equal(dp_wqe_next(bare->dp, &ring, 9, 7, &wqe), 1);
	assert_int_equal(wqe.index, 7);
	assert_int_equal(wqe.blocks, 2);
	assert_int_equal(wqe.size, 112);
	assert_int_equal(wqe.bytes[0], 0x17);
	assert_int_equal(wqe.bytes[64], 0x10);
	assert_int_equal(wqe.bytes[111], 0x10);
	/* the counters go round at 65536 */
	bare_at(bare, bare_page(0) + 7 * 64)[7] = 4;
	assert_int_equal(dp_wqe_next(bare->dp, &ring, 0, 0xffff, &wqe), 1);
	assert_int_equal(wqe.index, 0xffff);
	assert_int_equal(dp_wqe_next(bare->dp, &ring, 5, 5, &wqe), 0);
}

static void requests_that_cannot_be(void **state)
{
	struct bare *bare = *state;
	struct dp_wqe wqe;
	uint8_t page[8];
	struct dp_ring ring = ring_in(page);
	uint8_t *block = bare_at(bare, bare_page(0));

	/* no length */
	assert_int_equal(dp_wqe_next(bare->dp, &ring, 1, 0, &wqe), -EINVAL);
	/* two blocks, one of which is posted */
	block[7] = 5;
	assert_int_equal(dp_wqe_next(bare->dp, &ring, 1, 0, &wqe), -EINVAL);
	/* more posted than the ring has */
	assert_int_equal(dp_wqe_next(bare->dp, &ring, 9, 0, &wqe), -EINVAL);
	/* the head is in front of what was posted */
	assert_int_equal(dp_wqe_next(bare->dp, &ring, 0, 1, &wqe), -EINVAL);
	/* no memory */
	ece_put_be64(page, bare_page(BARE_PAGES));
	assert_int_equal(dp_wqe_next(bare->dp, &ring, 1, 0, &wqe), -EFAULT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flags_of_all),
		cmocka_unit_test(connected),
		cmocka_unit_test(atomics),
		cmocka_unit_test(datagrams),
		cmocka_unit_test(ethernet),
		cmocka_unit_test(nothing_is_no_request),
		cmocka_unit_test_setup_teardown(requests_are_copied_out_of_the_ring, bare_up, bare_down),
		cmocka_unit_test_setup_teardown(requests_that_cannot_be, bare_up, bare_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
