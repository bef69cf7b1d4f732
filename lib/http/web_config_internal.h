/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the parts of the reader of the web configuration share. */
#ifndef ECE_LIB_HTTP_WEB_CONFIG_INTERNAL_H
#define ECE_LIB_HTTP_WEB_CONFIG_INTERNAL_H

#include "lib/http/tls_names.h"
#include "lib/http/web_config.h"
#include "lib/http/yaml_file.h"

/* One reading. */
struct web_reading {
	struct web_config *config;
	struct web_files *files;
	/* of tls_server_config */
	char *cert_file, *key_file, *client_ca_file;
	yaml_node_t *tls;     /* for errors that concern more than one key */
	yaml_node_t *ciphers; /* the same */
	struct tls_choice choice;
};

/**
 * web_take_tls, web_take_http, web_take_users, web_take_rate - the sections, for yaml_take_keys() with a web_reading
 */
int web_take_tls(struct yaml_file *file, yaml_node_t *node, void *to, struct ece_error *e);
int web_take_http(struct yaml_file *file, yaml_node_t *node, void *to, struct ece_error *e);
int web_take_users(struct yaml_file *file, yaml_node_t *node, void *to, struct ece_error *e);
int web_take_rate(struct yaml_file *file, yaml_node_t *node, void *to, struct ece_error *e);

/**
 * web_finish_tls - read what the TLS section names, and see whether it goes together
 */
int web_finish_tls(struct yaml_file *file, struct web_reading *reading, struct ece_error *e);

#endif
