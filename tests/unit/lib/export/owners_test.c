// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Queue pairs and their counter sets, by process and one by one. */
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

static struct round made;
static struct export_options options;
static struct export_page page;

static uint32_t numbers[] = {100, 101, 102, 103};
static struct ece_rdma_counter of_set[4][2] = {
	{{"packet_seq_err", 5}, {"rx_write_requests", 1}},
	{{"packet_seq_err", 7}, {"rx_write_requests", 2}},
	{{"packet_seq_err", 11}, {"out_of_sequence", 3}},
	{{"packet_seq_err", 13}, {"no_such_counter", 3}},
};
static struct ece_rdma_bound sets[4];
static struct ece_rdma_qp qps[4];

/* Process 4711 has two sets, 4712 one by hand, and a module of the kernel one with two queue pairs. */
static void fill(struct scrape_device *device)
{
	for (unsigned int i = 0; i < 4; i++) {
		qps[3 - i] = (struct ece_rdma_qp){.qpn = numbers[i],
						  .port = 1,
						  .type = ECE_RDMA_QP_RC,
						  .state = ECE_RDMA_QP_RTS,
						  .pid = i < 2 ? 4711 : 4712};
		sets[i] = (struct ece_rdma_bound){.id = i,
						  .port = 1,
						  .by_pid = i < 2,
						  .pid = i < 2 ? 4711 : 0,
						  .qpns = &numbers[i],
						  .qpn_count = 1,
						  .counters = of_set[i],
						  .counter_count = 2};
	}
	qps[0] = (struct ece_rdma_qp){
		.qpn = 103, .port = 1, .type = ECE_RDMA_QP_UD, .state = ECE_RDMA_QP_RTS, .kernel_owner = "nvme\xff"};
	sets[3].by_pid = true;
	sets[3].qpn_count = 2;
	strcpy(sets[3].kernel_owner, "nvme\xff");
	sets[3].qpns = &numbers[2];
	device->qps = qps;
	device->qp_count = 4;
	device->bound = sets;
	device->bound_count = 4;
	device->parts |= SCRAPE_BOUND;
}

static int set_up(void **state)
{
	(void)state;
	round_make(&made);
	options = (struct export_options){.version = "1", .per_process = true, .series_max = 1000};
	fill(&made.devices[ROUND_CARD]);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	export_page_done(&page);
	round_done(&made);
	return 0;
}

static void make(void)
{
	struct ece_error e;

	export_page_done(&page);
	assert_int_equal(
		export_page(&(struct export_view){.round = &made.round}, &options, EXPORT_PROMETHEUS, &page, &e), 0);
}

#define assert_line(line) assert_has_line(page.text, line)
#define assert_none(what) assert_null(strstr(page.text, what))

static size_t count(const char *what)
{
	size_t n = 0;

	for (const char *at = page.text; (at = strstr(at, what)); at++)
		n++;
	return n;
}

static void nobody_asked_for_them(void **state)
{
	(void)state;
	options.per_process = false;
	make();
	assert_none("ece_process_");
	assert_none("ece_qp_");
	assert_none("ece_series_");
	assert_line("ece_bound_sets{device=\"mlx5_0\",port=\"1\",netdev=\"ens1f0np0\",link_layer=\"ethernet\"} 4");
}

static void queue_pairs_are_counted_by_process(void **state)
{
	(void)state;
	make();
	assert_line("ece_process_queue_pairs{device=\"mlx5_0\",port=\"1\",pid=\"4711\",type=\"RC\",state=\"RTS\"} 2");
	assert_line("ece_process_queue_pairs{device=\"mlx5_0\",port=\"1\",pid=\"4712\",type=\"RC\",state=\"RTS\"} 1");
	assert_line("ece_process_queue_pairs{device=\"mlx5_0\",port=\"1\",owner=\"nvme\xef\xbf\xbd\",type=\"UD\",state="
		    "\"RTS\"} 1");
}

/* 5 + 7 of the one process; the other one's set says only by its queue pair whose it is. */
static void sets_of_a_process_are_added_up(void **state)
{
	(void)state;
	make();
	assert_line("# TYPE ece_process_rdma_sequence_errors_total counter");
	assert_line("ece_process_rdma_sequence_errors_total{device=\"mlx5_0\",port=\"1\",pid=\"4711\",type=\"RC\"} 12");
	assert_line("ece_process_rdma_sequence_errors_total{device=\"mlx5_0\",port=\"1\",pid=\"4712\",type=\"RC\"} 11");
	assert_line(
		"ece_process_rdma_sequence_errors_total{device=\"mlx5_0\",port=\"1\",owner=\"nvme\xef\xbf\xbd\"} 13");
	assert_line("ece_process_rdma_out_of_sequence_received_total{device=\"mlx5_0\",port=\"1\",pid=\"4712\",type="
		    "\"RC\"} 3");
	assert_none("write_requests");
	options.all = true;
	make();
	assert_line(
		"ece_process_rdma_write_requests_received_total{device=\"mlx5_0\",port=\"1\",pid=\"4711\",type=\"RC\"} "
		"3");
}

/* The one with two queue pairs is neither's. */
static void one_queue_pair_has_its_own(void **state)
{
	(void)state;
	options.per_process = false;
	options.per_qp = true;
	make();
	assert_none("ece_process_");
	assert_line("ece_qp_rdma_sequence_errors_total{device=\"mlx5_0\",port=\"1\",pid=\"4711\",type=\"RC\",qpn="
		    "\"101\"} 7");
	assert_int_equal(count("\nece_qp_rdma_sequence_errors_total{"), 3);
}

/*
 * Three kinds of queue pairs cost one each, 4711 one (only packet_seq_err is shown), 4712 two, the module one; then by
 * queue pair 1, 1 and 2: 11 in all.
 */
static void series_are_limited_and_the_rest_is_counted(void **state)
{
	(void)state;
	options.per_qp = true;
	options.series_max = 11;
	make();
	assert_line("ece_series_limit 11");
	assert_line("ece_series_left_out 0");
	assert_int_equal(count("\nece_process_") + count("\nece_qp_"), 11);
	options.series_max = 5;
	make();
	assert_line("ece_series_left_out 6");
	assert_int_equal(count("\nece_process_") + count("\nece_qp_"), 5);
	assert_none("pid=\"4712\",type=\"RC\"} 11");
	options.series_max = 0;
	make();
	assert_line("ece_series_left_out 11");
	assert_none("ece_process_");
	assert_none("ece_qp_");
}

#define owners_case(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		owners_case(nobody_asked_for_them),
		owners_case(queue_pairs_are_counted_by_process),
		owners_case(sets_of_a_process_are_added_up),
		owners_case(one_queue_pair_has_its_own),
		owners_case(series_are_limited_and_the_rest_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
