// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <gnutls/gnutls.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "lib/http/web_config_internal.h"
#include "lib/http/web_file.h"

static const char *const auth_names[] = {
	[WEB_CLIENT_NONE] = "NoClientCert",
	[WEB_CLIENT_REQUEST] = "RequestClientCert",
	[WEB_CLIENT_REQUIRE_ANY] = "RequireAnyClientCert",
	[WEB_CLIENT_VERIFY_IF_GIVEN] = "VerifyClientCertIfGiven",
	[WEB_CLIENT_REQUIRE_AND_VERIFY] = "RequireAndVerifyClientCert",
};

#define AUTH_NAMES (sizeof(auth_names) / sizeof(auth_names[0]))

static const char *auth_name(const void *ctx, size_t i)
{
	(void)ctx;
	return i < AUTH_NAMES ? auth_names[i] : NULL;
}

static int find_auth(const char *name)
{
	for (size_t i = 0; i < AUTH_NAMES; i++)
		if (strcmp(auth_names[i], name) == 0)
			return (int)i;
	return -1;
}

/* A scalar that is one of the names of a table. */
static int take_name(struct yaml_file *file, yaml_node_t *node, const char *what, int (*find)(const char *name),
		     const char *(*names)(const void *ctx, size_t i), size_t *index, struct ece_error *e)
{
	const char *near;
	char *text;
	int found, ret = yaml_text(file, node, &text, e);

	if (ret)
		return ret;
	found = find(text);
	near = found < 0 ? ece_nearest(text, names, NULL /* not used */) : NULL;
	if (found < 0)
		ret = yaml_fault(file, node, e, ECE_ERROR_UNKNOWN_NAME, "no %s \"%.64s\"%s%s%s", what, text,
				 near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
	else
		*index = (size_t)found;
	free(text);
	return ret;
}

static int take_cert(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	return yaml_text(file, value, &reading->config->tls.cert, e);
}

static int take_key(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	return yaml_text(file, value, &reading->config->tls.key, e);
}

static int take_client_ca(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	return yaml_text(file, value, &reading->config->tls.client_ca, e);
}

static int take_cert_file(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	return yaml_text(file, value, &reading->cert_file, e);
}

static int take_key_file(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	return yaml_text(file, value, &reading->key_file, e);
}

static int take_client_ca_file(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	return yaml_text(file, value, &reading->client_ca_file, e);
}

static int take_client_auth(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;
	size_t index = 0;
	int ret = take_name(file, value, "client_auth_type", find_auth, auth_name, &index, e);

	if (!ret)
		reading->config->tls.client_auth = (enum web_client_auth)index;
	return ret;
}

static int take_san(struct yaml_file *file, yaml_node_t *name, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_tls *tls = to;
	int ret = yaml_text(file, value, &tls->sans[tls->san_count], e);

	(void)name;
	if (!ret)
		tls->san_count++;
	return ret;
}

static int take_sans(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	return yaml_each(file, value, YAML_SEQUENCE_NODE, WEB_SANS_MAX, take_san, &reading->config->tls, e);
}

static int take_version(struct yaml_file *file, yaml_node_t *value, enum tls_version *version, struct ece_error *e)
{
	size_t index = 0;
	int ret = take_name(file, value, "version", tls_version_find, tls_version_name, &index, e);

	if (!ret)
		*version = (enum tls_version)index;
	return ret;
}

static int take_min(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	return take_version(file, value, &reading->choice.min, e);
}

static int take_max(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	return take_version(file, value, &reading->choice.max, e);
}

static int take_cipher(struct yaml_file *file, yaml_node_t *name, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct tls_choice *choice = to;
	int ret = take_name(file, value, "cipher suite", tls_cipher_find, tls_cipher_name,
			    &choice->ciphers[choice->cipher_count], e);

	(void)name;
	if (!ret)
		choice->cipher_count++;
	return ret;
}

static int take_ciphers(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	reading->ciphers = value;
	return yaml_each(file, value, YAML_SEQUENCE_NODE, TLS_CIPHERS_MAX, take_cipher, &reading->choice, e);
}

static int take_curve(struct yaml_file *file, yaml_node_t *name, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct tls_choice *choice = to;
	int ret = take_name(file, value, "curve", tls_curve_find, tls_curve_name, &choice->curves[choice->curve_count],
			    e);

	(void)name;
	if (!ret)
		choice->curve_count++;
	return ret;
}

static int take_curves(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;

	return yaml_each(file, value, YAML_SEQUENCE_NODE, TLS_CURVES_MAX, take_curve, &reading->choice, e);
}

static int take_order(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_reading *reading = to;
	bool server;
	int ret = yaml_bool(file, value, &server, e);

	if (!ret)
		reading->choice.client_order = !server;
	return ret;
}

int web_take_tls(struct yaml_file *file, yaml_node_t *node, void *to, struct ece_error *e)
{
	static const struct yaml_key keys[] = {
		{"cert_file", take_cert_file},
		{"key_file", take_key_file},
		{"cert", take_cert},
		{"key", take_key},
		{"client_ca_file", take_client_ca_file},
		{"client_ca", take_client_ca},
		{"client_auth_type", take_client_auth},
		{"client_allowed_sans", take_sans},
		{"min_version", take_min},
		{"max_version", take_max},
		{"cipher_suites", take_ciphers},
		{"curve_preferences", take_curves},
		{"prefer_server_cipher_suites", take_order},
		{NULL, NULL},
	};
	struct web_reading *reading = to;

	reading->tls = node;
	return yaml_take_keys(file, node, keys, reading, e);
}

/* "certs/a.pem" lies beside the file that names it. */
static int beside(const char *config, const char *path, char *buf, size_t size, struct ece_error *e)
{
	const char *slash = strrchr(config, '/');
	const int folder = path[0] == '/' || !slash ? 0 : (int)(slash - config) + 1;

	if (snprintf(buf, size, "%.*s%s", folder, config, path) < (int)size)
		return 0;
	return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the path \"%.128s\" is too long", path);
}

/* Either the text or the file, not both. */
static int take_pem(struct yaml_file *file, struct web_reading *reading, const char *key, const char *path, char **text,
		    struct ece_error *e)
{
	char full[PATH_MAX];
	size_t len;
	int ret;

	if (!path)
		return 0;
	if (*text)
		return yaml_fault(file, reading->tls, e, ECE_ERROR_CONFLICT, "%s and %s_file are both given", key, key);
	ret = beside(file->name, path, full, sizeof(full), e);
	ret = ret ? ret : web_file_read(full, WEB_PEM_MAX, reading->files, text, &len, e);
	return ret;
}

static int check_clients(struct yaml_file *file, const struct web_reading *reading, struct ece_error *e)
{
	const struct web_tls *tls = &reading->config->tls;
	const bool verifies = tls->client_auth >= WEB_CLIENT_VERIFY_IF_GIVEN;

	if (verifies && !tls->client_ca)
		return yaml_fault(file, reading->tls, e, ECE_ERROR_CONFLICT, "client_auth_type %s needs client_ca_file",
				  auth_names[tls->client_auth]);
	if (tls->client_ca && tls->client_auth == WEB_CLIENT_NONE)
		return yaml_fault(file, reading->tls, e, ECE_ERROR_CONFLICT,
				  "client_ca_file is given, but client_auth_type says that no client is asked; "
				  "RequireAndVerifyClientCert does");
	if (tls->san_count && tls->client_auth != WEB_CLIENT_REQUIRE_AND_VERIFY)
		return yaml_fault(file, reading->tls, e, ECE_ERROR_CONFLICT,
				  "client_allowed_sans is only worth something with RequireAndVerifyClientCert");
	return 0;
}

static int bad_pem(struct yaml_file *file, const struct web_reading *reading, const char *what, int code,
		   struct ece_error *e)
{
	if (code == GNUTLS_E_CERTIFICATE_KEY_MISMATCH)
		return yaml_fault(file, reading->tls, e, ECE_ERROR_CONFLICT,
				  "the certificate and the key do not belong together");
	return yaml_fault(file, reading->tls, e, ECE_ERROR_SYNTAX, "%s cannot be used: %s", what,
			  gnutls_strerror(code));
}

static gnutls_datum_t datum(char *text)
{
	return (gnutls_datum_t){.data = (unsigned char *)text, .size = (unsigned int)strlen(text)};
}

/* What GnuTLS makes of it now; the server will load the same again. */
static int check_pem(struct yaml_file *file, const struct web_reading *reading, struct ece_error *e)
{
	struct web_tls *tls = &reading->config->tls;
	const gnutls_datum_t cert = datum(tls->cert), key = datum(tls->key);
	gnutls_certificate_credentials_t credentials;
	int code, ret = 0;

	if (gnutls_certificate_allocate_credentials(&credentials))
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	code = gnutls_certificate_set_x509_key_mem(credentials, &cert, &key, GNUTLS_X509_FMT_PEM);
	if (code < 0) {
		ret = bad_pem(file, reading, "the certificate or its key", code, e);
	} else if (tls->client_ca) {
		const gnutls_datum_t authorities = datum(tls->client_ca);

		code = gnutls_certificate_set_x509_trust_mem(credentials, &authorities, GNUTLS_X509_FMT_PEM);
		if (code <= 0)
			ret = bad_pem(file, reading, "client_ca_file", code ? code : GNUTLS_E_NO_CERTIFICATE_FOUND, e);
	}
	gnutls_certificate_free_credentials(credentials);
	return ret;
}

static int check_choice(struct yaml_file *file, struct web_reading *reading, struct ece_error *e)
{
	const struct tls_choice *choice = &reading->choice;
	char *priority = reading->config->tls.priority;
	gnutls_priority_t cache;
	const char *beyond;
	int code;

	if (choice->min > choice->max)
		return yaml_fault(file, reading->tls, e, ECE_ERROR_CONFLICT, "min_version is newer than max_version");
	if (tls_priority(choice, priority, WEB_PRIORITY_MAX))
		return yaml_fault(file, reading->tls, e, ECE_ERROR_LIMIT, "too many ciphers and curves");
	code = gnutls_priority_init(&cache, priority, NULL /* where it is wrong */);
	if (code)
		return yaml_fault(file, reading->tls, e, ECE_ERROR_UNSUPPORTED,
				  "the GnuTLS of this host cannot do these versions, ciphers and curves: %s",
				  gnutls_strerror(code));
	gnutls_priority_deinit(cache);
	beyond = tls_beyond(choice, priority);
	if (beyond)
		return yaml_fault(file, reading->ciphers, e, ECE_ERROR_UNSUPPORTED,
				  "GnuTLS cannot leave out %s while the others are on: name it too, or name fewer",
				  beyond);
	return 0;
}

int web_finish_tls(struct yaml_file *file, struct web_reading *reading, struct ece_error *e)
{
	struct web_tls *tls = &reading->config->tls;
	int ret = take_pem(file, reading, "cert", reading->cert_file, &tls->cert, e);

	ret = ret ? ret : take_pem(file, reading, "key", reading->key_file, &tls->key, e);
	ret = ret ? ret : take_pem(file, reading, "client_ca", reading->client_ca_file, &tls->client_ca, e);
	if (ret)
		return ret;
	if (!tls->cert || !tls->key)
		return yaml_fault(file, reading->tls, e, ECE_ERROR_CONFLICT, "%s is missing",
				  tls->cert ? "key_file" : "cert_file");
	ret = check_clients(file, reading, e);
	ret = ret ? ret : check_choice(file, reading, e);
	ret = ret ? ret : check_pem(file, reading, e);
	reading->config->has_tls = !ret;
	return ret;
}
