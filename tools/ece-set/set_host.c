// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-set/set_host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "devx/os/linux.h"
#include "lib/base/clock.h"
#include "lib/host/lock.h"
#include "tools/common/fault_env.h"
#include "tools/common/state_dir.h"

#define LOCK_WAIT_NS (10 * CLOCK_SECOND_NS)

static int open_real(const char *state, struct set_host *host, struct ece_error *e)
{
	char dir[PATH_MAX];
	int err = state_dir_find(state, dir, e);

	err = err ? err : state_dir_make(dir, e);
	if (err)
		return err;
	host->lock = host_lock(dir, clock_now() + LOCK_WAIT_NS, e);
	if (host->lock < 0)
		return host->lock;
	host->guard.os = ece_os_linux();
	host->guard.host = "";
	host->now_ns = clock_now();
	return journal_open(dir, fault_env_vfs(), &host->guard.journal, e);
}

static int open_sim(const struct set_args *args, struct set_host *host, struct ece_error *e)
{
	size_t i;
	int err = simfleet_open(args->sim, NULL /* it must exist */, fault_env_vfs(), &host->fleet, e);

	err = err ? err : simfleet_host_find(host->fleet, args->host, &i, e);
	err = err ? err : simfleet_host_open(host->fleet, i, &host->open, e);
	if (err)
		return err;
	host->guard.os = simfleet_host_os(host->open);
	host->guard.host = simfleet_host_name(host->fleet, i);
	host->guard.journal = simfleet_journal(host->fleet);
	host->now_ns = simfleet_now(host->fleet);
	return 0;
}

int set_host_open(const struct set_args *args, struct set_host *host, struct ece_error *e)
{
	int err;

	*host = (struct set_host){.lock = -1, .simulated = args->sim != NULL};
	err = args->sim ? open_sim(args, host, e) : open_real(args->state, host, e);
	return err ? err : ece_nic_list(host->guard.os, &host->nics, &host->nic_count, e);
}

void set_host_close(struct set_host *host)
{
	free(host->nics);
	/* The journal of a simulated fleet is the fleet's */
	if (!host->simulated)
		journal_close(host->guard.journal);
	if (host->lock >= 0)
		close(host->lock);
	simfleet_host_close(host->open);
	simfleet_close(host->fleet);
}

void set_host_say(const struct set_args *args)
{
	if (args->sim && !args->json)
		printf("Simulated host %s: no real card is read or written.\n\n", args->host);
}

const char *set_host_name(const struct set_host *host, const struct journal_card *card, char *buf, size_t size)
{
	for (size_t i = 0; i < host->nic_count; i++)
		if (host->nics[i].guid == card->guid && !strcmp(host->nics[i].psid, card->psid))
			return host->nics[i].pci;
	snprintf(buf, size, "%016" PRIx64, card->guid);
	return buf;
}
