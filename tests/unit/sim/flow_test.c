// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Flow tables of RDMA traffic and their counters, as Linux builds them for optional counters. Layouts by hand from
 * mlx5_ifc.h: create_flow_table_in, create_flow_group_in, set_fte_in, query_flow_counter_out.
 */
#include "tests/unit/sim/bench.h"

#include "devx/sim/fw/flow.h"

#define RECEIVE  0x07000000
#define TRANSMIT 0x08000000

#define OUTER_4 0x10 /* ip_ecn, ip_version */
#define MISC_5  0x54 /* bth_opcode */
#define MISC_10 0x68 /* bth_dst_qp */
#define MISC_0  0x40 /* source_sqn */

#define CRITERIA 0x40 /* of a group */
#define VALUE    0x80 /* of an entry */

#define ALLOW 0x1
#define COUNT 0x8

static struct bench b;

static int up(void **state)
{
	(void)state;
	bench_up_with_objects(&b, "cx7");
	return 0;
}

static int down(void **state)
{
	(void)state;
	bench_down(&b);
	return 0;
}

static uint32_t table_with(uint32_t type, uint32_t context)
{
	bench_word(&b, 0x00, 0x09300000);
	bench_word(&b, 0x10, type);
	bench_word(&b, 0x18, context);
	assert_int_equal(bench_run(&b, 0x40, 0x10), 0);
	return bench_got(&b, 0x08);
}

static uint32_t table(uint32_t type)
{
	return table_with(type, 0);
}

static uint8_t root(uint32_t type, uint32_t id)
{
	bench_word(&b, 0x00, 0x092f0000);
	bench_word(&b, 0x10, type);
	bench_word(&b, 0x14, id);
	return bench_run(&b, 0x40, 0x10);
}

static uint8_t miss(uint32_t type, uint32_t id, uint32_t next)
{
	bench_word(&b, 0x00, 0x093c0000);
	bench_word(&b, 0x0c, 1);
	bench_word(&b, 0x10, type);
	bench_word(&b, 0x14, id);
	bench_word(&b, 0x18, next ? 0x01000000 : 0);
	bench_word(&b, 0x1c, next);
	return bench_run(&b, 0x40, 0x10);
}

static uint8_t group(uint32_t type, uint32_t of, size_t at, uint32_t mask)
{
	bench_word(&b, 0x00, 0x09330000);
	bench_word(&b, 0x10, type);
	bench_word(&b, 0x14, of);
	bench_word(&b, CRITERIA + at, mask);
	return bench_run(&b, 0x400, 0x10);
}

static uint32_t counter(void)
{
	bench_word(&b, 0x00, 0x09390000);
	assert_int_equal(bench_run(&b, 0x10, 0x10), 0);
	return bench_got(&b, 0x08);
}

/* What is common to all entries; the rest is for the caller to add before run_entry(). */
static void entry(uint32_t type, uint32_t of, uint32_t in_group, uint32_t index, uint32_t counts)
{
	bench_word(&b, 0x00, 0x09360000);
	bench_word(&b, 0x10, type);
	bench_word(&b, 0x14, of);
	bench_word(&b, 0x20, index);
	bench_word(&b, 0x44, in_group);
	bench_word(&b, 0x4c, counts ? ALLOW | COUNT : ALLOW);
	bench_word(&b, 0x54, counts ? 1 : 0);
	bench_word(&b, 0x340, counts);
}

static uint8_t run_entry(void)
{
	return bench_run(&b, 0x348, 0x10);
}

/* A table with one entry: of @at the bits of @mask are @value. Returns its counter. */
static uint32_t counting(uint32_t type, uint32_t of, size_t at, uint32_t mask, uint32_t value)
{
	uint32_t in_group, counts = counter();

	assert_int_equal(group(type, of, at, mask), 0);
	in_group = bench_got(&b, 0x08);
	entry(type, of, in_group, 0, counts);
	bench_word(&b, VALUE + at, value);
	assert_int_equal(run_entry(), 0);
	return counts;
}

static uint8_t query(uint32_t id, uint32_t bulk)
{
	bench_word(&b, 0x00, 0x093b0000);
	bench_word(&b, 0x18, bulk);
	bench_word(&b, 0x1c, id);
	return bench_run(&b, 0x20, 0x10 + (size_t)(bulk & 0xffff ? bulk & 0xffff : 1) * 0x10);
}

static void has(uint32_t id, uint32_t packets, uint32_t octets)
{
	assert_int_equal(query(id, 0), 0);
	assert_int_equal(bench_got(&b, 0x14), packets);
	assert_int_equal(bench_got(&b, 0x1c), octets);
}

static void pass(enum fw_direction direction, uint32_t version, uint32_t ecn, uint32_t opcode, uint32_t qp,
		 uint32_t from)
{
	const uint32_t field[FW_FLOW_FIELDS] = {version, ecn, opcode, qp, from};

	fw_flow_pass(&b.fw, direction, field, 100);
}

static void marked_packets_are_counted(void **state)
{
	uint32_t of = table(RECEIVE), marked;

	(void)state;
	assert_int_equal(root(RECEIVE, of), 0);
	marked = counting(RECEIVE, of, OUTER_4, 0x00031e00, 0x00030800);
	pass(FW_RECEIVED, 4, 3, 4, 0x100, 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x100, 0);
	pass(FW_RECEIVED, 6, 3, 4, 0x100, 0);
	pass(FW_RECEIVED, 0, 3, 4, 0x100, 0);
	pass(FW_TRANSMITTED, 4, 3, 4, 0x100, 0x101);
	has(marked, 1, 100);
}

static void the_other_index_is_an_entry_of_its_own(void **state)
{
	uint32_t of = table(RECEIVE), v4 = counter(), v6 = counter(), in_group;

	(void)state;
	assert_int_equal(root(RECEIVE, of), 0);
	assert_int_equal(group(RECEIVE, of, OUTER_4, 0x00031e00), 0);
	in_group = bench_got(&b, 0x08);
	entry(RECEIVE, of, in_group, 1, v6);
	bench_word(&b, VALUE + OUTER_4, 0x00030c00);
	assert_int_equal(run_entry(), 0);
	entry(RECEIVE, of, in_group, 0, v4);
	bench_word(&b, VALUE + OUTER_4, 0x00030800);
	assert_int_equal(run_entry(), 0);
	pass(FW_RECEIVED, 6, 3, 4, 0x100, 0);
	has(v6, 1, 100);
	has(v4, 0, 0);
	/* an index is taken once */
	entry(RECEIVE, of, in_group, 1, v4);
	assert_int_equal(run_entry(), 0x09);
}

static void notifications_are_counted_each_way(void **state)
{
	uint32_t in = table(RECEIVE), out = table(TRANSMIT), received, sent;

	(void)state;
	assert_int_equal(root(RECEIVE, in), 0);
	assert_int_equal(root(TRANSMIT, out), 0);
	received = counting(RECEIVE, in, MISC_5, 0x000000ff, 0x81);
	sent = counting(TRANSMIT, out, MISC_5, 0x000000ff, 0x81);
	pass(FW_RECEIVED, 4, 2, 0x81, 0x100, 0);
	pass(FW_RECEIVED, 4, 2, 0x04, 0x100, 0);
	pass(FW_TRANSMITTED, 4, 2, 0x81, 0x200, 0x100);
	pass(FW_TRANSMITTED, 4, 2, 0x81, 0x200, 0x100);
	has(received, 1, 100);
	has(sent, 2, 200);
}

/* Without criteria everything matches: that is how all RDMA packets are counted. */
static void an_empty_match_takes_all(void **state)
{
	uint32_t of = table(TRANSMIT), all;

	(void)state;
	assert_int_equal(root(TRANSMIT, of), 0);
	all = counting(TRANSMIT, of, MISC_0, 0, 0);
	pass(FW_TRANSMITTED, 4, 2, 0x04, 0x200, 0x100);
	pass(FW_TRANSMITTED, 0, 0, 0x64, 0x200, 0x101);
	has(all, 2, 200);
}

static void the_first_match_ends_the_way(void **state)
{
	uint32_t last = table(RECEIVE), first = table(RECEIVE), own, all;

	(void)state;
	assert_int_equal(root(RECEIVE, first), 0);
	assert_int_equal(miss(RECEIVE, first, last), 0);
	own = counting(RECEIVE, first, MISC_10, 0x00ffffff, 0x100);
	all = counting(RECEIVE, last, MISC_0, 0, 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x100, 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x101, 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x102, 0);
	has(own, 1, 100);
	has(all, 2, 200);
	assert_int_equal(miss(RECEIVE, first, 0), 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x101, 0);
	has(all, 2, 200);
}

static void the_sender_can_be_matched(void **state)
{
	uint32_t of = table(TRANSMIT), own;

	(void)state;
	assert_int_equal(root(TRANSMIT, of), 0);
	own = counting(TRANSMIT, of, MISC_0, 0x00ffffff, 0x100);
	pass(FW_TRANSMITTED, 4, 2, 4, 0x200, 0x100);
	pass(FW_TRANSMITTED, 4, 2, 4, 0x100, 0x101);
	has(own, 1, 100);
}

static void tables_in_a_circle_do_no_harm(void **state)
{
	uint32_t one = table(RECEIVE), two = table(RECEIVE), counts;

	(void)state;
	assert_int_equal(root(RECEIVE, one), 0);
	assert_int_equal(miss(RECEIVE, one, two), 0);
	assert_int_equal(miss(RECEIVE, two, one), 0);
	counts = counting(RECEIVE, two, MISC_10, 0x00ffffff, 0x100);
	pass(FW_RECEIVED, 4, 2, 4, 0x101, 0);
	has(counts, 0, 0);
	/* and one that is gone ends the way */
	bench_word(&b, 0x00, 0x09310000);
	bench_word(&b, 0x14, two);
	assert_int_equal(bench_run(&b, 0x40, 0x10), 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x100, 0);
	has(counts, 0, 0);
}

static void what_is_deleted_counts_no_more(void **state)
{
	uint32_t of = table(RECEIVE), all;

	(void)state;
	assert_int_equal(root(RECEIVE, of), 0);
	all = counting(RECEIVE, of, MISC_0, 0, 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x100, 0);
	bench_word(&b, 0x00, 0x09380000);
	bench_word(&b, 0x10, RECEIVE);
	bench_word(&b, 0x14, of);
	assert_int_equal(bench_run(&b, 0x40, 0x10), 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x100, 0);
	has(all, 1, 100);
	bench_word(&b, 0x00, 0x09380000);
	bench_word(&b, 0x10, RECEIVE);
	bench_word(&b, 0x14, of);
	assert_int_equal(bench_run(&b, 0x40, 0x10), 0x05);
}

static void a_table_takes_its_root_and_entries_along(void **state)
{
	uint32_t of = table(RECEIVE), all;

	(void)state;
	assert_int_equal(root(RECEIVE, of), 0);
	all = counting(RECEIVE, of, MISC_0, 0, 0);
	assert_int_equal(b.fw.objects->flow_entries, 1);
	bench_word(&b, 0x00, 0x09310000);
	bench_word(&b, 0x10, RECEIVE);
	bench_word(&b, 0x14, of);
	assert_int_equal(bench_run(&b, 0x40, 0x10), 0);
	assert_int_equal(b.fw.objects->flow_entries, 0);
	assert_int_equal(b.fw.objects->driver.flow_root[FW_RECEIVED], 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x100, 0);
	has(all, 0, 0);
}

static void a_disconnected_root_is_none(void **state)
{
	uint32_t of = table(RECEIVE), all;

	(void)state;
	assert_int_equal(root(RECEIVE, of), 0);
	all = counting(RECEIVE, of, MISC_0, 0, 0);
	bench_word(&b, 0x00, 0x092f0000);
	bench_word(&b, 0x04, 1);
	bench_word(&b, 0x10, RECEIVE);
	assert_int_equal(bench_run(&b, 0x40, 0x10), 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x100, 0);
	has(all, 0, 0);
}

static void a_modified_entry_counts_elsewhere(void **state)
{
	uint32_t of = table(RECEIVE), before, after = counter(), in_group;

	(void)state;
	assert_int_equal(root(RECEIVE, of), 0);
	before = counting(RECEIVE, of, MISC_0, 0, 0);
	assert_int_equal(group(RECEIVE, of, MISC_0, 0), 0);
	in_group = bench_got(&b, 0x08);
	entry(RECEIVE, of, in_group, 0, after);
	bench_word(&b, 0x04, 1);
	assert_int_equal(run_entry(), 0);
	pass(FW_RECEIVED, 4, 2, 4, 0x100, 0);
	has(before, 0, 0);
	has(after, 1, 100);
	entry(RECEIVE, of, in_group, 1, after);
	bench_word(&b, 0x04, 1);
	assert_int_equal(run_entry(), 0x05);
}

static void what_is_not_played_is_refused(void **state)
{
	uint32_t of = table(RECEIVE), other = table(RECEIVE), in_group;

	(void)state;
	/* a field that no card type here says it can match: udp_dport */
	assert_int_equal(group(RECEIVE, of, 0x1c, 0x0000ffff), 0x03);
	assert_int_equal(group(RECEIVE, of, MISC_10, 0x00ffffff), 0);
	in_group = bench_got(&b, 0x08);
	entry(RECEIVE, other, in_group, 0, 0); /* the group of another table */
	assert_int_equal(run_entry(), 0x05);
	entry(RECEIVE, of, in_group, 0, 0x777); /* no such counter */
	assert_int_equal(run_entry(), 0x05);
	entry(RECEIVE, of, in_group, 0, 0);
	bench_word(&b, 0x4c, 0x4); /* forward */
	assert_int_equal(run_entry(), 0x03);
	entry(RECEIVE, of, in_group, 0, 0);
	bench_word(&b, 0x50, 1); /* a destination */
	assert_int_equal(run_entry(), 0x03);
	entry(RECEIVE, of, in_group, 0, 0);
	bench_word(&b, 0x54, 2); /* counters without count */
	assert_int_equal(run_entry(), 0x03);
	entry(RECEIVE, of, in_group, 0, 1);
	assert_int_equal(bench_run(&b, 0x340, 0x10), 0x50); /* and nothing behind it */
	assert_int_equal(root(TRANSMIT, of), 0x05);
	assert_int_equal(miss(TRANSMIT, of, other), 0x05);
	assert_int_equal(b.fw.objects->flow_entries, 0);
}

/* Those of Ethernet are kept and not read, as before. */
static void other_tables_take_everything(void **state)
{
	uint32_t of = table(0);

	(void)state;
	assert_int_equal(root(0, of), 0);
	assert_int_equal(miss(0, of, 0x123), 0);
	assert_int_equal(group(0, of, 0x1c, 0x0000ffff), 0);
	entry(0, of, bench_got(&b, 0x08), 0, 0);
	bench_word(&b, 0x4c, 0x4);
	bench_word(&b, 0x50, 1);
	assert_int_equal(run_entry(), 0);
	assert_int_equal(b.fw.objects->flow_entries, 0);
}

static void entries_are_bounded(void **state)
{
	uint32_t of = table(RECEIVE), in_group;

	(void)state;
	assert_int_equal(group(RECEIVE, of, MISC_10, 0x00ffffff), 0);
	in_group = bench_got(&b, 0x08);
	/* the highest index first: each finds its place at once */
	for (uint32_t i = FW_FLOW_ENTRIES_MAX; i > 0; i--) {
		entry(RECEIVE, of, in_group, i, 0);
		assert_int_equal(run_entry(), 0);
	}
	entry(RECEIVE, of, in_group, 0, 0);
	assert_int_equal(run_entry(), 0x0f);
}

static void counters_are_read_in_rows(void **state)
{
	uint32_t first = counter(), gone = counter(), last = counter();

	(void)state;
	assert_int_equal(gone, first + 1);
	assert_int_equal(last, first + 2);
	fw_flow_count(b.fw.objects, first, 60);
	fw_flow_count(b.fw.objects, gone, 61);
	fw_flow_count(b.fw.objects, last, 62);
	bench_word(&b, 0x00, 0x093a0000);
	bench_word(&b, 0x08, gone);
	assert_int_equal(bench_run(&b, 0x10, 0x10), 0);
	assert_int_equal(query(gone, 0), 0x05);
	assert_int_equal(query(first, 3), 0);
	assert_int_equal(bench_got(&b, 0x14), 1);
	assert_int_equal(bench_got(&b, 0x1c), 60);
	assert_int_equal(bench_got(&b, 0x24), 0);
	assert_int_equal(bench_got(&b, 0x2c), 0);
	assert_int_equal(bench_got(&b, 0x34), 1);
	assert_int_equal(bench_got(&b, 0x3c), 62);
	bench_word(&b, 0x00, 0x093b0000);
	bench_word(&b, 0x18, 3);
	bench_word(&b, 0x1c, first);
	assert_int_equal(bench_run(&b, 0x20, 0x3c), 0x51);
	bench_word(&b, 0x00, 0x093b0000);
	bench_word(&b, 0x18, FW_FLOW_BULK_MAX + 1);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0x03);
}

static void a_query_can_clear(void **state)
{
	uint32_t id = counter();

	(void)state;
	fw_flow_count(b.fw.objects, id, 60);
	assert_int_equal(query(id, 0x80000000), 0);
	assert_int_equal(bench_got(&b, 0x14), 1);
	has(id, 0, 0);
}

static void several_counters_at_once_are_not_made(void **state)
{
	(void)state;
	bench_word(&b, 0x00, 0x09390000);
	bench_word(&b, 0x0c, 1);
	assert_int_equal(bench_run(&b, 0x10, 0x10), 0x03);
}

/* flow_table_nic_cap of QUERY_HCA_CAP: what Linux asks before it offers optional counters. */
static uint32_t capability(const char *type, size_t at)
{
	struct bench other;

	bench_up(&other, type);
	bench_word(&other, 0x00, 0x01000000);
	bench_word(&other, 0x04, 0x07 << 1);
	assert_int_equal(bench_run(&other, 0x10, 0x1010), 0);
	return bench_got(&other, 0x10 + at);
}

static void newer_cards_say_that_they_can(void **state)
{
	static const char *const able[] = {"cx7", "cx7-2p", "bf3", "cx6dx"};

	(void)state;
	for (size_t i = 0; i < sizeof(able) / sizeof(able[0]); i++) {
		assert_int_equal(capability(able[i], 0x080) & 0x80000100, 0x80000100); /* ft_support, domain */
		assert_int_equal(capability(able[i], 0x0a0) & 0x10000000, 0x10000000); /* outer_ip_version */
		assert_int_equal(capability(able[i], 0x140) & 0x80000000, 0x80000000);
		assert_int_equal(capability(able[i], 0x2a0), 0x00020000); /* bth_opcode, received */
		assert_int_equal(capability(able[i], 0x300), 0x00020000); /* and sent */
	}
	assert_int_equal(capability("cx4", 0x080), 0);
	assert_int_equal(capability("cx4", 0x2a0), 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, up, down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(marked_packets_are_counted),
		CASE(the_other_index_is_an_entry_of_its_own),
		CASE(notifications_are_counted_each_way),
		CASE(an_empty_match_takes_all),
		CASE(the_first_match_ends_the_way),
		CASE(the_sender_can_be_matched),
		CASE(tables_in_a_circle_do_no_harm),
		CASE(what_is_deleted_counts_no_more),
		CASE(a_table_takes_its_root_and_entries_along),
		CASE(a_disconnected_root_is_none),
		CASE(a_modified_entry_counts_elsewhere),
		CASE(what_is_not_played_is_refused),
		CASE(other_tables_take_everything),
		CASE(entries_are_bounded),
		CASE(counters_are_read_in_rows),
		CASE(a_query_can_clear),
		CASE(several_counters_at_once_are_not_made),
		CASE(newer_cards_say_that_they_can),
	};

	return cmocka_run_group_tests_name("flow", tests, NULL, NULL);
}
