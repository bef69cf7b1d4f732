// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/http/web_config.h"
#include "tests/unit/lib/http/pem.h"

/* "sesame", cost 4, by Python's crypt */
#define HASH "$2b$04$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW"

struct files {
	char dir[512];
	char *cert, *key, *other_cert, *other_key;
};

static void put(const struct files *files, const char *name, const char *text)
{
	char path[600];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", files->dir, name);
	file = fopen(path, "we");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
	struct files *files = calloc(1, sizeof(*files));
	const char *tmp = getenv("TEST_TMPDIR");

	snprintf(files->dir, sizeof(files->dir), "%s/web.XXXXXX", tmp ? tmp : "/tmp");
	assert_non_null(mkdtemp(files->dir));
	pem_make(&files->cert, &files->key);
	pem_make(&files->other_cert, &files->other_key);
	put(files, "cert.pem", files->cert);
	put(files, "key.pem", files->key);
	put(files, "other.pem", files->other_key);
	*state = files;
	return 0;
}

static int tear_down(void **state)
{
	static const char *const names[] = {"cert.pem", "key.pem", "other.pem", "web.yml", "large.pem"};
	struct files *files = *state;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char path[600];

		snprintf(path, sizeof(path), "%s/%s", files->dir, names[i]);
		unlink(path);
	}
	rmdir(files->dir);
	free(files->cert);
	free(files->key);
	free(files->other_cert);
	free(files->other_key);
	free(files);
	return 0;
}

static int read_text(const struct files *files, const char *text, struct web_config **config, struct ece_error *e)
{
	struct web_files seen;
	char path[600];
	int ret;

	put(files, "web.yml", text);
	snprintf(path, sizeof(path), "%s/web.yml", files->dir);
	ret = web_config_read(path, config, &seen, e);
	web_files_done(&seen);
	return ret;
}

static struct web_config *good(void **state, const char *text)
{
	struct web_config *config;
	struct ece_error e;

	if (read_text(*state, text, &config, &e))
		fail_msg("%s: %s", e.place, e.text);
	return config;
}

/* @place: ":line:column" behind the name of the file */
static void bad(void **state, const char *text, const char *place, const char *sentence)
{
	struct web_config *config;
	struct ece_error e = {0};

	if (!read_text(*state, text, &config, &e))
		fail_msg("this was taken: %s", text);
	if (!strstr(e.text, sentence))
		fail_msg("\"%s\" does not say \"%s\"", e.text, sentence);
	if (place && (strlen(e.place) < strlen(place) || strcmp(e.place + strlen(e.place) - strlen(place), place) != 0))
		fail_msg("the place is \"%s\", not \"%s\"", e.place, place);
}

static void test_an_empty_file_asks_for_nothing(void **state)
{
	static const char *const texts[] = {"", "# nothing\n", "---\n", "tls_server_config:\nbasic_auth_users: ~\n"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct web_config *config = good(state, texts[i]);

		assert_false(config->has_tls);
		assert_int_equal(config->user_count, 0);
		assert_int_equal(config->rate_interval_ns, 0);
		web_config_free(config);
	}
}

static void test_everything(void **state)
{
	const struct files *files = *state;
	struct web_config *config = good(state, "tls_server_config:\n"
						"  cert_file: cert.pem\n"
						"  key_file: key.pem\n"
						"  client_ca_file: cert.pem\n"
						"  client_auth_type: RequireAndVerifyClientCert\n"
						"  client_allowed_sans: [prometheus, 192.0.2.1]\n"
						"  min_version: TLS12\n"
						"  max_version: TLS13\n"
						"  curve_preferences: [CurveP256, X25519]\n"
						"  prefer_server_cipher_suites: false\n"
						"http_server_config:\n"
						"  http2: true\n"
						"  headers:\n"
						"    X-Frame-Options: deny\n"
						"    Strict-Transport-Security: max-age=31536000\n"
						"basic_auth_users:\n"
						"  prom: " HASH "\n"
						"rate_limit:\n"
						"  interval: 1.5s\n"
						"  burst: 20\n");

	assert_true(config->has_tls);
	assert_string_equal(config->tls.cert, files->cert);
	assert_string_equal(config->tls.key, files->key);
	assert_string_equal(config->tls.client_ca, files->cert);
	assert_int_equal(config->tls.client_auth, WEB_CLIENT_REQUIRE_AND_VERIFY);
	assert_int_equal(config->tls.san_count, 2);
	assert_string_equal(config->tls.sans[1], "192.0.2.1");
	assert_string_equal(config->tls.priority,
			    "NORMAL:-RSA:-DHE-RSA:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-GROUP-ALL:+GROUP-SECP256R1:"
			    "+GROUP-X25519");
	assert_true(config->http2);
	assert_int_equal(config->header_count, 2);
	assert_string_equal(config->headers[0].name, "X-Frame-Options");
	assert_string_equal(config->headers[0].value, "deny");
	assert_int_equal(config->user_count, 1);
	assert_string_equal(config->users[0].name, "prom");
	assert_string_equal(config->users[0].hash, HASH);
	assert_int_equal(config->rate_interval_ns, 1500000000);
	assert_int_equal(config->rate_burst, 20);
	web_config_free(config);
}

#define PAIR "tls_server_config:\n  cert_file: cert.pem\n  key_file: key.pem\n"

static void test_ciphers(void **state)
{
	struct web_config *config =
		good(state, PAIR "  max_version: TLS12\n  cipher_suites: [TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384]\n");

	assert_string_equal(config->tls.priority,
			    "NORMAL:-RSA:-DHE-RSA:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:-CIPHER-ALL:-MAC-ALL:+ECDHE-ECDSA:"
			    "+AES-256-GCM:+AEAD:%SERVER_PRECEDENCE");
	web_config_free(config);
	/* Two of four: GnuTLS would allow all four. */
	bad(state,
	    PAIR "  cipher_suites:\n"
		 "  - TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384\n"
		 "  - TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256\n",
	    ":5:3", "GnuTLS cannot leave out TLS_ECDHE_");
	bad(state, PAIR "  cipher_suites: [TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA385]\n", ":4:19",
	    "did you mean TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384?");
	bad(state, PAIR "  cipher_suites: [TLS_RSA_WITH_3DES_EDE_CBC_SHA]\n", ":4:19", "no cipher suite");
	bad(state, PAIR "  curve_preferences: [CurveP25]\n", ":4:23", "did you mean CurveP256?");
	bad(state, PAIR "  min_version: TLS14\n", ":4:16", "no version \"TLS14\"");
	bad(state, PAIR "  min_version: TLS13\n  max_version: TLS12\n", ":2:3", "newer than max_version");
}

static void test_keys_that_nobody_knows(void **state)
{
	bad(state, "tls_server_confg:\n  cert_file: x\n", ":1:1", "did you mean \"tls_server_config\"?");
	bad(state, PAIR "  certfile: x\n", ":4:3", "did you mean \"cert_file\"?");
	bad(state, "http_server_config:\n  headers:\n    X-Frame-Option: deny\n", ":3:5",
	    "did you mean \"X-Frame-Options\"?");
	bad(state, "http_server_config:\n  headers:\n    X-Frame-Options: allow\n", ":3:22",
	    "takes deny or sameorigin");
	bad(state, "rate_limit:\n  burst: 1\n  burst: 2\n", ":3:3", "\"burst\" is there twice");
	bad(state, "zzz: 1\n", ":1:1", "no key \"zzz\"");
}

static void test_values_of_another_type(void **state)
{
	bad(state, "- a\n", ":1:1", "keys with values belong here, not a list");
	bad(state, "tls_server_config: 7\n", ":1:20", "keys with values belong here, not one value");
	bad(state, "basic_auth_users: [a]\n", ":1:19", "keys with values belong here, not a list");
	bad(state, PAIR "  client_allowed_sans: x\n", ":4:24", "a list belongs here, not one value");
	bad(state, "http_server_config:\n  http2: maybe\n", ":2:10", "neither true nor false");
	bad(state, "rate_limit: {interval: 5}\n", ":1:24", "is no time");
	bad(state, "rate_limit: {interval: 1s, burst: -1}\n", ":1:35", "no number from 0");
	bad(state, "rate_limit: {interval: 1s}\n", ":1:13", "burst must be 1 at least");
	bad(state, "a: [1\n", NULL, "this is not YAML");
	bad(state, "tls_server_config:\n---\nrate_limit:\n", ":3:1", "a second document");
	bad(state, "? [a]\n: b\n", ":1:3", "one value belongs here");
}

static void test_users(void **state)
{
	bad(state, "basic_auth_users:\n  prom: sesame\n", ":2:9", "no bcrypt hash");
	bad(state, "basic_auth_users:\n  prom: $2b$17$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW\n", ":2:9",
	    "has cost 17");
	bad(state, "basic_auth_users:\n  prom: $2b$03$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW\n", ":2:9",
	    "no bcrypt hash");
	bad(state, "basic_auth_users:\n  a:b: " HASH "\n", ":2:3", "colon");
	bad(state, "basic_auth_users:\n  \"\": " HASH "\n", ":2:3", "no name");
	bad(state, "basic_auth_users:\n  \"a\\0b\": " HASH "\n", ":2:3", "no name");
}

static void test_the_hash_is_not_in_the_error(void **state)
{
	struct web_config *config;
	struct ece_error e;

	assert_int_equal(read_text(*state, "basic_auth_users: {prom: opensesame}\n", &config, &e), -EINVAL);
	assert_null(strstr(e.text, "opensesame"));
}

static void test_certificates(void **state)
{
	const struct files *files = *state;
	char *large = malloc(WEB_PEM_MAX + 2);

	bad(state, "tls_server_config: {cert_file: cert.pem}\n", ":1:20", "key_file is missing");
	bad(state, "tls_server_config: {key_file: key.pem}\n", ":1:20", "cert_file is missing");
	bad(state, "tls_server_config: {cert_file: cert.pem, key_file: other.pem}\n", ":1:20",
	    "do not belong together");
	bad(state, "tls_server_config: {cert_file: web.yml, key_file: key.pem}\n", ":1:20", "cannot be used");
	bad(state, "tls_server_config: {cert_file: none.pem, key_file: key.pem}\n", NULL, "No such file");
	bad(state, "tls_server_config: {cert_file: ., key_file: key.pem}\n", NULL, "is no file");
	bad(state, "tls_server_config: {cert: x, cert_file: cert.pem, key_file: key.pem}\n", ":1:20", "both given");
	bad(state, PAIR "  client_auth_type: RequireAndVerifyClientCert\n", ":2:3", "needs client_ca_file");
	bad(state, PAIR "  client_ca_file: cert.pem\n", ":2:3", "no client is asked");
	bad(state, PAIR "  client_ca_file: key.pem\n  client_auth_type: VerifyClientCertIfGiven\n", ":2:3",
	    "client_ca_file cannot be used");
	bad(state, PAIR "  client_allowed_sans: [a]\n", ":2:3", "RequireAndVerifyClientCert");
	bad(state, PAIR "  client_auth_type: RequireClientCert\n", ":4:21", "did you mean");
	memset(large, 'x', WEB_PEM_MAX + 1);
	large[WEB_PEM_MAX + 1] = '\0';
	put(files, "large.pem", large);
	free(large);
	bad(state, "tls_server_config: {cert_file: large.pem, key_file: key.pem}\n", NULL, "larger than 1048576 bytes");
}

static void test_a_certificate_in_the_file(void **state)
{
	const struct files *files = *state;
	char text[8192], *at = text;
	const char *const pems[] = {files->cert, files->key}, *const keys[] = {"cert", "key"};
	struct web_config *config;

	at += sprintf(at, "tls_server_config:\n");
	for (int i = 0; i < 2; i++) {
		at += sprintf(at, "  %s: |\n    ", keys[i]);
		for (const char *from = pems[i]; *from; from++)
			at += sprintf(at, *from == '\n' && from[1] ? "\n    " : "%c", *from);
	}
	config = good(state, text);
	assert_string_equal(config->tls.cert, files->cert);
	web_config_free(config);
}

static void test_limits(void **state)
{
	char *text = malloc(WEB_CONFIG_MAX + 2), *at;

	at = text + sprintf(text, "basic_auth_users:\n");
	for (int i = 0; i < WEB_USERS_MAX + 1; i++)
		at += sprintf(at, "  u%d: " HASH "\n", i);
	bad(state, text, ":2:3", "more than 256 entries");
	at = text + sprintf(text, PAIR "  client_allowed_sans:\n");
	for (int i = 0; i < WEB_SANS_MAX + 1; i++)
		at += sprintf(at, "  - u%d\n", i);
	bad(state, text, ":5:3", "more than 64 entries");
	memset(text, '#', WEB_CONFIG_MAX + 1);
	text[WEB_CONFIG_MAX + 1] = '\0';
	bad(state, text, NULL, "larger than 262144 bytes");
	free(text);
}

static void test_changes_are_seen(void **state)
{
	const struct files *files = *state;
	struct web_config *config;
	struct web_files seen;
	struct ece_error e;
	char path[600];

	put(files, "web.yml", PAIR);
	snprintf(path, sizeof(path), "%s/web.yml", files->dir);
	assert_int_equal(web_config_read(path, &config, &seen, &e), 0);
	web_config_free(config);
	assert_int_equal(seen.count, 3);
	assert_false(web_files_changed(&seen));
	put(files, "key.pem", "another one");
	assert_true(web_files_changed(&seen));
	put(files, "key.pem", files->key);
	web_files_done(&seen);
	/* A file that is not there is one that has changed when it comes. */
	unlink(path);
	assert_int_equal(web_config_read(path, &config, &seen, &e), -ENOENT);
	assert_false(web_files_changed(&seen));
	put(files, "web.yml", "");
	assert_true(web_files_changed(&seen));
	web_files_done(&seen);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_empty_file_asks_for_nothing),
		cmocka_unit_test(test_everything),
		cmocka_unit_test(test_ciphers),
		cmocka_unit_test(test_keys_that_nobody_knows),
		cmocka_unit_test(test_values_of_another_type),
		cmocka_unit_test(test_users),
		cmocka_unit_test(test_the_hash_is_not_in_the_error),
		cmocka_unit_test(test_certificates),
		cmocka_unit_test(test_a_certificate_in_the_file),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_changes_are_seen),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
