// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/export/round.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/optional.h"

#define GBIT UINT64_C(1000000000)

struct scrape_counter *round_count(struct round *round, size_t device, const char *name, uint64_t value)
{
	struct scrape_port *port = &round->ports[device];
	struct scrape_counter *counter = &port->counters[port->count++];

	assert(port->count <= ROUND_COUNTERS);
	counter->row = counter_find(name);
	strncpy(counter->name, name, sizeof(counter->name) - 1);
	counter->source = counter->row ? counter->row->source : COUNTER_RDMA;
	counter->reading = (struct counter_reading){.value = value, .state = COUNTER_PRESENT};
	counter->total = value;
	return counter;
}

static struct scrape_device *device(struct round *round, size_t at, const char *name, const char *pci)
{
	struct scrape_device *device = &round->devices[at];

	snprintf(device->about.name, sizeof(device->about.name), "%s", name);
	snprintf(device->pci, sizeof(device->pci), "%s", pci);
	strcpy(device->driver, "mlx5_core");
	device->found = *name;
	device->about.index = (uint32_t)at; /* the kernel's begin with 0 */
	device->parts = SCRAPE_RDMA | SCRAPE_PORT;
	device->has_nic = true;
	device->nic.kind = ECE_NIC_PF;
	device->nic.device_id = 0x1021;
	strcpy(device->nic.card, "ConnectX-7");
	strcpy(device->nic.psid, "MT_0000000838");
	device->seconds = 0.001953125;
	device->ports = &round->ports[at];
	device->port_count = 1;
	round->ports[at].number = 1;
	round->ports[at].counters = round->counters[at];
	round->results[at].device = device;
	snprintf(round->results[at].target.about.name, sizeof(device->about.name), "%s", name);
	snprintf(round->results[at].target.pci, sizeof(device->pci), "%s", pci);
	return device;
}

static void card(struct round *round)
{
	struct scrape_device *it = device(round, ROUND_CARD, "mlx5_0", "0000:01:00.0");
	struct scrape_port *port = it->ports;

	strcpy(it->about.firmware, "28.39.1002");
	strcpy(it->about.protocol, "roce");
	it->about.node_guid = 0x0200000000000001;
	strcpy(it->board, "MT_0000000838");
	it->parts = SCRAPE_RDMA | SCRAPE_PORT | SCRAPE_ETHTOOL | SCRAPE_DCB | SCRAPE_QPS | SCRAPE_OPTIONAL;
	round->fault.part = SCRAPE_ETHTOOL;
	it->faults = &round->fault;
	it->fault_count = 1;
	it->devx_only = true;
	strcpy(it->nic.bond, "bond0");
	strcpy(port->netdev, "ens1f0np0");
	port->link = ECE_LINK_ETHERNET;
	port->known = true;
	port->about.state = ECE_RDMA_PORT_ACTIVE;
	port->about.physical = 5;
	port->bits_per_second = 200 * GBIT;
	port->pfc_known = true;
	port->pfc = 1 << 3;
	round->status = calloc(2, sizeof(*round->status));
	assert(round->status);
	round->status[0] = (struct ece_rdma_counter_status){.name = "cc_rx_ce_pkts", .optional = true, .on = true};
	round->status[1] = (struct ece_rdma_counter_status){.name = "packet_seq_err"};
	port->status = round->status;
	port->status_count = 2;
	round->algorithms[0] = (struct scrape_algorithm){
		.slot = 1, .algorithm = "ZTR_RTT_CC", .counter = "rtt_req_sent", .reading = {77, COUNTER_PRESENT}};
	round->algorithms[1] = (struct scrape_algorithm){
		.slot = 1, .algorithm = "ZTR_RTT_CC", .counter = "lost", .reading = {0, COUNTER_UNREADABLE}};
	it->algorithms = round->algorithms;
	it->algorithm_count = 2;
}

static void hostile(struct round *round)
{
	struct scrape_device *it = device(round, ROUND_HOSTILE, "a\"b\\c\n{}\xff", "0000:02:00.0");

	strcpy(it->driver, "\"");
	strcpy(it->about.firmware, "\x01\xc3");
	strcpy(it->ports->netdev, "# EOF\n");
	round_count(round, ROUND_HOSTILE, "new\"one\n", 1);
	round_count(round, ROUND_HOSTILE, "new\"one\n", 2);
}

void round_make(struct round *round)
{
	memset(round, 0, sizeof(*round));
	card(round);
	hostile(round);
	device(round, ROUND_LATE, "mlx5_2", "0000:03:00.0");
	round->results[ROUND_LATE].late = true;
	round->results[ROUND_LATE].late_seconds = 2.5;
	round_count(round, ROUND_LATE, "of_before", 5);
	strcpy(round->results[ROUND_NEVER].target.about.name, "mlx5_3");
	strcpy(round->results[ROUND_NEVER].target.pci, "0000:04:00.0");
	round->results[ROUND_NEVER].late = true;
	round->results[ROUND_NEVER].late_seconds = 60;
	device(round, ROUND_BARRED, "mlx5_4", "0000:05:00.0")->barred = true;
	round->devices[ROUND_BARRED].nic.bar = ECE_NIC_BAR_FABRIC_MANAGER;
	round->devices[ROUND_BARRED].port_count = 0;
	device(round, ROUND_PLAIN, "", "0000:41:00.0");
	strcpy(round->ports[ROUND_PLAIN].netdev, "eth7");
	round->ports[ROUND_PLAIN].number = 0;
	round->round.results = round->results;
	round->round.count = ROUND_DEVICES;
	round->round.seconds = 0.25;
	round->round.sharing = SCRAPE_SHARED;
}

void round_done(struct round *round)
{
	free(round->status);
}
