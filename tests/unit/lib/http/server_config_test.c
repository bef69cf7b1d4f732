// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the web configuration asks for: logins, a rate limit; and its changes. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/http/login.h"
#include "tests/unit/lib/http/bench.h"

static void test_logins(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;
	const char *answer;

	bench_configure(bench, "basic_auth_users: {prom: " HASH "}\n");
	bench_start(bench);
	answer = bench_ask(bench, "/metrics", "");
	bench_has(answer, "401 Unauthorized");
	bench_has(answer, "WWW-Authenticate: Basic realm=");
	bench_has(bench_ask(bench, "/metrics", LOGIN), "page\n");
	bench_has(bench_ask(bench, "/metrics", LOGIN), "page\n");
	/* prom:sesamf, root:sesame, "prom" alone, no base64, another scheme; a NUL behind the password */
	bench_has(bench_ask(bench, "/", "Authorization: Basic cHJvbTpzZXNhbWY=\r\n"), "401");
	bench_has(bench_ask(bench, "/", "Authorization: Basic cm9vdDpzZXNhbWU=\r\n"), "401");
	bench_has(bench_ask(bench, "/", "Authorization: Basic cHJvbQ==\r\n"), "401");
	bench_has(bench_ask(bench, "/", "Authorization: Basic ?\r\n"), "401");
	bench_has(bench_ask(bench, "/", "Authorization: Bearer cHJvbTpzZXNhbWU=\r\n"), "401");
	bench_has(bench_ask(bench, "/", "Authorization: Basic cHJvbTpzZXNhbWUA\r\n"), "401");
	bench_has(bench_ask(bench, "/healthz", ""), "401");
	http_server_stats(bench->server, &stats);
	assert_int_equal(stats.logins_failed, 8);
}

/* While one is being checked, the rest wait; beyond what may wait they are sent away. */
static void test_many_guesses(void **state)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop";
	struct bench *bench = *state;
	int refused = 0, failed = 0;

	bench_configure(bench,
			"basic_auth_users: {prom: $2b$08$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW}\n");
	bench_start(bench);
	for (int i = 0; i < CLIENTS; i++) {
		char request[256];

		/* "a:" and a letter or two */
		snprintf(request, sizeof(request),
			 "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nAuthorization: Basic YTp%c\r\n\r\n",
			 digits[i]);
		bench_let_in(bench, i);
		bench_say(bench, i, request);
	}
	for (int i = 0; i < CLIENTS; i++) {
		bench_until(bench, i, NULL);
		refused += strstr(bench->clients[i].answer, "503 Service") != NULL;
		failed += strstr(bench->clients[i].answer, "401 Unauth") != NULL;
	}
	assert_int_equal(refused + failed, CLIENTS);
	assert_true(failed >= LOGIN_WAITING_MAX);
	assert_true(refused > 0);
}

static void test_the_configuration_changes(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;

	bench_configure(bench, "");
	bench_start(bench);
	bench_has(bench_ask(bench, "/healthz", ""), "200 OK");
	bench_configure(bench,
			"basic_auth_users: {prom: " HASH "}\nhttp_server_config: {headers: {X-Frame-Options: deny}}\n");
	bench_has(bench_ask(bench, "/healthz", ""), "401");
	bench_has(bench_ask(bench, "/healthz", LOGIN), "X-Frame-Options: deny\r\n");
	/* a broken one is said once, and the old one stays */
	bench_configure(bench, "basic_auth_user: {}\n");
	bench_has(bench_ask(bench, "/healthz", ""), "401");
	bench_has(bench_ask(bench, "/healthz", LOGIN), "200 OK");
	http_server_stats(bench->server, &stats);
	assert_false(stats.config_good);
	assert_int_equal(bench->told, 1);
	bench_has(bench->said, "did you mean \"basic_auth_users\"?");
	bench_configure(bench, "rate_limit: {}\n");
	bench_has(bench_ask(bench, "/healthz", ""), "200 OK");
	http_server_stats(bench->server, &stats);
	assert_true(stats.config_good);
	assert_int_equal(stats.config_loads, 3);
	http_server_reload(bench->server);
	http_server_stats(bench->server, &stats);
	assert_int_equal(stats.config_loads, 4);
}

/* A file that is written in place is empty for a moment. */
static void test_an_emptied_configuration(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;

	bench_configure(bench, "basic_auth_users: {prom: " HASH "}\n");
	bench_start(bench);
	bench_configure(bench, "");
	bench_has(bench_ask(bench, "/healthz", ""), "401");
	bench_has(bench_ask(bench, "/healthz", LOGIN), "200 OK");
	http_server_stats(bench->server, &stats);
	assert_false(stats.config_good);
	bench_has(bench->said, "is empty, and it was not before");
	bench_configure(bench, "{}\n");
	bench_has(bench_ask(bench, "/healthz", ""), "200 OK");
	/* and where nothing was asked for, nothing is lost */
	bench_configure(bench, "");
	bench_has(bench_ask(bench, "/healthz", ""), "200 OK");
	http_server_stats(bench->server, &stats);
	assert_true(stats.config_good);
}

static void test_another_password(void **state)
{
	struct bench *bench = *state;

	bench_configure(bench, "basic_auth_users: {prom: " HASH "}\n");
	bench_start(bench);
	bench_has(bench_ask(bench, "/healthz", LOGIN), "200 OK");
	/* the same with another digest: what was found out before must not count any more */
	bench_configure(bench,
			"basic_auth_users: {prom: $2b$04$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85Re}\n");
	bench_has(bench_ask(bench, "/healthz", LOGIN), "401");
}

static void test_many_configurations(void **state)
{
	struct bench *bench = *state;

	bench_configure(bench, "");
	bench_start(bench);
	/* each has a client that stays */
	for (int i = 1; i < 30; i++) {
		bench_let_in(bench, i);
		http_server_work(bench->server);
		http_server_reload(bench->server);
	}
	bench_has(bench_ask(bench, "/healthz", ""), "200 OK");
	bench_until(bench, 1, NULL);
	assert_false(bench->clients[29].closed);
}

static void test_a_rate_limit(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;
	const char *answer;

	bench_configure(bench, "rate_limit: {interval: 1h, burst: 2}\n");
	bench_start(bench);
	bench_has(bench_ask(bench, "/healthz", ""), "200 OK");
	bench_has(bench_ask(bench, "/metrics", ""), "200 OK");
	answer = bench_ask(bench, "/healthz", "");
	bench_has(answer, "429 Too Many Requests");
	bench_has(answer, "Retry-After: ");
	http_server_stats(bench->server, &stats);
	assert_int_equal(stats.limited, 1);
}

static void test_a_wrong_configuration_does_not_start(void **state)
{
	struct bench *bench = *state;
	struct ece_error e;

	bench_configure(bench, "nonsense\n");
	assert_int_equal(http_server_new(&bench->options, &bench->server, &e), -EINVAL);
	bench->server = NULL;
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_up, bench_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_logins),
		CASE(test_many_guesses),
		CASE(test_the_configuration_changes),
		CASE(test_an_emptied_configuration),
		CASE(test_another_password),
		CASE(test_many_configurations),
		CASE(test_a_rate_limit),
		CASE(test_a_wrong_configuration_does_not_start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
