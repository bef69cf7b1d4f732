// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Discovery on /sys/class/infiniband of a real H100 host: ConnectX-7 with InfiniBand ports and a bond of a BlueField-3.
 * The collection has that tree only; the PCI functions that it belongs to are made here, with the device ids of what
 * hca_type says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "devx/nic/nic.h"
#include "devx/os/linux_doors.h"
#include "tests/unit/data/public.h"

static const struct {
	const char *pci, *device, *rdma;
} functions[] = {
	{"0000:18:00.0", "0x1021", "mlx5_0"},
	{"0000:2a:00.0", "0x1021", "mlx5_1"},
	{"0000:5d:00.0", "0x1021", "mlx5_4"},
	{"0000:9a:00.0", "0xa2dc", "mlx5_bond_0"},
};

struct tree {
	char top[256], pci[300], ib[300], none[300];
	struct linux_roots roots;
	struct ece_os os;
};

static void make_dir(const char *path)
{
	assert_int_equal(mkdir(path, 0700), 0);
}

static void make_file(const char *dir, const char *name, const char *text)
{
	char path[PUBLIC_PATH_MAX];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void make_function(const struct tree *t, size_t i)
{
	char dir[PUBLIC_PATH_MAX], sub[2 * PUBLIC_PATH_MAX];

	snprintf(dir, sizeof(dir), "%s/%s", t->pci, functions[i].pci);
	make_dir(dir);
	make_file(dir, "vendor", "0x15b3\n");
	make_file(dir, "device", functions[i].device);
	make_file(dir, "class", "0x020700\n");
	snprintf(sub, sizeof(sub), "%s/driver", dir);
	assert_int_equal(symlink("../../../bus/pci/drivers/mlx5_core", sub), 0);
	snprintf(sub, sizeof(sub), "%s/infiniband", dir);
	make_dir(sub);
	snprintf(sub, sizeof(sub), "%s/infiniband/%s", dir, functions[i].rdma);
	make_dir(sub);
}

static void unpack(const char *archive, const char *to)
{
	char command[2 * PUBLIC_PATH_MAX];

	snprintf(command, sizeof(command), "tar -xf '%s' -C '%s'", archive, to);
	assert_int_equal(system(command), 0);
}

static void start(struct tree *t)
{
	const char *tmp = getenv("TEST_TMPDIR");
	char archive[PUBLIC_PATH_MAX];

	public_path("sysfs/gpud-h100-cx7-ib-and-bf3-bond.tar", archive);
	memset(t, 0, sizeof(*t));
	snprintf(t->top, sizeof(t->top), "%s/sysfsXXXXXX", tmp ? tmp : "/tmp");
	assert_non_null(mkdtemp(t->top));
	snprintf(t->pci, sizeof(t->pci), "%s/pci", t->top);
	snprintf(t->ib, sizeof(t->ib), "%s/ib", t->top);
	snprintf(t->none, sizeof(t->none), "%s/none", t->top);
	make_dir(t->pci);
	make_dir(t->ib);
	make_dir(t->none);
	unpack(archive, t->ib);
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		make_function(t, i);
	for (int i = 0; i < ECE_OS_ROOT_COUNT; i++)
		t->roots.path[i] = t->none;
	t->roots.path[ECE_OS_PCI_DEVICES] = t->pci;
	t->roots.path[ECE_OS_INFINIBAND] = t->ib;
	t->roots.proc = t->roots.securityfs = t->roots.fwctl_dev = t->none;
	t->os = (struct ece_os){.ops = &linux_ops, .ctx = &t->roots};
}

static void stop(const struct tree *t)
{
	char command[300];

	snprintf(command, sizeof(command), "rm -rf '%s'", t->top);
	assert_int_equal(system(command), 0);
}

static void an_h100_host(void **state)
{
	struct ece_nic_info *list = NULL;
	struct ece_error e = {0};
	struct tree t;
	size_t count;

	(void)state;
	start(&t);
	if (ece_nic_list(&t.os, &list, &count, &e))
		fail_msg("%s", e.text);
	assert_int_equal(count, 4);
	for (size_t i = 0; i < 3; i++) {
		assert_string_equal(list[i].pci, functions[i].pci);
		assert_string_equal(list[i].rdma, functions[i].rdma);
		assert_string_equal(list[i].card, "ConnectX-7");
		assert_string_equal(list[i].psid, "MT_0000000838");
		assert_string_equal(list[i].firmware, "28.41.1000");
		/* InfiniBand ports are none of ours */
		assert_true(ece_nic_barred(&list[i], &e) < 0);
		assert_non_null(strstr(e.text, "InfiniBand"));
	}
	assert_string_equal(list[3].card, "BlueField-3");
	assert_string_equal(list[3].rdma, "mlx5_bond_0");
	assert_string_equal(list[3].psid, "MT_0000000884");
	assert_string_equal(list[3].firmware, "32.38.3056");
	/* who is in charge of a DPU is nowhere in this tree */
	assert_int_equal(list[3].bar, ECE_NIC_BAR_DPU);
	free(list);
	stop(&t);
}

/*
 * Everything is read; what this tree does not have says so, and nothing is taken for 0. A policy is no value of a card:
 * where no file is, programs may do everything.
 */
static void nothing_there_is_a_value(void **state)
{
	struct ece_nic_info *list = NULL;
	struct ece_error e = {0};
	struct ece_nic *nic;
	struct tree t;
	size_t count;

	(void)state;
	start(&t);
	assert_int_equal(ece_nic_list(&t.os, &list, &count, &e), 0);
	assert_int_equal(ece_nic_open(&t.os, &list[0], &nic, &e), 0);
	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *param = ece_param_at(i);
		struct ece_value value;

		ece_nic_read(nic, &param, &value, 1);
		if (param->home == ECE_HOME_POLICY) {
			assert_int_equal(value.state, ECE_VALUE_SET);
			assert_int_equal(value.raw, strcmp(param->name, "ece.allow") ? 0 : 0x0fffffff);
			continue;
		}
		assert_int_not_equal(value.state, ECE_VALUE_SET);
		assert_true(value.why[0]);
	}
	ece_nic_close(nic);
	free(list);
	stop(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_h100_host),
		cmocka_unit_test(nothing_there_is_a_value),
	};

	return cmocka_run_group_tests_name("public sysfs trees", tests, NULL, NULL);
}
