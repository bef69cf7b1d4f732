/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The server, its page, and clients in the same thread, over socket pairs. What goes wrong fails the test. */
#ifndef ECE_TESTS_UNIT_LIB_HTTP_BENCH_H
#define ECE_TESTS_UNIT_LIB_HTTP_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/http/server.h"

#define CLIENTS    40
#define ANSWER_MAX 65536
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

/* bench_up, bench_down - of each case, which has a struct bench in *@state */
int bench_up(void **state);
int bench_down(void **state);

/* bench_configure - @text is the web configuration file, from bench_start() on or as a change of it */
void bench_configure(struct bench *bench, const char *text);
void bench_start(struct bench *bench);

/* bench_turn - one turn of the server's loop, until @end (CLOCK_MONOTONIC) at the latest; answers are taken */
void bench_turn(struct bench *bench, uint64_t end);

/* bench_until - turns until @text is in the answer of client @i; NULL: until its connection is closed */
void bench_until(struct bench *bench, int i, const char *text);

/* bench_let_in - client @i has a new connection; bench_say - it sends @text, whole */
void bench_let_in(struct bench *bench, int i);
void bench_say(struct bench *bench, int i, const char *text);

/* bench_ask - client 0 gets @path with @headers; the whole answer */
const char *bench_ask(struct bench *bench, const char *path, const char *headers);
void bench_has(const char *answer, const char *text);

#endif
