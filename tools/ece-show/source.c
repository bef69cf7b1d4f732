// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-show/source.h"

#include "devx/os/linux.h"

int source_open(const struct show_args *args, struct source *source, struct ece_error *e)
{
	size_t host;
	int err;

	*source = (struct source){.sim_dir = args->sim, .host = args->host};
	if (!args->sim) {
		source->os = ece_os_linux();
		return 0;
	}
	err = simfleet_open(args->sim, NULL, NULL, &source->fleet, e);
	if (!err)
		err = simfleet_host_find(source->fleet, args->host, &host, e);
	if (!err)
		err = simfleet_host_open(source->fleet, host, &source->open, e);
	if (!err)
		source->os = simfleet_host_os(source->open);
	return err;
}

void source_close(struct source *source)
{
	simfleet_host_close(source->open);
	simfleet_close(source->fleet);
}
