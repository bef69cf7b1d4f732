// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "devx/os/linux.h"
#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/facts/read.h"
#include "lib/host/agent.h"
#include "lib/host/lock.h"
#include "tools/common/fault_env.h"
#include "tools/common/host_signing.h"
#include "tools/common/report.h"
#include "tools/common/state_dir.h"
#include "tools/ece-agent/serve.h"

#define LOCK_WAIT_NS (10 * CLOCK_SECOND_NS)

struct serve_host {
	struct agent agent;
	struct host_signing signing;
	int lock;
	bool frozen; /* since before this boot, which is not looked after yet */
	char dir[PATH_MAX];
};

static void real_close(struct serve_host *host)
{
	if (!host)
		return;
	journal_close(host->agent.guard.journal);
	host_signing_close(&host->signing);
	if (host->lock >= 0)
		close(host->lock);
	free(host);
}

static int open_state(struct serve_host *host, const char *dir, struct ece_error *e)
{
	int ret = state_dir_make(dir, e);

	copy_text(host->dir, sizeof(host->dir), dir);
	if (ret)
		return ret;
	host->lock = host_lock(dir, clock_now() + LOCK_WAIT_NS, e);
	if (host->lock < 0)
		return host->lock;
	host->agent.guard.cards = host->dir;
	return journal_open(dir, fault_env_vfs(), &host->agent.guard.journal, e);
}

static void warn(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	report_error(e);
}

/* Leases are on a clock that begins with the boot, and what was held before is gone. */
static int look_at_boot(struct serve_host *host, struct ece_error *e)
{
	struct ece_error_sink sink = {.add = warn};
	const struct ece_os *os = host->agent.guard.os;
	struct guard_boot boot;
	char id[JOURNAL_BOOT_MAX];
	int len = os->ops->read(os->ctx, ECE_OS_HOST, "boot_id", id, sizeof(id) - 1), ret;

	if (len < 0)
		return ece_error_set(e, len, ECE_ERROR_IO, "the kernel does not tell its boot id: %s", strerror(-len));
	id[len] = '\0';
	id[strcspn(id, "\n")] = '\0';
	ret = guard_new_boot(&host->agent.guard, id, clock_now(), &boot, &sink, e);
	host->frozen = !ret && boot.frozen;
	return ret;
}

/* What had to wait for the thaw. */
static int look_again(struct serve_host *host, struct ece_error *e)
{
	struct protocol_freeze frozen;
	int ret = guard_frozen(&host->agent.guard, &frozen, e);

	journal_rollback(host->agent.guard.journal);
	return ret || frozen.fleet || frozen.by_hand ? ret : look_at_boot(host, e);
}

static int open_signing(struct serve_host *host, const struct serve_where *where, struct ece_error *e)
{
	int ret = host_signing_open(&host->signing, where->allowed_signers, where->name, e);

	host->agent.guard.signers = host->signing.signers;
	host->agent.guard.name = host->signing.name;
	return ret;
}

static int real_open(const struct serve_where *where, struct serve_host **opened, struct ece_error *e)
{
	struct serve_host *host = calloc(1, sizeof(*host));
	int ret;

	if (!host)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	host->lock = -1;
	host->agent.guard.os = ece_os_linux();
	host->agent.guard.host = "";
	host->agent.facts = hostfacts_read;
	ret = open_signing(host, where, e);
	ret = ret ? ret : open_state(host, where->dir, e);
	ret = ret ? ret : look_at_boot(host, e);
	if (ret) {
		real_close(host);
		return ret;
	}
	*opened = host;
	return 0;
}

static int real_request(struct serve_host *host, const char *line, size_t len, char **answer, size_t *answer_len,
			struct ece_error *e)
{
	struct ece_error why;
	int ret = agent_serve(&host->agent, line, len, clock_now(), answer, answer_len, e);

	if (!ret && host->frozen && look_again(host, &why))
		report_error(&why);
	return ret;
}

static uint64_t real_leases(struct serve_host *host)
{
	struct guard_expiry expiry;
	struct ece_error e;
	uint64_t deadline, now = clock_now();
	int ret = guard_next_deadline(&host->agent.guard, &deadline, &e);

	if (!ret && deadline <= now) {
		ret = guard_expire(&host->agent.guard, now, &expiry, &e);
		ret = ret ? ret : guard_next_deadline(&host->agent.guard, &deadline, &e);
	}
	if (!ret)
		return deadline;
	report_error(&e);
	return now + CLOCK_SECOND_NS;
}

const struct serve_kind serve_real = {
	.open = real_open,
	.request = real_request,
	.leases = real_leases,
	.close = real_close,
};
