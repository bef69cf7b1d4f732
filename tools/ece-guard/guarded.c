// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-guard/guarded.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "devx/os/linux.h"
#include "lib/base/clock.h"
#include "lib/base/lock_wait.h"
#include "lib/facts/read.h"
#include "lib/host/lock.h"
#include "tools/common/fault_env.h"
#include "tools/common/state_dir.h"

#define LOCK_WAIT_NS (10 * CLOCK_SECOND_NS)

/* Goes with the process, also by kill -9. */
static int become_only(struct guarded *guarded, struct ece_error *e)
{
	char path[PATH_MAX + 80];
	int err;

	snprintf(path, sizeof(path), "%s/guard%s%s.lock", guarded->dir, guarded->name ? "-" : "",
		 guarded->name ? guarded->name : "");
	guarded->only = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (guarded->only < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot open the lock %s: %s", path, strerror(errno));
	err = lock_wait_file(guarded->only, clock_now() + LOCK_WAIT_NS);
	if (!err)
		return 0;
	return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED, "another ece-guard has this host (%s)", path);
}

static int open_real(struct guarded *guarded, struct ece_error *e)
{
	guarded->agent.guard.os = ece_os_linux();
	guarded->agent.guard.host = "";
	guarded->agent.facts = hostfacts_read;
	guarded->agent.guard.cards = guarded->dir;
	return journal_open(guarded->dir, fault_env_vfs(), &guarded->agent.guard.journal, e);
}

static int open_sim(struct guarded *guarded, struct ece_error *e)
{
	int ret = simfleet_open(guarded->dir, NULL /* it must exist */, fault_env_vfs(), &guarded->fleet, e);

	ret = ret ? ret : simfleet_host_find(guarded->fleet, guarded->name, &guarded->host, e);
	if (ret)
		return ret;
	guarded->agent.simulated = true;
	guarded->agent.facts = hostfacts_read;
	guarded->agent.guard.host = simfleet_host_name(guarded->fleet, guarded->host);
	guarded->agent.guard.journal = simfleet_journal(guarded->fleet);
	return 0;
}

int guarded_open(const char *state, const char *name, bool only, struct guarded *guarded, struct ece_error *e)
{
	int ret;

	*guarded = (struct guarded){.name = name, .only = -1, .lock = -1};
	ret = state_dir_find(state, guarded->dir, e);
	if (!ret && !name)
		ret = state_dir_make(guarded->dir, e);
	if (!ret && only)
		ret = become_only(guarded, e);
	if (ret)
		return ret;
	return name ? open_sim(guarded, e) : open_real(guarded, e);
}

int guarded_sign(struct guarded *guarded, const char *file, const char *name, struct ece_error *e)
{
	struct guard *guard = &guarded->agent.guard;
	int ret;

	if (guarded->name && !file) {
		guard->signers = simfleet_signers(guarded->fleet);
		return 0;
	}
	ret = host_signing_open(&guarded->signing, file, name ? name : guarded->name, e);
	guard->signers = guarded->signing.signers;
	guard->name = guarded->signing.name;
	return ret;
}

void guarded_close(struct guarded *guarded)
{
	guarded_end(guarded);
	/* The journal of a simulated fleet is the fleet's */
	if (!guarded->name)
		journal_close(guarded->agent.guard.journal);
	simfleet_close(guarded->fleet);
	host_signing_close(&guarded->signing);
	if (guarded->only >= 0)
		close(guarded->only);
}

int guarded_begin(struct guarded *guarded, struct ece_error *e)
{
	int ret;

	if (!guarded->name) {
		guarded->lock = host_lock(guarded->dir, clock_now() + LOCK_WAIT_NS, e);
		return guarded->lock < 0 ? guarded->lock : 0;
	}
	ret = simfleet_host_open(guarded->fleet, guarded->host, &guarded->open, e);
	if (!ret)
		guarded->agent.guard.os = simfleet_host_os(guarded->open);
	return ret;
}

void guarded_end(struct guarded *guarded)
{
	if (guarded->lock >= 0)
		close(guarded->lock);
	guarded->lock = -1;
	simfleet_host_close(guarded->open);
	guarded->open = NULL;
}

static int read_boot_id(const struct ece_os *os, char id[JOURNAL_BOOT_MAX], struct ece_error *e)
{
	int len = os->ops->read(os->ctx, ECE_OS_HOST, "boot_id", id, JOURNAL_BOOT_MAX - 1);

	if (len < 0)
		return ece_error_set(e, len, ECE_ERROR_IO, "the kernel does not tell its boot id: %s", strerror(-len));
	id[len] = '\0';
	id[strcspn(id, "\n")] = '\0';
	return 0;
}

int guarded_boot(struct guarded *guarded, bool reloaded, struct guard_boot *result, struct ece_error_sink *sink,
		 struct ece_error *e)
{
	char id[JOURNAL_BOOT_MAX];
	int ret = guarded_begin(guarded, e);

	if (ret)
		return ret;
	ret = read_boot_id(guarded->agent.guard.os, id, e);
	ret = ret ? ret : guard_boot(&guarded->agent.guard, id, reloaded, clock_now(), result, sink, e);
	guarded_end(guarded);
	return ret;
}
