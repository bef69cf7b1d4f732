// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Whatever is in a web configuration file: it is taken as a whole, or refused with a sentence and a place. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/http/web_config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
	if (!holds)
		abort();
}

static void check(const struct web_config *config)
{
	require(config->user_count <= WEB_USERS_MAX);
	for (size_t i = 0; i < config->user_count; i++)
		require(strlen(config->users[i].hash) == 60 && !strchr(config->users[i].name, ':'));
	require(config->header_count <= WEB_HEADERS_MAX);
	for (size_t i = 0; i < config->header_count; i++)
		require(!strpbrk(config->headers[i].value, "\r\n"));
	require(!config->rate_interval_ns || config->rate_burst);
	require(!config->has_tls || (config->tls.cert && config->tls.key && config->tls.priority[0]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct web_files files = {0};
	struct web_config *config;
	struct ece_error e = {0};

	if (size > WEB_CONFIG_MAX)
		return 0;
	/* Files beside this one are not there. */
	if (web_config_parse("/nowhere/web.yml", (const char *)data, size, &config, &files, &e)) {
		require(e.code < 0 && e.text[0]);
	} else {
		check(config);
		web_config_free(config);
	}
	require(files.count <= WEB_FILES_MAX);
	web_files_done(&files);
	return 0;
}
