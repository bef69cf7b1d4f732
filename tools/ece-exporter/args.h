/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-exporter was asked for. */
#ifndef ECE_TOOLS_ECE_EXPORTER_ARGS_H
#define ECE_TOOLS_ECE_EXPORTER_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/export/page.h"
#include "lib/http/server.h"

#define EXPORTER_PATTERNS_MAX 64

struct exporter_patterns {
	const char *patterns[EXPORTER_PATTERNS_MAX];
	size_t count;
};

struct exporter_args {
	const char *addresses[HTTP_LISTENERS_MAX];
	size_t address_count;
	const char *path;
	const char *web_config;
	bool systemd_socket;
	bool once;
	const char *textfile;
	enum export_format format;
	bool format_given;
	struct exporter_patterns devices, no_devices;
	unsigned int parts; /* enum scrape_part */
	unsigned int deadline_ms;
	struct export_options page;
	const char *keep;
	const char *state, *store;
	unsigned int parameters_seconds; /* 0: parameters are not read */
	const char *user;
	const char *sim, *host;
	int64_t started_unix; /* seconds */
};

/* Whether it serves pages, and does not write one and end. */
static inline bool exporter_serves(const struct exporter_args *args)
{
	return !args->once && !args->textfile;
}

#endif
