/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The simulated kernel: the seam (devx/os/os.h) over firmware models.
 *
 * It imitates what a Linux kernel decides before, around and after a firmware command: which commands a door lets
 * through, which errno comes back, what is in the output then, which files there are. tests/seam runs one file of
 * cases against it and against real kernels; where the two disagree, this one is wrong.
 *
 * It holds no tree of files: names are recognised by rule, so that opening a host costs nothing. It is not locked: one
 * host, one thread.
 */
#ifndef ECE_DEVX_SIM_KERNEL_KERNEL_H
#define ECE_DEVX_SIM_KERNEL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/os/os.h"
#include "devx/sim/fw/fw.h"

/* A kernel to play. What is not public of a version is not here. */
struct sim_persona {
	const char *name;
	const char *release; /* as uname -r says it */
	bool fwctl;          /* the fwctl class and its mlx5 driver are there */
	bool remote_io;  /* DevX hands a refusal of the firmware out as EREMOTEIO with the output; else a bare errno */
	bool cc_general; /* cc_params has the two files of the general protocol */
	bool cc_signed;  /* cc_params prints with %d into 11 bytes */
	bool ecn;        /* the vendor driver's ecn directory below the interface */
	uint8_t cc_write_max;       /* bytes of a write to cc_params that are looked at */
	bool cc_write_cut;          /* a longer write is cut, else refused with EINVAL */
	int cc_range_errno;         /* positive: a number beyond 32 bits */
	int not_ready_errno;        /* positive: what the driver makes of PRM_STATUS_NOT_READY */
	int8_t link_mode_words;     /* of a set of link modes that ethtool takes */
	const char *driver_version; /* of a driver that has one of its own; NULL: it came with the kernel */
	bool knows_ndr;             /* else the RDMA port of a 400 Gb/s card shows the lowest rate there is */
	bool counts_retries;        /* names the counters that came after 6.1 */
	bool no_stat_get;           /* counters of an RDMA port are in sysfs only (before 5.3) */
	bool stat_status;           /* tells which counters there are, and has optional ones (5.16) */
	bool rdma_optional;         /* rdma_tx_packets and its like among them (6.15) */
	bool sets_start_anew;    /* counter sets: "auto" is switched on from no mode only, and off from itself only */
	bool stat_get_strict;    /* STAT_GET refuses attributes that it does not know (before 6.12) */
	uint16_t nldev_attr_max; /* the last attribute of rdma netlink that it knows */
};

/**
 * sim_persona_find - "6.1", "6.12", "7.x", "old-errno" (before 5.18), "vendor" (its driver with fwctl, an old kernel)
 *
 * Returns a constant, or NULL when there is no such persona; sim_persona_at() lists them, NULL behind the last.
 */
const struct sim_persona *sim_persona_find(const char *name);
const struct sim_persona *sim_persona_at(size_t i);

enum sim_kernel_flag {
	SIM_LOCKDOWN = 1 << 0,     /* Secure Boot lockdown, integrity mode */
	SIM_UNPRIVILEGED = 1 << 1, /* the caller is not root */
	SIM_NO_RAWIO = 1 << 2,     /* root without CAP_SYS_RAWIO, as in a container */
	SIM_NO_DEBUGFS = 1 << 3,   /* debugfs is not mounted */
	SIM_NO_RDMA_CORE = 1 << 4, /* libibverbs is not installed */
	SIM_NO_NET_ADMIN = 1 << 5, /* root without CAP_NET_ADMIN, as in a container */
};

/* What is odd about a function. Zeroed: a physical function with mlx5_core on an Ethernet port. Constants all. */
struct sim_odd {
	const char *driver;    /* "vfio-pci"; "": none is bound; NULL: mlx5_core */
	const char *parent;    /* VF, SF: PCI address of the physical function */
	bool subfunction;      /* the name in .pci is then that of a device below the parent, "mlx5_core.sf.2" */
	bool infiniband;       /* what the port runs */
	bool elsewhere;        /* the interface is in another network namespace */
	bool rdma_elsewhere;   /* so is the RDMA device ("rdma system set netns exclusive") */
	uint16_t device_id;    /* 0: that of the card type */
	uint64_t card_guid;    /* system image GUID of a card with several functions; 0: the function's own GUID */
	bool default_route;    /* the default route leaves by this interface */
	const char *bond;      /* the interface is a port of this bond */
	const char *second_of; /* this is port 2 of an RDMA device that another function has */
	const char *port_name; /* phys_port_name */
	const char *vpd;       /* vital product data */
};

#define SIM_POLICY_MAX 252 /* bytes; a longer file does not fit onto this host */

/* A file of ECE_OS_POLICY. Zeroed: there is none. */
struct sim_policy {
	uint8_t there;
	uint8_t reserved;
	uint16_t len;
	char text[SIM_POLICY_MAX];
};

#define SIM_OPTIONALS_MAX 8

/* What the driver of a card remembers of counters, until it is loaded anew. Zeroed: as then. */
struct sim_stats {
	uint8_t on;            /* bit n: optional counter n */
	uint8_t mode, mask;    /* of binding queue pairs to counter sets; RDMA_COUNTER_MODE_... */
	uint8_t with_optional; /* sets have optional counters, too */
	uint8_t reserved[4];
	uint64_t from[SIM_OPTIONALS_MAX]; /* where the card stood when a counter was switched on */
};

/* What a host keeps for a function of a card. */
struct sim_kept {
	struct sim_policy policy;
	struct sim_stats stats;
};

/* Empty names: no driver for that part. */
struct sim_card {
	char pci[16];
	char rdma[16];
	char netdev[16];
	char fwctl[16];            /* shown only where the persona has fwctl */
	const struct sim_odd *odd; /* NULL: nothing is */
	struct fw fw;
	struct sim_kept *kept; /* NULL: it keeps no policy, and has neither optional counters nor counter sets */
};

/* A file below /etc. Constants all. */
struct sim_etc {
	const char *path;
	const char *text;
};

struct sim_process; /* process.h */
struct sim_qp;

#define SIM_COMM_MAX 15

struct sim_kernel {
	const struct sim_persona *persona;
	unsigned int flags; /* enum sim_kernel_flag */
	uint16_t uids;      /* user contexts handed out */
	const char *hostname;
	const char *boot_id;
	struct sim_card *cards;
	size_t card_count;

	const struct sim_etc *etc;
	size_t etc_count;
	const struct sim_process *processes;
	size_t process_count;
	struct sim_qp *qps;
	size_t qp_count;

	uint64_t (*now_ns)(void *ctx); /* NULL: time stands still */
	void *now_ctx;

	uint64_t due_ns; /* when the last answer so far was due; a virtual clock moves on to it */
	uint64_t taint;  /* the kernel's taint word */
};

/* A command that is not answered is given up after this long, as mlx5_core does. */
#define SIM_COMMAND_TIMEOUT_NS (60 * UINT64_C(1000000000))

/**
 * sim_kernel_init - a host with cards
 * @persona: constant
 * @cards: stay the caller's and must outlive the kernel
 *
 * Hostname "sim", boot id all zero, no flags, no clock; the caller may set those afterwards. Allocates nothing: there
 * is nothing to free.
 */
void sim_kernel_init(struct sim_kernel *kernel, const struct sim_persona *persona, struct sim_card *cards,
		     size_t card_count);

/**
 * sim_card_name - the names that a kernel would give the i-th card of a host: PCI address, mlx5_N, ethN, fwctlN
 */
void sim_card_name(struct sim_card *card, size_t i);

/* sim_card_name_function - the same for one function of the card in a slot; @i counts the functions of all cards */
void sim_card_name_function(struct sim_card *card, size_t i, size_t slot, uint8_t function);

/**
 * sim_kernel_os - the seam
 *
 * @kernel must outlive every use of what is returned.
 */
struct ece_os sim_kernel_os(struct sim_kernel *kernel);

#endif
