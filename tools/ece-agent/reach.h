/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Getting at the host that the command line means. */
#ifndef ECE_TOOLS_ECE_AGENT_REACH_H
#define ECE_TOOLS_ECE_AGENT_REACH_H

#include "tools/ece-agent/args.h"
#include "tools/ece-agent/serve.h"

struct reached {
	const struct serve_kind *kind;
	struct serve_host *host;
	struct protocol_version speaks;
};

/**
 * reach_open - open the host
 * @find_guard: where neither a guard nor a simulated host was named, a guard that is there is asked: it has the host
 *
 * Returns 0, or a negative errno with @e filled. reach_close() after it.
 */
int reach_open(const struct agent_args *args, bool find_guard, struct reached *reached, struct ece_error *e);
void reach_close(struct reached *reached);

/**
 * reach_line - have one request line carried out, as the version of --protocol would
 * @answer: receives its answer for free()
 *
 * A negative errno: there is no true answer.
 */
int reach_line(struct reached *reached, const char *line, size_t len, char **answer, size_t *answer_len,
	       struct ece_error *e);

/**
 * reach_ask - the same with a request, to an answer for protocol_answer_free()
 */
int reach_ask(struct reached *reached, const struct protocol_request *request, struct protocol_answer **answer,
	      struct ece_error *e);

#endif
