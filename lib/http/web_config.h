/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The web configuration file: TLS, users, headers and a rate limit, by the keys of Prometheus' exporter-toolkit, so that
 * the file of another exporter can be used as it is.
 */
#ifndef ECE_LIB_HTTP_WEB_CONFIG_H
#define ECE_LIB_HTTP_WEB_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "devx/base/error.h"

#define WEB_CONFIG_MAX      (256U << 10) /* bytes of the file */
#define WEB_PEM_MAX         (1U << 20)   /* bytes of a certificate, key or list of authorities */
#define WEB_USERS_MAX       256
#define WEB_SANS_MAX        64
#define WEB_HEADERS_MAX     5
#define WEB_BCRYPT_COST_MAX 16 /* each step up doubles the time of a login; 10 takes about 70 ms */
#define WEB_PRIORITY_MAX    1024
#define WEB_FILES_MAX       4 /* that one configuration is read from */

/* What a client has to show; names as the file has them. */
enum web_client_auth {
	WEB_CLIENT_NONE,               /* NoClientCert */
	WEB_CLIENT_REQUEST,            /* RequestClientCert */
	WEB_CLIENT_REQUIRE_ANY,        /* RequireAnyClientCert */
	WEB_CLIENT_VERIFY_IF_GIVEN,    /* VerifyClientCertIfGiven */
	WEB_CLIENT_REQUIRE_AND_VERIFY, /* RequireAndVerifyClientCert */
};

struct web_tls {
	char *cert, *key; /* PEM */
	char *client_ca;  /* PEM, or NULL */
	enum web_client_auth client_auth;
	char *sans[WEB_SANS_MAX]; /* one of them must be in the client's certificate */
	size_t san_count;
	char priority[WEB_PRIORITY_MAX]; /* versions, ciphers and curves, for GnuTLS */
};

struct web_header {
	const char *name;
	char *value;
};

struct web_user {
	char *name, *hash; /* bcrypt */
};

struct web_config {
	bool has_tls;
	struct web_tls tls;
	bool http2; /* asked for: only HTTP/1.1 is served */
	struct web_header headers[WEB_HEADERS_MAX];
	size_t header_count;
	struct web_user users[WEB_USERS_MAX]; /* none: everybody may */
	size_t user_count;
	uint64_t rate_interval_ns; /* 0: no limit of requests */
	uint64_t rate_burst;
};

/* A file as it was when it was read. */
struct web_file {
	char *path;
	int error; /* 0, or the errno why it could not be looked at */
	dev_t dev;
	ino_t ino;
	off_t size;
	int64_t mtime_ns, ctime_ns;
};

/* The files that one configuration came from. */
struct web_files {
	struct web_file files[WEB_FILES_MAX];
	size_t count;
};

/**
 * web_config_read - read the file and those that it names
 * @path: of the file; paths in it are relative to its folder
 * @config: web_config_free() it
 * @files: receives what was looked at, also after an error; web_files_done() it
 *
 * Everything is checked: certificate and key belong together, names of ciphers are known, hashes are of bcrypt. Returns
 * 0, or a negative errno with @e filled, its place being file:line:column where there is one.
 */
int web_config_read(const char *path, struct web_config **config, struct web_files *files, struct ece_error *e);
void web_config_free(struct web_config *config);

/**
 * web_config_parse - the same of a text, for tests
 * @name: of the file that it is taken for
 */
int web_config_parse(const char *name, const char *text, size_t len, struct web_config **config,
		     struct web_files *files, struct ece_error *e);

/**
 * web_files_changed - whether any of the files is another one than when it was read
 *
 * One stat(2) a file.
 */
bool web_files_changed(const struct web_files *files);
void web_files_done(struct web_files *files);

#endif
