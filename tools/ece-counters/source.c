// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/source.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "lib/base/clock.h"
#include "tools/common/exit_code.h"
#include "tools/common/report.h"

static bool wanted(void *arg, const struct scrape_target *target)
{
	return selection_has(arg, target);
}

static uint64_t virtual_now(void *fleet)
{
	return simfleet_now(fleet);
}

/* Names are looked at before anything is read, and a host without any device is told apart from a wrong name. */
static int look(struct source *source, struct ece_error *e)
{
	struct scrape_target *targets = NULL;
	size_t count = 0;
	int err = scrape_find(source->host.os, &targets, &count, e);

	if (!err && !count)
		err = ece_error_set(e, -ENODEV, ECE_ERROR_GONE, "this host has no RDMA device and no ConnectX NIC%s",
				    scrape_sharing_of(source->host.os) == SCRAPE_EXCLUSIVE ?
					    " that this network namespace sees: RDMA devices are exclusive to "
					    "theirs here (rdma system)" :
					    "");
	if (!err)
		err = selection_check(&source->selection, targets, count, e);
	free(targets);
	return err;
}

int source_open(const struct counters_args *args, const struct selection *selection, unsigned int parts,
		unsigned int deadline_ms, struct source *source, struct ece_error *e)
{
	struct scrape_crew_options options = {.parts = parts, .deadline_ms = deadline_ms, .wanted = wanted};
	int err;

	*source = (struct source){.selection = *selection};
	err = tool_host_open(args->sim, args->host, &source->host, e);
	if (!err && source_is_virtual(source)) {
		source->start_ns = simfleet_now(source->host.fleet);
		options.one_thread = true;
		options.now_ns = virtual_now;
		options.now_ctx = source->host.fleet;
		if (parts & SCRAPE_BOUND)
			err = simfleet_host_start_workload(source->host.open, e);
	}
	options.arg = &source->selection;
	if (!err)
		err = look(source, e);
	return err ? err : scrape_crew_new(source->host.os, &options, &source->crew, e);
}

void source_close(struct source *source)
{
	struct ece_error e;

	/* What readers keep open of a simulated host's cards is closed on those */
	if (source->host.open)
		source_enter(source, &e);
	scrape_crew_free(source->crew);
	tool_host_close(&source->host);
}

int source_enter(struct source *source, struct ece_error *e)
{
	return source->host.open ? simfleet_host_enter(source->host.open, e) : 0;
}

void source_leave(struct source *source)
{
	if (source->host.open)
		simfleet_host_leave(source->host.open);
}

int source_read(struct source *source, struct past *past, struct events *events, struct ece_error *e)
{
	struct scrape_round round = {.count = 0};
	char when[EVENT_WHEN_MAX];
	int err = source_enter(source, e);

	if (err)
		return err;
	err = scrape_crew_read(source->crew, &round);
	source_leave(source);
	if (!err && round.error.code && !past_count(past)) {
		*e = round.error;
		err = e->code;
	} else if (!err) {
		source_when(source, when);
		if (round.error.code)
			events_add(events, when, "devices cannot be listed: %s", round.error.text);
		err = past_feed(past, &round, when, events);
		if (err)
			ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for a reading");
	} else {
		ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for a reading");
	}
	scrape_round_done(&round);
	return err;
}

bool source_is_virtual(const struct source *source)
{
	return source->host.open;
}

void source_pass(struct source *source, uint64_t ns)
{
	if (source_is_virtual(source))
		simfleet_advance(source->host.fleet, simfleet_now(source->host.fleet) + ns);
}

static const char *elapsed(uint64_t ns, char buf[EVENT_WHEN_MAX])
{
	uint64_t s = ns / CLOCK_SECOND_NS;

	snprintf(buf, EVENT_WHEN_MAX, "%02u:%02u:%02u", (unsigned int)(s / 3600 % 100000), (unsigned int)(s / 60 % 60),
		 (unsigned int)(s % 60));
	return buf;
}

const char *source_when(const struct source *source, char buf[EVENT_WHEN_MAX])
{
	time_t now = (time_t)(clock_wall() / CLOCK_SECOND_NS);
	struct tm local;

	if (source_is_virtual(source))
		return elapsed(simfleet_now(source->host.fleet) - source->start_ns, buf);
	if (!localtime_r(&now, &local) || !strftime(buf, EVENT_WHEN_MAX, "%H:%M:%S", &local))
		buf[0] = '\0';
	return buf;
}

int source_fail(const struct ece_error *e)
{
	report_error(e);
	if (e->kind == ECE_ERROR_UNKNOWN_NAME)
		return TOOL_EXIT_INVALID;
	return e->code == -ENODEV ? TOOL_EXIT_UNREACHABLE : TOOL_EXIT_ERROR;
}
