// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the card itself tells, by the doors of this toolkit: statistics of congestion, counters of its algorithms. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "devx/nic/cong_statistics.h"
#include "devx/nic/door.h"
#include "devx/nic/nic.h"
#include "devx/nic/ppcc_counters.h"
#include "lib/base/copy_text.h"
#include "lib/scrape/reading.h"

void reader_nic_done(struct scrape_reader *reader)
{
	free(reader->counting);
	ece_nic_close(reader->nic);
	reader->counting = NULL;
	reader->nic = NULL;
	reader->nic_failed = false;
	reader->no_algorithms = false;
}

bool reader_holds_devx(const struct scrape_reader *reader)
{
	return reader->nic && ece_nic_door_is_open(reader->nic, ECE_BACKEND_DEVX);
}

/* A door that could not be opened stays shut: the rights of this process, or the drivers, may be others by now. */
static int open_nic(struct reading *r, struct ece_error *e)
{
	struct scrape_reader *reader = r->reader;
	uint64_t now = reader_now(reader);
	int err;

	if (reader->nic && reader->nic_failed && now - reader->nic_ns >= SCRAPE_KEPT_NS)
		reader_nic_done(reader);
	if (reader->nic)
		return 0;
	err = ece_nic_open(reader->os, &reader->target.nic, &reader->nic, e);
	reader->nic_ns = now;
	return err;
}

static int faulty(struct reading *r, enum scrape_part part, const struct ece_error *e)
{
	r->reader->nic_failed = true;
	return e->code == -ENOMEM ? -ENOMEM : scrape_fault_error(r->device, part, 0, e);
}

/* Of a device with several ports it is that of the function. */
static struct scrape_list *list_of_nic(struct scrape_reader *reader)
{
	for (size_t i = 0; i < reader->port_count; i++)
		if (!reader->ports[i].number || reader->ports[i].number == reader->target.nic.port)
			return &reader->ports[i].list;
	return NULL;
}

static int put(struct reading *r, struct scrape_list *list, size_t i, const char *name, uint64_t value)
{
	const struct counter_reading reading = {.value = value, .state = COUNTER_PRESENT};

	return list_put(list, r->device->driver, COUNTER_CONGESTION, i, name, &reading, false);
}

static int read_congestion(struct reading *r)
{
	struct scrape_list *list = list_of_nic(r->reader);
	struct ece_cong_statistics statistics;
	struct ece_error e;
	int err = open_nic(r, &e);

	if (!list)
		return 0;
	if (!err)
		err = ece_nic_cong_statistics(r->reader->nic, &statistics, &e);
	list_when(list, COUNTER_CONGESTION, reader_now(r->reader));
	if (err == -EOPNOTSUPP)
		return 0;
	if (err) {
		list_fail(list, COUNTER_CONGESTION);
		return faulty(r, SCRAPE_CONGESTION, &e);
	}
	err = put(r, list, 0, "rp_cur_flows", statistics.current_flows);
	return err ? err : put(r, list, 1, "sum_flows", statistics.sum_flows);
}

/* Counters that are off stand still, and what they show says nothing. */
static struct counter_reading reading_of(const struct ece_ppcc_counted *algo, const struct ece_ppcc_counter *counter,
					 bool failed)
{
	if (failed)
		return (struct counter_reading){.state = COUNTER_UNREADABLE};
	if (!algo->counting)
		return (struct counter_reading){.state = COUNTER_ABSENT};
	if (!counter->told)
		return (struct counter_reading){.state = COUNTER_UNREADABLE};
	return (struct counter_reading){.value = counter->value, .state = COUNTER_PRESENT};
}

static void take_algorithm(struct scrape_device *device, const struct ece_ppcc_counted *algo, bool failed)
{
	for (size_t i = 0; i < algo->count; i++) {
		struct scrape_algorithm *to = &device->algorithms[device->algorithm_count];

		if (!algo->counters[i].name[0])
			continue;
		*to = (struct scrape_algorithm){
			.slot = algo->slot,
			.reading = reading_of(algo, &algo->counters[i], failed),
		};
		if (algo->name[0])
			copy_text(to->algorithm, sizeof(to->algorithm), algo->name);
		else
			snprintf(to->algorithm, sizeof(to->algorithm), "%u", algo->key.algo);
		copy_text(to->counter, sizeof(to->counter), algo->counters[i].name);
		device->algorithm_count++;
	}
}

static int take_algorithms(struct reading *r, bool failed)
{
	const struct ece_ppcc_counting *counting = r->reader->counting;
	size_t count = 0;

	if (!counting)
		return 0;
	for (size_t i = 0; i < counting->algo_count; i++)
		count += counting->algos[i].count;
	r->device->algorithms = calloc(count + 1, sizeof(*r->device->algorithms));
	if (!r->device->algorithms)
		return -ENOMEM;
	for (size_t i = 0; i < counting->algo_count; i++)
		take_algorithm(r->device, &counting->algos[i], failed);
	return 0;
}

/* Which there are is asked once, and again when others have taken their slots. */
static int count_algorithms(struct scrape_reader *reader, struct ece_error *e)
{
	int err = reader->counting ? ece_nic_ppcc_count(reader->nic, reader->counting, e) : -ESTALE;

	if (err != -ESTALE)
		return err;
	free(reader->counting);
	reader->counting = NULL;
	err = ece_nic_ppcc_counters(reader->nic, &reader->counting, e);
	reader->no_algorithms = err == -EOPNOTSUPP;
	return err ? err : ece_nic_ppcc_count(reader->nic, reader->counting, e);
}

static int read_algorithms(struct reading *r)
{
	struct ece_error e;
	int err = open_nic(r, &e), no_memory;

	if (!err && r->reader->no_algorithms)
		return 0;
	if (!err)
		err = count_algorithms(r->reader, &e);
	if (err == -EOPNOTSUPP)
		return 0;
	no_memory = take_algorithms(r, err);
	if (no_memory)
		return no_memory;
	return err ? faulty(r, SCRAPE_ALGORITHMS, &e) : 0;
}

int reading_nic(struct reading *r)
{
	int err = 0;

	if (!r->reader->target.has_nic)
		return 0;
	if (r->parts & SCRAPE_CONGESTION)
		err = read_congestion(r);
	if (!err && r->parts & SCRAPE_ALGORITHMS)
		err = read_algorithms(r);
	return err;
}
