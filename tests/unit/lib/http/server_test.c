// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Requests, pages and slow clients. TLS and many clients: tests/cli/ece-exporter. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "tests/unit/lib/http/bench.h"

static void test_the_page(void **state)
{
	struct bench *bench = *state;
	const char *answer;

	bench_start(bench);
	answer = bench_ask(bench, "/metrics", "");
	bench_has(answer, "HTTP/1.1 200 OK\r\n");
	bench_has(answer, "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n");
	bench_has(answer, "Vary: Accept, Accept-Encoding\r\n");
	bench_has(answer, "\r\n\r\npage\n");
	answer = bench_ask(bench, "/metrics?x=1", "Accept: application/openmetrics-text; version=1.0.0, */*;q=0.1\r\n");
	bench_has(answer, "Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n");
	bench_has(answer, "\r\n\r\nopenmetrics\n");
	assert_null(strstr(bench_ask(bench, "/metrics", "Accept-Encoding: gzip;q=0\r\n"), "gzip"));
}

static void test_gzip(void **state)
{
	struct bench *bench = *state;
	const struct client *client = &bench->clients[0];
	const char *answer, *body;
	char text[64] = "";
	z_stream stream = {.next_out = (Bytef *)text, .avail_out = sizeof(text) - 1};

	bench_start(bench);
	answer = bench_ask(bench, "/metrics", "Accept-Encoding: deflate, gzip\r\n");
	bench_has(answer, "Content-Encoding: gzip\r\n");
	body = strstr(answer, "\r\n\r\n") + 4;
	assert_int_equal(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
	stream.next_in = (Bytef *)(size_t)body;
	stream.avail_in = (uInt)(client->len - (size_t)(body - answer));
	assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
	inflateEnd(&stream);
	assert_string_equal(text, "page\n");
}

static void test_other_paths(void **state)
{
	struct bench *bench = *state;
	const char *answer;

	bench_start(bench);
	answer = bench_ask(bench, "/", "");
	bench_has(answer, "200 OK");
	bench_has(answer, "Content-Type: text/html; charset=utf-8\r\n");
	bench_has(answer, "<h1>ece-test</h1>");
	bench_has(answer, "A &lt;server> for &quot;this&quot; test.");
	bench_has(answer, "1 &amp; 2");
	bench_has(answer, "<a href=\"/metrics\">");
	bench_has(bench_ask(bench, "/healthz", ""), "\r\n\r\nok\n");
	bench_has(bench_ask(bench, "/metric", ""), "404 Not Found");
	bench_has(bench_ask(bench, "/metrics/", ""), "404 Not Found");
}

/* Sends a request as it is, and returns what came until the end of the connection. */
static const char *raw(struct bench *bench, const char *text)
{
	bench_let_in(bench, 0);
	bench_say(bench, 0, text);
	bench_until(bench, 0, NULL);
	return bench->clients[0].answer;
}

static void test_methods(void **state)
{
	struct bench *bench = *state;
	const char *answer;

	bench_start(bench);
	answer = raw(bench, "HEAD /metrics HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
	bench_has(answer, "200 OK");
	bench_has(answer, "Content-Length: 5\r\n");
	assert_null(strstr(answer, "page"));
	answer = raw(bench, "DELETE /metrics HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
	bench_has(answer, "405 Method Not Allowed");
	bench_has(answer, "Allow: GET, HEAD\r\n");
	bench_has(raw(bench, "POST /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody"), "405");
	bench_has(raw(bench, "GET /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody"), "400");
	bench_has(raw(bench, "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n"), "400");
}

static void test_older_and_odd_requests(void **state)
{
	struct bench *bench = *state;

	bench_start(bench);
	bench_has(raw(bench, "GET /metrics HTTP/1.0\r\n\r\n"), "200 OK");
	bench_has(raw(bench, "GET /metrics HTTP/1.1\r\n\r\n"), "400");
	bench_has(raw(bench, "\x16\x03\x01\x02\x01\x01\x02\x01\xfc\x03\x03\r\n\r\n"), "");
	bench_has(raw(bench, "GET\r\n\r\n"), "");
	/* It is still there. */
	bench_has(bench_ask(bench, "/healthz", ""), "200 OK");
}

static void test_pipelining(void **state)
{
	struct bench *bench = *state;
	const char *answer;

	bench_start(bench);
	answer = raw(bench, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\nGET /healthz HTTP/1.1\r\nHost: h\r\n\r\n"
			    "GET /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
	bench_has(answer, "page\n");
	bench_has(strstr(answer, "page\n"), "ok\n");
	bench_has(strstr(answer, "ok\n"), "404: ");
}

static void test_oversized_headers(void **state)
{
	struct bench *bench = *state;
	char *text = malloc(2 * HTTP_MEMORY_MAX);
	int len;

	bench_start(bench);
	len = sprintf(text, "GET / HTTP/1.1\r\nHost: h\r\nX: ");
	memset(text + len, 'x', 2 * HTTP_MEMORY_MAX - (size_t)len);
	text[2 * HTTP_MEMORY_MAX - 1] = '\0';
	bench_has(raw(bench, text), "431");
	memcpy(text, "GET /", 5);
	memset(text + 5, 'x', 100);
	memset(text, 'x', (size_t)len);
	memcpy(text, "GET /", 5);
	bench_has(raw(bench, text), "414");
	free(text);
	bench_has(bench_ask(bench, "/healthz", ""), "200 OK");
}

static void test_clients_share_a_round(void **state)
{
	struct bench *bench = *state;

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	bench_start(bench);
	for (int i = 0; i < CLIENTS; i++) {
		bench_let_in(bench, i);
		bench_say(bench, i,
			  i % 2 ? "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n" :
				  "GET /metrics HTTP/1.1\r\nHost: h\r\nAccept: application/openmetrics-text\r\n\r\n");
	}
	/* Nobody waits in the server meanwhile: another request is answered. */
	bench_let_in(bench, CLIENTS - 1);
	bench_say(bench, CLIENTS - 1, "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
	bench_until(bench, CLIENTS - 1, "ok\n");
	eventfd_write(bench->gate, 1000);
	for (int i = 0; i < CLIENTS - 1; i++)
		bench_until(bench, i, i % 2 ? "\r\n\r\npage\n" : "\r\n\r\nopenmetrics\n");
	/* All came before the first round ended. */
	assert_int_equal(bench->gathered, 1);
}

static void test_who_comes_when_the_page_is_made_gets_the_next(void **state)
{
	struct bench *bench = *state;

	bench->page_gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	bench_start(bench);
	for (int i = 0; i < 2; i++) {
		bench_let_in(bench, i);
		bench_say(bench, i, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
		/* the first page has been begun; the second request has come meanwhile, since others are answered behind it */
		while (!__atomic_load_n(&bench->paged, __ATOMIC_SEQ_CST))
			bench_turn(bench, clock_now() + CLOCK_MS_NS);
	}
	bench_let_in(bench, 2);
	bench_say(bench, 2, "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
	bench_until(bench, 2, "ok\n");
	eventfd_write(bench->page_gate, 1);
	bench_until(bench, 0, "page\n");
	assert_int_equal(bench->clients[1].len, 0);
	eventfd_write(bench->page_gate, 1);
	bench_until(bench, 1, "page\n");
}

static void test_a_client_that_goes(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	bench_start(bench);
	bench_let_in(bench, 1);
	bench_say(bench, 1, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
	bench_has(bench_ask(bench, "/healthz", ""), "200 OK");
	close(bench->clients[1].fd);
	bench->clients[1].fd = -1;
	eventfd_write(bench->gate, 1000);
	bench_has(bench_ask(bench, "/metrics", ""), "page\n");
	http_server_work(bench->server);
	http_server_stats(bench->server, &stats);
	assert_int_equal(stats.open, 0);
}

static void test_a_page_that_cannot_be_made(void **state)
{
	struct bench *bench = *state;

	bench->page_error = -EIO;
	bench_start(bench);
	bench_has(bench_ask(bench, "/metrics", ""), "500 Internal Server Error");
	assert_string_equal(bench->said, "the card is on fire");
	assert_int_equal(bench->told, 1);
}

static void test_slow_clients(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;

	bench->options.request_ms = 50;
	bench->options.idle_ms = 50;
	bench_start(bench);
	/* nothing, half a line, half a request, and one that stays */
	for (int i = 1; i < 5; i++)
		bench_let_in(bench, i);
	bench_say(bench, 2, "GE");
	bench_say(bench, 3, "GET /metrics HTTP/1.1\r\nHost:");
	bench_say(bench, 4, "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
	for (int i = 1; i < 5; i++)
		bench_until(bench, i, NULL);
	bench_has(bench->clients[4].answer, "ok\n");
	http_server_work(bench->server);
	http_server_stats(bench->server, &stats);
	assert_int_equal(stats.dropped, 4);
	assert_int_equal(stats.open, 0);
}

/* libmicrohttpd alone would wait for the rest as long as for any client. */
static void test_half_a_request_and_an_end(void **state)
{
	struct bench *bench = *state;
	const uint64_t begin = clock_now();

	bench_start(bench);
	for (int i = 0; i < 2; i++) {
		bench_let_in(bench, i);
		bench_say(bench, i, i ? "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\nGET /x HT" : "GET /x HT");
		shutdown(bench->clients[i].fd, SHUT_WR);
	}
	bench_until(bench, 0, NULL);
	bench_until(bench, 1, NULL);
	bench_has(bench->clients[1].answer, "ok\n");
	assert_true(clock_now() - begin < HTTP_REQUEST_SECONDS * CLOCK_SECOND_NS);
}

/* Who has said all of a request still gets its answer. */
static void test_a_request_and_an_end(void **state)
{
	struct bench *bench = *state;

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	bench->options.request_ms = 1;
	bench->options.idle_ms = 10000;
	bench_start(bench);
	bench_let_in(bench, 0);
	bench_say(bench, 0, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
	shutdown(bench->clients[0].fd, SHUT_WR);
	while (!__atomic_load_n(&bench->gathered, __ATOMIC_SEQ_CST))
		bench_turn(bench, clock_now() + CLOCK_MS_NS);
	bench_turn(bench, clock_now() + 10 * CLOCK_MS_NS);
	eventfd_write(bench->gate, 1);
	bench_until(bench, 0, "page\n");
	bench_until(bench, 0, NULL);
}

static void test_a_page_that_does_not_come(void **state)
{
	struct bench *bench = *state;

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	bench->options.answer_ms = 50;
	bench_start(bench);
	bench_has(bench_ask(bench, "/metrics", ""), "503 Service Unavailable");
	eventfd_write(bench->gate, 1000);
}

static void test_idle_clients_make_room(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;

	bench->options.connections_max = 8;
	bench_start(bench);
	for (int i = 1; i < CLIENTS; i++) {
		bench_let_in(bench, i);
		http_server_work(bench->server);
	}
	bench_has(bench_ask(bench, "/healthz", ""), "200 OK");
	/* the oldest ones went */
	bench_until(bench, 1, NULL);
	assert_false(bench->clients[CLIENTS - 1].closed);
	http_server_stats(bench->server, &stats);
	assert_true(stats.open <= 8);
	assert_int_equal(stats.dropped, CLIENTS - 1 + 1 - 8);
}

static void test_who_is_served_makes_no_room(void **state)
{
	struct bench *bench = *state;
	int pair[2];

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	bench->options.connections_max = 4;
	bench_start(bench);
	for (int i = 0; i < 4; i++) {
		bench_let_in(bench, i);
		bench_say(bench, i, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
		bench_turn(bench, clock_now());
	}
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	fcntl(pair[1], F_SETFL, O_NONBLOCK);
	assert_int_equal(http_server_take(bench->server, pair[1]), -EBUSY);
	close(pair[0]);
	eventfd_write(bench->gate, 1000);
	for (int i = 0; i < 4; i++)
		bench_until(bench, i, "page\n");
}

static void test_quiesce(void **state)
{
	struct bench *bench = *state;

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	bench_start(bench);
	bench_let_in(bench, 0);
	bench_let_in(bench, 1);
	bench_say(bench, 0, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
	while (!__atomic_load_n(&bench->gathered, __ATOMIC_SEQ_CST))
		bench_turn(bench, clock_now() + CLOCK_MS_NS);
	assert_int_equal(http_server_quiesce(bench->server), 1);
	eventfd_write(bench->gate, 1);
	bench_until(bench, 0, "page\n");
	http_server_work(bench->server);
	assert_int_equal(http_server_quiesce(bench->server), 0);
}

/* One that waits, when the server ends. */
static void test_the_end(void **state)
{
	struct bench *bench = *state;

	bench_configure(bench,
			"basic_auth_users: {prom: $2b$08$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW}\n");
	bench_start(bench);
	for (int i = 0; i < 4; i++) {
		bench_let_in(bench, i);
		bench_say(bench, i,
			  "GET / HTTP/1.1\r\nHost: h\r\n" LOGIN "\r\nGET / HTTP/1.1\r\nHost: h\r\n" LOGIN "\r\n");
		bench_turn(bench, clock_now());
	}
	http_server_free(bench->server);
	bench->server = NULL;
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_up, bench_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_the_page),
		CASE(test_gzip),
		CASE(test_other_paths),
		CASE(test_methods),
		CASE(test_older_and_odd_requests),
		CASE(test_pipelining),
		CASE(test_oversized_headers),
		CASE(test_clients_share_a_round),
		CASE(test_who_comes_when_the_page_is_made_gets_the_next),
		CASE(test_a_client_that_goes),
		CASE(test_a_page_that_cannot_be_made),
		CASE(test_slow_clients),
		CASE(test_half_a_request_and_an_end),
		CASE(test_a_request_and_an_end),
		CASE(test_a_page_that_does_not_come),
		CASE(test_idle_clients_make_room),
		CASE(test_who_is_served_makes_no_room),
		CASE(test_quiesce),
		CASE(test_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
