// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What the data path counts, by set and by port. Positions: Linux mlx5_ifc.h (query_q_counter_out,
 * query_vport_counter_out, ppcnt_reg and its sets), as offsets into whole answers.
 */
#include "tests/unit/sim/bench.h"

#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/traffic.h"

#define PACKET_SEQ_ERR_AT 0x50
#define PPCNT_AT          0x18 /* register at 0x10, its counters behind 8 bytes */

static uint32_t alloc_set(struct bench *b)
{
	bench_word(b, 0x00, 0x07710000);
	assert_int_equal(bench_run(b, 0x10, 0x10), 0);
	return bench_got(b, 0x08);
}

static uint32_t packet_seq_err(struct bench *b, uint32_t set, bool clear)
{
	bench_word(b, 0x00, 0x07730000);
	bench_word(b, 0x18, clear ? 0x80000000 : 0);
	bench_word(b, 0x1c, set);
	assert_int_equal(bench_run(b, 0x20, 0x100), 0);
	return bench_got(b, PACKET_SEQ_ERR_AT);
}

static void sets_count_apart(void **state)
{
	struct bench b;
	uint32_t one, other;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	one = alloc_set(&b);
	other = alloc_set(&b);
	assert_int_not_equal(one, other);
	fw_count(&b.fw, one, FW_COUNT_PACKET_SEQ_ERR, 3);
	fw_count(&b.fw, other, FW_COUNT_PACKET_SEQ_ERR, 5);
	assert_int_equal(packet_seq_err(&b, one, false), 3);
	assert_int_equal(packet_seq_err(&b, other, false), 5);
	assert_int_equal(fw_counted(&b.fw, one, FW_COUNT_PACKET_SEQ_ERR), 3);
	assert_int_equal(fw_counter_value(&b.fw, FW_COUNT_PACKET_SEQ_ERR), 8);
	bench_down(&b);
}

static void a_queue_without_a_set_is_counted_nowhere(void **state)
{
	struct bench b;
	uint32_t set;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	set = alloc_set(&b);
	fw_count(&b.fw, 0, FW_COUNT_PACKET_SEQ_ERR, 7);
	fw_count(&b.fw, set + 1, FW_COUNT_PACKET_SEQ_ERR, 7);
	assert_int_equal(fw_counter_value(&b.fw, FW_COUNT_PACKET_SEQ_ERR), 0);
	assert_int_equal(fw_counted(&b.fw, 0, FW_COUNT_PACKET_SEQ_ERR), 0);
	fw_count(&b.fw, 0, FW_COUNT_NP_CNP_SENT, 7); /* by port */
	assert_int_equal(fw_counter_value(&b.fw, FW_COUNT_NP_CNP_SENT), 7);
	bench_down(&b);
}

/* What a test says stands beside it, and every set shows it. */
static void clearing_a_set_leaves_the_others(void **state)
{
	struct bench b;
	uint32_t one, other;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	one = alloc_set(&b);
	other = alloc_set(&b);
	b.state.counter[FW_COUNT_PACKET_SEQ_ERR] = 100;
	fw_count(&b.fw, one, FW_COUNT_PACKET_SEQ_ERR, 3);
	assert_int_equal(packet_seq_err(&b, one, true), 103);
	assert_int_equal(packet_seq_err(&b, one, false), 0);
	assert_int_equal(packet_seq_err(&b, other, false), 100);
	fw_count(&b.fw, one, FW_COUNT_PACKET_SEQ_ERR, 1);
	assert_int_equal(packet_seq_err(&b, one, false), 1);
	fw_counter_set(&b.fw, FW_COUNT_PACKET_SEQ_ERR, 9);
	assert_int_equal(packet_seq_err(&b, one, false), 9);
	assert_int_equal(packet_seq_err(&b, other, false), 9);
	bench_down(&b);
}

static void a_set_wraps_at_32_bits(void **state)
{
	struct bench b;
	uint32_t set;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	set = alloc_set(&b);
	fw_count(&b.fw, set, FW_COUNT_PACKET_SEQ_ERR, 0x100000002);
	assert_int_equal(packet_seq_err(&b, set, false), 2);
	bench_down(&b);
}

static void a_number_taken_again_starts_at_zero(void **state)
{
	struct bench b;
	uint32_t set;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	set = alloc_set(&b);
	fw_count(&b.fw, set, FW_COUNT_PACKET_SEQ_ERR, 3);
	bench_word(&b, 0x00, 0x07720000);
	bench_word(&b, 0x08, set);
	assert_int_equal(bench_run(&b, 0x10, 0x10), 0);
	for (uint32_t other = alloc_set(&b); other != set; other = alloc_set(&b))
		assert_true(other < 0xff || set < other);
	assert_int_equal(packet_seq_err(&b, set, false), 0);
	bench_down(&b);
}

static void vport_counter(struct bench *b)
{
	bench_word(b, 0x00, 0x07700000);
	assert_int_equal(bench_run(b, 0x20, 0x210), 0);
}

static void frames_count_by_kind(void **state)
{
	static const uint16_t at[2][5] = {{0x30, 0x50, 0x70, 0x90, 0xb0}, {0x40, 0x60, 0x80, 0xa0, 0xc0}};
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	for (unsigned int i = 0; i < 10; i++)
		for (unsigned int n = 0; n <= i; n++)
			fw_count_frame(&b.fw, (enum fw_direction)(i / 5), (enum fw_frame_kind)(i % 5), 0, 100);
	vport_counter(&b);
	for (unsigned int i = 0; i < 10; i++) {
		assert_int_equal(bench_got(&b, at[i / 5][i % 5] + 4), i + 1);
		assert_int_equal(bench_got(&b, at[i / 5][i % 5] + 12), 100 * (i + 1));
	}
	b.state.rdma_rx_packets += 20; /* as a simulated fleet counts them */
	vport_counter(&b);
	assert_int_equal(bench_got(&b, 0x34), 21);
	bench_down(&b);
}

/* PPCNT of a group and a priority. */
static void ppcnt(struct bench *b, uint8_t group, uint8_t priority)
{
	bench_access(b, 0x5008, BENCH_READ);
	bench_word(b, 0x10, 0x00010000 | group);
	bench_word(b, 0x14, priority);
	assert_int_equal(bench_run(b, 0x110, 0x110), 0);
}

static void frames_count_by_priority(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	fw_count_frame(&b.fw, FW_RECEIVED, FW_FRAME_RDMA_UNICAST, 3, 1000);
	fw_count_frame(&b.fw, FW_RECEIVED, FW_FRAME_UNICAST, 3, 60);
	fw_count_frame(&b.fw, FW_TRANSMITTED, FW_FRAME_RDMA_UNICAST, 6, 74);
	ppcnt(&b, 0x10, 3);
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x04), 1060); /* rx_octets */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x24), 2);    /* rx_frames */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x2c), 0);
	ppcnt(&b, 0x10, 6);
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x04), 0);
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x2c), 74); /* tx_octets */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x4c), 1);  /* tx_frames */
	bench_down(&b);
}

static void the_port_counts_all_of_them(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	for (unsigned int i = 0; i < 10; i++)
		fw_count_frame(&b.fw, (enum fw_direction)(i / 5), (enum fw_frame_kind)(i % 5), 0, i < 5 ? 100 : 10);
	b.state.phy.rx_discards = 4;
	ppcnt(&b, 0x00, 0);
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x04), 5);   /* frames transmitted */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x0c), 5);   /* frames received */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x24), 50);  /* octets transmitted */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x2c), 500); /* octets received */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x34), 2);   /* multicast transmitted */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x4c), 1);   /* broadcast received */
	ppcnt(&b, 0x01, 0);
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x04), 500); /* in octets */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x0c), 2);   /* in unicast */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x14), 4);   /* in discards */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x5c), 2);   /* out multicast */
	assert_int_equal(bench_got(&b, PPCNT_AT + 0x64), 1);   /* out broadcast */
	bench_down(&b);
}

static void counters_of_frames_have_ethtools_names(void **state)
{
	struct bench b;
	uint64_t value;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	fw_count_frame(&b.fw, FW_TRANSMITTED, FW_FRAME_RDMA_UNICAST, 6, 74);
	assert_true(fw_traffic_counter(&b.fw, "tx_prio6_packets", &value));
	assert_int_equal(value, 1);
	assert_true(fw_traffic_counter(&b.fw, "tx_vport_rdma_unicast_bytes", &value));
	assert_int_equal(value, 74);
	assert_true(fw_traffic_counter(&b.fw, "rx_vport_multicast_packets", &value));
	assert_int_equal(value, 0);
	assert_false(fw_traffic_counter(&b.fw, "tx_prio6_", &value));
	assert_false(fw_traffic_counter(&b.fw, "tx_prio8_bytes", &value));
	bench_down(&b);
}

static void flows_are_told_with_the_counters_of_congestion(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	*fw_flow_gauge(&b.state, "rp_cur_flows") = 3;
	*fw_flow_gauge(&b.state, "sum_flows") = 40;
	assert_null(fw_flow_gauge(&b.state, "flows"));
	bench_word(&b, 0x00, 0x08260000);
	bench_word(&b, 0x08, 0x80000000); /* and clear: what counts, not how many there are */
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x10), 3);
	assert_int_equal(bench_got(&b, 0x14), 40);
	assert_int_equal(*fw_flow_gauge(&b.state, "rp_cur_flows"), 3);
	fw_reset(&b.fw);
	assert_int_equal(*fw_flow_gauge(&b.state, "sum_flows"), 0);
}

/* Any number of objects, in whatever buckets. */
static void objects_of_a_kind_can_be_walked(void **state)
{
	static const uint8_t create[0x10];
	struct bench b;
	struct fw_object *at = NULL;
	size_t seen = 0;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_null(fw_object_next(b.fw.objects, FW_OBJECT_PD, NULL));
	assert_null(fw_object_next(NULL, FW_OBJECT_PD, NULL));
	for (unsigned int i = 0; i < 10000; i++) {
		assert_non_null(fw_object_add(b.fw.objects, FW_OBJECT_PD, create, sizeof(create)));
		assert_non_null(fw_object_add(b.fw.objects, FW_OBJECT_TIS, create, sizeof(create)));
	}
	while ((at = fw_object_next(b.fw.objects, FW_OBJECT_PD, at))) {
		assert_int_equal(at->kind, FW_OBJECT_PD);
		assert_false(at->armed);
		at->armed = true;
		seen++;
	}
	assert_int_equal(seen, 10000);
	bench_down(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_count_apart),
		cmocka_unit_test(a_queue_without_a_set_is_counted_nowhere),
		cmocka_unit_test(clearing_a_set_leaves_the_others),
		cmocka_unit_test(a_set_wraps_at_32_bits),
		cmocka_unit_test(a_number_taken_again_starts_at_zero),
		cmocka_unit_test(frames_count_by_kind),
		cmocka_unit_test(frames_count_by_priority),
		cmocka_unit_test(the_port_counts_all_of_them),
		cmocka_unit_test(counters_of_frames_have_ethtools_names),
		cmocka_unit_test(flows_are_told_with_the_counters_of_congestion),
		cmocka_unit_test(objects_of_a_kind_can_be_walked),
	};

	return cmocka_run_group_tests_name("counter", tests, NULL, NULL);
}
