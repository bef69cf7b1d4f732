// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Odd machines: what discovery makes of each, and which doors are left. Shapes from Linux (mlx5 lag, multi-port, SF and
 * VF code) and from public listings: ibv_devinfo of a ConnectX-5 before and after bonding, mst status of two bonds, the
 * RDMA tree of an H100 host with InfiniBand ConnectX-7 and a bonded BlueField-3.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "devx/nic/nic.h"
#include "devx/nic/nic_internal.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/kernel/kernel.h"

#define CARDS 3

/* What must be found of one function. NULL: an empty string. */
struct found {
	const char *pci, *parent, *rdma, *rdma_on, *netdev, *bond, *fwctl, *card;
	enum ece_nic_kind kind;
	enum ece_link_layer link;
	enum ece_nic_bar bar;
	uint8_t port;
	uint64_t guid;
	const char *why, *note;
	const char *devx, *debugfs; /* why the door is shut; NULL: open */
};

/* A machine: its functions as the kernel has them, and as they must be found. */
struct machine {
	const char *name, *persona;
	unsigned int flags;
	struct {
		const char *type, *pci, *rdma, *netdev, *fwctl;
		struct sim_odd odd;
	} has[CARDS];
	struct found found[CARDS];
};

#define GUID(n) (UINT64_C(0x0c42a10300000000) + (n))
#define PCI_0   "0000:3b:00.0"
#define PCI_1   "0000:3b:00.1"

static const struct machine machines[] = {
	{
		.name = "two ports are two functions of one card",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "mlx5_0", "eth0", "fwctl0", {.card_guid = GUID(1)}},
			{"cx7", PCI_1, "mlx5_1", "eth1", "fwctl1", {.card_guid = GUID(1)}}},
		.found = {{.pci = PCI_0, .rdma = "mlx5_0", .netdev = "eth0", .fwctl = "fwctl0", .guid = GUID(1)},
			  {.pci = PCI_1, .rdma = "mlx5_1", .netdev = "eth1", .fwctl = "fwctl1", .guid = GUID(2)}},
	},
	{
		.name = "RoCE LAG on a kernel with fwctl",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "mlx5_bond_0", "eth0", "fwctl0", {.card_guid = GUID(1), .bond = "bond0"}},
			{"cx7", PCI_1, "", "eth1", "fwctl1", {.card_guid = GUID(1), .bond = "bond0"}}},
		.found = {{.pci = PCI_0,
			   .rdma = "mlx5_bond_0",
			   .netdev = "eth0",
			   .bond = "bond0",
			   .fwctl = "fwctl0",
			   .guid = GUID(1),
			   .note = "RoCE LAG bond0: mlx5_bond_0 carries the traffic of all its ports"},
			  {.pci = PCI_1,
			   .rdma = "mlx5_bond_0",
			   .rdma_on = PCI_0,
			   .netdev = "eth1",
			   .bond = "bond0",
			   .fwctl = "fwctl1",
			   .guid = GUID(2),
			   .note = "RoCE LAG bond0: its RDMA device mlx5_bond_0 is on 0000:3b:00.0",
			   .devx = "DevX: the RDMA device mlx5_bond_0 is on 0000:3b:00.0",
			   .debugfs = "debugfs: cc_params is that of the RDMA device mlx5_bond_0 on 0000:3b:00.0"}},
	},
	{
		.name = "RoCE LAG without fwctl: the second function has no identity and no door",
		.persona = "6.1",
		.has = {{"cx7", PCI_0, "mlx5_bond_0", "eth0", "", {.card_guid = GUID(1), .bond = "bond0"}},
			{"cx7", PCI_1, "", "eth1", "", {.card_guid = GUID(1), .bond = "bond0"}}},
		.found = {{.pci = PCI_0,
			   .rdma = "mlx5_bond_0",
			   .netdev = "eth0",
			   .bond = "bond0",
			   .guid = GUID(1),
			   .note = "RoCE LAG bond0: mlx5_bond_0 carries the traffic of all its ports"},
			  {.pci = PCI_1,
			   .rdma = "mlx5_bond_0",
			   .rdma_on = PCI_0,
			   .bar = ECE_NIC_BAR_NO_IDENTITY,
			   .why = "its GUID cannot be read, by which its old values are kept for an undo: only an RDMA "
				  "device of its own (mlx5_ib) or fwctl (Linux 6.15, for root) tells it",
			   .netdev = "eth1",
			   .bond = "bond0",
			   .note = "RoCE LAG bond0: its RDMA device mlx5_bond_0 is on 0000:3b:00.0",
			   .devx = "DevX: the RDMA device mlx5_bond_0 is on 0000:3b:00.0",
			   .debugfs = "debugfs: cc_params is that of the RDMA device mlx5_bond_0 on 0000:3b:00.0"}},
	},
	{
		.name = "two functions in a bond without LAG keep their RDMA devices",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "mlx5_0", "eth0", "fwctl0", {.card_guid = GUID(1), .bond = "bond0"}},
			{"cx7", PCI_1, "mlx5_1", "eth1", "fwctl1", {.card_guid = GUID(1), .bond = "bond0"}}},
		.found = {{.pci = PCI_0,
			   .rdma = "mlx5_0",
			   .netdev = "eth0",
			   .bond = "bond0",
			   .fwctl = "fwctl0",
			   .guid = GUID(1)},
			  {.pci = PCI_1,
			   .rdma = "mlx5_1",
			   .netdev = "eth1",
			   .bond = "bond0",
			   .fwctl = "fwctl1",
			   .guid = GUID(2)}},
	},
	{
		.name = "one RDMA device with the ports of two functions",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "mlx5_0", "eth0", "fwctl0", {.card_guid = GUID(1)}},
			{"cx7", PCI_1, "", "eth1", "fwctl1", {.card_guid = GUID(1), .second_of = "mlx5_0"}}},
		.found = {{.pci = PCI_0, .rdma = "mlx5_0", .netdev = "eth0", .fwctl = "fwctl0", .guid = GUID(1)},
			  {.pci = PCI_1,
			   .rdma = "mlx5_0",
			   .rdma_on = PCI_0,
			   .netdev = "eth1",
			   .fwctl = "fwctl1",
			   .port = 2,
			   .guid = GUID(2),
			   .note = "port 2 of mlx5_0, which is on 0000:3b:00.0",
			   .devx = "DevX: the RDMA device mlx5_0 is on 0000:3b:00.0",
			   .debugfs = "debugfs: cc_params is that of the RDMA device mlx5_0 on 0000:3b:00.0"}},
	},
	{
		.name = "virtual functions and subfunctions",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "mlx5_0", "eth0", "fwctl0", {0}},
			{"cx7", "mlx5_core.sf.2", "mlx5_2", "eth2", "fwctl2", {.parent = PCI_0, .subfunction = true}},
			{"cx7", "0000:3b:00.2", "mlx5_1", "eth1", "fwctl1", {.parent = PCI_0, .device_id = 0x101e}}},
		.found = {{.pci = PCI_0, .rdma = "mlx5_0", .netdev = "eth0", .fwctl = "fwctl0", .guid = GUID(1)},
			  {.pci = "mlx5_core.sf.2",
			   .parent = PCI_0,
			   .rdma = "mlx5_2",
			   .netdev = "eth2",
			   .kind = ECE_NIC_SF,
			   .bar = ECE_NIC_BAR_VIRTUAL,
			   .guid = GUID(2),
			   .why = "it is a subfunction: what can be set belongs to the port of 0000:3b:00.0"},
			  {.pci = "0000:3b:00.2",
			   .parent = PCI_0,
			   .rdma = "mlx5_1",
			   .netdev = "eth1",
			   .fwctl = "fwctl1",
			   .card = "ConnectX VF",
			   .kind = ECE_NIC_VF,
			   .bar = ECE_NIC_BAR_VIRTUAL,
			   .guid = GUID(3),
			   .why = "it is a virtual function: what can be set belongs to the port of 0000:3b:00.0"}},
	},
	{
		.name = "a virtual function in a guest",
		.persona = "6.1",
		.has = {{"cx7", "0000:01:00.0", "mlx5_0", "eth0", "", {.device_id = 0x101e}}},
		.found = {{.pci = "0000:01:00.0",
			   .rdma = "mlx5_0",
			   .netdev = "eth0",
			   .card = "ConnectX VF",
			   .kind = ECE_NIC_VF,
			   .bar = ECE_NIC_BAR_VIRTUAL,
			   .guid = GUID(1),
			   .why = "it is a virtual function: what can be set belongs to a physical function outside "
				  "this "
				  "machine"}},
	},
	{
		.name = "InfiniBand, one of them the fabric manager's",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "mlx5_0", "", "fwctl0", {.infiniband = true}},
			{"cx7",
			 "0000:5e:00.0",
			 "mlx5_1",
			 "",
			 "fwctl1",
			 {.infiniband = true, .vpd = "\x82V3\x06SW_MNGx"}}},
		.found = {{.pci = PCI_0,
			   .rdma = "mlx5_0",
			   .fwctl = "fwctl0",
			   .link = ECE_LINK_INFINIBAND,
			   .bar = ECE_NIC_BAR_INFINIBAND,
			   .guid = GUID(1),
			   .why = "its port runs InfiniBand, where RoCE parameters mean nothing"},
			  {.pci = "0000:5e:00.0",
			   .rdma = "mlx5_1",
			   .fwctl = "fwctl1",
			   .link = ECE_LINK_INFINIBAND,
			   .bar = ECE_NIC_BAR_FABRIC_MANAGER,
			   .guid = GUID(2),
			   .why = "it manages the NVSwitches of this machine and belongs to the fabric manager"}},
	},
	{
		.name = "names of udev",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "rocep59s0f0", "enp59s0f0np0", "fwctl12", {0}}},
		.found = {{.pci = PCI_0,
			   .rdma = "rocep59s0f0",
			   .netdev = "enp59s0f0np0",
			   .fwctl = "fwctl12",
			   .guid = GUID(1)}},
	},
	{
		.name = "an interface in another network namespace",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "mlx5_0", "eth0", "fwctl0", {.elsewhere = true}}},
		.found = {{.pci = PCI_0,
			   .rdma = "mlx5_0",
			   .fwctl = "fwctl0",
			   .guid = GUID(1),
			   .note = "its network interface is in another network namespace"}},
	},
	{
		.name = "an RDMA device in another network namespace",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "mlx5_0", "eth0", "fwctl0", {.rdma_elsewhere = true}}},
		.found = {{.pci = PCI_0,
			   .netdev = "eth0",
			   .fwctl = "fwctl0",
			   .guid = GUID(1),
			   .note = "its RDMA device is in another network namespace",
			   .devx = "no RDMA device: it is in another network namespace"}},
	},
	{
		.name = "RDMA device and interface in another network namespace, on a kernel without fwctl",
		.persona = "6.1",
		.has = {{"cx7", PCI_0, "mlx5_0", "eth0", "", {.elsewhere = true, .rdma_elsewhere = true}}},
		.found = {{.pci = PCI_0,
			   .bar = ECE_NIC_BAR_NO_IDENTITY,
			   .why = "its GUID cannot be read, by which its old values are kept for an undo: only an RDMA "
				  "device of its own (mlx5_ib) or fwctl (Linux 6.15, for root) tells it",
			   .note = "its RDMA device is in another network namespace; its network interface is in "
				   "another "
				   "network namespace",
			   .devx = "no RDMA device: it is in another network namespace"}},
	},
	{
		.name = "no driver, and a guest's",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "", "", "", {.driver = ""}}, {"cx7", PCI_1, "", "", "", {.driver = "vfio-pci"}}},
		.found = {{.pci = PCI_0,
			   .bar = ECE_NIC_BAR_NO_DRIVER,
			   .why = "no driver is bound to it: load mlx5_core, or bind it",
			   .devx = "no RDMA device: the mlx5_ib driver is not loaded",
			   .debugfs = "no debugfs directory for 0000:3b:00.0: the mlx5 driver does not drive it"},
			  {.pci = PCI_1,
			   .bar = ECE_NIC_BAR_OTHER_DRIVER,
			   .why = "the driver vfio-pci has it, so a guest or another program owns it: bind it to "
				  "mlx5_core "
				  "to set it here",
			   .devx = "no RDMA device: the mlx5_ib driver is not loaded",
			   .debugfs = "no debugfs directory for 0000:3b:00.1: the mlx5 driver does not drive it"}},
	},
	{
		.name = "mlx5_ib is not loaded",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "", "eth0", "fwctl0", {0}}},
		.found = {{.pci = PCI_0,
			   .netdev = "eth0",
			   .fwctl = "fwctl0",
			   .guid = GUID(1),
			   .devx = "no RDMA device: the mlx5_ib driver is not loaded",
			   .debugfs = "no cc_params in debugfs: mlx5_ib is not loaded, or this function may not modify "
				      "congestion control"}},
	},
	{
		.name = "a BlueField whose own CPU is in charge",
		.persona = "7.x",
		.has = {{"cx7", PCI_0, "mlx5_0", "eth0", "fwctl0", {.device_id = 0xa2dc}}},
		.found = {{.pci = PCI_0,
			   .rdma = "mlx5_0",
			   .netdev = "eth0",
			   .fwctl = "fwctl0",
			   .card = "BlueField-3",
			   .bar = ECE_NIC_BAR_DPU,
			   .guid = GUID(1),
			   .why = "it belongs to a DPU, whose own CPU is in charge of the port: the toolkit sets a "
				  "BlueField "
				  "in NIC mode only"}},
	},
	{
		.name = "a BlueField that nobody may ask",
		.persona = "6.1",
		.flags = SIM_NO_RDMA_CORE,
		.has = {{"cx7", PCI_0, "mlx5_0", "eth0", "", {.device_id = 0xa2dc}}},
		.found = {{.pci = PCI_0,
			   .rdma = "mlx5_0",
			   .netdev = "eth0",
			   .card = "BlueField-3",
			   .bar = ECE_NIC_BAR_DPU,
			   .guid = GUID(1),
			   .why = "whether this BlueField runs as a DPU cannot be told: neither DevX nor fwctl answers",
			   .devx = "rdma-core (libibverbs, libmlx5) is not installed"}},
	},
};

struct host {
	struct fw_state state[CARDS];
	struct sim_card cards[CARDS];
	struct sim_kernel kernel;
	struct ece_os os;
};

static void host_up(struct host *h, const struct machine *m)
{
	size_t n = 0;

	memset(h, 0, sizeof(*h));
	for (; n < CARDS && m->has[n].type; n++) {
		struct sim_card *card = &h->cards[n];

		snprintf(card->pci, sizeof(card->pci), "%s", m->has[n].pci);
		snprintf(card->rdma, sizeof(card->rdma), "%s", m->has[n].rdma);
		snprintf(card->netdev, sizeof(card->netdev), "%s", m->has[n].netdev);
		snprintf(card->fwctl, sizeof(card->fwctl), "%s", m->has[n].fwctl);
		card->odd = &m->has[n].odd;
		card->fw = (struct fw){.type = fw_card_type_find(m->has[n].type), .state = &h->state[n]};
		fw_power_on(&card->fw, n + 1);
	}
	sim_kernel_init(&h->kernel, sim_persona_find(m->persona), h->cards, n);
	h->kernel.flags = m->flags;
	h->os = sim_kernel_os(&h->kernel);
}

static void same_text(const struct machine *m, const char *what, const char *have, const char *want)
{
	if (strcmp(have, want ? want : "") != 0)
		fail_msg("%s: %s is \"%s\", expected \"%s\"", m->name, what, have, want ? want : "");
}

static void same_number(const struct machine *m, const char *what, uint64_t have, uint64_t want)
{
	if (have != want)
		fail_msg("%s: %s is %#jx, expected %#jx", m->name, what, (uintmax_t)have, (uintmax_t)want);
}

static void check_info(const struct machine *m, const struct ece_nic_info *info, const struct found *want,
		       uint64_t card_guid)
{
	same_text(m, "pci", info->pci, want->pci);
	same_text(m, "parent", info->parent, want->parent);
	same_text(m, "rdma", info->rdma, want->rdma);
	same_text(m, "rdma_on", info->rdma_on, want->rdma_on);
	same_text(m, "netdev", info->netdev, want->netdev);
	same_text(m, "bond", info->bond, want->bond);
	same_text(m, "fwctl", info->fwctl, want->fwctl);
	same_text(m, "card", info->card, want->card ? want->card : "ConnectX-7");
	same_text(m, "why", info->why, want->why);
	same_text(m, "note", info->note, want->note);
	same_number(m, "kind", info->kind, want->kind);
	same_number(m, "link", info->link, want->link ? want->link : ECE_LINK_ETHERNET);
	same_number(m, "bar", info->bar, want->bar);
	same_number(m, "port", info->port, want->port ? want->port : 1);
	same_number(m, "guid", info->guid, want->guid);
	same_number(m, "card_guid", info->card_guid, card_guid ? card_guid : want->guid);
	if (info->card_guid)
		same_text(m, "psid", info->psid, "MT_0000000838");
}

/* The doors themselves, past the bar. */
static void check_doors(const struct machine *m, const struct ece_os *os, const struct ece_nic_info *info,
			const struct found *want)
{
	struct ece_nic_info free_info = *info;
	struct ece_error e = {0};
	struct ece_nic *nic;

	free_info.bar = ECE_NIC_BAR_NONE;
	assert_int_equal(ece_nic_open(os, &free_info, &nic, &e), 0);
	ece_backend_open(&ece_backend_devx, &nic->doors);
	ece_backend_open(&ece_backend_debugfs, &nic->doors);
	same_text(m, "DevX", nic->doors.door[ECE_BACKEND_DEVX].why, want->devx);
	same_text(m, "debugfs", nic->doors.door[ECE_BACKEND_DEBUGFS].why, want->debugfs);
	same_number(m, "fwctl", !ece_backend_open(&ece_backend_fwctl, &nic->doors), info->fwctl[0] != '\0');
	ece_nic_close(nic);
}

static void each_odd_machine_is_understood(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		const struct machine *m = &machines[i];
		struct ece_nic_info *list;
		struct ece_error e = {0};
		struct host h;
		size_t count;

		host_up(&h, m);
		assert_int_equal(ece_nic_list(&h.os, &list, &count, &e), 0);
		same_number(m, "count", count, h.kernel.card_count);
		for (size_t n = 0; n < count; n++) {
			check_info(m, &list[n], &m->found[n], m->has[n].odd.card_guid);
			check_doors(m, &h.os, &list[n], &m->found[n]);
		}
		free(list);
	}
}

static const struct machine *machine(const char *name)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		if (!strcmp(machines[i].name, name))
			return &machines[i];
	fail_msg("no machine \"%s\"", name);
	return NULL;
}

/* A write to a NIC that is barred reaches no card, whatever the caller did with the list before. */
static void a_barred_nic_is_not_written(void **state)
{
	const struct ece_param *param = ece_param_find("dcqcn.rp.ai_rate");
	struct ece_write write = {.param = param, .raw = 20};
	struct ece_nic_info *list;
	struct ece_error e = {0};
	struct ece_nic *nic;
	uint64_t commands;
	struct host h;
	size_t count;

	(void)state;
	host_up(&h, machine("a virtual function in a guest"));
	assert_int_equal(ece_nic_list(&h.os, &list, &count, &e), 0);
	commands = h.state[0].commands;
	assert_int_equal(ece_nic_open(&h.os, &list[0], &nic, &e), 0);
	assert_int_equal(ece_nic_write(nic, &write, 1), -EOPNOTSUPP);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_int_equal(write.error.kind, ECE_ERROR_UNSUPPORTED);
	assert_string_equal(write.error.text,
			    "this NIC is left alone: it is a virtual function: what can be set belongs "
			    "to a physical function outside this machine");
	assert_string_equal(write.error.place, "0000:01:00.0/dcqcn.rp.ai_rate");
	assert_int_equal(h.state[0].commands, commands);
	ece_nic_close(nic);
	free(list);
}

/* What belongs to somebody else is not even read. */
static void a_nic_of_somebody_else_is_not_opened(void **state)
{
	static const struct {
		const char *name;
		size_t nic;
		int err;
		enum ece_error_kind kind;
	} cases[] = {
		{"InfiniBand, one of them the fabric manager's", 1, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED},
		{"a BlueField whose own CPU is in charge", 0, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED},
		{"no driver, and a guest's", 0, -ENXIO, ECE_ERROR_NO_DOOR},
		{"no driver, and a guest's", 1, -ENXIO, ECE_ERROR_NO_DOOR},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ece_nic_info *list;
		struct ece_error e = {0};
		struct ece_nic *nic = NULL;
		struct host h;
		size_t count;

		host_up(&h, machine(cases[i].name));
		assert_int_equal(ece_nic_list(&h.os, &list, &count, &e), 0);
		assert_int_equal(ece_nic_open(&h.os, &list[cases[i].nic], &nic, &e), cases[i].err);
		assert_int_equal(e.kind, cases[i].kind);
		assert_null(nic);
		free(list);
	}
}

/* Each command costs the kernel's whole patience, a minute: two of them are enough to know. */
static void a_silent_firmware_is_not_asked_for_ever(void **state)
{
	const struct ece_param **params = calloc(ece_param_count(), sizeof(struct ece_param *));
	struct ece_value *values = calloc(ece_param_count(), sizeof(*values));
	struct ece_nic_info *list;
	struct ece_error e = {0};
	struct ece_nic *nic;
	uint64_t commands;
	struct host h;
	size_t count;

	(void)state;
	for (size_t i = 0; i < ece_param_count(); i++)
		params[i] = ece_param_at(i);
	host_up(&h, machine("names of udev"));
	assert_int_equal(ece_nic_list(&h.os, &list, &count, &e), 0);
	assert_int_equal(ece_nic_open(&h.os, &list[0], &nic, &e), 0);
	h.state[0].fault[0] = (struct fw_fault){.action = FW_FAULT_DELAY, .delay_ms = 61000, .left = UINT32_MAX};
	commands = h.state[0].commands;
	ece_nic_read(nic, params, values, ece_param_count());
	for (size_t i = 0; i < ece_param_count(); i++) {
		/* What no card has is told by a host all the same. */
		if (params[i]->home == ECE_HOME_POLICY) {
			assert_int_equal(values[i].state, ECE_VALUE_SET);
			continue;
		}
		assert_int_equal(values[i].state, ECE_VALUE_UNREADABLE);
		assert_true(values[i].why[0]);
	}
	assert_non_null(strstr(values[ece_param_index(ece_param_find("ppcc.slot.15.enable"))].why,
			       "the firmware left 2 commands in a row without an answer and is not asked again"));
	assert_in_range(h.state[0].commands - commands, 2, 3);
	ece_nic_close(nic);

	/* Opened anew it is asked again. */
	h.state[0].fault[0] = (struct fw_fault){0};
	assert_int_equal(ece_nic_open(&h.os, &list[0], &nic, &e), 0);
	ece_nic_read(nic, params, values, 1);
	assert_int_equal(values[0].state, ECE_VALUE_SET);
	ece_nic_close(nic);
	free(list);
	free(values);
	free(params);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_odd_machine_is_understood),
		cmocka_unit_test(a_barred_nic_is_not_written),
		cmocka_unit_test(a_nic_of_somebody_else_is_not_opened),
		cmocka_unit_test(a_silent_firmware_is_not_asked_for_ever),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
