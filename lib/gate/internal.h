/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Open questions, and the two ways to ask. */
#ifndef ECE_LIB_GATE_INTERNAL_H
#define ECE_LIB_GATE_INTERNAL_H

#include <curl/curl.h>
#include <limits.h>
#include <stdbool.h>

#include "lib/base/spawn.h"
#include "lib/gate/gate.h"

#define QUESTION_WHY_MAX GATE_WHY_MAX
#define QUESTION_ERR_MAX 4096 /* the end of a command's error output */

/* A query of Prometheus under way. */
struct query {
	CURL *easy;
	char *form; /* the body of the request */
	char *body;
	size_t len;
	bool too_large;
	char server[256]; /* without user and password, for messages */
	char error[CURL_ERROR_SIZE];
};

/* A command under way. */
struct command {
	struct spawn child;
	char name[128];
	uint64_t deadline_ns;
	char out[GATE_OUTPUT_MAX + 1], err[QUESTION_ERR_MAX + 1];
	size_t out_len, err_len;
	char dir[PATH_MAX]; /* of the host lists, "" once removed */
};

struct question {
	struct question *next;
	uint64_t cookie;
	struct query *query; /* one of the two */
	struct command *command;
	bool answered;
	enum gate_result result;
	double *values;
	char **names;
	size_t count;
	char why[QUESTION_WHY_MAX];
};

struct gate_asker {
	int epoll, timer;
	CURLM *multi;
	uint64_t curl_ns; /* when curl wants to be called; UINT64_MAX: it does not */
	struct question *questions;
	size_t open;
};

/**
 * question_new - a question that is open from now on
 *
 * Returns NULL with @e filled: too many, or no memory. question_free() takes one that is in no list.
 */
struct question *question_new(struct gate_asker *asker, uint64_t cookie, struct ece_error *e);
void question_free(struct question *question);

/**
 * question_drop - the newest question came to nothing
 */
void question_drop(struct gate_asker *asker);

/**
 * question_answer - it is answered with a result and a sentence
 */
__attribute__((format(printf, 3, 4))) void question_answer(struct question *question, enum gate_result result,
							   const char *format, ...);

/**
 * query_start, query_done, query_free - of one question
 * @code: how curl ended; its handle is out of the asker's by then
 */
int query_start(struct gate_asker *asker, struct question *question, const struct gate_promql *ask,
		struct ece_error *e);
void query_done(struct question *question, CURLcode code);
void query_free(struct query *query);

/**
 * query_read - what Prometheus answered
 * @server: for the sentences
 */
void query_read(struct question *question, const char *server, long http_status, const char *body, size_t len);

/**
 * command_start, command_step, command_free - of one question; a command that is freed is killed
 */
int command_start(struct gate_asker *asker, struct question *question, const struct gate_exec *ask,
		  struct ece_error *e);
void command_step(struct question *question, uint64_t now_ns);
void command_free(struct command *command);

/**
 * lists_write, lists_remove - a new directory with the files "treated" and "untouched", a name a line
 * @dir: PATH_MAX bytes
 */
int lists_write(const struct gate_exec *ask, char *dir, struct ece_error *e);
void lists_remove(char *dir);

#endif
