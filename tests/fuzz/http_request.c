// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Whatever a client sends, in two pieces: the server, as it is, answers or ends the connection, and has none left of it.
 * The first byte says how long the first piece is, and whether users are asked for.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/http/server.h"

#define DEADLINE_NS (5 * CLOCK_SECOND_NS)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
	if (!holds)
		abort();
}

static int gather(void *ctx, struct ece_error *e)
{
	(void)ctx;
	(void)e;
	return 0;
}

static int page(void *ctx, size_t media, char **text, size_t *len, struct ece_error *e)
{
	(void)ctx;
	(void)media;
	(void)e;
	*text = strdup("ece_port_state 4\n");
	*len = strlen(*text);
	return 0;
}

static const struct http_media medias[] = {
	{"text/plain", "0.0.4", "text/plain"},
	{"application/openmetrics-text", "1.0.0", "application/openmetrics-text"},
};

static const struct http_source source = {.gather = gather, .page = page, .medias = medias, .media_count = 2};

static struct http_server *new_server(const char *config)
{
	struct http_server_options options = {.page_path = "/metrics",
					      .name = "n",
					      .summary = "s",
					      .version = "v",
					      .source = &source,
					      .request_ms = 20};
	char path[] = "/tmp/web.XXXXXX";
	struct http_server *server;
	struct ece_error e;
	int fd = mkstemp(path);

	require(fd >= 0 && write(fd, config, strlen(config)) == (ssize_t)strlen(config));
	close(fd);
	options.web_config = path;
	require(!http_server_new(&options, &server, &e));
	/* What is read once stays in use: the path is not looked at any more. */
	unlink(path);
	return server;
}

/* @patience_ns: for something to happen */
static void turn(struct http_server *server, int client, uint64_t patience_ns, bool *closed)
{
	struct pollfd waited[] = {{.fd = http_server_fd(server), .events = POLLIN}, {.fd = client, .events = POLLIN}};
	uint64_t now = clock_now(), next = http_server_deadline(server);
	char answer[4096];
	ssize_t n;

	poll(waited, 2, clock_poll_ms(now, next < now + patience_ns ? next : now + patience_ns));
	http_server_work(server);
	do {
		n = recv(client, answer, sizeof(answer), MSG_DONTWAIT);
	} while (n > 0);
	*closed = n == 0;
}

static void feed(struct http_server *server, int client, const uint8_t *data, size_t size)
{
	bool closed;

	/* A server that has closed already takes nothing. */
	(void)!send(client, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
	turn(server, client, 0, &closed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct http_server *servers[2];
	struct http_server *server;
	struct http_stats stats;
	const uint64_t end = clock_now() + DEADLINE_NS;
	bool closed = false;
	size_t first;
	int pair[2];

	if (!servers[0]) {
		servers[0] = new_server("");
		servers[1] = new_server("basic_auth_users: "
					"{prom: $2b$04$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW}\n");
	}
	if (!size)
		return 0;
	server = servers[data[0] & 1];
	first = data[0] / 2 < size - 1 ? data[0] / 2 : size - 1;
	require(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair));
	fcntl(pair[1], F_SETFL, O_NONBLOCK);
	require(!http_server_take(server, pair[1]));
	feed(server, pair[0], data + 1, first);
	feed(server, pair[0], data + 1 + first, size - 1 - first);
	shutdown(pair[0], SHUT_WR);
	while (!closed && clock_now() < end)
		turn(server, pair[0], CLOCK_SECOND_NS, &closed);
	require(closed);
	close(pair[0]);
	http_server_work(server);
	http_server_stats(server, &stats);
	require(stats.open == 0);
	return 0;
}
