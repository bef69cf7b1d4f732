/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The parts of the Linux seam, one door a file. Internal to devx/os; the contracts are those of struct ece_os_ops. */
#ifndef ECE_DEVX_OS_LINUX_DOORS_H
#define ECE_DEVX_OS_LINUX_DOORS_H

#include "devx/os/os.h"

/* Where the trees of files are; the context of the seam, so that a test can stand on a copied tree. */
struct linux_roots {
	const char *path[ECE_OS_ROOT_COUNT]; /* ECE_OS_HOST: see linux_host_path() */
	const char *proc;                    /* "/proc" */
	const char *securityfs;              /* "/sys/kernel/security" */
	const char *fwctl_dev;               /* "/dev/fwctl" */
};

#define LINUX_PATH_MAX 512

/**
 * linux_path - the real path of a file of a root
 *
 * Returns 0; -EINVAL for ".." or an absolute path, -ENAMETOOLONG, -ENOENT for a host fact that does not exist.
 */
int linux_path(const struct linux_roots *roots, enum ece_os_root root, const char *path, char *buf, size_t size);

/**
 * linux_host_path - the file behind a host fact ("hostname", "kernel_release", "boot_id", "tainted", "lockdown")
 *
 * Returns as linux_path().
 */
int linux_host_path(const struct linux_roots *roots, const char *fact, char *buf, size_t size);

int linux_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size);
int linux_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len);
int linux_replace(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len);
int linux_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name), void *arg);
int linux_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size);

int linux_devx_open(void *ctx, const char *device, struct ece_os_devx **devx);
int linux_devx_command(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len);
void linux_devx_close(struct ece_os_devx *devx);

int linux_fwctl_open(void *ctx, const char *node, struct ece_os_fwctl **fwctl);
int linux_fwctl_info(struct ece_os_fwctl *fwctl, struct ece_fwctl_info *info);
int linux_fwctl_rpc(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len, void *out,
		    size_t out_len);
void linux_fwctl_close(struct ece_os_fwctl *fwctl);

int linux_devx_qp_query(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len);
int linux_devx_qp_modify(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len);

int linux_config_open(void *ctx, const char *pci, struct ece_os_config **config);
int linux_config_read(struct ece_os_config *config, uint32_t at, uint32_t *value);
int linux_config_write(struct ece_os_config *config, uint32_t at, uint32_t value);
void linux_config_close(struct ece_os_config *config);

int linux_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len, struct ece_os_reply *reply);
int linux_keep(void *ctx, struct ece_os *kept);
void linux_let_go(struct ece_os *kept);
int linux_ethtool(void *ctx, const char *netdev, void *data);

void linux_pause(void *ctx, uint64_t ns);

extern const struct ece_os_ops linux_ops;

#endif
