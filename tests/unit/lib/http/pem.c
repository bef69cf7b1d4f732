// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/http/pem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

#define HOUR 3600

static char *text_of(gnutls_datum_t *datum)
{
	char *text = strndup((const char *)datum->data, datum->size);

	gnutls_free(datum->data);
	assert_non_null(text);
	return text;
}

static void sign(gnutls_x509_crt_t cert, gnutls_x509_privkey_t key)
{
	const time_t now = time(NULL /* returned */);

	assert_int_equal(gnutls_x509_crt_set_version(cert, 3), 0);
	assert_int_equal(gnutls_x509_crt_set_serial(cert, "\x01", 1), 0);
	assert_int_equal(gnutls_x509_crt_set_activation_time(cert, now - HOUR), 0);
	assert_int_equal(gnutls_x509_crt_set_expiration_time(cert, now + HOUR), 0);
	assert_int_equal(gnutls_x509_crt_set_dn_by_oid(cert, GNUTLS_OID_X520_COMMON_NAME, 0, "localhost", 9), 0);
	assert_int_equal(gnutls_x509_crt_set_basic_constraints(cert, 1, -1), 0);
	assert_int_equal(gnutls_x509_crt_set_key(cert, key), 0);
	assert_int_equal(gnutls_x509_crt_sign2(cert, cert, key, GNUTLS_DIG_SHA256, 0), 0);
}

void pem_make(char **cert, char **key)
{
	gnutls_x509_privkey_t private;
	gnutls_x509_crt_t public;
	gnutls_datum_t datum;

	assert_int_equal(gnutls_x509_privkey_init(&private), 0);
	assert_int_equal(gnutls_x509_crt_init(&public), 0);
	assert_int_equal(gnutls_x509_privkey_generate(private, GNUTLS_PK_ECDSA,
						      GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0),
			 0);
	sign(public, private);
	assert_int_equal(gnutls_x509_privkey_export2(private, GNUTLS_X509_FMT_PEM, &datum), 0);
	*key = text_of(&datum);
	assert_int_equal(gnutls_x509_crt_export2(public, GNUTLS_X509_FMT_PEM, &datum), 0);
	*cert = text_of(&datum);
	gnutls_x509_crt_deinit(public);
	gnutls_x509_privkey_deinit(private);
}
