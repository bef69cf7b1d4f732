// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts by name, flights by serial, and how flights end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/base/fnv.h"
#include "lib/channel/pull_internal.h"

#define HOSTS_MIN 64

static struct pull_host **place_of(struct pull_host **hosts, size_t size, const char *name)
{
	size_t i = (size_t)fnv64(FNV64_START, name, strlen(name)) & (size - 1);

	while (hosts[i] && strcmp(hosts[i]->name, name) != 0)
		i = (i + 1) & (size - 1);
	return &hosts[i];
}

static int grow_hosts(struct pull *pull)
{
	size_t size = pull->host_size ? pull->host_size * 2 : HOSTS_MIN;
	struct pull_host **hosts = calloc(size, sizeof(struct pull_host *));

	if (!hosts)
		return -1;
	for (size_t i = 0; i < pull->host_size; i++)
		if (pull->hosts[i])
			*place_of(hosts, size, pull->hosts[i]->name) = pull->hosts[i];
	free(pull->hosts);
	pull->hosts = hosts;
	pull->host_size = size;
	return 0;
}

struct pull_host *pull_host_of(struct pull *pull, const char *name)
{
	struct pull_host **place, *host;

	if (pull->host_count * 2 >= pull->host_size && grow_hosts(pull))
		return NULL;
	place = place_of(pull->hosts, pull->host_size, name);
	if (*place)
		return *place;
	host = calloc(1, sizeof(*host));
	if (host)
		host->name = strdup(name);
	if (!host || !host->name) {
		free(host);
		return NULL;
	}
	host->gone_ns = clock_now();
	pull->host_count++;
	*place = host;
	return host;
}

struct pull_flight *pull_flight_of(const struct pull *pull, uint64_t serial)
{
	size_t low = 0, high = pull->flight_count;

	/* places that are empty already keep the order: their serial is looked for in the next one that is not */
	while (low < high) {
		size_t mid = low + (high - low) / 2, at = mid;

		while (at < high && !pull->flights[at])
			at++;
		if (at == high || pull->flights[at]->serial > serial)
			high = mid;
		else if (pull->flights[at]->serial == serial)
			return pull->flights[at];
		else
			low = at + 1;
	}
	return NULL;
}

static void end(struct pull *pull, struct pull_flight *flight)
{
	flight->state = FLIGHT_DONE;
	free(flight->line);
	flight->line = NULL;
	flight->next_done = NULL;
	*pull->done_end = flight;
	pull->done_end = &flight->next_done;
}

void pull_settle(struct pull *pull, struct pull_flight *flight, enum channel_outcome outcome, const char *why)
{
	if (flight->state == FLIGHT_DONE)
		return;
	flight->outcome = outcome;
	copy_text(flight->why, sizeof(flight->why), why);
	end(pull, flight);
}

void pull_answer(struct pull *pull, struct pull_flight *flight, const char *line, size_t len)
{
	if (flight->state == FLIGHT_DONE)
		return;
	flight->answer = malloc(len + 1);
	if (!flight->answer) {
		pull_settle(pull, flight, CHANNEL_MAYBE, "out of memory for the answer");
		return;
	}
	memcpy(flight->answer, line, len);
	flight->answer[len] = '\0';
	flight->answer_len = len;
	flight->outcome = CHANNEL_REPLY;
	end(pull, flight);
}

void pull_flight_free(struct pull_flight *flight)
{
	if (!flight)
		return;
	free(flight->line);
	free(flight->answer);
	free(flight);
}

struct etcd_key pull_key(const struct pull *pull, enum etcd_key_kind kind, const struct pull_flight *flight)
{
	char cookie[ETCD_COOKIE_MAX];

	snprintf(cookie, sizeof(cookie), "%s-%010llu", pull->session, (unsigned long long)flight->serial);
	return etcd_key_of(pull->prefix, kind, flight->host->name, cookie);
}
