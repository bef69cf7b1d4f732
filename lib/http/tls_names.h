/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Versions, ciphers and curves by the names of the web configuration file, as a priority string of GnuTLS. */
#ifndef ECE_LIB_HTTP_TLS_NAMES_H
#define ECE_LIB_HTTP_TLS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#define TLS_CIPHERS_MAX 32
#define TLS_CURVES_MAX  16

/* From the oldest. */
enum tls_version {
	TLS_1_0,
	TLS_1_1,
	TLS_1_2,
	TLS_1_3,
};

struct tls_choice {
	enum tls_version min, max;
	size_t ciphers[TLS_CIPHERS_MAX]; /* indices that tls_cipher_find() gave; none: the usual ones */
	size_t cipher_count;
	size_t curves[TLS_CURVES_MAX];
	size_t curve_count;
	bool client_order; /* the client's order of ciphers counts */
};

/**
 * tls_version_find, tls_cipher_find, tls_curve_find - a name's index
 *
 * "TLS12", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "X25519". Return -1 for a name that is not known.
 */
int tls_version_find(const char *name);
int tls_cipher_find(const char *name);
int tls_curve_find(const char *name);

/* The i-th name, and NULL behind the last one, for ece_nearest(); @ctx is not used. */
const char *tls_version_name(const void *ctx, size_t i);
const char *tls_cipher_name(const void *ctx, size_t i);
const char *tls_curve_name(const void *ctx, size_t i);

/**
 * tls_priority - the choice for GnuTLS
 *
 * Key exchanges without forward secrecy are always off. Named ciphers hold for TLS 1.3 too. Returns 0 or -E2BIG.
 */
int tls_priority(const struct tls_choice *choice, char *text, size_t size);

/**
 * tls_beyond - a suite that @priority allows and @choice does not name
 *
 * GnuTLS switches key exchanges and ciphers, not suites, so that two suites may stand for four. Returns the name of the
 * first one of TLS 1.2 or older that was not named; NULL when there is none, or no cipher was named.
 */
const char *tls_beyond(const struct tls_choice *choice, const char *priority);

#endif
