// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/etcd/fake.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define REQUEST_MAX     65536
#define CONNECTIONS_MAX 64

/* Shared with the process that serves. */
struct shared {
	unsigned requests;
	char last[REQUEST_MAX];
};

struct fake {
	pid_t pid;
	struct shared *shared;
	char url[64];
};

struct connection {
	int fd;
	char text[REQUEST_MAX];
	size_t len;
};

static void say(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t n = send(fd, text, len, MSG_NOSIGNAL);

		if (n <= 0)
			return;
		text += n;
		len -= (size_t)n;
	}
}

static void answer(int fd, const struct fake_step *step)
{
	char head[256];
	int n = snprintf(head, sizeof(head),
			 "HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
			 step->status ? step->status : 200, strlen(step->text));

	say(fd, head, (size_t)n);
	say(fd, step->text, strlen(step->text));
}

static void flood(int fd)
{
	static char spaces[65536];

	memset(spaces, ' ', sizeof(spaces));
	say(fd, "HTTP/1.1 200 OK\r\n\r\n", 19);
	while (send(fd, spaces, sizeof(spaces), MSG_NOSIGNAL) > 0)
		;
}

/* Returns whether the connection stays. */
static bool act(int fd, const struct fake_step *step)
{
	switch (step->kind) {
	case FAKE_ANSWER:
		answer(fd, step);
		return true;
	case FAKE_CLOSE:
		return false;
	case FAKE_HANG:
		return true;
	case FAKE_CUT:
		say(fd, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"header\":", 49);
		return false;
	case FAKE_FLOOD:
		flood(fd);
		return false;
	}
	return false;
}

/* Is all of a request there: its headers, and the body that they promise? */
static size_t whole(const struct connection *c)
{
	const char *end = strstr(c->text, "\r\n\r\n"), *length = strcasestr(c->text, "content-length:");
	size_t size;

	if (!end)
		return 0;
	size = (size_t)(end + 4 - c->text) + (length ? strtoul(length + 15, NULL, 10) : 0);
	return c->len >= size ? size : 0;
}

static bool hear(struct connection *c, const struct fake_step **step, struct shared *shared)
{
	ssize_t n = read(c->fd, c->text + c->len, sizeof(c->text) - 1 - c->len);
	bool stays = n > 0;
	size_t size;

	c->len += stays ? (size_t)n : 0;
	c->text[c->len] = '\0';
	while (stays && (size = whole(c))) {
		memcpy(shared->last, c->text, c->len + 1);
		shared->requests++;
		stays = act(c->fd, *step);
		if ((*step)[1].text || (*step)[1].kind)
			(*step)++;
		c->len -= size;
		memmove(c->text, c->text + size, c->len + 1);
	}
	return stays;
}

static void serve(int listener, const struct fake_step *step, struct shared *shared)
{
	static struct connection connections[CONNECTIONS_MAX];
	struct pollfd polls[CONNECTIONS_MAX + 1] = {{.fd = listener, .events = POLLIN}};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < CONNECTIONS_MAX; i++)
		polls[i + 1] = (struct pollfd){.fd = -1, .events = POLLIN};
	while (poll(polls, CONNECTIONS_MAX + 1, -1) > 0) {
		for (size_t i = 0; i < CONNECTIONS_MAX; i++) {
			if (polls[i + 1].fd < 0 && polls[0].revents) {
				polls[i + 1].revents = 0;
				polls[i + 1].fd = accept(listener, NULL, NULL);
				connections[i] = (struct connection){.fd = polls[i + 1].fd};
				polls[0].revents = 0;
			} else if (polls[i + 1].fd >= 0 && polls[i + 1].revents &&
				   !hear(&connections[i], &step, shared)) {
				close(polls[i + 1].fd);
				polls[i + 1].fd = -1;
			}
		}
	}
	_exit(1);
}

static int listen_here(char *url, size_t size)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(addr);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&addr, len) || listen(fd, 16) ||
	    getsockname(fd, (struct sockaddr *)&addr, &len))
		fail_msg("no port to listen on");
	snprintf(url, size, "http://127.0.0.1:%d", ntohs(addr.sin_port));
	return fd;
}

struct fake *fake_new(const struct fake_step *steps)
{
	struct fake *fake = calloc(1, sizeof(*fake));
	int listener;

	assert_non_null(fake);
	fake->shared = mmap(NULL, sizeof(*fake->shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(fake->shared != MAP_FAILED);
	listener = listen_here(fake->url, sizeof(fake->url));
	fake->pid = fork();
	if (!fake->pid)
		serve(listener, steps, fake->shared);
	assert_true(fake->pid > 0);
	close(listener);
	return fake;
}

void fake_free(struct fake *fake)
{
	kill(fake->pid, SIGKILL);
	waitpid(fake->pid, NULL, 0);
	munmap(fake->shared, sizeof(*fake->shared));
	free(fake);
}

const char *fake_url(const struct fake *fake)
{
	return fake->url;
}

unsigned fake_requests(const struct fake *fake)
{
	return *(volatile unsigned *)&fake->shared->requests;
}

const char *fake_last(const struct fake *fake)
{
	return fake->shared->last;
}
