// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counters of the NICs of a host, on the simulated kernel: from where each comes, and what is no zero. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/fault.h"
#include "devx/sim/kernel/process.h"
#include "lib/host/counters.h"
#include "lib/host/guard.h"

#define CARDS 2
#define QPS   2

static struct fw_state states[CARDS];
static struct fw_objects *objects[CARDS];
static struct sim_card cards[CARDS];
static struct sim_kernel kernel;
static struct ece_os os;
static struct sim_odd odd;
static struct sim_persona persona;

static void host_up(const char *name)
{
	memset(states, 0, sizeof(states));
	odd = (struct sim_odd){.driver = NULL};
	persona = *sim_persona_find(name);
	for (size_t i = 0; i < CARDS; i++) {
		cards[i] = (struct sim_card){.odd = i ? NULL : &odd};
		sim_card_name(&cards[i], i);
		cards[i].fw = (struct fw){.type = fw_card_type_find("cx7"), .state = &states[i]};
		fw_power_on(&cards[i].fw, i + 1);
	}
	sim_kernel_init(&kernel, &persona, cards, CARDS);
	os = sim_kernel_os(&kernel);
}

/* One counter of the first NIC. */
static struct counter_reading read_one(const char *name, struct host_counting *counting)
{
	const struct counter *counter = counter_find(name);
	struct counter_reading reading = {.value = 12345, .state = 77};
	struct ece_nic_info *infos;
	struct ece_error e;
	size_t count;

	assert_non_null(counter);
	assert_int_equal(ece_nic_list(&os, &infos, &count, &e), 0);
	host_counters_read(&os, &infos[0], &counter, 1, &reading, counting);
	free(infos);
	return reading;
}

static void assert_state(const char *name, enum counter_state state)
{
	struct host_counting counting;
	struct counter_reading reading = read_one(name, &counting);

	if (reading.state != state)
		fail_msg("%s is in state %d, not %d", name, reading.state, state);
	if (state != COUNTER_PRESENT)
		assert_int_equal(reading.value, 0);
}

static void assert_value(const char *name, uint64_t value)
{
	struct host_counting counting;
	struct counter_reading reading = read_one(name, &counting);

	assert_int_equal(reading.state, COUNTER_PRESENT);
	assert_int_equal(reading.value, value);
}

static void each_counter_comes_from_its_source(void **state)
{
	(void)state;
	host_up("7.x");
	states[0].counter[fw_counter_find("packet_seq_err")] = UINT64_C(0x200000009);
	states[0].counter[fw_counter_find("np_cnp_sent")] = UINT64_C(0x200000009);
	states[0].rdma_tx_bytes = 4000;
	states[0].phy.link_down_events = 3;
	states[0].qos.pfc_rx = 1 << 3;
	states[0].priority[3].rx_pause_duration = 99;
	states[1].counter[fw_counter_find("packet_seq_err")] = 1;
	assert_value("packet_seq_err", 9);
	assert_value("np_cnp_sent", UINT64_C(0x200000009));
	assert_value("port_xmit_data", 1000);
	assert_value("port_rcv_data", 0);
	assert_value("link_down_events_phy", 3);
	assert_value("rx_prio3_pause_duration", 99);
	/* a priority without PFC has no such counter, and an optional one is off */
	assert_state("rx_prio4_pause_duration", COUNTER_ABSENT);
	assert_state("rdma_tx_bytes", COUNTER_ABSENT);
}

static void an_older_kernel_lacks_some(void **state)
{
	(void)state;
	host_up("6.1");
	assert_state("req_transport_retries_exceeded", COUNTER_ABSENT);
	assert_value("req_cqe_error", 0);
	host_up("6.12");
	assert_value("req_transport_retries_exceeded", 0);
}

static void a_card_that_refuses_is_unreadable_and_not_absent(void **state)
{
	const struct fw_fault rule = {.opcode = 0x826, .action = FW_FAULT_STATUS, .status = 3, .left = 2};

	(void)state;
	host_up("7.x");
	assert_int_equal(fw_fault_add(&states[0], &rule), 0);
	assert_state("packet_seq_err", COUNTER_UNREADABLE);
	assert_state("np_cnp_sent", COUNTER_UNREADABLE);
	assert_value("np_cnp_sent", 0);
}

static void a_kernel_without_the_request_is_unreadable(void **state)
{
	(void)state;
	host_up("old-errno");
	persona.no_stat_get = true;
	/* it has them in files, so they are not absent */
	assert_state("packet_seq_err", COUNTER_UNREADABLE);
	assert_value("port_xmit_data", 0);
}

static void a_nic_without_an_rdma_device_has_no_rdma_counters(void **state)
{
	(void)state;
	host_up("7.x");
	cards[0].rdma[0] = '\0';
	assert_state("packet_seq_err", COUNTER_ABSENT);
	assert_state("port_xmit_data", COUNTER_ABSENT);
	assert_value("link_down_events_phy", 0);
}

static void what_is_in_another_namespace_is_unreadable(void **state)
{
	(void)state;
	host_up("7.x");
	odd.rdma_elsewhere = true;
	assert_state("packet_seq_err", COUNTER_UNREADABLE);
	assert_state("port_xmit_data", COUNTER_UNREADABLE);
}

static uint64_t commands(void)
{
	return states[0].commands + states[1].commands;
}

/* A Fabric Manager's NIC answers every command with a complaint in the kernel's log. */
static void a_nic_of_the_fabric_manager_is_not_touched(void **state)
{
	const struct counter *all[] = {counter_find("packet_seq_err"), counter_find("port_xmit_data"),
				       counter_find("link_down_events_phy")};
	struct counter_reading readings[3];
	struct host_counting counting;
	struct ece_nic_info *infos;
	struct ece_error e;
	size_t count;
	uint64_t before;

	(void)state;
	host_up("7.x");
	assert_int_equal(ece_nic_list(&os, &infos, &count, &e), 0);
	infos[0].bar = ECE_NIC_BAR_FABRIC_MANAGER;
	before = commands();
	host_counters_read(&os, &infos[0], all, 3, readings, &counting);
	assert_int_equal(commands(), before);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(readings[i].state, COUNTER_UNREADABLE);
	assert_false(counting.known);
	free(infos);
}

/* One exchange for all, and none for what is not asked. */
static void the_card_is_asked_once_for_all_counters(void **state)
{
	const struct counter *all[] = {counter_find("packet_seq_err"), counter_find("np_cnp_sent"),
				       counter_find("rp_cnp_ignored"), counter_find("out_of_sequence")};
	const struct counter *other[] = {counter_find("link_down_events_phy")};
	struct counter_reading readings[4];
	struct host_counting counting;
	struct ece_nic_info *infos;
	struct ece_error e;
	size_t count;
	uint64_t before;

	(void)state;
	host_up("7.x");
	assert_int_equal(ece_nic_list(&os, &infos, &count, &e), 0);
	before = commands();
	host_counters_read(&os, &infos[0], all, 4, readings, &counting);
	assert_int_equal(commands() - before, 1);
	before = commands();
	host_counters_read(&os, &infos[0], other, 1, readings, &counting);
	assert_int_equal(commands() - before, 0);
	free(infos);
}

static void devx_alone_is_told_from_verbs(void **state)
{
	struct sim_process process = {.pid = 100, .comm = "train", .opens = &cards[0]};
	struct sim_qp qps[QPS] = {
		{.card = &cards[0], .type = 2, .pid = 100, .devx = true},
		{.card = &cards[0], .type = 1, .module = "ib_core"},
	};
	struct host_counting counting;

	(void)state;
	host_up("7.x");
	objects[0] = fw_objects_new();
	cards[0].fw.objects = objects[0];
	kernel.processes = &process;
	kernel.process_count = 1;
	kernel.qps = qps;
	kernel.qp_count = QPS;
	for (size_t i = 0; i < QPS; i++)
		assert_int_equal(sim_qp_make(&kernel, &qps[i]), 0);
	read_one("packet_seq_err", &counting);
	assert_true(counting.devx_only);
	/* not asked: no counter here is moved by verbs alone */
	read_one("np_cnp_sent", &counting);
	assert_false(counting.devx_only);
	qps[0].devx = false;
	read_one("packet_seq_err", &counting);
	assert_false(counting.devx_only);
	kernel.qp_count = 0;
	kernel.process_count = 0;
	read_one("packet_seq_err", &counting);
	assert_false(counting.devx_only);
	cards[0].fw.objects = NULL;
	fw_objects_free(objects[0]);
}

static void read_all(struct guard_counters *read)
{
	const struct counter *counters[] = {counter_find("packet_seq_err"), counter_find("rdma_tx_bytes")};
	const struct guard guard = {.os = &os, .host = "a"};
	struct ece_error e;

	assert_int_equal(guard_counters(&guard, counters, 2, read, &e), 0);
}

static void a_host_tells_all_its_nics(void **state)
{
	struct guard_counters read;

	(void)state;
	host_up("7.x");
	states[1].counter[fw_counter_find("packet_seq_err")] = 5;
	read_all(&read);
	assert_int_equal(read.nic_count, 2);
	assert_int_equal(read.nics[1].counter_count, 2);
	assert_int_equal(read.nics[1].counters[0].value, 5);
	assert_int_equal(read.nics[1].counters[1].state, COUNTER_ABSENT);
	protocol_nics_free(read.nics, read.nic_count);
	/* one that must not be written has no counters either: it would keep a host from being judged */
	odd.infiniband = true;
	read_all(&read);
	assert_int_equal(read.nic_count, 1);
	protocol_nics_free(read.nics, read.nic_count);
}

static void a_boot_and_a_reload_show(void **state)
{
	struct guard_counters first, again, booted;

	(void)state;
	host_up("7.x");
	kernel.boot_id = "3f2a1b9c-1111-2222-3333-444455556666";
	read_all(&first);
	read_all(&again);
	assert_string_equal(first.boot, again.boot);
	assert_memory_equal(first.boot, "3f2a1b9c-", 9);
	kernel.boot_id = "3f2a1b9c-1111-2222-3333-444455556667";
	read_all(&booted);
	assert_string_not_equal(first.boot, booted.boot);
	protocol_nics_free(booted.nics, booted.nic_count);
	/* the driver of the other card is loaded again: it has no device for now */
	kernel.boot_id = "3f2a1b9c-1111-2222-3333-444455556666";
	cards[1].rdma[0] = '\0';
	read_all(&booted);
	assert_string_not_equal(first.boot, booted.boot);
	protocol_nics_free(first.nics, first.nic_count);
	protocol_nics_free(again.nics, again.nic_count);
	protocol_nics_free(booted.nics, booted.nic_count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_counter_comes_from_its_source),
		cmocka_unit_test(an_older_kernel_lacks_some),
		cmocka_unit_test(a_card_that_refuses_is_unreadable_and_not_absent),
		cmocka_unit_test(a_kernel_without_the_request_is_unreadable),
		cmocka_unit_test(a_nic_without_an_rdma_device_has_no_rdma_counters),
		cmocka_unit_test(what_is_in_another_namespace_is_unreadable),
		cmocka_unit_test(a_nic_of_the_fabric_manager_is_not_touched),
		cmocka_unit_test(the_card_is_asked_once_for_all_counters),
		cmocka_unit_test(devx_alone_is_told_from_verbs),
		cmocka_unit_test(a_host_tells_all_its_nics),
		cmocka_unit_test(a_boot_and_a_reload_show),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
