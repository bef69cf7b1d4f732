// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/simfleet/simfleet.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/sign/signers.h"
#include "lib/simfleet/internal.h"

#define USUAL_KERNEL "7.x"

static int make_dir(const char *dir, struct ece_error *e)
{
	int err;

	if (!mkdir(dir, 0700) || errno == EEXIST)
		return 0;
	err = -errno;
	return ece_error_set(e, err, ECE_ERROR_IO, "cannot create the directory %s: %s", dir, strerror(-err));
}

/* What /etc/ece/allowed_signers is to a real host. */
static int open_signers(struct simfleet *sim, const char *dir, struct ece_error *e)
{
	char path[RECORDS_PATH_MAX + 32];

	snprintf(path, sizeof(path), "%s/" SIMFLEET_SIGNERS, dir);
	return access(path, F_OK) ? 0 : signers_new(path, &sim->signers, e);
}

static int open_files(struct simfleet *sim, const char *dir, const struct fleet *fleet, const char *vfs,
		      struct ece_error *e)
{
	char path[RECORDS_PATH_MAX];
	bool create = fleet != NULL;
	int ret = 0;

	if (snprintf(path, sizeof(path), "%s/sim", dir) >= (int)sizeof(path))
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the state directory's name is too long");
	if (create)
		ret = make_dir(path, e);
	ret = ret ? ret : records_open(&sim->hosts, path, "hosts", 'H', sizeof(struct host_record), create, e);
	ret = ret ? ret : records_open(&sim->cards, path, "cards", 'C', sizeof(struct card_record), create, e);
	ret = ret ? ret : index_build(sim, 0, e);
	ret = ret || !create ? ret : sync_fleet(sim, fleet, e);
	ret = ret ? ret : open_signers(sim, path, e);
	return ret ? ret : journal_open(path, vfs, &sim->journal, e);
}

int simfleet_open(const char *dir, const struct fleet *fleet, const char *vfs, struct simfleet **sim,
		  struct ece_error *e)
{
	struct simfleet *new = calloc(1, sizeof(*new));
	int ret;

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a simulated fleet");
	new->hosts.fd = new->cards.fd = -1;
	ret = open_files(new, dir, fleet, vfs, e);
	if (ret) {
		simfleet_close(new);
		return ret;
	}
	*sim = new;
	return 0;
}

void simfleet_tell_facts(struct simfleet *sim, agent_facts *facts)
{
	sim->facts = facts;
}

void simfleet_close(struct simfleet *sim)
{
	if (!sim)
		return;
	journal_close(sim->journal);
	signers_free(sim->signers);
	records_close(&sim->hosts);
	records_close(&sim->cards);
	traffic_scratch_free(sim->scratch);
	free(sim->index);
	free(sim);
}

size_t simfleet_host_count(const struct simfleet *sim)
{
	return records_header(&sim->hosts)->count;
}

const char *simfleet_host_name(const struct simfleet *sim, size_t host)
{
	return host_record(sim, host)->name;
}

int simfleet_host_find(const struct simfleet *sim, const char *name, size_t *host, struct ece_error *e)
{
	uint32_t slot = *index_slot(sim, name);

	if (!slot)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "the simulated fleet has no host \"%.253s\"",
				     name);
	*host = slot - 1;
	return 0;
}

struct journal *simfleet_journal(const struct simfleet *sim)
{
	return sim->journal;
}

struct signers *simfleet_signers(const struct simfleet *sim)
{
	return sim->signers;
}

uint64_t simfleet_now(const struct simfleet *sim)
{
	return records_header(&sim->hosts)->clock_ns;
}

bool simfleet_is_down(const struct simfleet *sim, size_t host)
{
	return host_record(sim, host)->down;
}

void simfleet_set_down(struct simfleet *sim, size_t host, bool down)
{
	host_record(sim, host)->down = down;
}

const struct fw_state *simfleet_card(const struct simfleet *sim, size_t host, size_t card)
{
	const struct host_record *record = host_record(sim, host);

	return card < record->card_count ? &card_record(sim, record, card)->state : NULL;
}

const char *simfleet_card_type(const struct simfleet *sim, size_t host, size_t card)
{
	return card_record(sim, host_record(sim, host), card)->type;
}

const char *simfleet_kernel(const struct simfleet *sim, size_t host)
{
	const struct host_record *record = host_record(sim, host);

	/* A name that this program does not know is that of a newer one, or damage: the usual kernel plays. */
	if (memchr(record->kernel, '\0', sizeof(record->kernel)) && sim_persona_find(record->kernel))
		return record->kernel;
	return USUAL_KERNEL;
}

static void list_kernels(char *buf, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; sim_persona_at(i) && n < size; i++)
		n += (size_t)snprintf(buf + n, size - n, "%s%s", i ? ", " : "", sim_persona_at(i)->name);
}

int simfleet_set_kernel(struct simfleet *sim, size_t host, const char *name, struct ece_error *e)
{
	struct host_record *record = host_record(sim, host);
	char known[128];

	if (sim_persona_find(name) && strlen(name) < sizeof(record->kernel)) {
		memset(record->kernel, 0, sizeof(record->kernel));
		memcpy(record->kernel, name, strlen(name));
		return 0;
	}
	list_kernels(known, sizeof(known));
	return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "no kernel \"%.32s\"; there are %s", name, known);
}
