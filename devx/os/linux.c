// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/os/linux.h"

#include "devx/os/linux_doors.h"
#include "ece/policy.h"

const struct ece_os_ops linux_ops = {
	.read = linux_read,
	.write = linux_write,
	.replace = linux_replace,
	.list = linux_list,
	.link = linux_link,
	.devx_open = linux_devx_open,
	.devx_command = linux_devx_command,
	.devx_close = linux_devx_close,
	.fwctl_open = linux_fwctl_open,
	.fwctl_info = linux_fwctl_info,
	.fwctl_rpc = linux_fwctl_rpc,
	.fwctl_close = linux_fwctl_close,
	.devx_qp_query = linux_devx_qp_query,
	.devx_qp_modify = linux_devx_qp_modify,
	.config_open = linux_config_open,
	.config_read = linux_config_read,
	.config_write = linux_config_write,
	.config_close = linux_config_close,
	.netlink = linux_netlink,
	.keep = linux_keep,
	.let_go = linux_let_go,
	.ethtool = linux_ethtool,
	.pause = linux_pause,
};

static struct linux_roots system_roots = {
	.path =
		{
			[ECE_OS_PCI_DEVICES] = "/sys/bus/pci/devices",
			[ECE_OS_INFINIBAND] = "/sys/class/infiniband",
			[ECE_OS_NET] = "/sys/class/net",
			[ECE_OS_FWCTL] = "/sys/class/fwctl",
			[ECE_OS_DEBUGFS_MLX5] = "/sys/kernel/debug/mlx5",
			[ECE_OS_MODULES] = "/sys/module",
			[ECE_OS_PROCESSES] = "/proc",
			[ECE_OS_ETC] = "/etc",
			[ECE_OS_POLICY] = ECE_POLICY_DIR,
		},
	.proc = "/proc",
	.securityfs = "/sys/kernel/security",
	.fwctl_dev = "/dev/fwctl",
};

static const struct ece_os system_os = {.ops = &linux_ops, .ctx = &system_roots};

const struct ece_os *ece_os_linux(void)
{
	return &system_os;
}
