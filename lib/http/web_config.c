// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/web_config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/http/web_config_internal.h"
#include "lib/http/web_file.h"

static const struct yaml_key sections[] = {
	{"tls_server_config", web_take_tls},
	{"http_server_config", web_take_http},
	{"basic_auth_users", web_take_users},
	{"rate_limit", web_take_rate},
	{NULL, NULL},
};

static int out_of_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

static int take_root(struct yaml_file *file, struct web_reading *reading, struct ece_error *e)
{
	yaml_node_t *root = yaml_file_root(file);
	int ret;

	/* An empty file is a configuration: nothing is asked for. */
	if (!root || yaml_is_null(root))
		return 0;
	ret = yaml_take_keys(file, root, sections, reading, e);
	return ret || !reading->tls ? ret : web_finish_tls(file, reading, e);
}

int web_config_parse(const char *name, const char *text, size_t len, struct web_config **config,
		     struct web_files *files, struct ece_error *e)
{
	struct web_reading reading = {.files = files, .choice = {.min = TLS_1_2, .max = TLS_1_3}};
	struct yaml_file file;
	int ret = yaml_file_load(name, text, len, &file, e);

	if (ret)
		return ret;
	reading.config = calloc(1, sizeof(*reading.config));
	ret = reading.config ? take_root(&file, &reading, e) : out_of_memory(e);
	yaml_file_done(&file);
	free(reading.cert_file);
	free(reading.key_file);
	free(reading.client_ca_file);
	if (ret)
		web_config_free(reading.config);
	else
		*config = reading.config;
	return ret;
}

int web_config_read(const char *path, struct web_config **config, struct web_files *files, struct ece_error *e)
{
	char *text;
	size_t len;
	int ret;

	*files = (struct web_files){0};
	ret = web_file_read(path, WEB_CONFIG_MAX, files, &text, &len, e);
	if (ret)
		return ret;
	ret = web_config_parse(path, text, len, config, files, e);
	free(text);
	return ret;
}

static void tls_done(struct web_tls *tls)
{
	free(tls->cert);
	/* A key that is no longer used need not be found in what memory is given to next. */
	if (tls->key)
		explicit_bzero(tls->key, strlen(tls->key));
	free(tls->key);
	free(tls->client_ca);
	for (size_t i = 0; i < tls->san_count; i++)
		free(tls->sans[i]);
}

void web_config_free(struct web_config *config)
{
	if (!config)
		return;
	tls_done(&config->tls);
	for (size_t i = 0; i < config->header_count; i++)
		free(config->headers[i].value);
	for (size_t i = 0; i < config->user_count; i++) {
		free(config->users[i].name);
		free(config->users[i].hash);
	}
	free(config);
}
