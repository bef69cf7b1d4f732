// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/http/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/clock.h"

#define DEADLINE_NS (20 * CLOCK_SECOND_NS)

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

int bench_up(void **state)
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

int bench_down(void **state)
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

void bench_configure(struct bench *bench, const char *text)
{
	FILE *file = fopen(bench->config, "we");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	bench->options.web_config = bench->config;
}

void bench_start(struct bench *bench)
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
void bench_turn(struct bench *bench, uint64_t end)
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
void bench_until(struct bench *bench, int i, const char *text)
{
	const uint64_t end = clock_now() + DEADLINE_NS;
	struct client *client = &bench->clients[i];

	while (text ? !strstr(client->answer, text) : !client->closed) {
		if (clock_now() > end || (text && client->closed))
			fail_msg("client %d: no \"%s\" in \"%s\"", i, text ? text : "end", client->answer);
		bench_turn(bench, end);
	}
}

void bench_let_in(struct bench *bench, int i)
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

void bench_say(struct bench *bench, int i, const char *text)
{
	assert_int_equal(send(bench->clients[i].fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
}

const char *bench_ask(struct bench *bench, const char *path, const char *headers)
{
	char request[2048];

	snprintf(request, sizeof(request), "GET %s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n%s\r\n", path, headers);
	bench_let_in(bench, 0);
	bench_say(bench, 0, request);
	bench_until(bench, 0, NULL);
	return bench->clients[0].answer;
}

void bench_has(const char *answer, const char *text)
{
	if (!strstr(answer, text))
		fail_msg("no \"%s\" in \"%s\"", text, answer);
}
