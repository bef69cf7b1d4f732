// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Names of the counters outside: by the rules of Prometheus ("Metric and label naming", and what promtool check metrics
 * says), and those of node_exporter's infiniband collector (collector/infiniband_linux.go of 1.11).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/counters/metric.h"

/* With what an exporter tells beside counters, a NIC has about sixty series. */
#define COUNTER_SERIES_MAX 44

static bool ends_in(const char *name, const char *end)
{
	size_t len = strlen(name), tail = strlen(end);

	return len >= tail && !strcmp(name + len - tail, end);
}

/* Between underscores. */
static bool has_word(const char *name, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = name; (at = strstr(at, word)); at++)
		if ((at == name || at[-1] == '_') && (at[len] == '_' || !at[len]))
			return true;
	return false;
}

static void a_name_is_made_of_what_the_row_says(void **state)
{
	static const struct {
		const char *counter, *metric;
	} names[] = {
		{"packet_seq_err", "ece_rdma_sequence_errors_total"},
		{"local_ack_timeout_err", "ece_rdma_ack_timeouts_total"},
		{"np_cnp_sent", "ece_np_cnp_sent_packets_total"},
		{"port_xmit_data", "ece_port_sent_bytes_total"},
		{"port_xmit_packets", "ece_port_sent_packets_total"},
		{"rdma_rx_bytes", "ece_rdma_received_bytes_total"},
		{"rx_prio3_pause_duration", "ece_pause_received_seconds_total"},
		{"rx_prio3_pause", "ece_pause_received_packets_total"},
		{"rx_prio3_pause_transition", "ece_pause_received_transitions_total"},
		{"tx_global_pause_duration", "ece_global_pause_sent_seconds_total"},
		{"link_down_events_phy", "ece_phy_link_down_events_total"},
		{"rp_cur_flows", "ece_rp_current_flows"},
	};
	char name[COUNTER_METRIC_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_string_equal(counter_metric_name(counter_find(names[i].counter), name, sizeof(name)),
				    names[i].metric);
}

static void units_are_base_units(void **state)
{
	(void)state;
	assert_string_equal(counter_metric_unit(counter_find("rx_prio0_pause_duration")), "seconds");
	assert_true(counter_metric_factor(counter_find("rx_prio0_pause_duration")) == 1e-6);
	assert_string_equal(counter_metric_unit(counter_find("port_rcv_data")), "bytes");
	assert_true(counter_metric_factor(counter_find("port_rcv_data")) == 1);
	assert_string_equal(counter_metric_unit(counter_find("np_cnp_sent")), "packets");
	assert_null(counter_metric_unit(counter_find("packet_seq_err")));
}

static void names_are_valid(void **state)
{
	static const char *const reserved[] = {"_count", "_sum", "_bucket", "_info", "_created", "_total"};
	/* as promtool check metrics has them */
	static const char *const refused[] = {"counter", "gauge", "summary", "histogram", "ms",
					      "us",      "ns",    "sec",     "pkts"};
	const struct counter *row;
	char name[COUNTER_METRIC_MAX];

	(void)state;
	for (size_t i = 0; (row = counter_at(i)); i++) {
		assert_true(row->metric && row->metric[0]);
		assert_true(strspn(row->metric, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(row->metric));
		assert_null(strstr(row->metric, "__"));
		for (size_t r = 0; r < sizeof(reserved) / sizeof(reserved[0]); r++)
			assert_false(ends_in(row->metric, reserved[r]));
		for (size_t r = 0; r < sizeof(refused) / sizeof(refused[0]); r++)
			assert_false(has_word(row->metric, refused[r]));
		/* the unit comes behind */
		assert_false(ends_in(row->metric, "_bytes") || ends_in(row->metric, "_packets") ||
			     ends_in(row->metric, "_seconds"));
		counter_metric_name(row, name, sizeof(name));
		assert_true(strlen(name) < COUNTER_METRIC_MAX - 1);
		assert_int_equal(ends_in(name, "_total"), !row->gauge);
	}
}

/* One series: a family's rows differ by priority, and are of one kind, unit and type. */
static void names_are_unique_and_families_alike(void **state)
{
	char a_name[COUNTER_METRIC_MAX], b_name[COUNTER_METRIC_MAX];
	const struct counter *a, *b;

	(void)state;
	for (size_t i = 0; (a = counter_at(i)); i++)
		for (size_t k = i + 1; (b = counter_at(k)); k++) {
			if (strcmp(counter_metric_name(a, a_name, sizeof(a_name)),
				   counter_metric_name(b, b_name, sizeof(b_name))) != 0)
				continue;
			if (a->priority == b->priority || a->priority == COUNTER_NO_PRIORITY ||
			    b->priority == COUNTER_NO_PRIORITY)
				fail_msg("%s and %s are both %s", a->name, b->name, a_name);
			assert_int_equal(a->gauge, b->gauge);
			assert_int_equal(a->source, b->source);
			assert_int_equal(a->shown, b->shown);
			assert_string_equal(a->meaning, b->meaning);
		}
}

static void priorities_come_in_eights(void **state)
{
	size_t rows[8] = {0};
	const struct counter *row;

	(void)state;
	for (size_t i = 0; (row = counter_at(i)); i++) {
		const char *prio = strstr(row->name, "_prio");

		assert_int_equal(prio ? prio[strlen("_prio")] - '0' : COUNTER_NO_PRIORITY, row->priority);
		if (prio)
			rows[row->priority]++;
	}
	for (size_t priority = 0; priority < 8; priority++)
		assert_int_equal(rows[priority], 13);
}

static void what_a_row_shows_is_one_of_the_features(void **state)
{
	const struct counter *row;
	const char *name, *last = "", *meaning;
	size_t used;

	(void)state;
	for (size_t i = 0; (row = counter_at(i)); i++) {
		size_t f = 0;

		assert_non_null(row->feature);
		while ((name = counter_feature_at(f, NULL)) && strcmp(name, row->feature) != 0)
			f++;
		if (!name)
			fail_msg("%s of %s is not explained", row->feature, row->name);
	}
	for (size_t f = 0; (name = counter_feature_at(f, &meaning)); last = name, f++) {
		assert_true(strcmp(last, name) < 0);
		assert_true(meaning && meaning[0]);
		used = 0;
		for (size_t i = 0; (row = counter_at(i)); i++)
			used += !strcmp(row->feature, name);
		assert_true(used > 0);
	}
}

/* Which rows a ConnectX-7 with PFC on priority 3 and 7.x has: all, but optional ones that are off and global pause. */
static void a_nic_has_about_sixty_series(void **state)
{
	size_t shown = 0, optional = 0, all = 0;
	const struct counter *row;

	(void)state;
	for (size_t i = 0; (row = counter_at(i)); i++) {
		all++;
		if (row->since && strstr(row->since, "off until"))
			optional += row->shown == COUNTER_ALWAYS;
		else if (row->shown == COUNTER_ALWAYS && strcmp(row->feature, "global_pause") != 0)
			shown++;
		else if (row->shown == COUNTER_LOSSLESS && row->priority == 3)
			shown++;
	}
	print_message("%zu of %zu counters, and %zu optional ones\n", shown, all, optional);
	assert_true(shown <= COUNTER_SERIES_MAX);
	assert_int_equal(optional, 7);
}

/* What rollouts are decided on is told without asking. */
static void what_is_harm_is_shown(void **state)
{
	const struct counter *row;

	(void)state;
	for (size_t i = 0; (row = counter_at(i)); i++) {
		if (row->class == COUNTER_HARD)
			assert_int_equal(row->shown, COUNTER_ALWAYS);
		if (row->shown == COUNTER_LOSSLESS)
			assert_true(row->priority != COUNTER_NO_PRIORITY);
		if (row->gauge)
			assert_int_equal(row->class, COUNTER_NEVER);
	}
}

static const struct {
	const char *counter, *node;
} node_names[] = {
	{"duplicate_request", "duplicate_requests_packets_total"},
	{"implied_nak_seq_err", "implied_nak_seq_errors_total"},
	{"local_ack_timeout_err", "local_ack_timeout_errors_total"},
	{"np_cnp_sent", "np_cnp_packets_sent_total"},
	{"np_ecn_marked_roce_packets", "np_ecn_marked_roce_packets_received_total"},
	{"out_of_buffer", "out_of_buffer_drops_total"},
	{"out_of_sequence", "out_of_sequence_packets_received_total"},
	{"packet_seq_err", "packet_sequence_errors_total"},
	{"req_cqe_error", "req_cqes_errors_total"},
	{"req_cqe_flush_error", "req_cqes_flush_errors_total"},
	{"req_remote_access_errors", "req_remote_access_errors_total"},
	{"req_remote_invalid_request", "req_remote_invalid_request_errors_total"},
	{"resp_cqe_error", "resp_cqes_errors_total"},
	{"resp_cqe_flush_error", "resp_cqes_flush_errors_total"},
	{"resp_local_length_error", "resp_local_length_errors_total"},
	{"resp_remote_access_errors", "resp_remote_access_errors_total"},
	{"rnr_nak_retry_err", "rnr_nak_retry_packets_received_total"},
	{"roce_adp_retrans", "roce_adp_retransmits_total"},
	{"roce_adp_retrans_to", "roce_adp_retransmits_timeout_total"},
	{"roce_slow_restart", "roce_slow_restart_used_total"},
	{"roce_slow_restart_cnps", "roce_slow_restart_cnps_total"},
	{"roce_slow_restart_trans", "roce_slow_restart_total"},
	{"rp_cnp_handled", "rp_cnp_packets_handled_total"},
	{"rp_cnp_ignored", "rp_cnp_ignored_packets_received_total"},
	{"rx_atomic_requests", "rx_atomic_requests_total"},
	{"rx_dct_connect", "rx_dct_connect_requests_total"},
	{"rx_icrc_encapsulated", "rx_icrc_encapsulated_errors_total"},
	{"rx_read_requests", "rx_read_requests_total"},
	{"rx_write_requests", "rx_write_requests_total"},
	{"port_xmit_data", "port_data_transmitted_bytes_total"},
	{"port_rcv_data", "port_data_received_bytes_total"},
	{"port_xmit_packets", "port_packets_transmitted_total"},
	{"port_rcv_packets", "port_packets_received_total"},
	{"unicast_xmit_packets", "unicast_packets_transmitted_total"},
	{"unicast_rcv_packets", "unicast_packets_received_total"},
	{"multicast_xmit_packets", "multicast_packets_transmitted_total"},
	{"multicast_rcv_packets", "multicast_packets_received_total"},
	{"port_xmit_discards", "port_discards_transmitted_total"},
	{"port_rcv_errors", "port_errors_received_total"},
	{"port_xmit_wait", "port_transmit_wait_total"},
	{"port_xmit_constraint_errors", "port_constraint_errors_transmitted_total"},
	{"port_rcv_constraint_errors", "port_constraint_errors_received_total"},
	{"symbol_error", "symbol_error_total"},
	{"link_downed", "link_downed_total"},
	{"link_error_recovery", "link_error_recovery_total"},
	{"local_link_integrity_errors", "local_link_integrity_errors_total"},
	{"excessive_buffer_overrun_errors", "excessive_buffer_overrun_errors_total"},
	{"VL15_dropped", "vl15_dropped_total"},
	{"port_rcv_remote_physical_errors", "port_receive_remote_physical_errors_total"},
	{"port_rcv_switch_relay_errors", "port_receive_switch_relay_errors_total"},
};

#define NODE_NAMES (sizeof(node_names) / sizeof(node_names[0]))

static void names_of_node_exporter(void **state)
{
	const struct counter *row;
	size_t named = 0;

	(void)state;
	for (size_t i = 0; i < NODE_NAMES; i++) {
		row = counter_find(node_names[i].counter);
		assert_non_null(row);
		assert_string_equal(row->node_name, node_names[i].node);
	}
	for (size_t i = 0; (row = counter_at(i)); i++)
		named += row->node_name != NULL;
	assert_int_equal(named, NODE_NAMES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_is_made_of_what_the_row_says),
		cmocka_unit_test(units_are_base_units),
		cmocka_unit_test(names_are_valid),
		cmocka_unit_test(names_are_unique_and_families_alike),
		cmocka_unit_test(priorities_come_in_eights),
		cmocka_unit_test(what_a_row_shows_is_one_of_the_features),
		cmocka_unit_test(a_nic_has_about_sixty_series),
		cmocka_unit_test(what_is_harm_is_shown),
		cmocka_unit_test(names_of_node_exporter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
