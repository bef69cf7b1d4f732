// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Devices of any vendor read again and again: what is not there is absent, one bad file is one fault. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/scrape/list.h"
#include "lib/scrape/reader.h"
#include "tests/unit/lib/scrape/fake.h"

static struct fake fake;
static struct ece_os os;
static struct scrape_reader *reader;
static const struct scrape_device *device;
static uint64_t now;

static uint64_t clock_of_test(void *ctx)
{
	(void)ctx;
	return now;
}

static int start(void **state)
{
	(void)state;
	fake_new(&fake, &os);
	reader = NULL;
	device = NULL;
	now = 1000;
	return 0;
}

static int stop(void **state)
{
	(void)state;
	scrape_device_put(device);
	scrape_reader_free(reader);
	fake_done(&fake);
	return 0;
}

/* Opens the first device that is found. */
static void open_reader(void)
{
	struct scrape_target *list;
	struct ece_error e;
	size_t count;

	assert_int_equal(scrape_find(&os, &list, &count, &e), 0);
	assert_true(count > 0);
	assert_int_equal(scrape_reader_new(&os, &list[0], &reader), 0);
	scrape_reader_clock(reader, clock_of_test, NULL);
	free(list);
}

static void read_parts(unsigned int parts)
{
	if (!reader)
		open_reader();
	scrape_device_put(device);
	device = NULL;
	assert_int_equal(scrape_read(reader, parts, &device), 0);
}

static const struct scrape_counter *counter(const char *name)
{
	for (size_t i = 0; i < device->ports[0].count; i++)
		if (!strcmp(device->ports[0].counters[i].name, name))
			return &device->ports[0].counters[i];
	return NULL;
}

static void assert_state(const char *name, enum counter_state state)
{
	assert_non_null(counter(name));
	assert_int_equal(counter(name)->reading.state, state);
	if (state != COUNTER_PRESENT) {
		assert_int_equal(counter(name)->reading.value, 0);
		assert_int_equal(counter(name)->total, 0);
	}
}

static void assert_value(const char *name, uint64_t value)
{
	assert_state(name, COUNTER_PRESENT);
	assert_int_equal(counter(name)->reading.value, value);
}

static void devices_of_software_are_found(void **state)
{
	struct scrape_target *list;
	struct ece_error e;
	size_t count;

	(void)state;
	fake_rxe(&fake);
	fake_rxe(&fake);
	fake_file(&fake, "infiniband/rxe0/parent", "eth0\n");
	fake_file(&fake, "infiniband/rxe1/device", "0000:41:00.0");
	fake_file(&fake, "infiniband/rxe1/device/driver", "bnxt_en");
	assert_int_equal(scrape_find(&os, &list, &count, &e), 0);
	assert_int_equal(count, 2);
	assert_string_equal(list[0].about.name, "rxe0");
	assert_string_equal(list[0].driver, "rdma_rxe");
	assert_string_equal(list[0].pci, "");
	assert_string_equal(list[1].driver, "bnxt_en");
	assert_string_equal(list[1].pci, "0000:41:00.0");
	assert_false(list[1].has_nic);
	free(list);
}

static void a_kernel_without_rdma_has_no_devices(void **state)
{
	struct scrape_target *list;
	struct ece_error e;
	size_t count = 77;

	(void)state;
	fake.list_error = -EPROTONOSUPPORT;
	assert_int_equal(scrape_find(&os, &list, &count, &e), 0);
	assert_int_equal(count, 0);
	free(list);
	fake.list_error = -EBADMSG;
	assert_int_equal(scrape_find(&os, &list, &count, &e), -EBADMSG);
	assert_non_null(strstr(e.text, "cannot list the RDMA devices"));
}

static void a_port_tells_its_state_and_counters(void **state)
{
	(void)state;
	fake_rxe(&fake)->counters[1] = (struct fake_counter){"packet_seq_err", 5};
	fake.devices[0].counter_count = 2;
	read_parts(SCRAPE_RDMA);
	assert_int_equal(device->port_count, 1);
	assert_int_equal(device->ports[0].number, 1);
	assert_true(device->ports[0].known);
	assert_int_equal(device->ports[0].about.state, ECE_RDMA_PORT_ACTIVE);
	assert_string_equal(device->ports[0].netdev, "eth0");
	assert_string_equal(device->about.protocol, "roce");
	assert_int_equal(device->fault_count, 0);
	assert_value("packet_seq_err", 5);
	assert_value("sent_pkts", 100);
	assert_state("out_of_sequence", COUNTER_ABSENT);
	assert_int_equal(counter("packet_seq_err")->when_ns, 1000);
	/* only the parts that were asked for */
	assert_null(counter("port_xmit_data"));
	assert_null(counter("link_down_events_phy"));
}

/* A newer kernel names it, an older one does not: without the table it is what the kernel says, and never absent. */
static void an_unknown_counter_passes_through(void **state)
{
	size_t last;

	(void)state;
	fake_rxe(&fake)->counters[0] = (struct fake_counter){"rdma_of_tomorrow", UINT64_MAX};
	read_parts(SCRAPE_RDMA);
	last = device->ports[0].count - 1;
	assert_string_equal(device->ports[0].counters[last].name, "rdma_of_tomorrow");
	assert_null(device->ports[0].counters[last].row);
	assert_int_equal(device->ports[0].counters[last].source, COUNTER_RDMA);
	assert_value("rdma_of_tomorrow", UINT64_MAX);
	assert_int_equal(counter("rdma_of_tomorrow")->total, UINT64_MAX);
	fake.devices[0].counter_count = 0;
	read_parts(SCRAPE_RDMA);
	assert_null(counter("rdma_of_tomorrow"));
}

static const struct scrape_counter *of_row(const char *name)
{
	for (size_t i = 0; i < device->ports[0].count; i++)
		if (device->ports[0].counters[i].row == counter_find(name))
			return &device->ports[0].counters[i];
	return NULL;
}

/* What another driver, or mlx5 on a switch, calls a row is that row, and keeps its name. */
static void names_of_other_drivers_are_rows(void **state)
{
	struct fake_device *device_of = fake_rxe(&fake);

	(void)state;
	fake_file(&fake, "infiniband/rxe0/device", "0000:41:00.0");
	fake_file(&fake, "infiniband/rxe0/device/driver", "bnxt_en");
	device_of->counters[0] = (struct fake_counter){"oos_drop_count", 7};
	device_of->counters[1] = (struct fake_counter){"of_bnxt_alone", 8};
	device_of->counter_count = 2;
	read_parts(SCRAPE_RDMA);
	assert_string_equal(of_row("out_of_sequence")->name, "oos_drop_count");
	assert_int_equal(of_row("out_of_sequence")->reading.value, 7);
	assert_null(counter("of_bnxt_alone")->row);
	/* two names for one row: the second one is passed on */
	device_of->counters[1] = (struct fake_counter){"out_of_sequence", 9};
	read_parts(SCRAPE_RDMA);
	assert_int_equal(of_row("out_of_sequence")->reading.value, 7);
	assert_null(counter("out_of_sequence")->row);
	assert_value("out_of_sequence", 9);
	scrape_reader_free(reader);
	reader = NULL;
	fake.files[1].text = "mlx5_core";
	device_of->counters[0] = (struct fake_counter){"vport_packet_seq_err", 11};
	device_of->counter_count = 1;
	read_parts(SCRAPE_RDMA);
	assert_string_equal(of_row("packet_seq_err")->name, "vport_packet_seq_err");
	assert_int_equal(of_row("packet_seq_err")->total, 11);
}

static void counters_that_change_places_keep_their_values(void **state)
{
	struct fake_device *rxe = fake_rxe(&fake);

	(void)state;
	rxe->counters[0] = (struct fake_counter){"packet_seq_err", 1};
	rxe->counters[1] = (struct fake_counter){"out_of_sequence", 2};
	rxe->counters[2] = (struct fake_counter){"new_one", 3};
	rxe->counter_count = 3;
	read_parts(SCRAPE_RDMA);
	/* an optional counter was switched on, in front of the others */
	rxe->counters[0] = (struct fake_counter){"cc_rx_ce_pkts", 9};
	rxe->counters[1] = (struct fake_counter){"packet_seq_err", 1};
	rxe->counters[2] = (struct fake_counter){"new_one", 3};
	rxe->counters[3] = (struct fake_counter){"out_of_sequence", 2};
	rxe->counter_count = 4;
	for (int i = 0; i < 2; i++) {
		read_parts(SCRAPE_RDMA);
		assert_value("cc_rx_ce_pkts", 9);
		assert_value("packet_seq_err", 1);
		assert_value("out_of_sequence", 2);
		assert_value("new_one", 3);
		assert_int_equal(counter("packet_seq_err")->resets, 0);
	}
}

static void rounds_of_32_bits_are_added_up(void **state)
{
	struct fake_device *rxe = fake_rxe(&fake);

	(void)state;
	rxe->counters[0] = (struct fake_counter){"packet_seq_err", UINT32_MAX};
	read_parts(SCRAPE_RDMA);
	rxe->counters[0].value = 4;
	read_parts(SCRAPE_RDMA);
	assert_value("packet_seq_err", 4);
	assert_int_equal(counter("packet_seq_err")->total, UINT64_C(0x100000004));
	assert_int_equal(counter("packet_seq_err")->resets, 0);
	/* not read once: nothing is lost */
	rxe->stat_error = -EIO;
	read_parts(SCRAPE_RDMA);
	assert_state("packet_seq_err", COUNTER_UNREADABLE);
	rxe->stat_error = 0;
	rxe->counters[0].value = 6;
	read_parts(SCRAPE_RDMA);
	assert_int_equal(counter("packet_seq_err")->total, UINT64_C(0x100000006));
}

static void a_driver_without_counters_has_none_and_no_fault(void **state)
{
	(void)state;
	fake_rxe(&fake)->stat_error = -EINVAL;
	read_parts(SCRAPE_USUAL);
	assert_int_equal(device->fault_count, 0);
	assert_state("packet_seq_err", COUNTER_ABSENT);
	assert_state("port_xmit_data", COUNTER_ABSENT);
	assert_state("link_down_events_phy", COUNTER_ABSENT);
	assert_int_equal(device->ports[0].link, ECE_LINK_UNKNOWN);
}

static void assert_one_fault(enum scrape_part part, int code)
{
	assert_int_equal(device->fault_count, 1);
	assert_int_equal(device->faults[0].part, part);
	assert_int_equal(device->faults[0].port, 1);
	assert_int_equal(device->faults[0].error.code, code);
	assert_string_equal(device->faults[0].error.place, "rxe0/1");
}

/* The kernel says EINVAL to both. */
static void a_driver_that_fails_is_told_from_one_without_counters(void **state)
{
	struct fake_device *rxe = fake_rxe(&fake);

	(void)state;
	rxe->stat_error = -EINVAL;
	rxe->listed = true;
	read_parts(SCRAPE_RDMA);
	assert_state("packet_seq_err", COUNTER_UNREADABLE);
	assert_one_fault(SCRAPE_RDMA, -EIO);
	/* a kernel before 5.16 has no such list, but files */
	rxe->listed = false;
	fake_file(&fake, "infiniband/rxe0/ports/1/hw_counters/sent_pkts", "1\n");
	read_parts(SCRAPE_RDMA);
	assert_state("packet_seq_err", COUNTER_UNREADABLE);
	/* and one that has told them has them */
	fake.file_count = 0;
	rxe->stat_error = 0;
	read_parts(SCRAPE_RDMA);
	assert_int_equal(device->fault_count, 0);
	rxe->stat_error = -EINVAL;
	read_parts(SCRAPE_RDMA);
	assert_one_fault(SCRAPE_RDMA, -EINVAL);
	assert_state("sent_pkts", COUNTER_UNREADABLE);
	/* what it never had, it does not have now */
	assert_state("packet_seq_err", COUNTER_ABSENT);
}

static void files_that_cannot_be_read_are_a_fault_each(void **state)
{
	(void)state;
	fake_rxe(&fake);
	fake_file(&fake, "infiniband/rxe0/ports/1/counters/port_xmit_data", "100\n");
	fake_file(&fake, "infiniband/rxe0/ports/1/counters/port_rcv_data", NULL);
	fake_file(&fake, "infiniband/rxe0/ports/1/counters/port_xmit_wait", "N/A (no PMA)\n");
	fake_file(&fake, "infiniband/rxe0/ports/1/counters/port_of_tomorrow", "18446744073709551615\n");
	fake_file(&fake, "infiniband/rxe0/ports/1/counters/odd", "12x\n");
	read_parts(SCRAPE_PORT | SCRAPE_EVERY_FILE);
	assert_value("port_xmit_data", 100);
	assert_state("port_rcv_data", COUNTER_UNREADABLE);
	assert_true(!counter("port_xmit_wait") || counter("port_xmit_wait")->reading.state == COUNTER_ABSENT);
	assert_value("port_of_tomorrow", UINT64_MAX);
	assert_state("odd", COUNTER_UNREADABLE);
	assert_int_equal(device->fault_count, 2);
	assert_int_equal(device->faults[1].part, SCRAPE_PORT);
	assert_int_equal(device->faults[1].error.code, -EINVAL);
	assert_non_null(strstr(device->faults[1].error.text, "port_rcv_data"));
}

static void files_that_nobody_shows_are_not_read(void **state)
{
	(void)state;
	fake_rxe(&fake);
	fake_file(&fake, "infiniband/rxe0/ports/1/counters/port_of_tomorrow", NULL);
	read_parts(SCRAPE_PORT);
	assert_int_equal(device->fault_count, 0);
	assert_null(counter("port_of_tomorrow"));
}

static void rows_alone_are_read(void **state)
{
	const struct counter *rows[] = {counter_find("port_rcv_data")};

	(void)state;
	fake_rxe(&fake);
	fake_file(&fake, "infiniband/rxe0/ports/1/counters/port_xmit_data", NULL);
	fake_file(&fake, "infiniband/rxe0/ports/1/counters/port_rcv_data", "25\n");
	open_reader();
	assert_int_equal(scrape_read_rows(reader, rows, 1, &device), 0);
	assert_int_equal(device->fault_count, 0);
	assert_value("port_rcv_data", 25);
	assert_state("port_xmit_data", COUNTER_ABSENT);
	assert_null(counter("packet_seq_err"));
	assert_int_equal(fake.devices[0].reads, 0);
}

static void a_rate_that_is_refused_is_not_told(void **state)
{
	(void)state;
	fake_rxe(&fake);
	fake_file(&fake, "infiniband/rxe0/ports/1/rate", NULL);
	fake_file(&fake, "infiniband/rxe0/ports/1/link_layer", "Ethernet\n");
	read_parts(SCRAPE_PORT);
	assert_int_equal(device->fault_count, 0);
	assert_int_equal(device->ports[0].bits_per_second, 0);
	assert_int_equal(device->ports[0].link, ECE_LINK_ETHERNET);
	fake.files[0].text = "2.5 Gb/sec (1X SDR)\n";
	read_parts(SCRAPE_PORT);
	assert_int_equal(device->ports[0].bits_per_second, 2500000000);
	fake.files[0].text = "400 Gb/sec (4X NDR)\n";
	read_parts(SCRAPE_PORT);
	assert_int_equal(device->ports[0].bits_per_second, 400000000000);
	/* a port that is down shows any */
	fake.devices[0].state = ECE_RDMA_PORT_DOWN;
	read_parts(SCRAPE_PORT);
	assert_int_equal(device->ports[0].bits_per_second, 0);
	assert_int_equal(device->ports[0].about.state, ECE_RDMA_PORT_DOWN);
	fake.devices[0].state = 0;
	fake.files[0].text = "400 bogus\n";
	read_parts(SCRAPE_PORT);
	assert_int_equal(device->ports[0].bits_per_second, 0);
}

static void with_interface(void)
{
	fake_rxe(&fake);
	fake.netdevs[0] = (struct fake_netdev){
		.name = "eth0",
		.stats = {{"rx_packets", 1}, {"rx_prio3_pause", 30}, {"rx_discards_phy", 7}},
		.stat_count = 3,
		.pfc = 1 << 3,
	};
	fake.netdev_count = 1;
}

static void an_interface_tells_pause_and_priorities(void **state)
{
	(void)state;
	with_interface();
	read_parts(SCRAPE_ETHTOOL | SCRAPE_DCB);
	assert_value("rx_prio3_pause", 30);
	assert_value("rx_discards_phy", 7);
	assert_state("rx_prio4_pause", COUNTER_ABSENT);
	assert_null(counter("rx_packets")); /* one of thousands */
	assert_true(device->ports[0].pfc_known);
	assert_int_equal(device->ports[0].pfc, 1 << 3);
}

static void names_of_an_interface_are_true_at_once(void **state)
{
	struct fake_netdev *netdev = &fake.netdevs[0];

	(void)state;
	with_interface();
	for (int i = 0; i < 3; i++)
		read_parts(SCRAPE_ETHTOOL | SCRAPE_DCB);
	/* before and after the values the first time, then after them */
	assert_int_equal(netdev->names_read, 4);
	assert_int_equal(netdev->dcb_read, 1);
	/* PFC was switched on for one more */
	netdev->stats[3] = (struct fake_counter){"rx_prio4_pause", 40};
	netdev->stat_count = 4;
	netdev->pfc = 3 << 3;
	read_parts(SCRAPE_ETHTOOL | SCRAPE_DCB);
	assert_value("rx_prio4_pause", 40);
	assert_int_equal(device->ports[0].pfc, 3 << 3);
	/* for another one instead: their number is the same */
	netdev->stats[3].name = "rx_prio5_pause";
	netdev->pfc = 1 << 3 | 1 << 5;
	read_parts(SCRAPE_ETHTOOL | SCRAPE_DCB);
	assert_value("rx_prio5_pause", 40);
	assert_state("rx_prio4_pause", COUNTER_ABSENT);
	assert_int_equal(device->ports[0].pfc, 1 << 3 | 1 << 5);
}

static void a_device_without_dcb_has_no_known_priorities(void **state)
{
	(void)state;
	with_interface();
	fake.netdevs[0].dcb_error = -EOPNOTSUPP;
	read_parts(SCRAPE_DCB);
	assert_int_equal(device->fault_count, 0);
	assert_false(device->ports[0].pfc_known);
	now += SCRAPE_KEPT_NS;
	fake.netdevs[0].dcb_error = -EIO;
	read_parts(SCRAPE_DCB);
	assert_one_fault(SCRAPE_DCB, -EIO);
	assert_false(device->ports[0].pfc_known);
}

/* The interface of a device in another network namespace has a name there, which may be another one's here. */
static void an_interface_elsewhere_is_none(void **state)
{
	(void)state;
	with_interface();
	fake.devices[0].netdev[0] = '\0';
	fake_file(&fake, "infiniband/rxe0/ports/1/gid_attrs/ndevs/0", "eth0\n");
	read_parts(SCRAPE_USUAL);
	assert_string_equal(device->ports[0].netdev, "");
	assert_state("rx_prio3_pause", COUNTER_ABSENT);
	assert_int_equal(device->fault_count, 0);
}

static void a_device_that_goes_is_at_fault_with_every_part(void **state)
{
	(void)state;
	fake_rxe(&fake);
	read_parts(SCRAPE_RDMA | SCRAPE_PORT);
	fake.devices[0].gone = true;
	read_parts(SCRAPE_RDMA | SCRAPE_PORT);
	assert_int_equal(device->fault_count, 2);
	assert_int_equal(device->faults[0].error.code, -ENODEV);
	assert_int_equal(device->faults[0].error.kind, ECE_ERROR_GONE);
	assert_int_equal(device->faults[1].part, SCRAPE_PORT);
	assert_state("sent_pkts", COUNTER_UNREADABLE);
	assert_int_equal(device->port_count, 1);
	read_parts(SCRAPE_PORT);
	assert_int_equal(device->fault_count, 1);
	assert_int_equal(device->faults[0].error.code, -ENODEV);
	/* and it comes back */
	fake.devices[0].gone = false;
	read_parts(SCRAPE_RDMA);
	assert_int_equal(device->fault_count, 0);
	assert_value("sent_pkts", 100);
}

static void a_driver_loaded_again_starts_over(void **state)
{
	(void)state;
	fake_rxe(&fake)->counters[0] = (struct fake_counter){"packet_seq_err", 10};
	read_parts(SCRAPE_RDMA);
	assert_false(device->started_over);
	fake.devices[0].index = 17;
	fake.devices[0].counters[0].value = 11; /* more than before, and yet from zero */
	read_parts(SCRAPE_RDMA);
	assert_int_equal(device->about.index, 17);
	assert_true(device->started_over);
	assert_value("packet_seq_err", 11);
	assert_int_equal(counter("packet_seq_err")->resets, 1);
	read_parts(SCRAPE_RDMA);
	assert_false(device->started_over);
	assert_int_equal(counter("packet_seq_err")->resets, 1);
}

/* What began anew is known also when it could not be read at first. */
static void a_driver_loaded_again_and_not_read_starts_over(void **state)
{
	(void)state;
	fake_rxe(&fake)->counters[0] = (struct fake_counter){"packet_seq_err", 10};
	read_parts(SCRAPE_RDMA);
	fake.devices[0].index = 17;
	fake.devices[0].counters[0].value = 11;
	fake.devices[0].stat_error = -EIO;
	read_parts(SCRAPE_RDMA); /* of the old index, and then of the new one */
	assert_true(device->started_over);
	assert_state("packet_seq_err", COUNTER_UNREADABLE);
	fake.devices[0].stat_error = 0;
	read_parts(SCRAPE_RDMA);
	assert_int_equal(counter("packet_seq_err")->resets, 1);
}

static void a_device_renamed_is_followed(void **state)
{
	(void)state;
	fake_rxe(&fake)->counters[0] = (struct fake_counter){"packet_seq_err", 10};
	fake_file(&fake, "infiniband/rxe0/ports/1/counters/port_xmit_data", "100\n");
	read_parts(SCRAPE_RDMA | SCRAPE_PORT | SCRAPE_EVERY_FILE);
	strcpy(fake.devices[0].name, "rocep1s0");
	fake.files[0] = (struct fake_file){"infiniband/rocep1s0/ports/1/counters/port_xmit_data", "200\n", 0};
	read_parts(SCRAPE_RDMA | SCRAPE_PORT | SCRAPE_EVERY_FILE);
	assert_string_equal(device->about.name, "rocep1s0");
	assert_false(device->started_over);
	assert_value("port_xmit_data", 200);
	assert_int_equal(device->fault_count, 0);
}

static void a_target_by_its_name_is_looked_up(void **state)
{
	const struct scrape_target target = {.about = {.name = "rxe1"}};
	const struct scrape_target none = {.about = {.name = "rxe7"}};

	(void)state;
	fake_rxe(&fake);
	fake_rxe(&fake);
	assert_int_equal(scrape_reader_new(&os, &target, &reader), 0);
	read_parts(SCRAPE_RDMA);
	assert_int_equal(device->about.index, 1);
	assert_value("sent_pkts", 101);
	assert_false(device->started_over);
	scrape_reader_free(reader);
	assert_int_equal(scrape_reader_new(&os, &none, &reader), 0);
	read_parts(SCRAPE_RDMA);
	assert_int_equal(device->fault_count, 1);
	assert_int_equal(device->faults[0].error.code, -ENODEV);
}

static void faults_have_a_limit(void **state)
{
	static char paths[FAKE_FILES][96];

	(void)state;
	fake_rxe(&fake)->ports = SCRAPE_FAULTS_MAX + 5;
	fake.devices[0].stat_error = -EIO;
	for (size_t i = 0; i < FAKE_FILES; i++) {
		snprintf(paths[i], sizeof(paths[i]), "infiniband/rxe0/ports/1/counters/c%zu", i);
		fake_file(&fake, paths[i], NULL);
	}
	read_parts(SCRAPE_RDMA | SCRAPE_PORT | SCRAPE_EVERY_FILE);
	assert_int_equal(device->fault_count, SCRAPE_FAULTS_MAX);
	assert_int_equal(device->port_count, SCRAPE_FAULTS_MAX + 5);
}

static void ports_have_a_limit(void **state)
{
	(void)state;
	fake_rxe(&fake)->ports = SCRAPE_PORTS_MAX + 1;
	read_parts(SCRAPE_RDMA);
	assert_int_equal(device->port_count, SCRAPE_PORTS_MAX);
	assert_int_equal(device->fault_count, 1);
	assert_int_equal(device->faults[0].error.kind, ECE_ERROR_LIMIT);
	assert_int_equal(device->ports[SCRAPE_PORTS_MAX - 1].number, SCRAPE_PORTS_MAX);
}

static void unknown_counters_have_a_limit(void **state)
{
	static char names[SCRAPE_UNKNOWN_MAX + 8][16];
	struct fake_device *rxe = fake_rxe(&fake);
	size_t present = 0;

	(void)state;
	/* others each time, eight at a time */
	for (size_t i = 0; i < SCRAPE_UNKNOWN_MAX + 8; i++) {
		snprintf(names[i], sizeof(names[i]), "new_%zu", i);
		rxe->counters[i % 8] = (struct fake_counter){names[i], i};
		rxe->counter_count = 8;
		if (i % 8 == 7)
			read_parts(SCRAPE_RDMA);
	}
	for (size_t i = 0; i < device->ports[0].count; i++)
		present += device->ports[0].counters[i].reading.state == COUNTER_PRESENT;
	assert_int_equal(present, 0);
	assert_int_equal(device->fault_count, 0);
}

/* Fewer of something than before is no reset. */
static void what_goes_up_and_down_is_not_reset(void **state)
{
	const unsigned int sources = LIST_SOURCE(COUNTER_CONGESTION);
	struct scrape_list list = {.items = NULL};
	struct scrape_counter *counters;
	size_t count;

	(void)state;
	for (uint64_t flows = 9; flows > 6; flows--) {
		const struct counter_reading reading = {.value = flows, .state = COUNTER_PRESENT};

		assert_int_equal(list_begin(&list, sources), 0);
		assert_int_equal(list_put(&list, "mlx5_core", COUNTER_CONGESTION, 0, "rp_cur_flows", &reading, false),
				 0);
		assert_int_equal(list_take(&list, sources, 0, &counters, &count), 0);
		assert_string_equal(counters[0].name, "rp_cur_flows");
		assert_int_equal(counters[0].total, flows);
		assert_int_equal(counters[0].resets, 0);
		free(counters);
	}
	list_done(&list);
}

static void parts_have_names(void **state)
{
	(void)state;
	assert_string_equal(scrape_part_name(SCRAPE_RDMA), "rdma");
	assert_string_equal(scrape_part_name(SCRAPE_OPTIONAL), "optional");
	for (size_t i = 0; i < SCRAPE_PARTS; i++)
		assert_non_null(scrape_part_name((enum scrape_part)(1U << i)));
	assert_null(scrape_part_name((enum scrape_part)(SCRAPE_RDMA | SCRAPE_PORT)));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(devices_of_software_are_found),
		CASE(a_kernel_without_rdma_has_no_devices),
		CASE(a_port_tells_its_state_and_counters),
		CASE(an_unknown_counter_passes_through),
		CASE(names_of_other_drivers_are_rows),
		CASE(counters_that_change_places_keep_their_values),
		CASE(rounds_of_32_bits_are_added_up),
		CASE(a_driver_without_counters_has_none_and_no_fault),
		CASE(a_driver_that_fails_is_told_from_one_without_counters),
		CASE(files_that_cannot_be_read_are_a_fault_each),
		CASE(files_that_nobody_shows_are_not_read),
		CASE(rows_alone_are_read),
		CASE(a_rate_that_is_refused_is_not_told),
		CASE(an_interface_tells_pause_and_priorities),
		CASE(names_of_an_interface_are_true_at_once),
		CASE(a_device_without_dcb_has_no_known_priorities),
		CASE(an_interface_elsewhere_is_none),
		CASE(a_device_that_goes_is_at_fault_with_every_part),
		CASE(a_driver_loaded_again_starts_over),
		CASE(a_driver_loaded_again_and_not_read_starts_over),
		CASE(a_device_renamed_is_followed),
		CASE(a_target_by_its_name_is_looked_up),
		CASE(faults_have_a_limit),
		CASE(what_goes_up_and_down_is_not_reset),
		CASE(ports_have_a_limit),
		CASE(unknown_counters_have_a_limit),
		CASE(parts_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
