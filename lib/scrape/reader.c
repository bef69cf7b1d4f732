// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/scrape/reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/rdma.h"
#include "devx/nic/nic.h"
#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/scrape/reading.h"

static uint64_t boot_clock(void *ctx)
{
	(void)ctx;
	return clock_now();
}

int scrape_reader_new(const struct ece_os *os, const struct scrape_target *target, struct scrape_reader **reader)
{
	struct scrape_reader *made = calloc(1, sizeof(*made));

	if (!made)
		return -ENOMEM;
	made->os = os;
	made->target = *target;
	made->now_ns = boot_clock;
	made->found = target->about.ports;
	*reader = made;
	return 0;
}

void scrape_reader_clock(struct scrape_reader *reader, uint64_t (*now_ns)(void *ctx), void *ctx)
{
	reader->now_ns = now_ns;
	reader->now_ctx = ctx;
}

void reader_port_done(struct reader_port *port)
{
	list_done(&port->list);
	ece_ethtool_names_done(&port->names);
	free(port->files);
	free(port->named);
}

static void forget_ports(struct scrape_reader *reader)
{
	for (size_t i = 0; reader->ports && i < reader->port_count; i++)
		reader_port_done(&reader->ports[i]);
	free(reader->ports);
	reader->ports = NULL;
	reader->port_count = 0;
}

void scrape_reader_free(struct scrape_reader *reader)
{
	if (!reader)
		return;
	reader_nic_done(reader);
	forget_ports(reader);
	free(reader);
}

/* What was learned of the device that it was before. Counters go on. */
static void forget_kept(struct scrape_reader *reader)
{
	reader->board_known = false;
	reader_nic_done(reader);
	for (size_t i = 0; i < reader->port_count; i++) {
		reader->ports[i].files_known = false;
		reader->ports[i].link_known = false;
		reader->ports[i].no_counters = false;
		reader->ports[i].kept = false;
	}
}

static void take_about(struct scrape_reader *reader, const struct ece_rdma_about *about)
{
	struct ece_rdma_about *mine = &reader->target.about;

	if (reader->found && mine->index != about->index) {
		reader->started_over = true;
		for (size_t i = 0; i < reader->port_count; i++)
			reader->ports[i].again = true;
	}
	if (strcmp(mine->name, about->name) != 0 || mine->index != about->index)
		forget_kept(reader);
	*mine = *about;
	reader->found = true;
}

void scrape_reader_follow(struct scrape_reader *reader, const struct scrape_target *target)
{
	struct ece_rdma_about about = target->about;

	if (about.name[0])
		take_about(reader, &about);
	about = reader->target.about;
	reader->target = *target;
	reader->target.about = about;
}

unsigned int reading_sources(unsigned int parts)
{
	unsigned int sources = 0;

	if (parts & SCRAPE_RDMA)
		sources |= LIST_SOURCE(COUNTER_RDMA);
	if (parts & SCRAPE_PORT)
		sources |= LIST_SOURCE(COUNTER_PORT);
	if (parts & SCRAPE_ETHTOOL)
		sources |= LIST_SOURCE(COUNTER_ETHTOOL);
	if (parts & SCRAPE_CONGESTION)
		sources |= LIST_SOURCE(COUNTER_CONGESTION);
	return sources;
}

int reading_faulty(struct reading *r, enum scrape_part part, uint32_t port, int err, const char *what)
{
	return scrape_fault(r->device, part, port, err, what);
}

/* Is this the device of before? One with a GUID may have got another name or number, one without only by its name. */
static bool is_same(const struct ece_rdma_about *mine, const struct ece_rdma_about *other)
{
	if (mine->node_guid)
		return mine->node_guid == other->node_guid;
	return !strcmp(mine->name, other->name);
}

/*
 * Looks for the device as rdma netlink has it now. Several may have one GUID: that of the same number goes before that
 * of the same name, and that before any. Returns 0; 1: nothing is new; -ENODEV: it has gone; or another negative errno.
 */
static int look_again(struct scrape_reader *reader)
{
	const struct ece_rdma_about *mine = &reader->target.about;
	struct ece_rdma_about *list = NULL, *best = NULL;
	bool best_is_named = false;
	size_t count = 0;
	int err = ece_rdma_devices(reader->os, &list, &count);

	for (size_t i = 0; !err && i < count; i++) {
		bool named = !strcmp(list[i].name, mine->name);

		if (!is_same(mine, &list[i]))
			continue;
		if (reader->found && list[i].index == mine->index) {
			best = &list[i];
			break;
		}
		if (!best || (named && !best_is_named)) {
			best = &list[i];
			best_is_named = named;
		}
	}
	if (!err && !best)
		err = -ENODEV;
	if (!err && reader->found && best->index == mine->index && !strcmp(best->name, mine->name))
		err = 1;
	if (!err)
		take_about(reader, best);
	free(list);
	return err;
}

int reader_make_ports(struct scrape_reader *reader)
{
	bool rdma = reader->target.about.name[0];
	size_t count = rdma ? reader->target.about.ports : 1;

	if (count > SCRAPE_PORTS_MAX)
		count = SCRAPE_PORTS_MAX;
	if (reader->ports && reader->port_count == count)
		return 0;
	forget_ports(reader);
	reader->ports = calloc(count + 1, sizeof(*reader->ports));
	if (!reader->ports)
		return -ENOMEM;
	reader->port_count = count;
	for (size_t i = 0; i < count; i++)
		reader->ports[i].number = rdma ? (uint32_t)i + 1 : 0;
	return 0;
}

static int make_ports(struct reading *r)
{
	int err = reader_make_ports(r->reader);

	if (err)
		return err;
	r->device->ports = calloc(r->reader->port_count + 1, sizeof(*r->device->ports));
	if (!r->device->ports)
		return -ENOMEM;
	r->device->port_count = r->reader->port_count;
	return 0;
}

/* An RDMA device in another network namespace has counters all the same. */
static void without_rdma(struct reading *r, struct reader_port *kept, struct scrape_port *port)
{
	if (r->reader->target.nic.rdma_elsewhere) {
		list_fail(&kept->list, COUNTER_RDMA);
		list_fail(&kept->list, COUNTER_PORT);
	}
	port->link = r->reader->target.nic.link;
	port->bits_per_second = (uint64_t)r->reader->target.nic.speed_mbps * 1000000;
	copy_text(port->netdev, sizeof(port->netdev), r->reader->target.nic.netdev);
}

/* Rows of a NIC are those of its own port. */
static bool is_passed_over(const struct reading *r, const struct reader_port *kept)
{
	const struct ece_nic_info *nic = &r->reader->target.nic;

	return r->narrow && r->reader->target.has_nic && nic->port && kept->number && kept->number != nic->port;
}

static int read_rdma_port(struct reading *r, struct reader_port *kept, struct scrape_port *port)
{
	int err = 0;

	if (r->parts & SCRAPE_RDMA) {
		err = reading_rdma(r, kept);
		list_when(&kept->list, COUNTER_RDMA, reader_now(r->reader));
	}
	if (!err)
		err = reading_about_port(r, kept, port);
	if (!err && r->parts & SCRAPE_PORT) {
		err = reading_port(r, kept, port);
		list_when(&kept->list, COUNTER_PORT, reader_now(r->reader));
	}
	if (!err && r->parts & SCRAPE_OPTIONAL)
		err = reading_optional(r, port);
	return err;
}

static int read_port(struct reading *r, struct reader_port *kept, struct scrape_port *port)
{
	int err = list_begin(&kept->list, reading_sources(r->parts));

	port->number = kept->number;
	kept->told = false;
	if (err || is_passed_over(r, kept))
		return err;
	if (port->number)
		err = read_rdma_port(r, kept, port);
	else
		without_rdma(r, kept, port);
	if (!err && r->parts & (SCRAPE_ETHTOOL | SCRAPE_DCB)) {
		err = reading_netdev(r, kept, port);
		list_when(&kept->list, COUNTER_ETHTOOL, reader_now(r->reader));
	}
	return err;
}

static void read_board(struct scrape_reader *reader)
{
	if (reader->target.has_nic)
		snprintf(reader->board, sizeof(reader->board), "%s", reader->target.nic.psid);
	else if (reader->target.about.name[0])
		reader_line(reader, "board_id", reader->board, sizeof(reader->board));
	reader->board_known = true;
}

static void describe(struct reading *r)
{
	struct scrape_reader *reader = r->reader;
	struct scrape_device *device = r->device;

	device->about = reader->target.about;
	device->parts = r->parts;
	device->found = reader->found && device->about.name[0];
	device->has_nic = reader->target.has_nic;
	device->nic = reader->target.nic;
	copy_text(device->driver, sizeof(device->driver), reader->target.driver);
	copy_text(device->pci, sizeof(device->pci), reader->target.pci);
	device->started_over = reader->started_over;
}

static int read_device(struct reading *r)
{
	struct scrape_reader *reader = r->reader;
	struct scrape_device *device = r->device;
	int err;

	describe(r);
	err = make_ports(r);
	if (!err && device->about.ports > SCRAPE_PORTS_MAX)
		err = reading_faulty(r, SCRAPE_RDMA, 0, -E2BIG, "read all ports of the device");
	if (!err && !reader->board_known)
		read_board(reader);
	copy_text(device->board, sizeof(device->board), reader->board);
	for (size_t i = 0; !err && i < reader->port_count; i++)
		err = read_port(r, &reader->ports[i], &device->ports[i]);
	if (!err)
		err = reading_nic(r);
	if (!err && device->about.name[0])
		err = reading_users(r);
	return err;
}

static int finish(struct reading *r)
{
	unsigned int sources = reading_sources(r->parts);
	int err = 0;

	for (size_t i = 0; !err && i < r->device->port_count; i++) {
		struct scrape_port *port = &r->device->ports[i];
		struct reader_port *kept = &r->reader->ports[i];
		/* The queues' counters begin anew with the device; those of the port and its interface may not */
		unsigned int again = kept->again ? LIST_SOURCE(COUNTER_RDMA) : 0;

		err = list_take(&kept->list, sources, again, &port->counters, &port->count);
		kept->again &= !kept->told;
	}
	r->reader->started_over = false;
	return err;
}

static int gone(struct reading *r, int why)
{
	int err = 0;

	describe(r);
	r->device->found = false;
	for (size_t i = 0; !err && i < SCRAPE_PARTS; i++)
		if (r->parts & (1U << i))
			err = reading_faulty(r, (enum scrape_part)(1U << i), 0, why, "find the device");
	if (!err)
		err = make_ports(r);
	for (size_t i = 0; !err && i < r->reader->port_count; i++) {
		struct reader_port *port = &r->reader->ports[i];

		r->device->ports[i].number = port->number;
		err = list_begin(&port->list, reading_sources(r->parts));
		for (unsigned int source = 0; !err && source < COUNTER_SOURCE_COUNT; source++)
			list_fail(&port->list, (enum counter_source)source);
	}
	return err;
}

/* What was read of another device than it is by now is read again; once, lest two that change places do it for ever. */
static int read_true(struct reading *r)
{
	struct scrape_reader *reader = r->reader;
	int err = reader->found || !reader->target.about.name[0] ? 1 : look_again(reader);

	if (err < 0)
		return err == -ENOMEM ? err : gone(r, err);
	err = read_device(r);
	if (err || !(r->suspect || r->renamed))
		return err;
	err = look_again(reader);
	if (err == 1 || err == -ENOMEM)
		return err == 1 ? 0 : err;
	scrape_device_put(r->device);
	r->device = scrape_device_new();
	if (!r->device)
		return -ENOMEM;
	r->suspect = r->renamed = false;
	return err ? gone(r, err) : read_device(r);
}

static int read_now(struct reading *r, const struct scrape_device **device)
{
	uint64_t start = reader_now(r->reader);
	int err;

	r->os = r->reader->via ? r->reader->via : r->reader->os;
	r->device = scrape_device_new();
	if (!r->device)
		return -ENOMEM;
	if (r->reader->target.has_nic && !ece_nic_may_read(&r->reader->target.nic)) {
		describe(r);
		r->device->barred = true;
		err = 0;
	} else {
		err = read_true(r);
		if (!err)
			err = finish(r);
	}
	if (err) {
		scrape_device_put(r->device);
		return err;
	}
	r->device->when_ns = start;
	r->device->seconds = (double)(reader_now(r->reader) - start) / 1e9;
	*device = r->device;
	return 0;
}

int scrape_read(struct scrape_reader *reader, unsigned int parts, const struct scrape_device **device)
{
	struct reading r = {.reader = reader, .parts = parts};

	return read_now(&r, device);
}

int scrape_read_rows(struct scrape_reader *reader, const struct counter *const *rows, size_t count,
		     const struct scrape_device **device)
{
	static const enum scrape_part parts[COUNTER_SOURCE_COUNT] = {
		[COUNTER_RDMA] = SCRAPE_RDMA,
		[COUNTER_PORT] = SCRAPE_PORT,
		[COUNTER_ETHTOOL] = SCRAPE_ETHTOOL,
		[COUNTER_CONGESTION] = SCRAPE_CONGESTION,
	};
	struct reading r = {.reader = reader, .narrow = true, .rows = rows, .row_count = count};

	for (size_t i = 0; i < count; i++) {
		r.parts |= parts[rows[i]->source];
		r.use |= rows[i]->verbs_only;
	}
	return read_now(&r, device);
}
