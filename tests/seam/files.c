// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/seam/seam.h"

#include <errno.h>
#include <string.h>

enum seam_verdict pci_function_says_what_it_is(struct seam *s)
{
	char buf[SEAM_TEXT_MAX], path[SEAM_PATH_MAX];

	EXPECT(s, seam_read(s, ECE_OS_PCI_DEVICES, seam_join(path, s->env->pci, "vendor"), buf), 7);
	EXPECT(s, strcmp(buf, "0x15b3\n"), 0);
	EXPECT(s, seam_read(s, ECE_OS_PCI_DEVICES, seam_join(path, s->env->pci, "device"), buf), 7);
	EXPECT(s, strcmp(buf, "0x1021\n"), 0);
	EXPECT(s, seam_read(s, ECE_OS_PCI_DEVICES, seam_join(path, s->env->pci, "class"), buf), 9);
	EXPECT(s, strcmp(buf, "0x020000\n"), 0);
	EXPECT(s, seam_read(s, ECE_OS_PCI_DEVICES, seam_join(path, s->env->pci, "numa_node"), buf), 3);
	EXPECT(s, strcmp(buf, "-1\n"), 0);
	return SEAM_OK;
}

enum seam_verdict rdma_device_says_what_it_is(struct seam *s)
{
	char buf[SEAM_TEXT_MAX], path[SEAM_PATH_MAX];

	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "board_id"), buf), 14);
	EXPECT(s, strcmp(buf, "MT_0000000838\n"), 0);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "fw_ver"), buf), 11);
	EXPECT(s, strcmp(buf, "28.45.1020\n"), 0);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "node_guid"), buf), 20);
	EXPECT(s, strncmp(buf, "0c42:a103:", 10), 0);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "node_type"), buf), 6);
	EXPECT(s, strcmp(buf, "1: CA\n"), 0);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "ports/1/link_layer"), buf), 9);
	EXPECT(s, strcmp(buf, "Ethernet\n"), 0);
	return SEAM_OK;
}

/* One file of a device, as text. */
static enum seam_verdict says(struct seam *s, enum ece_os_root root, const char *device, const char *file,
			      const char *text)
{
	char buf[SEAM_TEXT_MAX], path[SEAM_PATH_MAX];
	int len = seam_read(s, root, seam_join(path, device, file), buf);

	if (len == (int)strlen(text) && !strcmp(buf, text))
		return SEAM_OK;
	snprintf(s->text, sizeof(s->text), "%s is \"%.60s\" (%d), expected \"%s\"", file, buf, len, text);
	return SEAM_FAILED;
}

enum seam_verdict smaller_files_say_the_same(struct seam *s)
{
	TRY(says(s, ECE_OS_PCI_DEVICES, s->env->pci, "subsystem_vendor", "0x15b3\n"));
	TRY(says(s, ECE_OS_PCI_DEVICES, s->env->pci, "subsystem_device", "0x0041\n"));
	TRY(says(s, ECE_OS_PCI_DEVICES, s->env->pci, "revision", "0x00\n"));
	TRY(says(s, ECE_OS_NET, s->env->netdev, "mtu", "1500\n"));
	TRY(says(s, ECE_OS_NET, s->env->netdev, "dev_port", "0\n"));
	TRY(says(s, ECE_OS_NET, s->env->netdev, "speed", "400000\n"));
	TRY(says(s, ECE_OS_NET, s->env->netdev, "carrier", "1\n"));
	TRY(says(s, ECE_OS_NET, s->env->netdev, "operstate", "up\n"));
	TRY(says(s, ECE_OS_INFINIBAND, s->env->rdma, "ports/1/state", "4: ACTIVE\n"));
	TRY(says(s, ECE_OS_INFINIBAND, s->env->rdma, "ports/1/phys_state", "5: LinkUp\n"));
	TRY(says(s, ECE_OS_INFINIBAND, s->env->rdma, "ports/1/rate",
		 s->env->kernel->knows_ndr ? "400 Gb/sec (4X NDR)\n" : "10 Gb/sec (4X SDR)\n"));
	return SEAM_OK;
}

enum seam_verdict links_lead_back_to_the_function(struct seam *s)
{
	char buf[64], path[SEAM_PATH_MAX];
	int want = (int)strlen(s->env->pci);

	EXPECT(s,
	       s->os->ops->link(s->os->ctx, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "device"), buf,
				sizeof(buf)),
	       want);
	EXPECT(s, strcmp(buf, s->env->pci), 0);
	EXPECT(s, s->os->ops->link(s->os->ctx, ECE_OS_NET, seam_join(path, s->env->netdev, "device"), buf, sizeof(buf)),
	       want);
	EXPECT(s, strcmp(buf, s->env->pci), 0);
	EXPECT(s,
	       s->os->ops->link(s->os->ctx, ECE_OS_PCI_DEVICES, seam_join(path, s->env->pci, "driver"), buf,
				sizeof(buf)),
	       9);
	EXPECT(s, strcmp(buf, "mlx5_core"), 0);
	EXPECT(s,
	       s->os->ops->link(s->os->ctx, ECE_OS_PCI_DEVICES, seam_join(path, s->env->pci, "vendor"), buf,
				sizeof(buf)),
	       -EINVAL);
	EXPECT(s, s->os->ops->link(s->os->ctx, ECE_OS_INFINIBAND, "nothing/device", buf, sizeof(buf)), -ENOENT);
	EXPECT(s, s->os->ops->link(s->os->ctx, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "device"), buf, 4),
	       -ENAMETOOLONG);
	return SEAM_OK;
}

/* What the last part of a path is: a link, or where a link leads. */
enum seam_verdict a_last_link_is_read_or_followed(struct seam *s)
{
	const struct ece_os_ops *ops = s->os->ops;
	struct seam_search search = {.name = "vendor"};
	char buf[64], path[SEAM_PATH_MAX], more[SEAM_PATH_MAX];

	/* The entries of these trees are links themselves */
	EXPECT(s, ops->link(s->os->ctx, ECE_OS_PCI_DEVICES, s->env->pci, buf, sizeof(buf)), (int)strlen(s->env->pci));
	EXPECT(s, strcmp(buf, s->env->pci), 0);
	EXPECT(s, ops->link(s->os->ctx, ECE_OS_INFINIBAND, s->env->rdma, buf, strlen(s->env->rdma) + 1),
	       (int)strlen(s->env->rdma));
	EXPECT(s, strcmp(buf, s->env->rdma), 0);
	EXPECT(s, ops->link(s->os->ctx, ECE_OS_INFINIBAND, s->env->rdma, buf, strlen(s->env->rdma)), -ENAMETOOLONG);
	EXPECT(s, ops->link(s->os->ctx, ECE_OS_DEBUGFS_MLX5, s->env->pci, buf, sizeof(buf)), -EINVAL);
	seam_join(more, seam_join(path, s->env->pci, "net"), s->env->netdev);
	EXPECT(s, ops->link(s->os->ctx, ECE_OS_PCI_DEVICES, more, buf, sizeof(buf)), -EINVAL);
	EXPECT(s, ops->link(s->os->ctx, ECE_OS_PCI_DEVICES, path, buf, sizeof(buf)), -EINVAL);
	seam_join(path, s->env->rdma, "device");
	EXPECT(s, seam_list(s, ECE_OS_INFINIBAND, path, &search), 0);
	EXPECT(s, search.hits, 1);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, path, more), -EISDIR);
	EXPECT(s, ops->write(s->os->ctx, ECE_OS_INFINIBAND, path, "1", 1), -EISDIR);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, "", more), -EISDIR);
	seam_join(path, s->env->pci, "cc_params/rp_clamp_tgt_rate");
	EXPECT(s, seam_list(s, ECE_OS_DEBUGFS_MLX5, path, &search), -ENOTDIR);
	EXPECT(s, ops->link(s->os->ctx, ECE_OS_DEBUGFS_MLX5, path, buf, sizeof(buf)), -EINVAL);
	EXPECT(s, ops->read(s->os->ctx, ECE_OS_DEBUGFS_MLX5, path, buf, 1), -EFBIG);
	EXPECT(s, ops->read(s->os->ctx, ECE_OS_DEBUGFS_MLX5, path, buf, 2), 2);
	return SEAM_OK;
}

enum seam_verdict function_lists_its_devices(struct seam *s)
{
	struct seam_search search = {.name = s->env->pci};
	char path[SEAM_PATH_MAX];

	EXPECT(s, seam_list(s, ECE_OS_PCI_DEVICES, "", &search), 0);
	EXPECT(s, search.hits, 1);
	search.name = s->env->rdma;
	EXPECT(s, seam_list(s, ECE_OS_PCI_DEVICES, seam_join(path, s->env->pci, "infiniband"), &search), 0);
	EXPECT(s, search.hits, 1);
	EXPECT(s, seam_list(s, ECE_OS_INFINIBAND, "", &search), 0);
	EXPECT(s, search.hits, 1);
	search.name = s->env->netdev;
	EXPECT(s, seam_list(s, ECE_OS_PCI_DEVICES, seam_join(path, s->env->pci, "net"), &search), 0);
	EXPECT(s, search.hits, 1);
	search.name = "1";
	EXPECT(s, seam_list(s, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "ports"), &search), 0);
	EXPECT(s, search.hits, 1);
	EXPECT(s, search.entries, 1);
	return SEAM_OK;
}

enum seam_verdict paths_go_through_links(struct seam *s)
{
	char buf[SEAM_TEXT_MAX], path[SEAM_PATH_MAX];

	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "device/vendor"), buf), 7);
	EXPECT(s, seam_read(s, ECE_OS_NET, seam_join(path, s->env->netdev, "device/device"), buf), 7);
	EXPECT(s, strcmp(buf, "0x1021\n"), 0);
	return SEAM_OK;
}

enum seam_verdict files_refuse_as_files_do(struct seam *s)
{
	const struct ece_os_ops *ops = s->os->ops;
	struct seam_search search = {.name = ""};
	char buf[SEAM_TEXT_MAX], path[SEAM_PATH_MAX];

	EXPECT(s, seam_read(s, ECE_OS_PCI_DEVICES, seam_join(path, s->env->pci, "nothing"), buf), -ENOENT);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, "nothing/fw_ver", buf), -ENOENT);
	EXPECT(s, seam_read(s, ECE_OS_PCI_DEVICES, s->env->pci, buf), -EISDIR);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "device"), buf), -EISDIR);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, "../infiniband", buf), -EINVAL);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, "/etc/hostname", buf), -EINVAL);
	seam_join(path, s->env->pci, "vendor");
	EXPECT(s, ops->read(s->os->ctx, ECE_OS_PCI_DEVICES, path, buf, 6), -EFBIG);
	EXPECT(s, ops->read(s->os->ctx, ECE_OS_PCI_DEVICES, path, buf, 7), 7);
	EXPECT(s, ops->write(s->os->ctx, ECE_OS_PCI_DEVICES, path, "1\n", 2), -EACCES);
	EXPECT(s, ops->write(s->os->ctx, ECE_OS_PCI_DEVICES, s->env->pci, "1\n", 2), -EISDIR);
	EXPECT(s, seam_list(s, ECE_OS_PCI_DEVICES, path, &search), -ENOTDIR);
	EXPECT(s, ops->write(s->os->ctx, ECE_OS_PCI_DEVICES, seam_join(path, s->env->pci, "nothing"), "1\n", 2),
	       -ENOENT);
	EXPECT(s, seam_list(s, ECE_OS_PCI_DEVICES, path, &search), -ENOENT);
	return SEAM_OK;
}

enum seam_verdict host_facts_are_one_line(struct seam *s)
{
	char buf[SEAM_TEXT_MAX];

	EXPECT(s, seam_read(s, ECE_OS_HOST, "kernel_release", buf) > 4, 1);
	EXPECT(s, strncmp(buf, s->env->kernel->release, strcspn(s->env->kernel->release, ".") + 1), 0);
	EXPECT(s, seam_read(s, ECE_OS_HOST, "boot_id", buf), 37);
	EXPECT(s, seam_read(s, ECE_OS_HOST, "hostname", buf) > 1, 1);
	EXPECT(s, seam_read(s, ECE_OS_HOST, "tainted", buf) > 1, 1);
	EXPECT(s, buf[strlen(buf) - 1], '\n');
	EXPECT(s, seam_read(s, ECE_OS_HOST, "nothing", buf), -ENOENT);
	return SEAM_OK;
}

/* Only a driver that is not the kernel's own has a version file. */
enum seam_verdict modules_tell_a_version_of_their_own(struct seam *s)
{
	const char *own = s->env->kernel->driver_version;
	struct seam_search search = {.name = "mlx5_core"};
	char buf[SEAM_TEXT_MAX];

	EXPECT(s, seam_list(s, ECE_OS_MODULES, "", &search), 0);
	EXPECT(s, search.hits, 1);
	EXPECT(s, seam_read(s, ECE_OS_MODULES, "mlx5_core/version", buf), own ? (int)strlen(own) + 1 : -ENOENT);
	EXPECT(s, seam_read(s, ECE_OS_MODULES, "nothing/version", buf), -ENOENT);
	return SEAM_OK;
}

/* Settings of applications; neither a simulated host nor the guest has any here. */
enum seam_verdict etc_is_there_to_be_read(struct seam *s)
{
	char buf[SEAM_TEXT_MAX];

	EXPECT(s, seam_read(s, ECE_OS_ETC, "nccl.conf", buf), -ENOENT);
	EXPECT(s, seam_read(s, ECE_OS_ETC, "ucx/ucx.conf", buf), -ENOENT);
	EXPECT(s, seam_read(s, ECE_OS_ETC, "", buf), -EISDIR);
	EXPECT(s, seam_read(s, ECE_OS_ETC, "../proc/version", buf), -EINVAL);
	EXPECT(s, seam_read(s, ECE_OS_PROCESSES, "0/environ", buf), -ENOENT);
	return SEAM_OK;
}
