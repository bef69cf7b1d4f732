// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What only sysfs tells of a port: traffic counters, rate, link layer. Drivers lack any of it: that is no fault.
 * Source: Linux drivers/infiniband/core/sysfs.c.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/scrape/reading.h"

#define FILES_MAX  256 /* of a folder; the kernel has some twenty */
#define TEXT_BYTES 64

int reader_line(const struct scrape_reader *reader, const char *file, char *text, size_t size)
{
	char path[READING_PATH_MAX];
	int len;

	snprintf(path, sizeof(path), "%s/%s", reader->target.about.name, file);
	len = reader->os->ops->read(reader->os->ctx, ECE_OS_INFINIBAND, path, text, size - 1);
	text[len > 0 ? len : 0] = '\0';
	if (len < 0)
		return len;
	len = (int)strcspn(text, "\n");
	text[len] = '\0';
	return len;
}

struct lister {
	struct reader_port *port;
	const char *driver;
	bool no_memory;
};

static int add_file(void *arg, const char *name)
{
	struct lister *lister = arg;
	struct reader_port *port = lister->port;
	struct reader_file *grown;

	if (port->file_count == FILES_MAX || strlen(name) >= sizeof(grown->name))
		return 0;
	grown = reallocarray(port->files, port->file_count + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	port->files = grown;
	grown += port->file_count++;
	copy_text(grown->name, sizeof(grown->name), name);
	grown->row = counter_of_driver(lister->driver, COUNTER_PORT, name);
	return 0;
}

static int by_name(const void *a, const void *b)
{
	const struct reader_file *one = a, *other = b;

	return strcmp(one->name, other->name);
}

/* Another network namespace than the device's own has no such folder, and some drivers have none at all. */
static int list_files(struct reading *r, struct reader_port *kept)
{
	struct lister lister = {.port = kept, .driver = r->device->driver};
	char path[READING_PATH_MAX];
	int err;

	if (kept->files_known)
		return 0;
	kept->file_count = 0;
	snprintf(path, sizeof(path), "%s/ports/%u/counters", r->device->about.name, kept->number);
	err = r->os->ops->list(r->os->ctx, ECE_OS_INFINIBAND, path, add_file, &lister);
	if (err == -ENOMEM)
		return err;
	if (kept->file_count)
		qsort(kept->files, kept->file_count, sizeof(*kept->files), by_name);
	kept->files_known = !err;
	if (err && err != -ENOENT && err != -ENOTDIR)
		return reading_faulty(r, SCRAPE_PORT, kept->number, err, "list the folder counters");
	return 0;
}

static bool is_wanted(const struct reading *r, const struct reader_file *file)
{
	if (!r->narrow)
		return r->parts & SCRAPE_EVERY_FILE || (file->row && file->row->shown != COUNTER_ASKED_FOR);
	for (size_t i = 0; i < r->row_count; i++)
		if (r->rows[i] == file->row)
			return true;
	return false;
}

/* "123"; "N/A (no PMA)" where a driver has nothing behind its file. */
static struct counter_reading parse(const char *text)
{
	struct counter_reading reading = {.state = COUNTER_UNREADABLE};
	char *end;

	if (!strncmp(text, "N/A", 3))
		return (struct counter_reading){.state = COUNTER_ABSENT};
	if (!isdigit((unsigned char)text[0]))
		return reading;
	errno = 0;
	reading.value = strtoull(text, &end, 10);
	if (errno || *end)
		return (struct counter_reading){.state = COUNTER_UNREADABLE};
	reading.state = COUNTER_PRESENT;
	return reading;
}

static bool is_absence(int err)
{
	return err == -EOPNOTSUPP || err == -ENOSYS || err == -ENODATA;
}

static int read_file(struct reading *r, struct reader_port *kept, size_t i)
{
	const struct reader_file *file = &kept->files[i];
	struct counter_reading reading = {.state = COUNTER_UNREADABLE};
	char path[READING_PATH_MAX], text[TEXT_BYTES], what[sizeof(file->name) + 32];
	int len, err;

	snprintf(path, sizeof(path), "ports/%u/counters/%s", kept->number, file->name);
	len = reader_line(r->reader, path, text, sizeof(text));
	if (len == -ENOENT) {
		/* It was listed, so there is another device of this name by now, or another name for it */
		kept->files_known = false;
		r->renamed = true;
	}
	if (len >= 0)
		reading = parse(text);
	else if (is_absence(len))
		reading.state = COUNTER_ABSENT;
	err = list_put(&kept->list, r->device->driver, COUNTER_PORT, i, file->name, &reading, true);
	if (err || reading.state != COUNTER_UNREADABLE)
		return err;
	snprintf(what, sizeof(what), "read the counter %s", file->name);
	return reading_faulty(r, SCRAPE_PORT, kept->number, len < 0 ? len : -EBADMSG, what);
}

static enum ece_link_layer link_layer(const struct reading *r, uint32_t number)
{
	char file[32], text[TEXT_BYTES];

	snprintf(file, sizeof(file), "ports/%u/link_layer", number);
	if (reader_line(r->reader, file, text, sizeof(text)) <= 0)
		return ECE_LINK_UNKNOWN;
	if (!strcmp(text, "InfiniBand"))
		return ECE_LINK_INFINIBAND;
	return strcmp(text, "Ethernet") ? ECE_LINK_UNKNOWN : ECE_LINK_ETHERNET;
}

/* "100 Gb/sec (4X EDR)", "2.5 Gb/sec (1X SDR)"; a port that is down may show any, and some drivers refuse. */
static uint64_t rate(const struct reading *r, uint32_t number)
{
	char file[32], text[TEXT_BYTES], *end;
	double gbps;

	snprintf(file, sizeof(file), "ports/%u/rate", number);
	if (reader_line(r->reader, file, text, sizeof(text)) <= 0)
		return 0;
	gbps = strtod(text, &end);
	if (end == text || strncmp(end, " Gb/sec", strlen(" Gb/sec")) != 0 || !(gbps > 0) || gbps > 1e6)
		return 0;
	return (uint64_t)(gbps * 1e9 + 0.5);
}

int reading_port(struct reading *r, struct reader_port *kept, struct scrape_port *port)
{
	int err = list_files(r, kept);

	if (!kept->link_known) {
		kept->link = link_layer(r, kept->number);
		kept->link_known = kept->link != ECE_LINK_UNKNOWN;
	}
	port->link = kept->link;
	if (!r->narrow && port->about.state == ECE_RDMA_PORT_ACTIVE)
		port->bits_per_second = rate(r, kept->number);
	for (size_t i = 0; !err && i < kept->file_count; i++)
		if (is_wanted(r, &kept->files[i]))
			err = read_file(r, kept, i);
	return err;
}
