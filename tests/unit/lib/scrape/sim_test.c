// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ConnectX on the simulated kernel: all parts of a reading, what is not touched, and what it costs the card. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/bound.h"
#include "devx/net/optional.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/fault.h"
#include "devx/sim/kernel/process.h"
#include "lib/scrape/crew.h"

#define CARDS 2
#define QPS   3

static struct fw_state states[CARDS];
static struct fw_objects *objects;
static struct sim_kept kept;
static struct sim_card cards[CARDS];
static struct sim_odd odd;
static struct sim_persona persona;
static struct sim_kernel kernel;
static struct ece_os os;

static void host_up(const char *name)
{
	memset(states, 0, sizeof(states));
	odd = (struct sim_odd){.driver = NULL};
	kept = (struct sim_kept){.policy = {0}};
	persona = *sim_persona_find(name);
	for (size_t i = 0; i < CARDS; i++) {
		cards[i] = (struct sim_card){.odd = i ? NULL : &odd, .kept = i ? NULL : &kept};
		sim_card_name(&cards[i], i);
		cards[i].fw = (struct fw){.type = fw_card_type_find("cx7"), .state = &states[i]};
		fw_power_on(&cards[i].fw, i + 1);
	}
	sim_kernel_init(&kernel, &persona, cards, CARDS);
	os = sim_kernel_os(&kernel);
}

static struct scrape_reader *open_first(void)
{
	struct scrape_reader *reader;
	struct scrape_target *list;
	struct ece_error e;
	size_t count;

	assert_int_equal(scrape_find(&os, &list, &count, &e), 0);
	assert_int_equal(scrape_reader_new(&os, &list[0], &reader), 0);
	free(list);
	return reader;
}

/* Put it. */
static const struct scrape_device *read_first(unsigned int parts)
{
	struct scrape_reader *reader = open_first();
	const struct scrape_device *device;

	assert_int_equal(scrape_read(reader, parts, &device), 0);
	scrape_reader_free(reader);
	return device;
}

static const struct scrape_counter *counter(const struct scrape_device *device, const char *name)
{
	for (size_t i = 0; i < device->ports[0].count; i++)
		if (!strcmp(device->ports[0].counters[i].name, name))
			return &device->ports[0].counters[i];
	fail_msg("there is no counter %s", name);
	return NULL;
}

static void a_card_tells_all_parts(void **state)
{
	const struct scrape_device *device;

	(void)state;
	host_up("7.x");
	states[0].counter[fw_counter_find("packet_seq_err")] = UINT64_C(0x200000009);
	states[0].counter[fw_counter_find("np_cnp_sent")] = UINT64_C(0x200000009);
	states[0].rdma_tx_bytes = 4000;
	states[0].phy.link_down_events = 3;
	states[0].qos.pfc_rx = states[0].qos.pfc_tx = 1 << 3;
	states[0].priority[3].rx_pause_duration = 99;
	device = read_first(SCRAPE_USUAL | SCRAPE_OPTIONAL | SCRAPE_QPS);
	assert_int_equal(device->fault_count, 0);
	assert_string_equal(device->about.name, "mlx5_0");
	assert_string_equal(device->driver, "mlx5_core");
	assert_string_equal(device->pci, "0000:01:00.0");
	assert_string_equal(device->board, "MT_0000000838");
	assert_true(device->has_nic);
	assert_false(device->barred);
	assert_int_equal(device->port_count, 1);
	assert_string_equal(device->ports[0].netdev, "eth0");
	assert_int_equal(device->ports[0].link, ECE_LINK_ETHERNET);
	assert_int_equal(device->ports[0].bits_per_second, 400000000000);
	assert_int_equal(device->ports[0].pfc, 1 << 3);
	assert_int_equal(counter(device, "packet_seq_err")->reading.value, 9);
	assert_int_equal(counter(device, "np_cnp_sent")->reading.value, UINT64_C(0x200000009));
	assert_int_equal(counter(device, "port_xmit_data")->reading.value, 1000);
	assert_int_equal(counter(device, "link_down_events_phy")->reading.value, 3);
	assert_int_equal(counter(device, "rx_prio3_pause_duration")->reading.value, 99);
	assert_int_equal(counter(device, "rx_prio4_pause_duration")->reading.state, COUNTER_ABSENT);
	assert_int_equal(counter(device, "rdma_tx_bytes")->reading.state, COUNTER_ABSENT);
	assert_int_equal(device->qp_count, 0);
	assert_false(device->devx_only);
	scrape_device_put(device);
}

static void optional_counters_are_there_when_they_are_on(void **state)
{
	static const char *const names[] = {"rdma_tx_bytes"};
	struct ece_rdma_counter_status *was;
	const struct scrape_device *device;
	struct ece_error e;
	size_t count, on = 0;

	(void)state;
	host_up("7.x");
	assert_int_equal(ece_rdma_optional_change(&os, "mlx5_0", 1, names, 1, true, &was, &count, &e), 0);
	free(was);
	device = read_first(SCRAPE_RDMA | SCRAPE_OPTIONAL);
	assert_int_equal(counter(device, "rdma_tx_bytes")->reading.state, COUNTER_PRESENT);
	assert_int_equal(counter(device, "rdma_rx_bytes")->reading.state, COUNTER_ABSENT);
	for (size_t i = 0; i < device->ports[0].status_count; i++)
		on += device->ports[0].status[i].on;
	assert_int_equal(on, 1);
	scrape_device_put(device);
	/* a kernel that has no such counters */
	host_up("old-errno");
	device = read_first(SCRAPE_OPTIONAL | SCRAPE_BOUND);
	assert_int_equal(device->fault_count, 0);
	assert_int_equal(device->ports[0].status_count, 0);
	scrape_device_put(device);
}

static void with_qps(struct sim_process *process, struct sim_qp *qps)
{
	objects = fw_objects_new();
	cards[0].fw.objects = objects;
	kernel.processes = process;
	kernel.process_count = 1;
	kernel.qps = qps;
	kernel.qp_count = QPS;
}

static void queue_pairs_have_owners_and_sets(void **state)
{
	struct sim_process process = {.pid = 100, .comm = "train", .opens = &cards[0]};
	struct sim_qp qps[QPS] = {
		{.card = &cards[0], .type = 2, .pid = 100},
		{.card = &cards[0], .type = 1, .module = "ib_core"},
		{.card = &cards[0], .type = 2, .pid = 100},
	};
	const struct scrape_device *device;
	struct ece_error e;

	(void)state;
	host_up("7.x");
	with_qps(&process, qps);
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, ECE_RDMA_BIND_BY_PID, &e), 0);
	for (size_t i = 0; i < QPS; i++)
		assert_int_equal(sim_qp_make(&kernel, &qps[i]), 0);
	assert_int_equal(sim_qp_ready(&kernel, &qps[0], 5, 0), 0);
	states[0].counter[fw_counter_find("packet_seq_err")] += 4;
	device = read_first(SCRAPE_QPS | SCRAPE_BOUND);
	assert_int_equal(device->fault_count, 0);
	assert_int_equal(device->qp_count, 3);
	assert_int_equal(device->qps[0].pid, 100);
	assert_int_equal(device->qps[0].state, ECE_RDMA_QP_RTS);
	assert_false(device->devx_only);
	assert_int_equal(device->bound_count, 1);
	assert_int_equal(device->bound[0].pid, 100);
	assert_true(device->bound[0].qpn_count >= 1);
	scrape_device_put(device);
	/* of parts that were not asked for there are no counters */
	device = read_first(SCRAPE_QPS);
	assert_int_equal(device->ports[0].count, 0);
	assert_int_equal(device->bound_count, 0);
	scrape_device_put(device);
	cards[0].fw.objects = NULL;
	fw_objects_free(objects);
}

static void a_nic_of_the_fabric_manager_is_not_touched(void **state)
{
	struct scrape_reader *reader;
	const struct scrape_device *device;
	struct scrape_target *list;
	struct ece_error e;
	size_t count;
	uint64_t before;

	(void)state;
	host_up("7.x");
	assert_int_equal(scrape_find(&os, &list, &count, &e), 0);
	list[0].nic.bar = ECE_NIC_BAR_FABRIC_MANAGER;
	strcpy(list[0].nic.why, "it manages NVSwitches");
	assert_int_equal(scrape_reader_new(&os, &list[0], &reader), 0);
	free(list);
	before = states[0].commands;
	assert_int_equal(scrape_read(reader, (1 << SCRAPE_PARTS) - 1, &device), 0);
	assert_int_equal(states[0].commands, before);
	assert_true(device->barred);
	assert_string_equal(device->nic.why, "it manages NVSwitches");
	assert_int_equal(device->port_count, 0);
	assert_int_equal(device->fault_count, 0);
	scrape_device_put(device);
	scrape_reader_free(reader);
}

static void a_nic_without_an_rdma_device_has_its_interface(void **state)
{
	const struct scrape_device *device;

	(void)state;
	host_up("7.x");
	cards[0].rdma[0] = '\0';
	states[0].phy.link_down_events = 2;
	device = read_first(SCRAPE_USUAL); /* by name: "0000:01:00.0" is before "mlx5_1" */
	assert_string_equal(device->about.name, "");
	assert_string_equal(device->pci, "0000:01:00.0");
	assert_int_equal(device->ports[0].number, 0);
	assert_int_equal(device->fault_count, 0);
	assert_int_equal(counter(device, "link_down_events_phy")->reading.value, 2);
	assert_int_equal(counter(device, "packet_seq_err")->reading.state, COUNTER_ABSENT);
	scrape_device_put(device);
	host_up("7.x");
	odd.rdma_elsewhere = true;
	device = read_first(SCRAPE_USUAL);
	assert_int_equal(counter(device, "packet_seq_err")->reading.state, COUNTER_UNREADABLE);
	assert_int_equal(device->fault_count, 0);
	scrape_device_put(device);
}

static void congestion_is_counted_by_the_card(void **state)
{
	const struct fw_fault rule = {.opcode = 0x826, .action = FW_FAULT_STATUS, .status = 9, .left = 4};
	const struct scrape_device *device;

	(void)state;
	host_up("7.x");
	device = read_first(SCRAPE_CONGESTION);
	assert_int_equal(device->fault_count, 0);
	assert_int_equal(counter(device, "rp_cur_flows")->reading.state, COUNTER_PRESENT);
	scrape_device_put(device);
	assert_int_equal(fw_fault_add(&states[0], &rule), 0);
	device = read_first(SCRAPE_CONGESTION);
	assert_int_equal(device->fault_count, 1);
	assert_int_equal(device->faults[0].part, SCRAPE_CONGESTION);
	assert_int_equal(counter(device, "rp_cur_flows")->reading.state, COUNTER_UNREADABLE);
	scrape_device_put(device);
	/* no rights, and none of the two doors */
	host_up("6.1");
	kernel.flags = SIM_UNPRIVILEGED | SIM_NO_RDMA_CORE;
	device = read_first(SCRAPE_CONGESTION);
	assert_int_equal(device->fault_count, 1);
	assert_int_equal(device->faults[0].error.kind, ECE_ERROR_NO_DOOR);
	scrape_device_put(device);
}

static const struct scrape_algorithm *algorithm(const struct scrape_device *device, const char *name)
{
	for (size_t i = 0; i < device->algorithm_count; i++)
		if (!strcmp(device->algorithms[i].counter, name))
			return &device->algorithms[i];
	return NULL;
}

static void algorithms_tell_what_they_count(void **state)
{
	const struct scrape_algorithm *count;
	const struct scrape_device *device;
	struct scrape_reader *reader;
	uint64_t before;

	(void)state;
	host_up("7.x");
	*fw_ppcc_counter(&cards[0].fw, "ppcc.RTT_COUNT") = 77;
	reader = open_first();
	/* its counters are off: they stand still, and what they show says nothing */
	assert_int_equal(scrape_read(reader, SCRAPE_ALGORITHMS, &device), 0);
	count = algorithm(device, "RTT_COUNT");
	assert_non_null(count);
	assert_int_equal(device->fault_count, 0);
	assert_int_equal(count->slot, 0);
	assert_string_equal(count->algorithm, "ZTR_RTTCC");
	assert_int_equal(count->reading.state, COUNTER_ABSENT);
	scrape_device_put(device);
	states[0].ppcc_counters = 1;
	before = states[0].commands;
	assert_int_equal(scrape_read(reader, SCRAPE_ALGORITHMS, &device), 0);
	/* names are not asked for again: the slots, its state, its values */
	assert_true(states[0].commands - before <= 3);
	count = algorithm(device, "RTT_COUNT");
	assert_int_equal(count->reading.state, COUNTER_PRESENT);
	assert_int_equal(count->reading.value, 77);
	scrape_device_put(device);
	scrape_reader_free(reader);
}

/* What one reading costs: for the queues and congestion one question each to the card; names are kept. */
static void a_reading_costs_the_card_little(void **state)
{
	struct scrape_reader *reader;
	const struct scrape_device *device;
	uint64_t before;

	(void)state;
	host_up("7.x");
	reader = open_first();
	for (int i = 0; i < 2; i++) {
		before = states[0].commands;
		assert_int_equal(scrape_read(reader, SCRAPE_RDMA, &device), 0);
		assert_int_equal(states[0].commands - before, 1);
		scrape_device_put(device);
	}
	scrape_reader_free(reader);
}

static void a_crew_reads_a_simulated_host(void **state)
{
	const struct scrape_crew_options options = {.parts = SCRAPE_USUAL, .one_thread = true};
	struct scrape_round round;
	struct scrape_crew *crew;
	struct ece_error e;

	(void)state;
	host_up("6.12");
	assert_int_equal(scrape_crew_new(&os, &options, &crew, &e), 0);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(scrape_crew_read(crew, &round), 0);
		assert_int_equal(round.count, 2);
		assert_string_equal(round.results[1].device->about.name, "mlx5_1");
		assert_int_equal(round.results[1].device->fault_count, 0);
		scrape_round_done(&round);
	}
	scrape_crew_free(crew);
}

static const struct scrape_crew_result *first_of(struct scrape_crew *crew, struct scrape_round *round)
{
	assert_int_equal(scrape_crew_read(crew, round), 0);
	for (size_t i = 0; i < round->count; i++)
		if (!strcmp(round->results[i].target.pci, "0000:01:00.0"))
			return &round->results[i];
	fail_msg("the first card is not there");
	return NULL;
}

/* What only root can read of it is known from when this process was root. */
static void who_gives_up_its_rights_knows_the_fabric_manager_still(void **state)
{
	const struct scrape_crew_options options = {.parts = SCRAPE_USUAL, .one_thread = true};
	const struct scrape_crew_result *first;
	struct scrape_round round;
	struct scrape_crew *crew;
	struct ece_error e;
	uint64_t before;

	(void)state;
	host_up("7.x");
	odd.infiniband = true;
	odd.vpd = "\x82V3\x06SW_MNGx";
	before = states[0].commands;
	assert_int_equal(scrape_crew_new(&os, &options, &crew, &e), 0);
	first = first_of(crew, &round);
	assert_true(first->device->barred);
	scrape_round_done(&round);
	/* another device goes, so all is looked at again */
	odd.vpd = NULL;
	cards[1].rdma[0] = '\0';
	first = first_of(crew, &round);
	assert_true(first->device->barred);
	assert_int_equal(first->target.nic.bar, ECE_NIC_BAR_FABRIC_MANAGER);
	assert_int_equal(states[0].commands, before);
	scrape_round_done(&round);
	scrape_crew_free(crew);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_card_tells_all_parts),
		cmocka_unit_test(optional_counters_are_there_when_they_are_on),
		cmocka_unit_test(queue_pairs_have_owners_and_sets),
		cmocka_unit_test(a_nic_of_the_fabric_manager_is_not_touched),
		cmocka_unit_test(a_nic_without_an_rdma_device_has_its_interface),
		cmocka_unit_test(congestion_is_counted_by_the_card),
		cmocka_unit_test(algorithms_tell_what_they_count),
		cmocka_unit_test(a_reading_costs_the_card_little),
		cmocka_unit_test(a_crew_reads_a_simulated_host),
		cmocka_unit_test(who_gives_up_its_rights_knows_the_fabric_manager_still),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
