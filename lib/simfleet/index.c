// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fnv.h"
#include "lib/simfleet/internal.h"

uint32_t *index_slot(const struct simfleet *sim, const char *name)
{
	size_t i = fnv64(FNV64_START, name, strlen(name)) & (sim->index_size - 1);

	while (sim->index[i] && strcmp(host_record(sim, sim->index[i] - 1)->name, name) != 0)
		i = (i + 1) & (sim->index_size - 1);
	return &sim->index[i];
}

/* At most half full, so that a search is short. */
int index_build(struct simfleet *sim, uint64_t more, struct ece_error *e)
{
	uint64_t count = records_header(&sim->hosts)->count;
	size_t size = 64;

	while (size < 2 * (count + more + 1))
		size *= 2;
	free(sim->index);
	sim->index = calloc(size, sizeof(*sim->index));
	sim->index_size = size;
	if (!sim->index)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu hosts", (size_t)count);
	for (uint32_t host = 0; host < count; host++) {
		struct host_record *record = host_record(sim, host);

		if (!memchr(record->name, '\0', sizeof(record->name)) ||
		    (uint64_t)record->first_card + record->card_count > records_header(&sim->cards)->count)
			return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED,
					     "%s is damaged (host %u): remove its directory to start with a new "
					     "simulated fleet",
					     sim->hosts.path, host);
		*index_slot(sim, record->name) = host + 1;
	}
	return 0;
}
