// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/host.h"

#include "devx/os/linux.h"

int tool_host_open(const char *sim, const char *name, struct tool_host *host, struct ece_error *e)
{
	size_t index;
	int err;

	*host = (struct tool_host){.sim_dir = sim, .name = name};
	if (!sim) {
		host->os = ece_os_linux();
		return 0;
	}
	err = simfleet_open(sim, NULL, NULL, &host->fleet, e);
	if (!err)
		err = simfleet_host_find(host->fleet, name, &index, e);
	if (!err)
		err = simfleet_host_open(host->fleet, index, &host->open, e);
	if (!err)
		host->os = simfleet_host_os(host->open);
	return err;
}

void tool_host_close(struct tool_host *host)
{
	simfleet_host_close(host->open);
	simfleet_close(host->fleet);
}
