// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>

#include "lib/facts/read.h"
#include "lib/simfleet/simfleet.h"
#include "tools/common/fault_env.h"
#include "tools/ece-agent/serve.h"

struct serve_host {
	struct simfleet *sim;
	size_t host;
};

static void sim_close(struct serve_host *host)
{
	if (host)
		simfleet_close(host->sim);
	free(host);
}

static int sim_open(const struct serve_where *where, struct serve_host **opened, struct ece_error *e)
{
	struct serve_host *host = calloc(1, sizeof(*host));
	int ret;

	if (!host)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	ret = simfleet_open(where->dir, NULL /* it must exist */, fault_env_vfs(), &host->sim, e);
	ret = ret ? ret : simfleet_host_find(host->sim, where->host, &host->host, e);
	if (ret) {
		sim_close(host);
		return ret;
	}
	simfleet_tell_facts(host->sim, hostfacts_read);
	*opened = host;
	return 0;
}

static int sim_request(struct serve_host *host, const char *line, size_t len, char **answer, size_t *answer_len,
		       struct ece_error *e)
{
	struct simfleet_call call = {.host = host->host, .line = line, .len = len};

	simfleet_serve(host->sim, &call, 1);
	*answer = call.answer;
	*answer_len = call.answer_len;
	if (call.answer)
		return 0;
	*e = call.why;
	return e->code;
}

/* The fleet's clock is a virtual one, and simulated hosts look after their leases themselves. */
static uint64_t sim_leases(struct serve_host *host)
{
	(void)host;
	return UINT64_MAX;
}

const struct serve_kind serve_sim = {
	.open = sim_open,
	.request = sim_request,
	.leases = sim_leases,
	.close = sim_close,
};
