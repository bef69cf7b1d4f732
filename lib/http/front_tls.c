// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <arpa/inet.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>

#include "lib/http/server_internal.h"

#define SAN_MAX 1024 /* bytes of one name in a certificate */

struct web_tls *front_tls_copy(const struct web_tls *tls)
{
	struct web_tls *copy = calloc(1, sizeof(*copy));

	if (!copy)
		return NULL;
	copy->client_auth = tls->client_auth;
	for (size_t i = 0; i < tls->san_count; i++) {
		copy->sans[i] = strdup(tls->sans[i]);
		if (!copy->sans[i]) {
			front_tls_free(copy);
			return NULL;
		}
		copy->san_count++;
	}
	return copy;
}

void front_tls_free(struct web_tls *tls)
{
	if (!tls)
		return;
	for (size_t i = 0; i < tls->san_count; i++)
		free(tls->sans[i]);
	free(tls);
}

static bool is_allowed(const struct web_tls *tls, const char *name, size_t len)
{
	for (size_t i = 0; i < tls->san_count; i++)
		if (strlen(tls->sans[i]) == len && memcmp(tls->sans[i], name, len) == 0)
			return true;
	return false;
}

/* Addresses are bytes in a certificate and text in the file. */
static bool address_is_allowed(const struct web_tls *tls, const char *bytes, size_t len)
{
	const int family = len == sizeof(struct in_addr) ? AF_INET : AF_INET6;
	struct in6_addr address;

	if (len != sizeof(struct in_addr) && len != sizeof(struct in6_addr))
		return false;
	for (size_t i = 0; i < tls->san_count; i++)
		if (inet_pton(family, tls->sans[i], &address) == 1 && memcmp(&address, bytes, len) == 0)
			return true;
	return false;
}

static bool has_allowed_name(const struct web_tls *tls, gnutls_x509_crt_t cert)
{
	char name[SAN_MAX];

	for (unsigned int i = 0;; i++) {
		size_t len = sizeof(name);
		int type = gnutls_x509_crt_get_subject_alt_name(cert, i, name, &len, NULL /* critical */);

		if (type == GNUTLS_E_SHORT_MEMORY_BUFFER)
			continue;
		if (type < 0)
			return false;
		if (type == GNUTLS_SAN_IPADDRESS ? address_is_allowed(tls, name, len) : is_allowed(tls, name, len))
			return true;
	}
}

static bool peer_is_allowed(const struct web_tls *tls, gnutls_session_t session)
{
	unsigned int count;
	const gnutls_datum_t *chain = gnutls_certificate_get_peers(session, &count);
	gnutls_x509_crt_t cert;
	bool allowed = false;

	if (!tls->san_count)
		return true;
	if (!chain || !count || gnutls_x509_crt_init(&cert))
		return false;
	if (!gnutls_x509_crt_import(cert, &chain[0], GNUTLS_X509_FMT_DER))
		allowed = has_allowed_name(tls, cert);
	gnutls_x509_crt_deinit(cert);
	return allowed;
}

/* Called by GnuTLS at the end of the handshake; anything but 0 ends it. */
static int verify(gnutls_session_t session)
{
	const struct front *front = gnutls_db_get_ptr(session);
	gnutls_typed_vdata_st purpose = {.type = GNUTLS_DT_KEY_PURPOSE_OID,
					 .data = (unsigned char *)(size_t)GNUTLS_KP_TLS_WWW_CLIENT};
	unsigned int status, count = 0;

	if (!gnutls_certificate_get_peers(session, &count) || !count)
		return front->tls->client_auth == WEB_CLIENT_REQUIRE_AND_VERIFY ? -1 : 0;
	if (gnutls_certificate_verify_peers(session, &purpose, 1, &status) || status)
		return -1;
	return peer_is_allowed(front->tls, session) ? 0 : -1;
}

void front_tls_begin(const struct front *front, struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *info;
	gnutls_session_t session;

	if (!front->tls || front->tls->client_auth == WEB_CLIENT_NONE)
		return;
	info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_GNUTLS_SESSION);
	if (!info)
		return;
	session = info->tls_session;
	/* Sessions are not resumed here, so the place for their data base is free for verify(). */
	gnutls_db_set_ptr(session, (void *)(size_t)front);
	switch (front->tls->client_auth) {
	case WEB_CLIENT_NONE:
		break;
	case WEB_CLIENT_REQUEST:
		gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST);
		break;
	case WEB_CLIENT_REQUIRE_ANY:
		gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUIRE);
		break;
	case WEB_CLIENT_VERIFY_IF_GIVEN:
		gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST);
		gnutls_session_set_verify_function(session, verify);
		break;
	case WEB_CLIENT_REQUIRE_AND_VERIFY:
		gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUIRE);
		gnutls_session_set_verify_function(session, verify);
		break;
	}
}
