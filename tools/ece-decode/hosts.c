// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-decode/hosts.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/fnv.h"

#define SLOTS ((size_t)2 * HOSTS_MAX) /* a power of 2 */

struct hosts {
	struct host_counts slots[SLOTS]; /* hashed; without connections: free */
	struct host_counts odd[HOSTS_MAX];
	size_t count;
	uint64_t uncounted;
};

struct hosts *hosts_new(void)
{
	return calloc(1, sizeof(struct hosts));
}

void hosts_free(struct hosts *hosts)
{
	free(hosts);
}

/* NULL: there are too many. */
static struct host_counts *find(struct hosts *hosts, const uint8_t address[CAPTURE_GID_BYTES])
{
	size_t i = fnv64(FNV64_START, address, CAPTURE_GID_BYTES) % SLOTS;

	while (hosts->slots[i].connections && memcmp(hosts->slots[i].address, address, CAPTURE_GID_BYTES) != 0)
		i = (i + 1) % SLOTS;
	if (hosts->slots[i].connections)
		return &hosts->slots[i];
	if (hosts->count == HOSTS_MAX)
		return NULL;
	hosts->count++;
	memcpy(hosts->slots[i].address, address, CAPTURE_GID_BYTES);
	return &hosts->slots[i];
}

static bool has_nothing(const struct ece_offer *word)
{
	return !word->vendor_id || !word->options;
}

void hosts_add(struct hosts *hosts, const struct capture_exchange *exchange, bool lacks)
{
	bool offered = !has_nothing(&exchange->requester.word);
	const struct capture_end *const ends[] = {&exchange->requester, &exchange->responder};

	for (size_t i = 0; i < 2; i++) {
		struct host_counts *host = find(hosts, ends[i]->address);

		if (!host) {
			hosts->uncounted++;
			continue;
		}
		host->connections++;
		host->lacking += lacks;
		if (i == 0)
			host->offered_none += !offered;
		else
			host->took_none += offered && has_nothing(&exchange->responder.word);
	}
}

static uint64_t oddness(const struct host_counts *host)
{
	return host->offered_none + host->took_none + host->lacking;
}

static int most_first(const void *a, const void *b)
{
	const struct host_counts *x = a, *y = b;
	uint64_t of_x = oddness(x), of_y = oddness(y);

	if (of_x != of_y)
		return of_x < of_y ? 1 : -1;
	return memcmp(x->address, y->address, CAPTURE_GID_BYTES);
}

const struct host_counts *hosts_odd(struct hosts *hosts, size_t *count)
{
	*count = 0;
	for (size_t i = 0; i < SLOTS; i++)
		if (oddness(&hosts->slots[i]))
			hosts->odd[(*count)++] = hosts->slots[i];
	qsort(hosts->odd, *count, sizeof(hosts->odd[0]), most_first);
	return hosts->odd;
}

uint64_t hosts_uncounted(const struct hosts *hosts)
{
	return hosts->uncounted;
}
