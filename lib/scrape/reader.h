/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reading the counters of a host: which devices there are, and one device again and again. Reads only. The agent (for
 * gates), ece-exporter, ece-counters and ece-show all read by this.
 */
#ifndef ECE_LIB_SCRAPE_READER_H
#define ECE_LIB_SCRAPE_READER_H

#include "devx/os/os.h"
#include "lib/scrape/snapshot.h"

#define SCRAPE_DEVICES_MAX 4096
#define SCRAPE_PORTS_MAX   1024 /* of one device: in switchdev mode each representor is one; more is a fault */
#define SCRAPE_UNKNOWN_MAX 512  /* counters of a port that the table does not have; what is more is left out */
#define SCRAPE_FAULTS_MAX  64   /* of one reading; what is more is left out */
/*
 * How long the priorities with PFC are kept: asking costs mlx5 some tens of firmware commands. When the names of ethtool
 * counters change, as they do with these, they are asked for at once.
 */
#define SCRAPE_KEPT_NS UINT64_C(60000000000)

/*
 * What there is to read. By hand: .about.name is enough, or .nic for a NIC without an RDMA device; what is zero is
 * looked up by the first read.
 */
struct scrape_target {
	/*
	 * .name empty: a NIC without an RDMA device that can be seen from here. .index is another one when the device
	 * registered anew; .node_guid stays, also when udev renames it.
	 */
	struct ece_rdma_about about;
	char pci[ECE_OS_NAME_MAX];
	char driver[ECE_OS_NAME_MAX]; /* of its PCI function, as bnxt_en, or rdma_rxe; empty when unknown */
	bool has_nic;
	struct ece_nic_info nic;
};

/**
 * scrape_find - all RDMA devices, of any vendor, and NICs without one, in the order of their names
 * @list: receives an array; free() it
 *
 * A kernel without RDMA has none; that is no error. Returns 0, or a negative errno with @e filled.
 */
int scrape_find(const struct ece_os *os, struct scrape_target **list, size_t *count, struct ece_error *e);

struct scrape_reader;

/**
 * scrape_reader_new - a device to be read more than once
 * @target: is copied
 *
 * Keeps between reads what need not be asked again: rows for the names that ethtool gives, an open NIC, rounds of 32-bit
 * counters. One thread at a time may use it; several readers need no lock, but on a simulated host. @os must outlive
 * it. Returns 0 or -ENOMEM. scrape_reader_free() accepts NULL.
 */
int scrape_reader_new(const struct ece_os *os, const struct scrape_target *target, struct scrape_reader **reader);
void scrape_reader_free(struct scrape_reader *reader);

/* scrape_reader_clock - where a simulated host has its time; without: CLOCK_BOOTTIME */
void scrape_reader_clock(struct scrape_reader *reader, uint64_t (*now_ns)(void *ctx), void *ctx);

/**
 * scrape_reader_follow - the same device, as it was found again: renamed, or registered anew under another index
 *
 * A reader alone notices that too, by what then fails.
 */
void scrape_reader_follow(struct scrape_reader *reader, const struct scrape_target *target);

/**
 * scrape_read - now
 * @parts: enum scrape_part
 * @device: scrape_device_put() it
 *
 * What could not be read is a fault in @device and leaves its counters UNREADABLE; a device that is gone is one with
 * every part at fault (-ENODEV). A NIC that belongs to somebody else is not touched at all. Returns 0 or -ENOMEM.
 */
int scrape_read(struct scrape_reader *reader, unsigned int parts, const struct scrape_device **device);

/**
 * scrape_read_rows - only what these rows need: their parts, of the files of counters/ only theirs, of a NIC only its
 *                    own port
 *
 * The device has all rows of those parts; files that were not read are absent. Where queue pairs by verbs move a row,
 * .devx_only is known. Returns as scrape_read().
 */
int scrape_read_rows(struct scrape_reader *reader, const struct counter *const *rows, size_t count,
		     const struct scrape_device **device);

/**
 * scrape_reader_save, scrape_reader_load - the rounds of 32-bit counters, for a process that starts anew
 * @text: receives JSON, free() it; of another boot or another registration of the device it is passed over
 *
 * So a series does not fall when the exporter is restarted. Return 0 or a negative errno; a damaged text is -EBADMSG
 * and changes nothing.
 */
int scrape_reader_save(const struct scrape_reader *reader, char **text);
int scrape_reader_load(struct scrape_reader *reader, const char *text);

#endif
