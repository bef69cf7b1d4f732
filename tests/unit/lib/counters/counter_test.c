// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Names and places: Linux drivers/infiniband/hw/mlx5/counters.c and mlx5/core/en_stats.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lib/counters/counter.h"

static struct counter_reading present(uint64_t value)
{
	return (struct counter_reading){.value = value, .state = COUNTER_PRESENT};
}

static struct counter_delta between(const char *name, uint64_t from, uint64_t to)
{
	struct counter_reading a = present(from), b = present(to);

	return counter_delta(counter_find(name), &a, &b, false);
}

static void assert_grew(struct counter_delta delta, uint64_t by)
{
	assert_int_equal(delta.growth, COUNTER_GREW);
	assert_int_equal(delta.by, by);
	assert_false(delta.unsure);
}

static void every_row_is_whole_and_found_by_its_name(void **state)
{
	(void)state;
	for (size_t i = 0; i < counter_count(); i++) {
		const struct counter *row = counter_at(i);

		assert_ptr_equal(counter_find(row->name), row);
		assert_int_equal(counter_index(row), i);
		assert_true(row->sticks ? row->width <= 32 : row->width == 32 || row->width == 64);
		assert_true(row->scale == 1 || row->scale == 4);
		assert_true(row->meaning && row->meaning[0]);
		/* ethtool's names have room for 32 bytes, and the agent's protocol no spaces in them */
		assert_true(strlen(row->name) < 32);
		assert_null(strpbrk(row->name, " \t\"\\"));
	}
	assert_null(counter_at(counter_count()));
	assert_null(counter_find("no_such_counter"));
}

static void a_substitute_is_a_row_that_needs_none(void **state)
{
	(void)state;
	for (size_t i = 0; i < counter_count(); i++) {
		const struct counter *row = counter_at(i), *other;

		if (!row->substitute)
			continue;
		other = counter_find(row->substitute);
		assert_non_null(other);
		assert_null(other->substitute);
		assert_non_null(row->since);
	}
}

static void the_counters_of_linux_are_there(void **state)
{
	static const char *const names[] = {
		"rx_write_requests",
		"rx_read_requests",
		"rx_atomic_requests",
		"rx_dct_connect",
		"out_of_buffer",
		"out_of_sequence",
		"duplicate_request",
		"rnr_nak_retry_err",
		"packet_seq_err",
		"implied_nak_seq_err",
		"local_ack_timeout_err",
		"resp_local_length_error",
		"resp_cqe_error",
		"req_cqe_error",
		"req_remote_invalid_request",
		"req_remote_access_errors",
		"resp_remote_access_errors",
		"resp_cqe_flush_error",
		"req_cqe_flush_error",
		"req_transport_retries_exceeded",
		"req_rnr_retries_exceeded",
		"roce_adp_retrans",
		"roce_adp_retrans_to",
		"roce_slow_restart",
		"roce_slow_restart_cnps",
		"roce_slow_restart_trans",
		"rp_cnp_ignored",
		"rp_cnp_handled",
		"np_ecn_marked_roce_packets",
		"np_cnp_sent",
		"rx_icrc_encapsulated",
		"cc_rx_ce_pkts",
		"cc_rx_cnp_pkts",
		"cc_tx_cnp_pkts",
		"rdma_tx_packets",
		"rdma_tx_bytes",
		"rdma_rx_packets",
		"rdma_rx_bytes",
		"port_xmit_data",
		"port_rcv_data",
		"rx_prio0_pause",
		"rx_prio3_pause_duration",
		"tx_prio7_pause",
		"tx_prio5_pause_duration",
		"rx_prio3_pause_transition",
		"rx_prio0_discards",
		"rx_prio7_buf_discard",
		"rx_discards_phy",
		"link_down_events_phy",
		"unicast_rcv_packets",
		"port_xmit_wait",
		"VL15_dropped",
		"excessive_buffer_overrun_errors",
		"rx_prio3_bytes",
		"tx_prio3_packets",
		"rx_prio0_cong_discard",
		"rx_prio7_marked",
		"tx_pause_storm_warning_events",
		"tx_pause_storm_error_events",
		"outbound_pci_stalled_wr_events",
		"rp_cur_flows",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!counter_find(names[i]))
			fail_msg("%s is missing", names[i]);
}

/* Q counters have 32 bits and count verbs only; congestion counters have 64 and see every packet. */
static void rows_say_what_is_known_of_them(void **state)
{
	const struct counter *timeout = counter_find("local_ack_timeout_err"), *marked;

	(void)state;
	assert_int_equal(timeout->width, 32);
	assert_true(timeout->verbs_only);
	assert_int_equal(timeout->class, COUNTER_BASELINE);
	marked = counter_find("np_ecn_marked_roce_packets");
	assert_int_equal(marked->width, 64);
	assert_false(marked->verbs_only);
	assert_int_equal(marked->class, COUNTER_INFORM);
	assert_int_equal(counter_find("rnr_nak_retry_err")->class, COUNTER_NEVER);
	assert_int_equal(counter_find("req_transport_retries_exceeded")->class, COUNTER_HARD);
	assert_int_equal(counter_find("link_down_events_phy")->class, COUNTER_HARD);
	assert_int_equal(counter_find("rp_cnp_ignored")->class, COUNTER_HARD);
	assert_int_equal(counter_find("port_xmit_data")->scale, 4);
}

static void a_name_that_is_nearly_right_has_a_neighbour(void **state)
{
	(void)state;
	assert_string_equal(counter_nearest("local_ack_timeouts_err"), "local_ack_timeout_err");
	assert_string_equal(counter_nearest("port_xmit_dat"), "port_xmit_data");
	assert_null(counter_nearest("temperature"));
}

static void growth_is_the_difference_in_the_unit_of_the_counter(void **state)
{
	(void)state;
	assert_grew(between("packet_seq_err", 100, 117), 17);
	assert_grew(between("packet_seq_err", 5, 5), 0);
	/* octets are told as words of four */
	assert_grew(between("port_xmit_data", 1000, 1250), 1000);
	assert_grew(between("np_cnp_sent", 0, UINT64_MAX), UINT64_MAX);
	assert_grew(between("port_xmit_data", 0, UINT64_MAX), UINT64_MAX);
}

static void a_counter_of_32_bits_wraps_once(void **state)
{
	(void)state;
	assert_grew(between("packet_seq_err", 4294967290, 4), 10);
	assert_grew(between("packet_seq_err", 2147483649, 0), 2147483647);
	/* half its range: as well a reset */
	assert_int_equal(between("packet_seq_err", 2147483648, 0).growth, COUNTER_WAS_RESET);
	assert_int_equal(between("packet_seq_err", 1000, 3).growth, COUNTER_WAS_RESET);
}

static void a_counter_of_64_bits_never_wraps(void **state)
{
	(void)state;
	assert_int_equal(between("np_cnp_sent", UINT64_MAX, 4).growth, COUNTER_WAS_RESET);
	assert_int_equal(between("np_cnp_sent", 4294967290, 4).growth, COUNTER_WAS_RESET);
}

/* Linux drivers/infiniband/core/sysfs.c: symbol_error has 16 bits, which stay at their end */
static void a_counter_that_sticks_has_an_end(void **state)
{
	struct counter_delta delta = between("symbol_error", 65000, 65535);

	(void)state;
	assert_int_equal(delta.growth, COUNTER_GREW);
	assert_int_equal(delta.by, 535);
	assert_true(delta.unsure);
	assert_true(between("symbol_error", 65535, 65535).unsure);
	assert_grew(between("symbol_error", 65000, 65534), 534);
	assert_int_equal(between("symbol_error", 65535, 3).growth, COUNTER_WAS_RESET);
	assert_int_equal(between("port_xmit_wait", 4294967290, 4).growth, COUNTER_WAS_RESET);
	assert_true(between("port_xmit_wait", 0, 4294967295).unsure);
	assert_grew(between("port_xmit_wait", 0, 4294967294), 4294967294);
}

/* The kernel adds up sets of queue pairs that are gone: the sum of 32-bit counters is wider, and falls by one round. */
static void a_sum_of_counters_wraps_by_its_parts(void **state)
{
	(void)state;
	assert_grew(between("packet_seq_err", 4294967290 + UINT64_C(3000000000), 4 + UINT64_C(3000000000)), 10);
	assert_int_equal(between("packet_seq_err", UINT64_C(9000000000), 4).growth, COUNTER_WAS_RESET);
	assert_int_equal(between("packet_seq_err", UINT64_MAX, 4).growth, COUNTER_WAS_RESET);
}

static void growth_by_half_the_range_may_be_more(void **state)
{
	struct counter_delta delta = between("packet_seq_err", 7, 2147483655);

	(void)state;
	assert_int_equal(delta.growth, COUNTER_GREW);
	assert_int_equal(delta.by, 2147483648);
	assert_true(delta.unsure);
	assert_grew(between("packet_seq_err", 7, 2147483654), 2147483647);
	assert_grew(between("np_cnp_sent", 7, 2147483655), 2147483648);
}

static void a_host_that_started_over_has_no_growth(void **state)
{
	struct counter_reading from = present(3), to = present(4000);

	(void)state;
	assert_int_equal(counter_delta(counter_find("packet_seq_err"), &from, &to, true).growth, COUNTER_WAS_RESET);
}

static void absent_and_unreadable_are_never_zero(void **state)
{
	const struct counter *counter = counter_find("packet_seq_err");
	struct counter_reading one = present(1), absent = {0}, unreadable = {.state = COUNTER_UNREADABLE};

	(void)state;
	assert_int_equal(counter_delta(counter, &absent, &one, false).growth, COUNTER_NOT_THERE);
	assert_int_equal(counter_delta(counter, &one, &absent, false).growth, COUNTER_NOT_THERE);
	assert_int_equal(counter_delta(counter, &one, &unreadable, false).growth, COUNTER_NOT_READ);
	assert_int_equal(counter_delta(counter, &unreadable, &absent, false).growth, COUNTER_NOT_READ);
	assert_int_equal(counter_delta(counter, &absent, &absent, true).growth, COUNTER_NOT_THERE);
}

static void a_sum_is_only_one_when_all_grew(void **state)
{
	struct counter_delta sum = {0}, ten = {.by = 10}, more = {.by = UINT64_MAX - 15, .unsure = true};
	struct counter_delta reset = {.growth = COUNTER_WAS_RESET}, absent = {.growth = COUNTER_NOT_THERE};

	(void)state;
	counter_delta_add(&sum, &ten);
	counter_delta_add(&sum, &ten);
	assert_grew(sum, 20);
	counter_delta_add(&sum, &more);
	assert_int_equal(sum.by, UINT64_MAX);
	assert_true(sum.unsure);
	counter_delta_add(&sum, &absent);
	assert_int_equal(sum.growth, COUNTER_NOT_THERE);
	assert_int_equal(sum.by, 0);
	counter_delta_add(&sum, &reset);
	counter_delta_add(&sum, &ten);
	assert_int_equal(sum.growth, COUNTER_WAS_RESET);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_whole_and_found_by_its_name),
		cmocka_unit_test(a_substitute_is_a_row_that_needs_none),
		cmocka_unit_test(the_counters_of_linux_are_there),
		cmocka_unit_test(rows_say_what_is_known_of_them),
		cmocka_unit_test(a_name_that_is_nearly_right_has_a_neighbour),
		cmocka_unit_test(growth_is_the_difference_in_the_unit_of_the_counter),
		cmocka_unit_test(a_counter_of_32_bits_wraps_once),
		cmocka_unit_test(a_counter_of_64_bits_never_wraps),
		cmocka_unit_test(a_counter_that_sticks_has_an_end),
		cmocka_unit_test(a_sum_of_counters_wraps_by_its_parts),
		cmocka_unit_test(growth_by_half_the_range_may_be_more),
		cmocka_unit_test(a_host_that_started_over_has_no_growth),
		cmocka_unit_test(absent_and_unreadable_are_never_zero),
		cmocka_unit_test(a_sum_is_only_one_when_all_grew),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
