/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What was read of one RDMA device, or of a network interface of a NIC without one, at one time. Once made it is not
 * changed: threads share it by reference.
 */
#ifndef ECE_LIB_SCRAPE_SNAPSHOT_H
#define ECE_LIB_SCRAPE_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/backend/identity.h"
#include "devx/base/error.h"
#include "devx/net/bound.h"
#include "devx/net/rdma_port.h"
#include "devx/netlink/rdma.h"
#include "lib/counters/counter.h"

/* What can be asked for; bits. */
enum scrape_part {
	SCRAPE_RDMA = 1 << 0,       /* hardware counters: one netlink exchange a port */
	SCRAPE_PORT = 1 << 1,       /* sysfs: files of counters/, rate */
	SCRAPE_ETHTOOL = 1 << 2,    /* pause, discards, by priority */
	SCRAPE_DCB = 1 << 3,        /* which priorities have PFC */
	SCRAPE_CONGESTION = 1 << 4, /* QUERY_CONG_STATISTICS: a firmware command, by the doors of the card */
	SCRAPE_ALGORITHMS = 1 << 5, /* counters of programmable congestion control: some firmware commands */
	SCRAPE_QPS = 1 << 6,        /* who has queue pairs: a firmware command each */
	SCRAPE_BOUND = 1 << 7,      /* counter sets of queue pairs */
	SCRAPE_OPTIONAL = 1 << 8,   /* which optional counters are on */
};
#define SCRAPE_PARTS 9

#define SCRAPE_USUAL (SCRAPE_RDMA | SCRAPE_PORT | SCRAPE_ETHTOOL | SCRAPE_DCB)

/*
 * With SCRAPE_PORT: all files of counters/, not only those that the table has and shows by default. Each of them costs
 * mlx5 a firmware command.
 */
#define SCRAPE_EVERY_FILE (1 << 16)

struct scrape_counter {
	const struct counter *row; /* NULL: the table has none for it */
	char name[64];             /* as the kernel says it */
	enum counter_source source;
	struct counter_reading reading; /* as the kernel tells it */
	uint64_t total;                 /* of PRESENT: with the rounds of 32 bits since the reader began */
	uint32_t resets;                /* seen since the reader began */
	uint64_t when_ns;               /* CLOCK_BOOTTIME, or the simulated host's clock: after it was read */
};

/* A counter of an algorithm in one of the card's slots. The card gives the texts. */
struct scrape_algorithm {
	uint8_t slot;
	char algorithm[64];
	char counter[64];
	struct counter_reading reading;
};

struct scrape_port {
	uint32_t number; /* from 1; 0: the interface of a NIC without an RDMA device */
	bool known;      /* .about was read */
	struct ece_rdma_port about;
	char netdev[ECE_OS_NAME_MAX]; /* also where netlink does not say it */
	enum ece_link_layer link;
	uint64_t bits_per_second; /* 0: not told */
	bool pfc_known;
	uint8_t pfc; /* bit n: priority n */
	/*
	 * Of the parts that were asked for: rows of the table first, in its order, absent ones included; then those
	 * that it does not have, which are never absent.
	 */
	struct scrape_counter *counters;
	size_t count;
	struct ece_rdma_counter_status *status; /* SCRAPE_OPTIONAL */
	size_t status_count;
};

/* What was not read, and why. A part that the kernel or card does not have is no error: its counters are absent. */
struct scrape_fault {
	enum scrape_part part;
	uint32_t port; /* 0: of the device */
	struct ece_error error;
};

struct scrape_device {
	struct ece_rdma_about about; /* .name empty: no RDMA device that can be seen from here */
	char driver[ECE_OS_NAME_MAX];
	char pci[ECE_OS_NAME_MAX];
	char board[64];
	bool has_nic;            /* it is a NIC that this toolkit knows: */
	struct ece_nic_info nic; /* then void otherwise */
	bool found;              /* rdma netlink knows it, by .about.index */
	bool barred;             /* somebody else owns it: it was not touched, and .nic.why says why */
	struct scrape_port *ports;
	size_t port_count;
	struct ece_rdma_bound *bound;
	size_t bound_count;
	struct ece_rdma_qp *qps;
	size_t qp_count;
	struct scrape_algorithm *algorithms;
	size_t algorithm_count;
	struct scrape_fault *faults;
	size_t fault_count;
	unsigned int parts; /* enum scrape_part: what was asked for */
	bool started_over;  /* it registered anew since the snapshot before: its counters began at zero */
	bool devx_only;     /* SCRAPE_QPS: processes have it open, and no queue pair by verbs can carry data */
	uint64_t when_ns;   /* when the read began; of .seconds below */
	double seconds;     /* how long it took */
};

/* scrape_device_get, scrape_device_put - one more, one fewer holder; the last one frees it. NULL is accepted. */
const struct scrape_device *scrape_device_get(const struct scrape_device *device);
void scrape_device_put(const struct scrape_device *device);

/* scrape_part_name - "rdma", "port", "ethtool", "dcb", "congestion", ...; NULL for no single bit */
const char *scrape_part_name(enum scrape_part part);

#endif
