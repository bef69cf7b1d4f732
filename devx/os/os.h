/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The seam: all that the toolkit asks of an operating system to reach a NIC.
 *
 * Two implementations: Linux (devx/os/linux_*.c, one door a file, the only place with an ioctl, mlx5dv or a root path)
 * and the simulated kernel over the firmware model (devx/sim/kernel). Everything above runs unchanged on both, and one
 * list of cases (tests/seam) compares them.
 *
 * Every function returns 0 (or a length) or a negative errno exactly as the kernel gave it; nothing is interpreted
 * here. A call may block as long as the kernel does.
 */
#ifndef ECE_DEVX_OS_OS_H
#define ECE_DEVX_OS_OS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Trees of files that backends and discovery read. Paths are relative to one of them and must not contain ".."
 * (-EINVAL); the empty path is the root itself.
 */
enum ece_os_root {
	ECE_OS_PCI_DEVICES,  /* PCI functions by address: vendor, device, numa_node, net/, infiniband/ ... */
	ECE_OS_INFINIBAND,   /* RDMA devices by name: board_id, fw_ver, node_guid, ports/N/... */
	ECE_OS_NET,          /* network interfaces by name: speed, carrier, address */
	ECE_OS_FWCTL,        /* fwctl nodes by name; "device" leads to the parent */
	ECE_OS_DEBUGFS_MLX5, /* the mlx5 driver's debug tree, by PCI address */
	ECE_OS_HOST,         /* "hostname", "kernel_release", "boot_id", "tainted", "lockdown": one line each */
	ECE_OS_MODULES,      /* kernel modules by name: version */
	ECE_OS_PROCESSES,    /* processes by pid: comm, environ */
	ECE_OS_ETC,          /* /etc: "nccl.conf", "ucx/ucx.conf", "environment" */
	ECE_OS_POLICY,       /* policies of ECE, "PCI-ADDRESS.json" (ece/policy.h); gone after a boot */
	ECE_OS_ROOT_COUNT,
};

/* Source: Linux include/uapi/fwctl/fwctl.h. Register writes are CONFIGURATION, reads are DEBUG_READ_ONLY. */
enum ece_fwctl_scope {
	ECE_FWCTL_CONFIGURATION = 0,
	ECE_FWCTL_DEBUG_READ_ONLY = 1,
	ECE_FWCTL_DEBUG_WRITE = 2,
	ECE_FWCTL_DEBUG_WRITE_FULL = 3,
};

struct ece_fwctl_info {
	uint32_t device_type; /* 1 = mlx5 */
	uint32_t uid;
	uint32_t uctx_caps;
};

/* Which netlink family an exchange is with. */
enum ece_os_netlink {
	ECE_OS_NETLINK_ROUTE, /* links, DCB */
	ECE_OS_NETLINK_RDMA,
	ECE_OS_NETLINK_COUNT,
};

#define ECE_OS_SAID_MAX 160

/* Where the answer of a netlink exchange goes. */
struct ece_os_reply {
	int (*each)(void *arg, const void *message, size_t len); /* see netlink below */
	void *arg;
	char said[ECE_OS_SAID_MAX]; /* filled: what the kernel said besides an error, in its own words, or empty */
};

struct ece_os;
struct ece_os_devx;   /* one DevX context; defined by the implementation */
struct ece_os_fwctl;  /* one open fwctl node; defined by the implementation */
struct ece_os_config; /* the configuration space of one PCI function; defined by the implementation */

struct ece_os_ops {
	/* Reads a whole small file, without a terminating NUL. Returns the length; -EFBIG when it does not fit. */
	int (*read)(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size);
	/* Writes in one write(2). Returns 0; -EIO when the kernel took less than all of it. Not ECE_OS_POLICY: -EINVAL. */
	int (*write)(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len);
	/*
	 * Makes a file of ECE_OS_POLICY, or replaces it: who reads sees the old one or the new one, whole, whenever this
	 * process dies. All may read it; the directory is made when it is missing. Other roots: -EINVAL.
	 */
	int (*replace)(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len);
	/* Calls @each for every entry except "." and "..", in no order; stops when it returns non-zero and returns that. */
	int (*list)(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name),
		    void *arg);
	/* Writes the last component of what a symbolic link leads to. Returns its length. */
	int (*link)(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size);

	/* A DevX context on an RDMA device. -ENOSYS: no rdma-core on this host; -EOPNOTSUPP: the device has no DevX. */
	int (*devx_open)(void *ctx, const char *device, struct ece_os_devx **devx);
	/* A general command. -EREMOTEIO: the firmware refused, @out holds status and syndrome; else @out is void. */
	int (*devx_command)(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len);
	void (*devx_close)(struct ece_os_devx *devx);

	/* A fwctl node by name ("fwctl0"). */
	int (*fwctl_open)(void *ctx, const char *node, struct ece_os_fwctl **fwctl);
	int (*fwctl_info)(struct ece_os_fwctl *fwctl, struct ece_fwctl_info *info);
	/* 0: delivered, @out holds the firmware's status, good or bad. Any error: not delivered. */
	int (*fwctl_rpc)(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len,
			 void *out, size_t out_len);
	void (*fwctl_close)(struct ece_os_fwctl *fwctl);

	/*
	 * A query or transition of a queue pair of this process. @qp is the caller's own struct ibv_qp. Errors as
	 * devx_command().
	 */
	int (*devx_qp_query)(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len);
	int (*devx_qp_modify)(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len);

	/*
	 * The configuration space of a PCI function, for reading and writing. Beyond its first 64 bytes it is -EPERM
	 * without CAP_SYS_ADMIN; kernel lockdown makes a write -EPERM and leaves open and read alone.
	 */
	int (*config_open)(void *ctx, const char *pci, struct ece_os_config **config);
	/* One dword at @at, a multiple of 4. @value is in host order (the space itself is little endian). */
	int (*config_read)(struct ece_os_config *config, uint32_t at, uint32_t *value);
	int (*config_write)(struct ece_os_config *config, uint32_t at, uint32_t value);
	void (*config_close)(struct ece_os_config *config);

	/*
	 * One netlink exchange. @request is one message with its header; sequence and port are set by the seam. Calls
	 * @reply->each for every message of the answer, header included, but for those that only end or acknowledge it.
	 * Returns 0; what @reply->each returned when that is not 0; the error that the kernel answered; or of the way
	 * there: -EMSGSIZE for an answer beyond ECE_OS_NETLINK_MAX or cut off, -EINTR for a list that changed while it was
	 * told, -ENOBUFS, -ETIMEDOUT.
	 */
	int (*netlink)(void *ctx, enum ece_os_netlink family, const void *request, size_t len,
		       struct ece_os_reply *reply);
	/*
	 * The same seam for one thread at a time, which keeps its netlink sockets: what asks again and again saves half of
	 * the time of a short exchange. let_go() ends it; @kept must not outlive the seam that it was made of.
	 */
	int (*keep)(void *ctx, struct ece_os *kept);
	void (*let_go)(struct ece_os *kept);

	/* One SIOCETHTOOL. @data begins with the command and is filled by the kernel; it must be as long as that needs. */
	int (*ethtool)(void *ctx, const char *netdev, void *data);

	/* Lets @ns pass, or somewhat more: for those who wait on a card between two looks at it. */
	void (*pause)(void *ctx, uint64_t ns);
};

struct ece_os {
	const struct ece_os_ops *ops;
	void *ctx;
};

/* The largest mailbox that any door carries (fwctl's limit). */
#define ECE_OS_MAILBOX_MAX (2U << 20)
/* Bytes of all messages of one netlink answer. */
#define ECE_OS_NETLINK_MAX (64U << 20)
/* Names of devices, nodes, PCI addresses, path parts. */
#define ECE_OS_NAME_MAX 64

#endif
