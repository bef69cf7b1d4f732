/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A seam over devices of any vendor: what rdma netlink, sysfs and ethtool say of them is data, and each can fail, block
 * or vanish. Safe for threads, but for what the test changes itself: that under fake_lock().
 */
#ifndef ECE_TESTS_UNIT_LIB_SCRAPE_FAKE_H
#define ECE_TESTS_UNIT_LIB_SCRAPE_FAKE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/os/os.h"

#define FAKE_DEVICES  600
#define FAKE_COUNTERS 8
#define FAKE_FILES    32
#define FAKE_STATS    8

struct fake_counter {
	const char *name;
	uint64_t value;
};

struct fake_device {
	char name[ECE_OS_NAME_MAX];
	uint32_t index, ports;
	uint64_t node_guid, system_guid;
	bool gone;
	bool silent; /* its driver does not come back, until fake_wake() */
	char netdev[16];
	struct fake_counter counters[FAKE_COUNTERS];
	size_t counter_count;
	int stat_error; /* of STAT_GET */
	int port_error; /* of PORT_GET */
	uint8_t state;  /* of its ports; 0: active */
	bool listed;    /* STAT_GET_STATUS has its counters */
	unsigned int reads;
};

/* A file, link or folder, by its path: "infiniband/mlx5_0/ports/1/rate". Folders are there by what is in them. */
struct fake_file {
	const char *path;
	const char *text; /* NULL: it cannot be read */
	int error;
};

struct fake_netdev {
	const char *name;
	struct fake_counter stats[FAKE_STATS];
	size_t stat_count;
	int dcb_error;
	uint8_t pfc;
	unsigned int names_read, dcb_read;
};

struct fake {
	pthread_mutex_t mutex;
	pthread_cond_t woken;
	bool awake; /* nothing is silent any more */
	unsigned int silent_now;
	unsigned int kept, kept_most; /* seams of one thread: as many as there are threads */
	struct fake_device devices[FAKE_DEVICES];
	size_t device_count;
	int list_error;
	bool list_silent;
	bool exclusive;     /* network namespaces do not share devices */
	int sharing_error;  /* of asking for that */
	unsigned int lists; /* of devices */
	struct fake_file files[FAKE_FILES];
	size_t file_count;
	struct fake_netdev netdevs[2];
	size_t netdev_count;
};

void fake_new(struct fake *fake, struct ece_os *os);
void fake_done(struct fake *fake);

/* fake_rxe - add a device of software, "rxe0" and so on, with one port and a counter "sent_pkts" */
struct fake_device *fake_rxe(struct fake *fake);

void fake_file(struct fake *fake, const char *path, const char *text);

void fake_lock(struct fake *fake);
void fake_unlock(struct fake *fake);

/* fake_wake - those that are silent answer, and nobody is silent from here on */
void fake_wake(struct fake *fake);

/* fake_wait_silent - until so many calls do not come back */
void fake_wait_silent(struct fake *fake, unsigned int count);

#endif
