/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the files that read a device share. Internal to lib/scrape. */
#ifndef ECE_LIB_SCRAPE_READING_H
#define ECE_LIB_SCRAPE_READING_H

#include "devx/net/ethtool.h"
#include "devx/nic/nic.h"
#include "devx/nic/ppcc_counters.h"
#include "lib/scrape/list.h"
#include "lib/scrape/making.h"
#include "lib/scrape/reader.h"

#define READING_PATH_MAX (2 * ECE_OS_NAME_MAX + 64)

/* A file of a port's folder "counters". */
struct reader_file {
	char name[64];
	const struct counter *row; /* NULL: the table does not have it */
};

/* What is kept of a port. */
struct reader_port {
	uint32_t number;
	struct scrape_list list;
	bool told;  /* its queues were read, by this reading */
	bool again; /* they began anew, and were not read since */
	bool link_known, files_known;
	bool no_counters; /* its driver has none, or the kernel does not tell them */
	enum ece_link_layer link;
	struct reader_file *files;
	size_t file_count;
	/* Of its interface, for SCRAPE_KEPT_NS */
	bool kept;
	uint64_t kept_ns;             /* since when */
	char netdev[ECE_OS_NAME_MAX]; /* that these are of */
	struct ece_ethtool_names names;
	uint32_t *named; /* of these: which there is a row for */
	size_t named_count;
	bool dcb_known, pfc_known;
	uint8_t pfc;
};

struct scrape_reader {
	const struct ece_os *os;
	const struct ece_os *via; /* for this reading; NULL: .os */
	struct scrape_target target;
	uint64_t (*now_ns)(void *ctx);
	void *now_ctx;
	bool found;        /* .target.about is as rdma netlink told it */
	bool started_over; /* it registered anew since the last reading */
	bool board_known;
	char board[64];
	struct reader_port *ports;
	size_t port_count;
	struct ece_nic *nic; /* open, or NULL */
	uint64_t nic_ns;     /* since when */
	bool nic_failed;
	bool no_algorithms;                 /* it has no counters of algorithms */
	struct ece_ppcc_counting *counting; /* NULL: not found out yet */
};

/* One reading of a device. */
struct reading {
	struct scrape_reader *reader;
	const struct ece_os *os;
	unsigned int parts;
	bool use; /* who uses it is to be known, for .devx_only */
	bool narrow;
	const struct counter *const *rows; /* .narrow: only these files of counters/ */
	size_t row_count;
	struct scrape_device *device;
	bool suspect; /* netlink does not know the port: the device may be another one by now */
	bool renamed; /* so does a file that has gone */
};

/* Functions here return 0, also where something could not be read, which is a fault then; or -ENOMEM. */

/* reading_rdma - hardware counters by netlink */
int reading_rdma(struct reading *r, struct reader_port *port);

/* reading_about_port - state and interface of a port */
int reading_about_port(struct reading *r, const struct reader_port *kept, struct scrape_port *port);

/* reading_port - what is in sysfs: files of counters/, rate, link layer */
int reading_port(struct reading *r, struct reader_port *kept, struct scrape_port *port);

/* reading_netdev - ethtool and DCB of the port's interface */
int reading_netdev(struct reading *r, struct reader_port *kept, struct scrape_port *port);

/* reading_users - queue pairs, their counter sets, and whether those by verbs are all that there is */
int reading_users(struct reading *r);

/* reading_optional - which optional counters of a port are on */
int reading_optional(struct reading *r, struct scrape_port *port);

/* reading_nic - what the card itself tells */
int reading_nic(struct reading *r);

/* reader_nic_done - leave the NIC; it is opened anew when it is needed */
void reader_nic_done(struct scrape_reader *reader);

/* reader_holds_devx - is this reader itself one of those who have the device open? */
bool reader_holds_devx(const struct scrape_reader *reader);

/* reading_faulty - as scrape_fault() */
int reading_faulty(struct reading *r, enum scrape_part part, uint32_t port, int err, const char *what);

static inline uint64_t reader_now(const struct scrape_reader *reader)
{
	return reader->now_ns(reader->now_ctx);
}

/* Sources of counters by parts, as LIST_SOURCE() */
unsigned int reading_sources(unsigned int parts);

/* reader_line - the first line of a file of the device, without its end. Returns its length or a negative errno */
int reader_line(const struct scrape_reader *reader, const char *file, char *text, size_t size);

/* reader_make_ports - have room for as many as the device has. Returns 0 or -ENOMEM */
int reader_make_ports(struct scrape_reader *reader);

void reader_port_done(struct reader_port *port);

#endif
