// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is told once a page: of the program, of the round, of the exporter itself. */
#include <string.h>

#include "lib/export/internal.h"

static const struct export_family simulated = {
	.name = "ece_simulated",
	.help = "1: hosts and cards are software models, nothing on this page was measured on hardware",
};
static const struct export_family build = {
	.name = "ece_build",
	.type = EXPORT_INFO,
	.help = "The exporter.",
};
static const struct export_family duration = {
	.name = "ece_scrape_duration_seconds",
	.unit = "seconds",
	.help = "How long it took to read all devices of this host.",
};
static const struct export_family success = {
	.name = "ece_scrape_success",
	.help = "0: the devices of this host could not be listed; those of before are told.",
};

static const struct export_family shared = {
	.name = "ece_rdma_namespaces_shared",
	.help = "1: every network namespace of this host sees all RDMA devices. 0: each sees its own, and those of "
		"others "
		"are not on this page.",
};

static void one(struct export_making *making, const struct export_family *family, struct export_number value)
{
	export_family_begin(&making->writer, family);
	export_sample(&making->writer, NULL, NULL, value);
}

void export_host(struct export_making *making)
{
	const struct scrape_round *round = making->view->round;
	struct export_label version = {"version", making->options->version};

	one(making, &simulated, export_integer(making->options->simulated));
	export_family_begin(&making->writer, &build);
	export_sample(&making->writer, NULL, &version, export_integer(1));
	if (!round)
		return;
	one(making, &duration, export_real(round->seconds));
	one(making, &success, export_integer(!round->error.code));
	if (round->sharing != SCRAPE_SHARING_UNKNOWN)
		one(making, &shared, export_integer(round->sharing == SCRAPE_SHARED));
}

void export_own(struct export_making *making)
{
	for (size_t i = 0; i < making->view->own_count; i++) {
		const struct export_own *own = &making->view->own[i];
		size_t len = strlen(own->name) - (own->counter ? strlen("_total") : 0);
		struct export_family family = {
			.name = arena_text(&making->arena, own->name, len),
			.help = own->help,
			.type = own->counter ? EXPORT_COUNTER : EXPORT_GAUGE,
		};

		if (family.name)
			one(making, &family, export_real(own->value));
	}
}
