// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Ports and devices as people see them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/tools/ece-counters/made.h"
#include "tools/ece-counters/explain_view.h"
#include "tools/ece-counters/views.h"

static struct made readings[3];
static const struct scrape_device *pointers[3];
static struct sheet_device of;
static struct view_options options;

static void print_port(const struct term *term, void *arg)
{
	struct sheet sheet;

	(void)arg;
	assert_int_equal(sheet_make(&of, 0, &sheet), 0);
	port_text(term, &options, &sheet);
	sheet_done(&sheet);
	device_text(term, &of);
}

/* @second: after the first reading; 0: it is the only one */
static void busy_port(struct made *made, uint64_t second)
{
	made_device(made, 10 + second);
	made->ports[0].pfc_known = true;
	made->ports[0].pfc = 1 << 3;
	made_add(made, 0, "out_of_sequence", 70000000);
	made_add(made, 0, "packet_seq_err", 7 + 2 * second);
	made_add(made, 0, "local_ack_timeout_err", 0);
	made_add(made, 0, "req_transport_retries_exceeded", second);
	made_add(made, 0, "np_cnp_sent", UINT64_C(21000000000));
	made_add(made, 0, "port_xmit_data", UINT64_C(1000000000) + second * UINT64_C(11250000000));
	made_add(made, 0, "rx_prio0_pause", 0);
	made_add(made, 0, "rx_prio3_pause", 100 + 1500 * second);
	made_add(made, 0, "rx_prio3_pause_duration", 1000 + 42000 * second);
	made_add_state(made, 0, "tx_prio3_pause", COUNTER_ABSENT);
	made_add_state(made, 0, "rx_discards_phy", COUNTER_UNREADABLE);
	made_add(made, 0, "unheard_of?", 3);
}

static void assert_prints(const char *want)
{
	char *text = made_text(print_port, NULL);

	assert_string_equal(text, want);
	free(text);
}

static void one_reading_shows_amounts(void **state)
{
	(void)state;
	busy_port(&readings[0], 0);
	of = made_history(readings, pointers, 1);
	options = (struct view_options){.all = false};
	assert_prints("mlx5_0/1  eth0  active  400 Gb/s  PFC on 3  0000:01:00.0  mlx5_core\n"
		      "  loss\n"
		      "     out_of_sequence  70 M\n"
		      "     packet_seq_err      7\n"
		      "  congestion\n"
		      "     np_cnp_sent      21 G\n"
		      "  load\n"
		      "     port_xmit_data   4 GB\n"
		      "  other\n"
		      "     unheard_of          3\n"
		      "     priority  rx_pause  rx_pause_duration\n"
		      "     3 (PFC)        100               1 ms\n"
		      "  not shown: 3 zero, 1 absent, 1 unreadable (--all)\n");
}

/* 45 GB/s, 4.2 % of the time under pause, and what moved in front. */
static void two_readings_show_rates(void **state)
{
	(void)state;
	busy_port(&readings[0], 0);
	busy_port(&readings[1], 1);
	of = made_history(readings, pointers, 2);
	options = (struct view_options){.history = true};
	assert_prints("mlx5_0/1  eth0  active  400 Gb/s  PFC on 3  0000:01:00.0  mlx5_core\n"
		      "  loss\n"
		      "  !  packet_seq_err                      9      +2      2/s  #\n"
		      "     out_of_sequence                  70 M\n"
		      "  congestion\n"
		      "     np_cnp_sent                      21 G\n"
		      "  errors\n"
		      "  !! req_transport_retries_exceeded      1      +1      1/s  #\n"
		      "  load\n"
		      "     port_xmit_data                  49 GB  +45 GB  45 GB/s  #\n"
		      "  other\n"
		      "     unheard_of                          3\n"
		      "     priority  rx_pause  rx_pause_duration\n"
		      "  !  3 (PFC)    1.5 k/s              4.2 %\n"
		      "  not shown: 2 zero, 1 absent, 1 unreadable (--all)\n");
}

static void all_of_them_with_their_meanings(void **state)
{
	(void)state;
	made_device(&readings[0], 1);
	readings[0].ports[0].about.state = ECE_RDMA_PORT_DOWN;
	readings[0].ports[0].bits_per_second = 0;
	made_add(&readings[0], 0, "local_ack_timeout_err", 0);
	made_add_state(&readings[0], 0, "np_cnp_sent", COUNTER_ABSENT);
	made_add_state(&readings[0], 0, "rx_discards_phy", COUNTER_UNREADABLE);
	of = made_history(readings, pointers, 1);
	options = (struct view_options){.all = true, .meanings = true};
	assert_prints("mlx5_0/1  eth0  down  0000:01:00.0  mlx5_core\n"
		      "  loss\n"
		      "     local_ack_timeout_err           0\n"
		      "       no answer in time, retried: loss at the end of a message, a pause storm,\n"
		      "       or a dead peer\n"
		      "     rx_discards_phy        unreadable\n"
		      "       packets that the port dropped for want of room\n"
		      "  congestion\n"
		      "     np_cnp_sent                absent\n"
		      "       CNPs sent: the notification point works\n");
}

static void what_happened_stands_in_the_line(void **state)
{
	(void)state;
	made_device(&readings[0], 1);
	made_add(&readings[0], 0, "np_cnp_sent", 500);
	made_add(&readings[0], 0, "packet_seq_err", 1);
	made_device(&readings[1], 2);
	made_add(&readings[1], 0, "np_cnp_sent", 20)->resets = 1;
	made_add(&readings[1], 0, "packet_seq_err", UINT64_C(0x90000000));
	of = made_history(readings, pointers, 2);
	options = (struct view_options){.all = false};
	assert_prints("mlx5_0/1  eth0  active  400 Gb/s  0000:01:00.0  mlx5_core\n"
		      "  loss\n"
		      "  !  packet_seq_err  2.42 G  +2.42 G  2.42 G/s  or 2^32 more, any number of times\n"
		      "  congestion\n"
		      "     np_cnp_sent         20      +20            started over since the first reading\n");
}

static void a_late_device_says_so(void **state)
{
	(void)state;
	made_device(&readings[0], 1);
	made_fault(&readings[0], SCRAPE_ETHTOOL, "the interface is gone");
	readings[0].device.devx_only = true;
	of = made_history(readings, pointers, 1);
	of.late = true;
	of.late_seconds = 3.25;
	options = (struct view_options){.all = false};
	assert_prints(
		"mlx5_0/1  eth0  active  400 Gb/s  0000:01:00.0  mlx5_core  late: no answer for 3.25 s, as it was "
		"before\n"
		"  not read: ethtool (port 1): the interface is gone\n"
		"  Processes have this device open and no queue pair of theirs is by verbs: queue\n"
		"  pairs that were made by DevX do not move the counters of 32 bits.\n");
}

static void a_device_of_somebody_else_is_left_alone(void **state)
{
	(void)state;
	made_device(&readings[0], 1);
	made_add_state(&readings[0], 0, "np_cnp_sent", COUNTER_UNREADABLE);
	readings[0].device.barred = true;
	readings[0].device.has_nic = true;
	strcpy(readings[0].device.nic.why, "the Fabric Manager owns it");
	strcpy(readings[0].device.nic.card, "ConnectX-7");
	of = made_history(readings, pointers, 1);
	assert_prints("mlx5_0/1  eth0  active  400 Gb/s  0000:01:00.0  ConnectX-7\n"
		      "  left alone: the Fabric Manager owns it\n");
}

/* That a priority with PFC was never paused is told beside those that were; one without PFC is told only if it was. */
static void a_priority_with_pfc_has_a_row(void **state)
{
	(void)state;
	made_device(&readings[0], 1);
	readings[0].ports[0].pfc_known = true;
	readings[0].ports[0].pfc = 1 << 3 | 1 << 4;
	made_add(&readings[0], 0, "rx_prio0_pause", 0);
	made_add(&readings[0], 0, "rx_prio3_pause", 0);
	made_add(&readings[0], 0, "rx_prio5_pause", 2);
	of = made_history(readings, pointers, 1);
	options = (struct view_options){.all = false};
	assert_prints("mlx5_0/1  eth0  active  400 Gb/s  PFC on 3,4  0000:01:00.0  mlx5_core\n"
		      "     priority  rx_pause\n"
		      "     3 (PFC)          0\n"
		      "     4 (PFC)          -\n"
		      "     5                2\n"
		      "  not shown: 2 zero (--all)\n");
}

static void print_narrow(const struct term *term, void *arg)
{
	struct term narrow = *term;
	struct sheet sheet;

	(void)arg;
	narrow.width = 45;
	assert_int_equal(sheet_make(&of, 0, &sheet), 0);
	priority_text(&narrow, &sheet);
	sheet_done(&sheet);
}

/* What does not fit beside each other stands below each other. */
static void a_wide_table_is_split(void **state)
{
	char *text;

	(void)state;
	busy_port(&readings[0], 0);
	made_add(&readings[0], 0, "tx_prio3_pause_duration", 7);
	of = made_history(readings, pointers, 1);
	text = made_text(print_narrow, NULL);
	assert_string_equal(text, "     priority  rx_pause  rx_pause_duration\n"
				  "     3 (PFC)        100               1 ms\n"
				  "     priority  tx_pause_duration\n"
				  "     3 (PFC)                7 us\n");
	free(text);
}

static struct scrape_algorithm algorithm(const char *counter, enum counter_state state_of, uint64_t value)
{
	struct scrape_algorithm a = {.slot = 3, .algorithm = "ZTR_RTTCC"};

	snprintf(a.counter, sizeof(a.counter), "%s", counter);
	a.reading = (struct counter_reading){.state = (uint8_t)state_of, .value = value};
	return a;
}

static void print_device(const struct term *term, void *arg)
{
	(void)arg;
	device_text(term, &of);
}

/* A counter of an algorithm whose slot does not count is not 0. */
static void algorithms_have_counters_of_their_own(void **state)
{
	struct scrape_algorithm before[] = {algorithm("RTT_SENT", COUNTER_PRESENT, 100)};
	struct scrape_algorithm after[] = {
		algorithm("DROPS", COUNTER_PRESENT, 0),
		algorithm("RTT_SENT", COUNTER_PRESENT, 350),
		algorithm("RTT_LOST", COUNTER_UNREADABLE, 0),
		algorithm("TRACES", COUNTER_ABSENT, 0),
	};
	json_t *list;
	char *text;

	(void)state;
	made_device(&readings[0], 10);
	made_device(&readings[1], 15);
	readings[0].device.algorithms = before;
	readings[0].device.algorithm_count = 1;
	readings[1].device.algorithms = after;
	readings[1].device.algorithm_count = 4;
	of = made_history(readings, pointers, 2);
	text = made_text(print_device, NULL);
	assert_string_equal(text, "     slot  algorithm  counter        value  rate\n"
				  "     3     ZTR_RTTCC  RTT_SENT         350  50/s\n"
				  "     3     ZTR_RTTCC  RTT_LOST  unreadable\n"
				  "  not shown of algorithms: 1 zero\n"
				  "  not shown of algorithms: 1 that do not count, as their slots are set\n");
	free(text);
	list = algorithms_json(&readings[1].device);
	assert_int_equal(json_array_size(list), 4);
	assert_true(json_is_null(json_object_get(json_array_get(list, 3), "value")));
	assert_int_equal(json_integer_value(json_object_get(json_array_get(list, 1), "value")), 350);
	json_decref(list);
}

static void print_explained(const struct term *term, void *arg)
{
	explain_text(term, counter_find(arg));
}

static void a_counter_is_explained(void **state)
{
	static char name[] = "req_transport_retries_exceeded";
	char *text = made_text(print_explained, name);

	(void)state;
	assert_non_null(strstr(text, "retries used up without an answer: a connection was lost"));
	assert_non_null(strstr(text, "gate class    hard: any growth beyond the baseline is harm"));
	assert_non_null(strstr(text, "32 bits: it goes round"));
	assert_non_null(strstr(text, "see also      req_cqe_error"));
	assert_non_null(strstr(text, "blind to      queue pairs that were made by DevX"));
	free(text);
}

/* The aliases lead back to the row, and names of node_exporter are told whole. */
static void an_explanation_for_programs(void **state)
{
	json_t *object = explain_json(counter_find("np_cnp_sent"));
	const json_t *aliases = json_object_get(object, "aliases");
	bool found = false;

	(void)state;
	assert_string_equal(json_string_value(json_object_get(object, "node_exporter")),
			    "node_infiniband_np_cnp_packets_sent_total");
	assert_string_equal(json_string_value(json_object_get(object, "group")), "congestion");
	for (size_t i = 0; i < json_array_size(aliases); i++)
		found |= !strcmp(json_string_value(json_object_get(json_array_get(aliases, i), "name")), "np_cnp_pkts");
	assert_true(found);
	json_decref(object);
}

static const json_t *counter_of(const json_t *device, size_t i)
{
	const json_t *port = json_array_get(json_object_get(device, "ports"), 0);

	return json_array_get(json_object_get(port, "counters"), i);
}

static void json_has_every_state(void **state)
{
	static const struct selection all;
	json_t *device;
	const json_t *counter;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		made_device(&readings[i], 10 + 2 * i);
		made_add(&readings[i], 0, "port_xmit_data", 100 + i * 50);
		made_add_state(&readings[i], 0, "port_rcv_data", COUNTER_ABSENT);
		made_add_state(&readings[i], 0, "port_xmit_packets", COUNTER_UNREADABLE);
		made_add(&readings[i], 0, "port_rcv_packets", UINT64_MAX);
	}
	of = made_history(readings, pointers, 2);
	device = device_json(&of, &all);
	counter = counter_of(device, 0);
	assert_int_equal(json_integer_value(json_object_get(counter, "raw")), 150);
	assert_int_equal(json_integer_value(json_object_get(counter, "value")), 600);
	assert_float_equal(json_real_value(json_object_get(json_object_get(counter, "last"), "per_second")), 100, 1e-9);
	counter = counter_of(device, 1);
	assert_string_equal(json_string_value(json_object_get(counter, "state")), "absent");
	assert_true(json_is_null(json_object_get(counter, "value")));
	counter = counter_of(device, 2);
	assert_string_equal(json_string_value(json_object_get(counter, "state")), "unreadable");
	assert_true(json_is_null(json_object_get(counter, "raw")));
	counter = counter_of(device, 3);
	assert_string_equal(json_string_value(json_object_get(counter, "raw")), "18446744073709551615");
	json_decref(device);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_reading_shows_amounts),
		cmocka_unit_test(two_readings_show_rates),
		cmocka_unit_test(all_of_them_with_their_meanings),
		cmocka_unit_test(what_happened_stands_in_the_line),
		cmocka_unit_test(a_late_device_says_so),
		cmocka_unit_test(a_device_of_somebody_else_is_left_alone),
		cmocka_unit_test(a_priority_with_pfc_has_a_row),
		cmocka_unit_test(a_wide_table_is_split),
		cmocka_unit_test(algorithms_have_counters_of_their_own),
		cmocka_unit_test(a_counter_is_explained),
		cmocka_unit_test(an_explanation_for_programs),
		cmocka_unit_test(json_has_every_state),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
