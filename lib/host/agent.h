/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The unprivileged half of the host agent: request lines in, answer lines out. It parses what a peer sent and hands
 * fixed structs to the guard (lib/host/guard.h); it touches neither devices nor the journal.
 *
 * The calls are those of the guard: a fleet of simulated hosts can share the two commits.
 */
#ifndef ECE_LIB_HOST_AGENT_H
#define ECE_LIB_HOST_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/host/guard.h"

struct json_t; /* of jansson */

/**
 * agent_facts - read all that there is of a host, as hostfacts_read() of lib/facts does
 */
typedef int agent_facts(const struct ece_os *os, bool simulated, struct json_t **doc, struct ece_error *e);

struct agent {
	struct guard guard;
	agent_facts *facts; /* NULL: FACTS is refused */
	bool simulated;     /* every answer says so */
};

struct agent_task; /* one request under way */

/**
 * agent_begin - take a request line, up to where its intents must be durable
 * @line: anything; what is no request is answered with REFUSED
 *
 * Returns 0 and a task for agent_task_free(), or a negative errno with @e filled: there is no true answer, say nothing.
 */
int agent_begin(const struct agent *agent, const char *line, size_t len, uint64_t now_ns, struct agent_task **task,
		struct ece_error *e);

/* agent_begin_request - the same with a request that was decoded before */
int agent_begin_request(const struct agent *agent, const struct protocol_request *request, uint64_t now_ns,
			struct agent_task **task, struct ece_error *e);

/**
 * agent_abandon - the first commit failed
 *
 * Returns 0 when agent_execute() may go on to tell so, else a negative errno: say nothing.
 */
int agent_abandon(struct agent_task *task, const struct ece_error *why);

/**
 * agent_execute - carry it out, up to where its outcome must be durable
 *
 * Returns as agent_begin().
 */
int agent_execute(struct agent_task *task, struct ece_error *e);

/**
 * agent_answer - the answer line without its newline, once the outcome is durable; valid until agent_task_free()
 */
const char *agent_answer(const struct agent_task *task, size_t *len);
void agent_task_free(struct agent_task *task);

/**
 * agent_serve - all of it for one host: begin, commit, execute, commit
 * @answer: receives the answer line for free()
 *
 * Returns 0; or a negative errno with @e filled: there is no true answer, say nothing and end.
 */
int agent_serve(const struct agent *agent, const char *line, size_t len, uint64_t now_ns, char **answer,
		size_t *answer_len, struct ece_error *e);
int agent_serve_request(const struct agent *agent, const struct protocol_request *request, uint64_t now_ns,
			char **answer, size_t *answer_len, struct ece_error *e);

#endif
