// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/tls_names.h"

#include <errno.h>
#include <gnutls/gnutls.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name, *priority;
} versions[] = {
	[TLS_1_0] = {"TLS10", "VERS-TLS1.0"},
	[TLS_1_1] = {"TLS11", "VERS-TLS1.1"},
	[TLS_1_2] = {"TLS12", "VERS-TLS1.2"},
	[TLS_1_3] = {"TLS13", "VERS-TLS1.3"},
};

static const struct {
	const char *name; /* of IANA */
	const char *kx;   /* NULL: TLS 1.3, where it is no part of the suite */
	const char *cipher, *mac;
	const char *suite; /* GnuTLS' name for it */
} ciphers[] = {
	{"TLS_AES_128_GCM_SHA256", NULL, "AES-128-GCM", "AEAD", "TLS_AES_128_GCM_SHA256"},
	{"TLS_AES_256_GCM_SHA384", NULL, "AES-256-GCM", "AEAD", "TLS_AES_256_GCM_SHA384"},
	{"TLS_CHACHA20_POLY1305_SHA256", NULL, "CHACHA20-POLY1305", "AEAD", "TLS_CHACHA20_POLY1305_SHA256"},
	{"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA", "ECDHE-ECDSA", "AES-128-CBC", "SHA1",
	 "TLS_ECDHE_ECDSA_AES_128_CBC_SHA1"},
	{"TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "ECDHE-ECDSA", "AES-256-CBC", "SHA1",
	 "TLS_ECDHE_ECDSA_AES_256_CBC_SHA1"},
	{"TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "ECDHE-RSA", "AES-128-CBC", "SHA1", "TLS_ECDHE_RSA_AES_128_CBC_SHA1"},
	{"TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", "ECDHE-RSA", "AES-256-CBC", "SHA1", "TLS_ECDHE_RSA_AES_256_CBC_SHA1"},
	{"TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "ECDHE-ECDSA", "AES-128-GCM", "AEAD",
	 "TLS_ECDHE_ECDSA_AES_128_GCM_SHA256"},
	{"TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "ECDHE-ECDSA", "AES-256-GCM", "AEAD",
	 "TLS_ECDHE_ECDSA_AES_256_GCM_SHA384"},
	{"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "ECDHE-RSA", "AES-128-GCM", "AEAD",
	 "TLS_ECDHE_RSA_AES_128_GCM_SHA256"},
	{"TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "ECDHE-RSA", "AES-256-GCM", "AEAD",
	 "TLS_ECDHE_RSA_AES_256_GCM_SHA384"},
	{"TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-RSA", "CHACHA20-POLY1305", "AEAD",
	 "TLS_ECDHE_RSA_CHACHA20_POLY1305"},
	{"TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-ECDSA", "CHACHA20-POLY1305", "AEAD",
	 "TLS_ECDHE_ECDSA_CHACHA20_POLY1305"},
};

static const struct {
	const char *name, *priority;
} curves[] = {
	{"CurveP256", "GROUP-SECP256R1"},
	{"CurveP384", "GROUP-SECP384R1"},
	{"CurveP521", "GROUP-SECP521R1"},
	{"X25519", "GROUP-X25519"},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

const char *tls_version_name(const void *ctx, size_t i)
{
	(void)ctx;
	return i < COUNT(versions) ? versions[i].name : NULL;
}

const char *tls_cipher_name(const void *ctx, size_t i)
{
	(void)ctx;
	return i < COUNT(ciphers) ? ciphers[i].name : NULL;
}

const char *tls_curve_name(const void *ctx, size_t i)
{
	(void)ctx;
	return i < COUNT(curves) ? curves[i].name : NULL;
}

static int find(const char *(*name_of)(const void *ctx, size_t i), const char *name)
{
	const char *candidate;

	for (size_t i = 0; (candidate = name_of(NULL /* not used */, i)); i++)
		if (strcmp(candidate, name) == 0)
			return (int)i;
	return -1;
}

int tls_version_find(const char *name)
{
	return find(tls_version_name, name);
}

int tls_cipher_find(const char *name)
{
	return find(tls_cipher_name, name);
}

int tls_curve_find(const char *name)
{
	return find(tls_curve_name, name);
}

struct text {
	char *at;
	size_t size, len;
};

static void add(struct text *text, const char *sign, const char *word)
{
	int n = snprintf(text->at + text->len, text->size - text->len, "%s%s", sign, word);

	/* What does not fit leaves nothing to write to, and len says so. */
	text->len = (size_t)n < text->size - text->len ? text->len + (size_t)n : text->size - 1;
}

static void add_ciphers(struct text *text, const struct tls_choice *choice)
{
	if (!choice->cipher_count)
		return;
	add(text, "", ":-KX-ALL:-CIPHER-ALL:-MAC-ALL");
	for (size_t i = 0; i < choice->cipher_count; i++) {
		const size_t n = choice->ciphers[i];

		if (ciphers[n].kx)
			add(text, ":+", ciphers[n].kx);
		add(text, ":+", ciphers[n].cipher);
		add(text, ":+", ciphers[n].mac);
	}
}

int tls_priority(const struct tls_choice *choice, char *buf, size_t size)
{
	struct text text = {.at = buf, .size = size};

	add(&text, "", "NORMAL:-RSA:-DHE-RSA:-VERS-ALL");
	/* The newest one first: that is the order of preference. */
	for (size_t i = choice->max + 1; i-- > choice->min;)
		add(&text, ":+", versions[i].priority);
	add_ciphers(&text, choice);
	if (choice->curve_count)
		add(&text, "", ":-GROUP-ALL");
	for (size_t i = 0; i < choice->curve_count; i++)
		add(&text, ":+", curves[choice->curves[i]].priority);
	if (!choice->client_order)
		add(&text, "", ":%SERVER_PRECEDENCE");
	return text.len == size - 1 ? -E2BIG : 0;
}

static bool was_named(const struct tls_choice *choice, const char *suite)
{
	for (size_t i = 0; i < choice->cipher_count; i++)
		if (strcmp(ciphers[choice->ciphers[i]].suite, suite) == 0)
			return true;
	return false;
}

const char *tls_beyond(const struct tls_choice *choice, const char *priority)
{
	gnutls_priority_t cache;
	const char *beyond = NULL;
	unsigned int index;
	int ret = 0;

	if (!choice->cipher_count || gnutls_priority_init(&cache, priority, NULL /* where it is wrong */))
		return NULL;
	for (unsigned int i = 0; !beyond && ret != GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE; i++) {
		gnutls_protocol_t since = GNUTLS_VERSION_UNKNOWN;
		const char *suite;

		ret = gnutls_priority_get_cipher_suite_index(cache, i, &index);
		if (ret)
			continue;
		suite = gnutls_cipher_suite_info(index, NULL /* id */, NULL /* kx */, NULL /* cipher */, NULL /* mac */,
						 &since);
		if (suite && since != GNUTLS_TLS1_3 && !was_named(choice, suite))
			beyond = suite;
	}
	gnutls_priority_deinit(cache);
	return beyond;
}
