// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The server with clients in the same thread, over socket pairs. TLS and many clients: tests/cli/ece-exporter. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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
#include "lib/http/login.h"
#include "lib/http/server.h"

#define DEADLINE_NS (20 * CLOCK_SECOND_NS)
#define CLIENTS     40
#define ANSWER_MAX  65536
/* "sesame", cost 4, by Python's crypt; and as curl sends it for "prom" */
#define HASH  "$2b$04$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW"
#define LOGIN "Authorization: Basic cHJvbTpzZXNhbWU=\r\n"

struct client {
	int fd;
	char answer[ANSWER_MAX];
	size_t len;
	bool closed;
};

struct bench {
	struct http_server *server;
	struct http_source source;
	struct http_server_options options;
	struct client clients[CLIENTS];
	char config[512];
	int gate;      /* an eventfd that gathering waits for, or -1 */
	int gathered;  /* how often */
	int page_gate; /* the same for making a page */
	int paged;
	int page_error; /* what pages end in */
	int told;
	char said[ECE_ERROR_TEXT_MAX];
};

static const struct http_media medias[] = {
	{"text/plain", "0.0.4", "text/plain; version=0.0.4; charset=utf-8"},
	{"application/openmetrics-text", "1.0.0", "application/openmetrics-text; version=1.0.0; charset=utf-8"},
};

static int gather(void *ctx, struct ece_error *e)
{
	struct bench *bench = ctx;
	eventfd_t value;

	(void)e;
	__atomic_add_fetch(&bench->gathered, 1, __ATOMIC_SEQ_CST);
	if (bench->gate >= 0)
		eventfd_read(bench->gate, &value);
	return 0;
}

static int page(void *ctx, size_t media, char **text, size_t *len, struct ece_error *e)
{
	struct bench *bench = ctx;
	eventfd_t value;

	__atomic_add_fetch(&bench->paged, 1, __ATOMIC_SEQ_CST);
	if (bench->page_gate >= 0)
		eventfd_read(bench->page_gate, &value);
	if (bench->page_error)
		return ece_error_set(e, bench->page_error, ECE_ERROR_IO, "the card is on fire");
	*text = strdup(media ? "openmetrics\n" : "page\n");
	*len = strlen(*text);
	return 0;
}

static void tell(void *ctx, const struct ece_error *e)
{
	struct bench *bench = ctx;

	bench->told++;
	snprintf(bench->said, sizeof(bench->said), "%s", e->text);
}

static int set_up(void **state)
{
	struct bench *bench = calloc(1, sizeof(*bench));
	const char *tmp = getenv("TEST_TMPDIR");

	assert_non_null(bench);
	bench->gate = bench->page_gate = -1;
	bench->source =
		(struct http_source){.gather = gather, .page = page, .ctx = bench, .medias = medias, .media_count = 2};
	bench->options = (struct http_server_options){
		.page_path = "/metrics",
		.name = "ece-test",
		.summary = "A <server> for \"this\" test",
		.version = "1 & 2",
		.source = &bench->source,
		.tell = tell,
		.ctx = bench,
	};
	for (int i = 0; i < CLIENTS; i++)
		bench->clients[i].fd = -1;
	snprintf(bench->config, sizeof(bench->config), "%s/web-%d.yml", tmp ? tmp : "/tmp", getpid());
	*state = bench;
	return 0;
}

static int tear_down(void **state)
{
	struct bench *bench = *state;

	if (bench->gate >= 0)
		eventfd_write(bench->gate, 1000);
	if (bench->page_gate >= 0)
		eventfd_write(bench->page_gate, 1000);
	http_server_free(bench->server);
	for (int i = 0; i < CLIENTS; i++)
		if (bench->clients[i].fd >= 0)
			close(bench->clients[i].fd);
	if (bench->gate >= 0)
		close(bench->gate);
	if (bench->page_gate >= 0)
		close(bench->page_gate);
	unlink(bench->config);
	free(bench);
	return 0;
}

static void configure(struct bench *bench, const char *text)
{
	FILE *file = fopen(bench->config, "we");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	bench->options.web_config = bench->config;
}

static void start(struct bench *bench)
{
	struct ece_error e;

	if (http_server_new(&bench->options, &bench->server, &e))
		fail_msg("%s: %s", e.place, e.text);
}

static void receive(struct client *client)
{
	ssize_t n;

	while (client->fd >= 0 && !client->closed && client->len < ANSWER_MAX - 1) {
		n = recv(client->fd, client->answer + client->len, ANSWER_MAX - 1 - client->len, MSG_DONTWAIT);
		if (n < 0 && errno == EAGAIN)
			return;
		if (n <= 0)
			client->closed = true;
		else
			client->len += (size_t)n;
		client->answer[client->len] = '\0';
	}
}

/* One turn of the loop. */
static void turn(struct bench *bench, uint64_t end)
{
	struct pollfd waited[CLIENTS + 1] = {{.fd = http_server_fd(bench->server), .events = POLLIN}};
	uint64_t next = http_server_deadline(bench->server);

	for (int i = 0; i < CLIENTS; i++)
		waited[i + 1] =
			(struct pollfd){.fd = bench->clients[i].closed ? -1 : bench->clients[i].fd, .events = POLLIN};
	assert_true(poll(waited, CLIENTS + 1, clock_poll_ms(clock_now(), next < end ? next : end)) >= 0);
	http_server_work(bench->server);
	for (int i = 0; i < CLIENTS; i++)
		receive(&bench->clients[i]);
}

/* Until @text is in the answer; NULL: until the connection is closed. */
static void until(struct bench *bench, int i, const char *text)
{
	const uint64_t end = clock_now() + DEADLINE_NS;
	struct client *client = &bench->clients[i];

	while (text ? !strstr(client->answer, text) : !client->closed) {
		if (clock_now() > end || (text && client->closed))
			fail_msg("client %d: no \"%s\" in \"%s\"", i, text ? text : "end", client->answer);
		turn(bench, end);
	}
}

static void let_in(struct bench *bench, int i)
{
	struct client *client = &bench->clients[i];
	int pair[2];

	if (client->fd >= 0)
		close(client->fd);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	fcntl(pair[1], F_SETFL, O_NONBLOCK);
	*client = (struct client){.fd = pair[0]};
	assert_int_equal(http_server_take(bench->server, pair[1]), 0);
}

static void say(struct bench *bench, int i, const char *text)
{
	assert_int_equal(send(bench->clients[i].fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
}

static const char *ask(struct bench *bench, const char *path, const char *headers)
{
	char request[2048];

	snprintf(request, sizeof(request), "GET %s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n%s\r\n", path, headers);
	let_in(bench, 0);
	say(bench, 0, request);
	until(bench, 0, NULL);
	return bench->clients[0].answer;
}

static void has(const char *answer, const char *text)
{
	if (!strstr(answer, text))
		fail_msg("no \"%s\" in \"%s\"", text, answer);
}

static void test_the_page(void **state)
{
	struct bench *bench = *state;
	const char *answer;

	start(bench);
	answer = ask(bench, "/metrics", "");
	has(answer, "HTTP/1.1 200 OK\r\n");
	has(answer, "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n");
	has(answer, "Vary: Accept, Accept-Encoding\r\n");
	has(answer, "\r\n\r\npage\n");
	answer = ask(bench, "/metrics?x=1", "Accept: application/openmetrics-text; version=1.0.0, */*;q=0.1\r\n");
	has(answer, "Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n");
	has(answer, "\r\n\r\nopenmetrics\n");
	assert_null(strstr(ask(bench, "/metrics", "Accept-Encoding: gzip;q=0\r\n"), "gzip"));
}

static void test_gzip(void **state)
{
	struct bench *bench = *state;
	const struct client *client = &bench->clients[0];
	const char *answer, *body;
	char text[64] = "";
	z_stream stream = {.next_out = (Bytef *)text, .avail_out = sizeof(text) - 1};

	start(bench);
	answer = ask(bench, "/metrics", "Accept-Encoding: deflate, gzip\r\n");
	has(answer, "Content-Encoding: gzip\r\n");
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

	start(bench);
	answer = ask(bench, "/", "");
	has(answer, "200 OK");
	has(answer, "Content-Type: text/html; charset=utf-8\r\n");
	has(answer, "<h1>ece-test</h1>");
	has(answer, "A &lt;server> for &quot;this&quot; test.");
	has(answer, "1 &amp; 2");
	has(answer, "<a href=\"/metrics\">");
	has(ask(bench, "/healthz", ""), "\r\n\r\nok\n");
	has(ask(bench, "/metric", ""), "404 Not Found");
	has(ask(bench, "/metrics/", ""), "404 Not Found");
}

/* Sends a request as it is, and returns what came until the end of the connection. */
static const char *raw(struct bench *bench, const char *text)
{
	let_in(bench, 0);
	say(bench, 0, text);
	until(bench, 0, NULL);
	return bench->clients[0].answer;
}

static void test_methods(void **state)
{
	struct bench *bench = *state;
	const char *answer;

	start(bench);
	answer = raw(bench, "HEAD /metrics HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
	has(answer, "200 OK");
	has(answer, "Content-Length: 5\r\n");
	assert_null(strstr(answer, "page"));
	answer = raw(bench, "DELETE /metrics HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
	has(answer, "405 Method Not Allowed");
	has(answer, "Allow: GET, HEAD\r\n");
	has(raw(bench, "POST /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody"), "405");
	has(raw(bench, "GET /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody"), "400");
	has(raw(bench, "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n"), "400");
}

static void test_older_and_odd_requests(void **state)
{
	struct bench *bench = *state;

	start(bench);
	has(raw(bench, "GET /metrics HTTP/1.0\r\n\r\n"), "200 OK");
	has(raw(bench, "GET /metrics HTTP/1.1\r\n\r\n"), "400");
	has(raw(bench, "\x16\x03\x01\x02\x01\x01\x02\x01\xfc\x03\x03\r\n\r\n"), "");
	has(raw(bench, "GET\r\n\r\n"), "");
	/* It is still there. */
	has(ask(bench, "/healthz", ""), "200 OK");
}

static void test_pipelining(void **state)
{
	struct bench *bench = *state;
	const char *answer;

	start(bench);
	answer = raw(bench, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\nGET /healthz HTTP/1.1\r\nHost: h\r\n\r\n"
			    "GET /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
	has(answer, "page\n");
	has(strstr(answer, "page\n"), "ok\n");
	has(strstr(answer, "ok\n"), "404: ");
}

static void test_oversized_headers(void **state)
{
	struct bench *bench = *state;
	char *text = malloc(2 * HTTP_MEMORY_MAX);
	int len;

	start(bench);
	len = sprintf(text, "GET / HTTP/1.1\r\nHost: h\r\nX: ");
	memset(text + len, 'x', 2 * HTTP_MEMORY_MAX - (size_t)len);
	text[2 * HTTP_MEMORY_MAX - 1] = '\0';
	has(raw(bench, text), "431");
	memcpy(text, "GET /", 5);
	memset(text + 5, 'x', 100);
	memset(text, 'x', (size_t)len);
	memcpy(text, "GET /", 5);
	has(raw(bench, text), "414");
	free(text);
	has(ask(bench, "/healthz", ""), "200 OK");
}

static void test_clients_share_a_round(void **state)
{
	struct bench *bench = *state;

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	start(bench);
	for (int i = 0; i < CLIENTS; i++) {
		let_in(bench, i);
		say(bench, i,
		    i % 2 ? "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n" :
			    "GET /metrics HTTP/1.1\r\nHost: h\r\nAccept: application/openmetrics-text\r\n\r\n");
	}
	/* Nobody waits in the server meanwhile: another request is answered. */
	let_in(bench, CLIENTS - 1);
	say(bench, CLIENTS - 1, "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
	until(bench, CLIENTS - 1, "ok\n");
	eventfd_write(bench->gate, 1000);
	for (int i = 0; i < CLIENTS - 1; i++)
		until(bench, i, i % 2 ? "\r\n\r\npage\n" : "\r\n\r\nopenmetrics\n");
	/* All came before the first round ended. */
	assert_int_equal(bench->gathered, 1);
}

static void test_who_comes_when_the_page_is_made_gets_the_next(void **state)
{
	struct bench *bench = *state;

	bench->page_gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	start(bench);
	for (int i = 0; i < 2; i++) {
		let_in(bench, i);
		say(bench, i, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
		/* the first page has been begun; the second request has come meanwhile, since others are answered behind it */
		while (!__atomic_load_n(&bench->paged, __ATOMIC_SEQ_CST))
			turn(bench, clock_now() + CLOCK_MS_NS);
	}
	let_in(bench, 2);
	say(bench, 2, "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
	until(bench, 2, "ok\n");
	eventfd_write(bench->page_gate, 1);
	until(bench, 0, "page\n");
	assert_int_equal(bench->clients[1].len, 0);
	eventfd_write(bench->page_gate, 1);
	until(bench, 1, "page\n");
}

static void test_a_client_that_goes(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	start(bench);
	let_in(bench, 1);
	say(bench, 1, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
	has(ask(bench, "/healthz", ""), "200 OK");
	close(bench->clients[1].fd);
	bench->clients[1].fd = -1;
	eventfd_write(bench->gate, 1000);
	has(ask(bench, "/metrics", ""), "page\n");
	http_server_work(bench->server);
	http_server_stats(bench->server, &stats);
	assert_int_equal(stats.open, 0);
}

static void test_a_page_that_cannot_be_made(void **state)
{
	struct bench *bench = *state;

	bench->page_error = -EIO;
	start(bench);
	has(ask(bench, "/metrics", ""), "500 Internal Server Error");
	assert_string_equal(bench->said, "the card is on fire");
	assert_int_equal(bench->told, 1);
}

static void test_slow_clients(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;

	bench->options.request_ms = 50;
	bench->options.idle_ms = 50;
	start(bench);
	/* nothing, half a line, half a request, and one that stays */
	for (int i = 1; i < 5; i++)
		let_in(bench, i);
	say(bench, 2, "GE");
	say(bench, 3, "GET /metrics HTTP/1.1\r\nHost:");
	say(bench, 4, "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
	for (int i = 1; i < 5; i++)
		until(bench, i, NULL);
	has(bench->clients[4].answer, "ok\n");
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

	start(bench);
	for (int i = 0; i < 2; i++) {
		let_in(bench, i);
		say(bench, i, i ? "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\nGET /x HT" : "GET /x HT");
		shutdown(bench->clients[i].fd, SHUT_WR);
	}
	until(bench, 0, NULL);
	until(bench, 1, NULL);
	has(bench->clients[1].answer, "ok\n");
	assert_true(clock_now() - begin < HTTP_REQUEST_SECONDS * CLOCK_SECOND_NS);
}

/* Who has said all of a request still gets its answer. */
static void test_a_request_and_an_end(void **state)
{
	struct bench *bench = *state;

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	bench->options.request_ms = 1;
	bench->options.idle_ms = 10000;
	start(bench);
	let_in(bench, 0);
	say(bench, 0, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
	shutdown(bench->clients[0].fd, SHUT_WR);
	while (!__atomic_load_n(&bench->gathered, __ATOMIC_SEQ_CST))
		turn(bench, clock_now() + CLOCK_MS_NS);
	turn(bench, clock_now() + 10 * CLOCK_MS_NS);
	eventfd_write(bench->gate, 1);
	until(bench, 0, "page\n");
	until(bench, 0, NULL);
}

static void test_a_page_that_does_not_come(void **state)
{
	struct bench *bench = *state;

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	bench->options.answer_ms = 50;
	start(bench);
	has(ask(bench, "/metrics", ""), "503 Service Unavailable");
	eventfd_write(bench->gate, 1000);
}

static void test_idle_clients_make_room(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;

	bench->options.connections_max = 8;
	start(bench);
	for (int i = 1; i < CLIENTS; i++) {
		let_in(bench, i);
		http_server_work(bench->server);
	}
	has(ask(bench, "/healthz", ""), "200 OK");
	/* the oldest ones went */
	until(bench, 1, NULL);
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
	start(bench);
	for (int i = 0; i < 4; i++) {
		let_in(bench, i);
		say(bench, i, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
		turn(bench, clock_now());
	}
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	fcntl(pair[1], F_SETFL, O_NONBLOCK);
	assert_int_equal(http_server_take(bench->server, pair[1]), -EBUSY);
	close(pair[0]);
	eventfd_write(bench->gate, 1000);
	for (int i = 0; i < 4; i++)
		until(bench, i, "page\n");
}

static void test_logins(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;
	const char *answer;

	configure(bench, "basic_auth_users: {prom: " HASH "}\n");
	start(bench);
	answer = ask(bench, "/metrics", "");
	has(answer, "401 Unauthorized");
	has(answer, "WWW-Authenticate: Basic realm=");
	has(ask(bench, "/metrics", LOGIN), "page\n");
	has(ask(bench, "/metrics", LOGIN), "page\n");
	/* prom:sesamf, root:sesame, "prom" alone, no base64, another scheme; a NUL behind the password */
	has(ask(bench, "/", "Authorization: Basic cHJvbTpzZXNhbWY=\r\n"), "401");
	has(ask(bench, "/", "Authorization: Basic cm9vdDpzZXNhbWU=\r\n"), "401");
	has(ask(bench, "/", "Authorization: Basic cHJvbQ==\r\n"), "401");
	has(ask(bench, "/", "Authorization: Basic ?\r\n"), "401");
	has(ask(bench, "/", "Authorization: Bearer cHJvbTpzZXNhbWU=\r\n"), "401");
	has(ask(bench, "/", "Authorization: Basic cHJvbTpzZXNhbWUA\r\n"), "401");
	has(ask(bench, "/healthz", ""), "401");
	http_server_stats(bench->server, &stats);
	assert_int_equal(stats.logins_failed, 8);
}

/* While one is being checked, the rest wait; beyond what may wait they are sent away. */
static void test_many_guesses(void **state)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop";
	struct bench *bench = *state;
	int refused = 0, failed = 0;

	configure(bench, "basic_auth_users: {prom: $2b$08$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW}\n");
	start(bench);
	for (int i = 0; i < CLIENTS; i++) {
		char request[256];

		/* "a:" and a letter or two */
		snprintf(request, sizeof(request),
			 "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nAuthorization: Basic YTp%c\r\n\r\n",
			 digits[i]);
		let_in(bench, i);
		say(bench, i, request);
	}
	for (int i = 0; i < CLIENTS; i++) {
		until(bench, i, NULL);
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

	configure(bench, "");
	start(bench);
	has(ask(bench, "/healthz", ""), "200 OK");
	configure(bench,
		  "basic_auth_users: {prom: " HASH "}\nhttp_server_config: {headers: {X-Frame-Options: deny}}\n");
	has(ask(bench, "/healthz", ""), "401");
	has(ask(bench, "/healthz", LOGIN), "X-Frame-Options: deny\r\n");
	/* a broken one is said once, and the old one stays */
	configure(bench, "basic_auth_user: {}\n");
	has(ask(bench, "/healthz", ""), "401");
	has(ask(bench, "/healthz", LOGIN), "200 OK");
	http_server_stats(bench->server, &stats);
	assert_false(stats.config_good);
	assert_int_equal(bench->told, 1);
	has(bench->said, "did you mean \"basic_auth_users\"?");
	configure(bench, "rate_limit: {}\n");
	has(ask(bench, "/healthz", ""), "200 OK");
	http_server_stats(bench->server, &stats);
	assert_true(stats.config_good);
	assert_int_equal(stats.config_loads, 3);
	http_server_reload(bench->server);
	http_server_stats(bench->server, &stats);
	assert_int_equal(stats.config_loads, 4);
}

static void test_another_password(void **state)
{
	struct bench *bench = *state;

	configure(bench, "basic_auth_users: {prom: " HASH "}\n");
	start(bench);
	has(ask(bench, "/healthz", LOGIN), "200 OK");
	/* the same with another digest: what was found out before must not count any more */
	configure(bench, "basic_auth_users: {prom: $2b$04$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85Re}\n");
	has(ask(bench, "/healthz", LOGIN), "401");
}

static void test_many_configurations(void **state)
{
	struct bench *bench = *state;

	configure(bench, "");
	start(bench);
	/* each has a client that stays */
	for (int i = 1; i < 30; i++) {
		let_in(bench, i);
		http_server_work(bench->server);
		http_server_reload(bench->server);
	}
	has(ask(bench, "/healthz", ""), "200 OK");
	until(bench, 1, NULL);
	assert_false(bench->clients[29].closed);
}

static void test_a_rate_limit(void **state)
{
	struct bench *bench = *state;
	struct http_stats stats;
	const char *answer;

	configure(bench, "rate_limit: {interval: 1h, burst: 2}\n");
	start(bench);
	has(ask(bench, "/healthz", ""), "200 OK");
	has(ask(bench, "/metrics", ""), "200 OK");
	answer = ask(bench, "/healthz", "");
	has(answer, "429 Too Many Requests");
	has(answer, "Retry-After: ");
	http_server_stats(bench->server, &stats);
	assert_int_equal(stats.limited, 1);
}

static void test_a_wrong_configuration_does_not_start(void **state)
{
	struct bench *bench = *state;
	struct ece_error e;

	configure(bench, "nonsense\n");
	assert_int_equal(http_server_new(&bench->options, &bench->server, &e), -EINVAL);
	bench->server = NULL;
}

static void test_quiesce(void **state)
{
	struct bench *bench = *state;

	bench->gate = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	start(bench);
	let_in(bench, 0);
	let_in(bench, 1);
	say(bench, 0, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
	while (!__atomic_load_n(&bench->gathered, __ATOMIC_SEQ_CST))
		turn(bench, clock_now() + CLOCK_MS_NS);
	assert_int_equal(http_server_quiesce(bench->server), 1);
	eventfd_write(bench->gate, 1);
	until(bench, 0, "page\n");
	http_server_work(bench->server);
	assert_int_equal(http_server_quiesce(bench->server), 0);
}

/* One that waits, when the server ends. */
static void test_the_end(void **state)
{
	struct bench *bench = *state;

	configure(bench, "basic_auth_users: {prom: $2b$08$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW}\n");
	start(bench);
	for (int i = 0; i < 4; i++) {
		let_in(bench, i);
		say(bench, i, "GET / HTTP/1.1\r\nHost: h\r\n" LOGIN "\r\nGET / HTTP/1.1\r\nHost: h\r\n" LOGIN "\r\n");
		turn(bench, clock_now());
	}
	http_server_free(bench->server);
	bench->server = NULL;
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

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
		CASE(test_logins),
		CASE(test_many_guesses),
		CASE(test_the_configuration_changes),
		CASE(test_another_password),
		CASE(test_many_configurations),
		CASE(test_a_rate_limit),
		CASE(test_a_wrong_configuration_does_not_start),
		CASE(test_quiesce),
		CASE(test_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
