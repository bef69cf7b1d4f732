// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counters of the table on a page. Names are those of docs/counters.md, node_exporter's those of its own source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/export/page.h"
#include "tests/unit/lib/export/lines.h"
#include "tests/unit/lib/export/round.h"

#define PORT "{device=\"mlx5_0\",port=\"1\",netdev=\"ens1f0np0\",link_layer=\"ethernet\""

static struct round made;
static struct export_options options;
static struct export_page page;

static int set_up(void **state)
{
	(void)state;
	round_make(&made);
	options = (struct export_options){.version = "1"};
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	export_page_done(&page);
	round_done(&made);
	return 0;
}

static void make(enum export_format format)
{
	struct ece_error e;

	export_page_done(&page);
	assert_int_equal(export_page(&(struct export_view){.round = &made.round}, &options, format, &page, &e), 0);
}

#define assert_line(line) assert_has_line(page.text, line)
#define assert_none(what) assert_null(strstr(page.text, what))

static void a_counter_has_its_name_unit_and_meaning(void **state)
{
	(void)state;
	round_count(&made, ROUND_CARD, "packet_seq_err", 7);
	round_count(&made, ROUND_CARD, "np_cnp_sent", UINT64_C(9007199254740993));
	round_count(&made, ROUND_CARD, "port_xmit_data", 1000);
	round_count(&made, ROUND_CARD, "rx_prio3_pause_duration", 1500000);
	make(EXPORT_OPENMETRICS);
	assert_line("# TYPE ece_rdma_sequence_errors counter");
	assert_line("# HELP ece_rdma_sequence_errors sequence NAKs received, retried: loss on the way from here "
		    "(packet_seq_err)");
	assert_line("ece_rdma_sequence_errors_total" PORT "} 7");
	assert_line("# UNIT ece_np_cnp_sent_packets packets");
	assert_line("ece_np_cnp_sent_packets_total" PORT "} 9007199254740993");
	assert_line("ece_port_sent_bytes_total" PORT "} 4000");
	assert_line("# UNIT ece_pause_received_seconds seconds");
	assert_line("# HELP ece_pause_received_seconds how long sending was paused by the switch "
		    "(rx_prioN_pause_duration)");
	assert_line("ece_pause_received_seconds_total" PORT ",priority=\"3\"} 1.5");
}

/* It went round twice since the exporter began. */
static void a_counter_goes_on_where_32_bits_end(void **state)
{
	struct scrape_counter *counter;

	(void)state;
	counter = round_count(&made, ROUND_CARD, "packet_seq_err", 7);
	counter->total = (UINT64_C(2) << 32) + 7;
	make(EXPORT_PROMETHEUS);
	assert_line("ece_rdma_sequence_errors_total" PORT "} 8589934599");
}

static void what_is_not_present_is_no_sample(void **state)
{
	(void)state;
	round_count(&made, ROUND_CARD, "packet_seq_err", 0)->reading.state = COUNTER_ABSENT;
	round_count(&made, ROUND_CARD, "out_of_sequence", 0)->reading.state = COUNTER_UNREADABLE;
	round_count(&made, ROUND_CARD, "duplicate_request", 0);
	make(EXPORT_PROMETHEUS);
	assert_none("ece_rdma_sequence_errors");
	assert_none("ece_rdma_out_of_sequence_received");
	assert_line("ece_rdma_duplicate_requests_received_total" PORT "} 0");
	assert_line("ece_counters" PORT ",state=\"absent\"} 1");
	assert_line("ece_counters" PORT ",state=\"unreadable\"} 1");
	assert_line("ece_counters" PORT ",state=\"present\"} 1");
	make(EXPORT_JSON);
	assert_non_null(strstr(page.text, "\"missing\": \"absent\""));
	assert_non_null(strstr(page.text, "\"missing\": \"unreadable\""));
}

static void what_nobody_asked_for_is_not_told(void **state)
{
	(void)state;
	round_count(&made, ROUND_CARD, "rx_write_requests", 5);
	make(EXPORT_PROMETHEUS);
	assert_none("ece_rdma_write_requests_received_total");
	options.all = true;
	make(EXPORT_PROMETHEUS);
	assert_line("ece_rdma_write_requests_received_total" PORT "} 5");
}

/* PFC is on for priority 3. */
static void priorities_are_told_where_they_matter(void **state)
{
	(void)state;
	round_count(&made, ROUND_CARD, "rx_prio2_pause", 0);
	round_count(&made, ROUND_CARD, "rx_prio3_pause", 0);
	round_count(&made, ROUND_CARD, "rx_prio4_pause", 1);
	make(EXPORT_PROMETHEUS);
	assert_line("ece_pause_received_packets_total" PORT ",priority=\"3\"} 0");
	assert_line("ece_pause_received_packets_total" PORT ",priority=\"4\"} 1");
	assert_none("priority=\"2\"");
	options.all = true;
	make(EXPORT_PROMETHEUS);
	assert_line("ece_pause_received_packets_total" PORT ",priority=\"2\"} 0");
}

static void samples_of_one_name_stand_together(void **state)
{
	const char *first, *second, *other;

	(void)state;
	strcpy(made.ports[ROUND_HOSTILE].netdev, "eth1");
	round_count(&made, ROUND_CARD, "packet_seq_err", 1);
	round_count(&made, ROUND_CARD, "out_of_sequence", 2);
	round_count(&made, ROUND_HOSTILE, "packet_seq_err", 3);
	round_count(&made, ROUND_HOSTILE, "out_of_sequence", 4);
	make(EXPORT_PROMETHEUS);
	first = strstr(page.text, "\nece_rdma_sequence_errors_total");
	assert_non_null(first);
	second = strstr(first + 1, "\nece_rdma_sequence_errors_total");
	assert_non_null(second);
	other = strstr(first, "\nece_rdma_out_of_sequence_received_total");
	assert_true(!other || other > second);
	assert_null(strstr(second + 1, "\nece_rdma_sequence_errors_total"));
}

/* Prometheus refuses a page with a series twice. */
static void what_a_kernel_says_twice_is_told_once(void **state)
{
	(void)state;
	round_count(&made, ROUND_CARD, "packet_seq_err", 1);
	round_count(&made, ROUND_CARD, "packet_seq_err", 2);
	make(EXPORT_PROMETHEUS);
	assert_line("ece_rdma_sequence_errors_total" PORT "} 1");
	assert_null(
		strstr(strstr(page.text, "\nece_rdma_sequence_errors_total") + 1, "\nece_rdma_sequence_errors_total"));
}

static void what_goes_up_and_down_is_a_gauge(void **state)
{
	(void)state;
	round_count(&made, ROUND_CARD, "rp_cur_flows", 12);
	make(EXPORT_PROMETHEUS);
	assert_line("# TYPE ece_rp_current_flows gauge");
	assert_line("ece_rp_current_flows" PORT "} 12");
}

static void node_exporters_names_are_told_on_request(void **state)
{
	(void)state;
	round_count(&made, ROUND_CARD, "port_xmit_data", 1000);
	round_count(&made, ROUND_CARD, "roce_slow_restart", 5);
	round_count(&made, ROUND_CARD, "roce_slow_restart_trans", 6);
	round_count(&made, ROUND_CARD, "rx_write_requests", 7);
	round_count(&made, ROUND_CARD, "rnr_nak_retry_err", 0)->reading.state = COUNTER_ABSENT;
	round_count(&made, ROUND_PLAIN, "port_rcv_data", 1); /* node_exporter knows no port 0 */
	make(EXPORT_PROMETHEUS);
	assert_none("node_infiniband");
	options.node_names = true;
	make(EXPORT_PROMETHEUS);
	assert_line("node_infiniband_info{device=\"mlx5_0\",board_id=\"MT_0000000838\",firmware_version=\"28.39.1002\","
		    "hca_type=\"MT4129\"} 1");
	assert_line("node_infiniband_state_id{device=\"mlx5_0\",port=\"1\"} 4");
	assert_line("node_infiniband_physical_state_id{device=\"mlx5_0\",port=\"1\"} 5");
	assert_line("node_infiniband_rate_bytes_per_second{device=\"mlx5_0\",port=\"1\"} 25000000000");
	assert_line("# TYPE node_infiniband_port_data_transmitted_bytes_total counter");
	assert_line("node_infiniband_port_data_transmitted_bytes_total{device=\"mlx5_0\",port=\"1\"} 4000");
	assert_line("node_infiniband_roce_slow_restart_used_total{device=\"mlx5_0\",port=\"1\"} 5");
	assert_line("node_infiniband_roce_slow_restart_total{device=\"mlx5_0\",port=\"1\"} 6");
	assert_line("node_infiniband_rx_write_requests_total{device=\"mlx5_0\",port=\"1\"} 7");
	assert_none("node_infiniband_rnr_nak");
	assert_none("node_infiniband_port_data_received");
}

#define counters_case(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		counters_case(a_counter_has_its_name_unit_and_meaning),
		counters_case(a_counter_goes_on_where_32_bits_end),
		counters_case(what_is_not_present_is_no_sample),
		counters_case(what_nobody_asked_for_is_not_told),
		counters_case(priorities_are_told_where_they_matter),
		counters_case(samples_of_one_name_stand_together),
		counters_case(what_a_kernel_says_twice_is_told_once),
		counters_case(what_goes_up_and_down_is_a_gauge),
		counters_case(node_exporters_names_are_told_on_request),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
