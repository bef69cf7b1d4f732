// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The model of traffic: who gets what, who suffers, and that counters do not depend on how the clock moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "devx/prm/cong.h"
#include "devx/sim/fw/counter.h"
#include "lib/simfleet/traffic.h"

#define HOSTS 8
#define HOUR  UINT64_C(3600)

static struct traffic_host hosts[HOSTS];
static struct traffic_setup setup;
static struct traffic_scratch *scratch;

static struct traffic_host *host_at(void *ctx, size_t i)
{
	(void)ctx;
	return &hosts[i];
}

/* One rack of eight hosts with a 400 Gb/s NIC; they want 60 % of what they could, the rack carries half of it. */
static int start(void **state)
{
	(void)state;
	memset(hosts, 0, sizeof(hosts));
	setup = (struct traffic_setup){.on = 1, .priority = 3, .load = 60, .uplink = 50, .day_s = 24 * HOUR, .seed = 7};
	for (size_t i = 0; i < HOSTS; i++) {
		hosts[i] = (struct traffic_host){.rack = 0, .job = TRAFFIC_NONE, .nics = 1, .speed_mbps = 400000};
		hosts[i].manners = (struct traffic_manners){.weight = 1, .losses = 1, .yield = 1, .listens = true};
	}
	return 0;
}

static int stop(void **state)
{
	(void)state;
	traffic_scratch_free(scratch);
	scratch = NULL;
	return 0;
}

static void rates(uint64_t now_s)
{
	assert_int_equal(traffic_rates(&setup, host_at, NULL, HOSTS, now_s, &scratch), 0);
}

static double sum(enum traffic_flow flow)
{
	double total = 0;

	for (size_t i = 0; i < HOSTS; i++)
		total += (double)hosts[i].rate[flow] / 1000;
	return total;
}

static void a_rack_carries_no_more_than_it_can(void **state)
{
	const double carries = HOSTS * 400e9 / 8 / 2; /* bytes a second */

	(void)state;
	rates(0);
	assert_true(sum(TRAFFIC_TX_BYTES) <= carries && sum(TRAFFIC_TX_BYTES) > 0.99 * carries);
	hosts[0].manners.weight = 4;
	rates(0);
	assert_true(sum(TRAFFIC_TX_BYTES) <= carries);
	setup.load = 10;
	rates(0);
	assert_true(sum(TRAFFIC_TX_BYTES) < 0.21 * carries && sum(TRAFFIC_TX_BYTES) > 0.19 * carries);
}

static void with_room_nobody_waits(void **state)
{
	(void)state;
	setup.load = 39;
	rates(0);
	assert_true(sum(TRAFFIC_TX_BYTES) > 0);
	assert_int_equal((int)sum(TRAFFIC_RX_PAUSE_US), 0);
	assert_int_equal((int)sum(TRAFFIC_MARKED), 0);
	assert_int_equal((int)sum(TRAFFIC_DISCARDS), 0);
}

/* The one that a gate on treated hosts never sees. */
static void who_is_greedy_looks_better_and_the_rest_suffers(void **state)
{
	struct traffic_host before[HOSTS];

	(void)state;
	rates(0);
	memcpy(before, hosts, sizeof(hosts));
	hosts[0].manners.weight = 4;
	rates(0);
	assert_true(hosts[0].rate[TRAFFIC_TX_BYTES] > before[0].rate[TRAFFIC_TX_BYTES]);
	assert_true(hosts[0].rate[TRAFFIC_RX_PAUSE_US] < before[0].rate[TRAFFIC_RX_PAUSE_US]);
	assert_true(hosts[0].rate[TRAFFIC_SEQ_ERR] < before[0].rate[TRAFFIC_SEQ_ERR]);
	for (size_t i = 1; i < HOSTS; i++) {
		assert_true(hosts[i].rate[TRAFFIC_TX_BYTES] < before[i].rate[TRAFFIC_TX_BYTES]);
		assert_true(2 * hosts[i].rate[TRAFFIC_RX_PAUSE_US] > 3 * before[i].rate[TRAFFIC_RX_PAUSE_US]);
		assert_true(hosts[i].rate[TRAFFIC_MARKED] > before[i].rate[TRAFFIC_MARKED]);
	}
}

static void other_racks_feel_nothing(void **state)
{
	struct traffic_host before;

	(void)state;
	for (size_t i = HOSTS / 2; i < HOSTS; i++)
		hosts[i].rack = HOSTS / 2;
	rates(0);
	before = hosts[HOSTS - 1];
	hosts[0].manners.weight = 4;
	rates(0);
	assert_memory_equal(&before, &hosts[HOSTS - 1], sizeof(before));
}

static void a_job_is_as_fast_as_its_slowest_host(void **state)
{
	double ratio, want;

	(void)state;
	setup.load = 30;
	hosts[0].job = hosts[1].job = 0;
	rates(0);
	want = (double)hosts[1].rate[TRAFFIC_TX_BYTES];
	hosts[0].optic = 1;
	rates(0);
	ratio = (double)hosts[1].rate[TRAFFIC_TX_BYTES] / want;
	assert_true(ratio > 0.969 && ratio < 0.971);
}

static void nights_are_without_traffic(void **state)
{
	(void)state;
	setup.day_s = 16 * HOUR;
	setup.clock_s = 15 * HOUR;
	assert_int_equal(traffic_next(&setup, 3 * HOUR / 4), 3 * HOUR / 4 + 300);
	assert_int_equal(traffic_next(&setup, HOUR - 1), HOUR);
	rates(HOUR - 1);
	assert_true(sum(TRAFFIC_TX_BYTES) > 0);
	rates(HOUR);
	for (int flow = 0; flow < TRAFFIC_FLOWS; flow++)
		assert_int_equal((int)sum((enum traffic_flow)flow), 0);
	rates(9 * HOUR);
	assert_true(sum(TRAFFIC_TX_BYTES) > 0);
}

static void the_seed_decides(void **state)
{
	struct traffic_host first[HOSTS];

	(void)state;
	rates(1200);
	memcpy(first, hosts, sizeof(hosts));
	rates(1200);
	assert_memory_equal(first, hosts, sizeof(hosts));
	rates(1800);
	assert_memory_not_equal(first, hosts, sizeof(hosts));
	setup.seed = 8;
	rates(1200);
	assert_memory_not_equal(first, hosts, sizeof(hosts));
}

/* Settled in one go and second by second. */
static void counters_do_not_depend_on_how_the_clock_moves(void **state)
{
	static struct fw_state once, often;

	(void)state;
	memset(&once, 0, sizeof(once));
	memset(&often, 0, sizeof(often));
	hosts[0].optic = 1;
	rates(0);
	hosts[1] = hosts[0];
	traffic_run(&hosts[0], 599);
	traffic_settle(&hosts[0], 3, &once, true);
	for (int i = 0; i < 599; i++) {
		traffic_run(&hosts[1], 1);
		traffic_settle(&hosts[1], 3, &often, true);
		traffic_settled(&hosts[1]);
	}
	assert_true(once.rdma_tx_bytes > 0 && once.phy.rx_symbol_err > 0 && once.priority[3].rx_pause > 0);
	assert_memory_equal(&once, &often, sizeof(once));
}

static void queue_pairs_by_devx_move_no_queue_counter(void **state)
{
	static struct fw_state card;

	(void)state;
	memset(&card, 0, sizeof(card));
	hosts[0].devx_only = 1;
	rates(0);
	traffic_run(&hosts[0], 600);
	traffic_settle(&hosts[0], 3, &card, true);
	assert_int_equal(card.counter[fw_counter_find("packet_seq_err")], 0);
	assert_int_equal(card.counter[fw_counter_find("rx_write_requests")], 0);
	assert_true(card.counter[fw_counter_find("np_ecn_marked_roce_packets")] > 0);
	assert_true(card.rdma_tx_bytes > 0 && card.priority[3].rx_pause_duration > 0);
}

static double weight_of(uint32_t ai, uint32_t hai, uint8_t enabled)
{
	static struct fw_state card;

	memset(&card, 0, sizeof(card));
	traffic_prepare(&card, 3);
	prm_set(card.cong[1], &prm_cong_rp.rpg_ai_rate, ai);
	prm_set(card.cong[1], &prm_cong_rp.rpg_hai_rate, hai);
	card.cong_status[1] = enabled;
	return traffic_manners(&card, 3).weight;
}

static void manners_come_from_the_registers(void **state)
{
	(void)state;
	assert_true(weight_of(5, 50, 0xff) == 1);
	assert_true(weight_of(20, 50, 0xff) == 1);
	assert_true(weight_of(320, 50, 0xff) == 4);
	assert_true(weight_of(5, 800, 0xff) == 2);
	assert_true(weight_of(5, 50, 0xf7) == 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_rack_carries_no_more_than_it_can, start, stop),
		cmocka_unit_test_setup_teardown(with_room_nobody_waits, start, stop),
		cmocka_unit_test_setup_teardown(who_is_greedy_looks_better_and_the_rest_suffers, start, stop),
		cmocka_unit_test_setup_teardown(other_racks_feel_nothing, start, stop),
		cmocka_unit_test_setup_teardown(a_job_is_as_fast_as_its_slowest_host, start, stop),
		cmocka_unit_test_setup_teardown(nights_are_without_traffic, start, stop),
		cmocka_unit_test_setup_teardown(the_seed_decides, start, stop),
		cmocka_unit_test_setup_teardown(counters_do_not_depend_on_how_the_clock_moves, start, stop),
		cmocka_unit_test_setup_teardown(queue_pairs_by_devx_move_no_queue_counter, start, stop),
		cmocka_unit_test_setup_teardown(manners_come_from_the_registers, start, stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
