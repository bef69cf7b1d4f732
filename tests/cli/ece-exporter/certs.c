// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * certs DIR: an authority and what it signed, good for an hour: ca, server, server2 (another key), client (for
 * "prometheus"), other (a client of another name), stranger (a client that signed for itself); each NAME.pem with
 * NAME.key.
 */
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HOUR 3600

struct identity {
	gnutls_x509_privkey_t key;
	gnutls_x509_crt_t cert;
};

static void need(int ret, const char *what)
{
	if (ret >= 0)
		return;
	fprintf(stderr, "%s: %s\n", what, gnutls_strerror(ret));
	exit(1);
}

static void put(const char *dir, const char *name, const char *end, const gnutls_datum_t *pem)
{
	char path[4096];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s.%s", dir, name, end);
	out = fopen(path, "we");
	if (!out || fwrite(pem->data, 1, pem->size, out) != pem->size || fclose(out)) {
		perror(path);
		exit(1);
	}
}

/* @purpose: NULL: an authority */
static void describe(struct identity *id, const char *name, const char *purpose)
{
	static unsigned char serial;
	const time_t now = time(NULL /* returned */);

	serial++;
	need(gnutls_x509_crt_set_version(id->cert, 3), "version");
	need(gnutls_x509_crt_set_serial(id->cert, &serial, 1), "serial");
	need(gnutls_x509_crt_set_activation_time(id->cert, now - HOUR), "activation");
	need(gnutls_x509_crt_set_expiration_time(id->cert, now + HOUR), "expiration");
	need(gnutls_x509_crt_set_dn_by_oid(id->cert, GNUTLS_OID_X520_COMMON_NAME, 0, name, (unsigned int)strlen(name)),
	     "name");
	need(gnutls_x509_crt_set_key(id->cert, id->key), "key");
	if (!purpose) {
		need(gnutls_x509_crt_set_basic_constraints(id->cert, 1, -1), "constraints");
		need(gnutls_x509_crt_set_key_usage(id->cert, GNUTLS_KEY_KEY_CERT_SIGN), "usage");
		return;
	}
	need(gnutls_x509_crt_set_key_purpose_oid(id->cert, purpose, 0), "purpose");
	need(gnutls_x509_crt_set_subject_alt_name(id->cert, GNUTLS_SAN_DNSNAME, name, (unsigned int)strlen(name),
						  GNUTLS_FSAN_SET),
	     "alternative name");
}

/* @by: NULL: itself */
static struct identity make(const char *dir, const char *file, const char *name, const char *purpose,
			    const struct identity *by)
{
	struct identity id;
	gnutls_datum_t pem;

	need(gnutls_x509_privkey_init(&id.key), "key");
	need(gnutls_x509_crt_init(&id.cert), "certificate");
	need(gnutls_x509_privkey_generate(id.key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0),
	     "key");
	describe(&id, name, purpose);
	if (!by)
		by = &id;
	need(gnutls_x509_crt_sign2(id.cert, by->cert, by->key, GNUTLS_DIG_SHA256, 0), "sign");
	need(gnutls_x509_crt_export2(id.cert, GNUTLS_X509_FMT_PEM, &pem), "export");
	put(dir, file, "pem", &pem);
	gnutls_free(pem.data);
	need(gnutls_x509_privkey_export2(id.key, GNUTLS_X509_FMT_PEM, &pem), "export");
	put(dir, file, "key", &pem);
	gnutls_free(pem.data);
	return id;
}

static void done(struct identity id)
{
	gnutls_x509_crt_deinit(id.cert);
	gnutls_x509_privkey_deinit(id.key);
}

int main(int argc, char **argv)
{
	struct identity ca;

	if (argc != 2) {
		fputs("usage: certs DIR\n", stderr);
		return 64;
	}
	ca = make(argv[1], "ca", "the authority", NULL /* an authority */, NULL /* itself */);
	done(make(argv[1], "server", "localhost", GNUTLS_KP_TLS_WWW_SERVER, &ca));
	done(make(argv[1], "server2", "localhost", GNUTLS_KP_TLS_WWW_SERVER, &ca));
	done(make(argv[1], "client", "prometheus", GNUTLS_KP_TLS_WWW_CLIENT, &ca));
	done(make(argv[1], "other", "grafana", GNUTLS_KP_TLS_WWW_CLIENT, &ca));
	done(make(argv[1], "stranger", "prometheus", GNUTLS_KP_TLS_WWW_CLIENT, NULL /* itself */));
	done(ca);
	return 0;
}
