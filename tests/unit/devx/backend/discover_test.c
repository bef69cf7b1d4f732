// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Finding NICs in a tree of files, with the gaps that hosts have. */
#include "devx/backend/discover.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct node {
	enum ece_os_root root;
	const char *path;
	const char *text; /* of a file; entries of a directory with one blank between; target of a link */
};

struct tree {
	const struct node *nodes;
	size_t count;
};

static const char *lookup(void *ctx, enum ece_os_root root, const char *path)
{
	const struct tree *tree = ctx;

	for (size_t i = 0; i < tree->count; i++)
		if (tree->nodes[i].root == root && !strcmp(tree->nodes[i].path, path))
			return tree->nodes[i].text;
	return NULL;
}

static int tree_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	const char *text = lookup(ctx, root, path);

	if (!text)
		return -ENOENT;
	if (strlen(text) > size)
		return -EFBIG;
	memccpy(buf, text, '\0', size);
	return (int)strlen(text);
}

static int tree_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name),
		     void *arg)
{
	const char *text = lookup(ctx, root, path);
	char *names, *save;
	int stop = 0;

	if (!text)
		return -ENOENT;
	names = strdup(text);
	for (char *name = strtok_r(names, " ", &save); name && !stop; name = strtok_r(NULL, " ", &save))
		stop = each(arg, name);
	free(names);
	return stop;
}

static int tree_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	const char *text = lookup(ctx, root, path);

	return text ? snprintf(buf, size, "%s", text) : -ENOENT;
}

static const struct ece_os_ops ops = {.read = tree_read, .list = tree_list, .link = tree_link};

static void discover(const struct node *nodes, size_t count, struct ece_nic_info **list, size_t *found)
{
	struct tree tree = {.nodes = nodes, .count = count};
	struct ece_os os = {.ops = &ops, .ctx = &tree};
	struct ece_error e = {0};

	*list = NULL;
	if (ece_discover(&os, list, found, &e))
		fail_msg("%s", e.text);
}

#define FUNCTION(address, vendor, class, device)                                                                  \
	{ECE_OS_PCI_DEVICES, address "/vendor", vendor "\n"}, {ECE_OS_PCI_DEVICES, address "/class", class "\n"}, \
	{                                                                                                         \
		ECE_OS_PCI_DEVICES, address "/device", device "\n"                                                \
	}

static void a_whole_nic_is_described(void **state)
{
	static const struct node nodes[] = {
		{ECE_OS_PCI_DEVICES, "", "0000:00:1f.0 0000:3b:00.1 0000:3b:00.0 0000:04:00.0"},
		FUNCTION("0000:00:1f.0", "0x8086", "0x020000", "0x1021"),
		FUNCTION("0000:04:00.0", "0x15b3", "0x0c0500", "0x1021"),
		FUNCTION("0000:3b:00.0", "0x15b3", "0x020000", "0x1021"),
		FUNCTION("0000:3b:00.1", "0x15b3", "0x020700", "0x101d"),
		{ECE_OS_PCI_DEVICES, "0000:3b:00.0/infiniband", "mlx5_0"},
		{ECE_OS_PCI_DEVICES, "0000:3b:00.0/net", "eth1 eth0"},
		{ECE_OS_FWCTL, "", "fwctl1 fwctl0"},
		{ECE_OS_FWCTL, "fwctl0/device", "0000:3b:00.0"},
		{ECE_OS_FWCTL, "fwctl1/device", "0000:99:00.0"},
		{ECE_OS_INFINIBAND, "mlx5_0/board_id", "MT_0000000838\n"},
		{ECE_OS_INFINIBAND, "mlx5_0/fw_ver", "28.41.1000\n"},
		{ECE_OS_INFINIBAND, "mlx5_0/node_guid", "0200:0000:0000:0001\n"},
		{ECE_OS_NET, "eth0/speed", "400000\n"},
	};
	struct ece_nic_info *list;
	size_t count;

	(void)state;
	discover(nodes, sizeof(nodes) / sizeof(nodes[0]), &list, &count);
	assert_int_equal(count, 2);
	assert_string_equal(list[0].pci, "0000:3b:00.0");
	assert_string_equal(list[0].card, "ConnectX-7");
	assert_string_equal(list[0].rdma, "mlx5_0");
	assert_string_equal(list[0].netdev, "eth0");
	assert_string_equal(list[0].fwctl, "fwctl0");
	assert_string_equal(list[0].psid, "MT_0000000838");
	assert_string_equal(list[0].firmware, "28.41.1000");
	assert_true(list[0].guid == 0x0200000000000001);
	assert_int_equal(list[0].device_id, 0x1021);
	assert_int_equal(list[0].port, 1);
	assert_int_equal(list[0].speed_mbps, 400000);
	assert_string_equal(list[1].pci, "0000:3b:00.1");
	assert_string_equal(list[1].card, "ConnectX-6 Dx");
	free(list);
}

static void a_nic_without_drivers_is_listed_with_gaps(void **state)
{
	static const struct node nodes[] = {
		{ECE_OS_PCI_DEVICES, "", "0000:3b:00.0"},
		FUNCTION("0000:3b:00.0", "0x15b3", "0x020000", "0x7777"),
	};
	struct ece_nic_info *list;
	size_t count;

	(void)state;
	discover(nodes, sizeof(nodes) / sizeof(nodes[0]), &list, &count);
	assert_int_equal(count, 1);
	assert_string_equal(list[0].card, "15b3:7777");
	assert_string_equal(list[0].rdma, "");
	assert_string_equal(list[0].netdev, "");
	assert_string_equal(list[0].fwctl, "");
	assert_string_equal(list[0].psid, "");
	assert_string_equal(list[0].firmware, "");
	assert_true(list[0].guid == 0);
	assert_int_equal(list[0].speed_mbps, 0);
	free(list);
}

static void representors_are_not_the_port(void **state)
{
	static const struct node nodes[] = {
		{ECE_OS_PCI_DEVICES, "", "0000:3b:00.0"},
		FUNCTION("0000:3b:00.0", "0x15b3", "0x020000", "0x1021"),
		{ECE_OS_PCI_DEVICES, "0000:3b:00.0/net", "eth0 eth1 rail0"},
		{ECE_OS_NET, "eth0/phys_port_name", "pf0vf0\n"},
		{ECE_OS_NET, "eth1/phys_port_name", "pf0sf3\n"},
		{ECE_OS_NET, "rail0/phys_port_name", "p0\n"},
	};
	struct ece_nic_info *list;
	size_t count;

	(void)state;
	discover(nodes, sizeof(nodes) / sizeof(nodes[0]), &list, &count);
	assert_string_equal(list[0].netdev, "rail0");
	free(list);
}

/* Each question to such a card is a line in the kernel's log: not even its speed is asked for. */
static void a_nic_of_the_fabric_manager_is_asked_nothing(void **state)
{
	static const char *const vpds[] = {"SMDL=SW_MNG", "SMDL=OTHER"};
	struct ece_nic_info *list;
	size_t count;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct node nodes[] = {
			{ECE_OS_PCI_DEVICES, "", "0000:3b:00.0"},
			FUNCTION("0000:3b:00.0", "0x15b3", "0x020700", "0x1021"),
			{ECE_OS_PCI_DEVICES, "0000:3b:00.0/driver", "mlx5_core"},
			{ECE_OS_PCI_DEVICES, "0000:3b:00.0/infiniband", "mlx5_0"},
			{ECE_OS_PCI_DEVICES, "0000:3b:00.0/vpd", vpds[i]},
			{ECE_OS_INFINIBAND, "mlx5_0/ports/1/state", "4: ACTIVE\n"},
			{ECE_OS_INFINIBAND, "mlx5_0/ports/1/rate", "100 Gb/sec (4X EDR)\n"},
		};

		discover(nodes, sizeof(nodes) / sizeof(nodes[0]), &list, &count);
		assert_int_equal(list[0].bar, i ? ECE_NIC_BAR_INFINIBAND : ECE_NIC_BAR_FABRIC_MANAGER);
		assert_int_equal(list[0].speed_mbps, i ? 100000 : 0);
		free(list);
	}
}

struct speeds {
	const char *net, *state, *rate;
	uint32_t mbps;
};

static void a_speed_is_known_only_with_a_link(void **state)
{
	static const struct speeds cases[] = {
		{"-1\n", "1: DOWN\n", "2.5 Gb/sec (1X SDR)\n", 0},
		{NULL, "1: DOWN\n", "2.5 Gb/sec (1X SDR)\n", 0},
		{"4294967295\n", NULL, NULL, 0},
		{NULL, "4: ACTIVE\n", "100 Gb/sec (4X EDR)\n", 100000},
		{"-1\n", "4: ACTIVE\n", "2.5 Gb/sec (1X SDR)\n", 2500},
		{"25000\n", "4: ACTIVE\n", "100 Gb/sec (4X EDR)\n", 25000},
		{NULL, "4: ACTIVE\n", "nan\n", 0},
		{NULL, "4: ACTIVE\n", "\n", 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct node nodes[] = {
			{ECE_OS_PCI_DEVICES, "", "0000:3b:00.0"},
			FUNCTION("0000:3b:00.0", "0x15b3", "0x020000", "0x1021"),
			{ECE_OS_PCI_DEVICES, "0000:3b:00.0/infiniband", "mlx5_0"},
			{ECE_OS_PCI_DEVICES, "0000:3b:00.0/net", "eth0"},
			{ECE_OS_NET, "eth0/speed", cases[i].net},
			{ECE_OS_INFINIBAND, "mlx5_0/ports/1/state", cases[i].state},
			{ECE_OS_INFINIBAND, "mlx5_0/ports/1/rate", cases[i].rate},
		};
		struct ece_nic_info *list;
		size_t count;

		discover(nodes, sizeof(nodes) / sizeof(nodes[0]), &list, &count);
		assert_int_equal(list[0].speed_mbps, cases[i].mbps);
		free(list);
	}
}

static void an_odd_identity_is_unknown_not_wrong(void **state)
{
	static const char *const guids[] = {"0000:0000:0000:0000\n", "0200:0000:0000\n", "0200:0000:0000:000g\n",
					    "0200:0000:0000:0001:02\n", "\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(guids) / sizeof(guids[0]); i++) {
		const struct node nodes[] = {
			{ECE_OS_PCI_DEVICES, "", "0000:3b:00.0"},
			FUNCTION("0000:3b:00.0", "0x15b3", "0x020000", "0x1021"),
			{ECE_OS_PCI_DEVICES, "0000:3b:00.0/infiniband", "mlx5_0"},
			{ECE_OS_INFINIBAND, "mlx5_0/node_guid", guids[i]},
			/* longer than a PSID: cutting it would make another one */
			{ECE_OS_INFINIBAND, "mlx5_0/board_id", "MT_00000008380123456\n"},
			{ECE_OS_INFINIBAND, "mlx5_0/fw_ver", "28.41\x1b[31m\n"},
		};
		struct ece_nic_info *list;
		size_t count;

		discover(nodes, sizeof(nodes) / sizeof(nodes[0]), &list, &count);
		assert_true(list[0].guid == 0);
		assert_string_equal(list[0].psid, "");
		assert_string_equal(list[0].firmware, "28.41");
		free(list);
	}
}

static void a_psid_of_sixteen_letters_is_kept(void **state)
{
	static const struct node nodes[] = {
		{ECE_OS_PCI_DEVICES, "", "0000:3b:00.0"},
		FUNCTION("0000:3b:00.0", "0x15b3", "0x020000", "0x1021"),
		{ECE_OS_PCI_DEVICES, "0000:3b:00.0/infiniband", "mlx5_0"},
		{ECE_OS_INFINIBAND, "mlx5_0/board_id", "DEL0000000000123\n"},
	};
	struct ece_nic_info *list;
	size_t count;

	(void)state;
	discover(nodes, sizeof(nodes) / sizeof(nodes[0]), &list, &count);
	assert_string_equal(list[0].psid, "DEL0000000000123");
	free(list);
}

static void a_host_without_pci_or_nics_is_told_apart(void **state)
{
	static const struct node empty[] = {{ECE_OS_PCI_DEVICES, "", ""}};
	struct tree nothing = {0};
	struct ece_os os = {.ops = &ops, .ctx = &nothing};
	struct ece_nic_info *list;
	struct ece_error e;
	size_t count;

	(void)state;
	discover(empty, 1, &list, &count);
	assert_int_equal(count, 0);
	assert_null(list);
	assert_int_equal(ece_discover(&os, &list, &count, &e), -ENOENT);
	assert_string_equal(e.text, "cannot list the PCI devices: No such file or directory");
}

/* A host with as many functions as the context says, and nothing but their ids. */
static int crowd_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	const char *file = strchr(path, '/');

	(void)ctx;
	if (root != ECE_OS_PCI_DEVICES || !file)
		return -ENOENT;
	if (!strcmp(file, "/vendor"))
		return snprintf(buf, size, "0x15b3\n");
	if (!strcmp(file, "/class"))
		return snprintf(buf, size, "0x020000\n");
	return strcmp(file, "/device") ? -ENOENT : snprintf(buf, size, "0x1021\n");
}

static int crowd_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name),
		      void *arg)
{
	const unsigned int *count = ctx;
	int stop = 0;

	if (root != ECE_OS_PCI_DEVICES || *path)
		return -ENOENT;
	for (unsigned int i = 0; i < *count && !stop; i++) {
		char pci[32];

		snprintf(pci, sizeof(pci), "%04x:%02x:00.%u", i >> 11, i >> 3 & 0xff, i & 7);
		stop = each(arg, pci);
	}
	return stop;
}

static int crowd_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	(void)ctx;
	(void)root;
	(void)path;
	(void)buf;
	(void)size;
	return -ENOENT;
}

static void too_many_nics_are_an_error(void **state)
{
	static const struct ece_os_ops crowd = {.read = crowd_read, .list = crowd_list, .link = crowd_link};
	unsigned int functions = ECE_NIC_LIST_MAX + 1;
	struct ece_os os = {.ops = &crowd, .ctx = &functions};
	struct ece_nic_info *list = NULL;
	struct ece_error e;
	size_t count;

	(void)state;
	assert_int_equal(ece_discover(&os, &list, &count, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	assert_null(list);
	functions--;
	assert_int_equal(ece_discover(&os, &list, &count, &e), 0);
	assert_int_equal(count, 2048);
	free(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_nic_is_described),
		cmocka_unit_test(a_nic_without_drivers_is_listed_with_gaps),
		cmocka_unit_test(representors_are_not_the_port),
		cmocka_unit_test(a_nic_of_the_fabric_manager_is_asked_nothing),
		cmocka_unit_test(a_speed_is_known_only_with_a_link),
		cmocka_unit_test(an_odd_identity_is_unknown_not_wrong),
		cmocka_unit_test(a_psid_of_sixteen_letters_is_kept),
		cmocka_unit_test(a_host_without_pci_or_nics_is_told_apart),
		cmocka_unit_test(too_many_nics_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
