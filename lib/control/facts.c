// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Ask hosts for all that can be read of them. */
#include "lib/control/sweep.h"

struct telling {
	const bool *asked;
	int (*each)(void *ctx, const struct control_facts *facts);
	void *ctx;
};

static bool is_asked(void *ctx, uint32_t host)
{
	const struct telling *t = ctx;

	return !t->asked || t->asked[host];
}

static int not_told(const struct telling *t, uint32_t host, bool reached, const char *why)
{
	return t->each(t->ctx, &(struct control_facts){.host = host, .reached = reached, .why = why});
}

static int answered(void *ctx, uint32_t host, const struct protocol_answer *answer)
{
	const struct telling *t = ctx;

	if (answer->result == PROTOCOL_OK && answer->facts)
		return t->each(t->ctx,
			       &(struct control_facts){.host = host, .reached = true, .why = "", .doc = answer->facts});
	if (answer->result == PROTOCOL_REFUSED && answer->error.kind == ECE_ERROR_UNKNOWN_NAME)
		return not_told(t, host, true, "its agent is older and does not tell facts");
	return not_told(t, host, true, answer->error.code ? answer->error.text : "it does not say what it has");
}

static int failed(void *ctx, uint32_t host, enum sweep_failure failure, const char *why)
{
	return not_told(ctx, host, failure == SWEEP_NONSENSE, why);
}

int control_facts(struct control *control, const struct fleet *fleet, const bool *asked,
		  int (*each)(void *ctx, const struct control_facts *facts), void *ctx, struct ece_error *e)
{
	struct protocol_request request = {.op = PROTOCOL_FACTS};
	struct telling t = {.asked = asked, .each = each, .ctx = ctx};
	struct sweep sweep = {
		.control = control,
		.fleet = fleet,
		.name = "facts",
		.request = &request,
		.wanted = is_asked,
		.answered = answered,
		.failed = failed,
		.ctx = &t,
		.e = e,
	};

	return sweep_run(&sweep);
}
