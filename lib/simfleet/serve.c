// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The agents of many hosts, side by side through the two commits of a request. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/agent.h"
#include "lib/host/persona.h"
#include "lib/host/protocol.h"
#include "lib/simfleet/internal.h"
#include "lib/simfleet/lie.h"

struct serving {
	struct simfleet_call *call;
	struct simfleet_host *host;
	struct agent_task *task;
};

static void end(struct serving *serving)
{
	if (serving->host)
		serving->call->due_ns = simfleet_host_due(serving->host);
	agent_task_free(serving->task);
	simfleet_host_close(serving->host);
	serving->task = NULL;
	serving->host = NULL;
}

/* Counts down a fault that ends by itself. */
static bool take(uint32_t *left)
{
	if (!*left)
		return false;
	*left -= *left != UINT32_MAX;
	return true;
}

static bool asks_for_programs(const struct simfleet_call *call)
{
	struct protocol_request *request;
	bool asks;

	if (protocol_request_decode(call->line, call->len, &request, NULL /* the agent says why */))
		return false;
	asks = request->op == PROTOCOL_QPS || request->op == PROTOCOL_FACTS;
	protocol_request_free(request);
	return asks;
}

static struct protocol_version speaks(const struct simfleet *sim, const struct simfleet_call *call)
{
	const uint8_t packed = host_record(sim, call->host)->speaks;

	return (struct protocol_version){packed >> 4, packed & 15};
}

/* What its agent does not understand is answered here already. */
static int begin_as(struct simfleet *sim, struct serving *serving, const struct agent *agent)
{
	struct simfleet_call *call = serving->call;
	size_t len;
	char *line;
	int ret = persona_take(speaks(sim, call), call->line, call->len, &line, &len, &call->answer, &call->answer_len,
			       &call->why);

	if (ret || !line)
		return ret;
	ret = agent_begin(agent, line, len, simfleet_now(sim), &serving->task, &call->why);
	free(line);
	return ret;
}

static int begin(struct simfleet *sim, struct serving *serving)
{
	struct simfleet_call *call = serving->call;
	uint32_t *lies = &host_record(sim, call->host)->lies_left;
	struct agent agent = {
		.guard = {.journal = sim->journal, .signers = sim->signers}, .facts = sim->facts, .simulated = true};
	int ret;

	if (*lies && lie_claim(call)) {
		take(lies);
		return 0;
	}
	ret = simfleet_host_open(sim, call->host, &serving->host, &call->why);
	/* What is sent is sent by somebody, and who asks for queue pairs, or for all, is shown some. */
	if (!ret && (records_header(&sim->hosts)->traffic.on || asks_for_programs(call)))
		ret = simfleet_host_start_workload(serving->host, &call->why);
	if (ret)
		return ret;
	agent.guard.os = simfleet_host_os(serving->host);
	agent.guard.host = simfleet_host_name(sim, call->host);
	if (speaks(sim, call).major)
		return begin_as(sim, serving, &agent);
	return agent_begin(&agent, call->line, call->len, simfleet_now(sim), &serving->task, &call->why);
}

/* Nothing of this batch is in the journal now: who has written before cannot be answered. */
static void abandon_all(struct serving *serving, size_t count, const struct ece_error *why)
{
	for (size_t i = 0; i < count; i++) {
		if (!serving[i].task || !agent_abandon(serving[i].task, why))
			continue;
		serving[i].call->why = *why;
		end(&serving[i]);
	}
}

static void execute_all(struct serving *serving, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (serving[i].task && agent_execute(serving[i].task, &serving[i].call->why))
			end(&serving[i]);
}

static void hand_over(struct simfleet *sim, struct serving *serving)
{
	struct simfleet_call *call = serving->call;
	uint32_t *others = &host_record(sim, call->host)->other_left;
	const char *answer;

	if (!serving->task)
		return;
	answer = agent_answer(serving->task, &call->answer_len);
	call->answer = strdup(answer);
	if (!call->answer) {
		ece_error_set(&call->why, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	} else if (speaks(sim, call).major &&
		   persona_tell(speaks(sim, call), &call->answer, &call->answer_len, &call->why)) {
		free(call->answer);
		call->answer = NULL;
	}
	if (*others && lie_about_id(call))
		take(others);
}

static void serve(struct simfleet *sim, struct serving *serving, size_t count)
{
	struct ece_error why;

	for (size_t i = 0; i < count; i++)
		if (begin(sim, &serving[i]))
			end(&serving[i]);
	if (journal_commit(sim->journal, &why))
		abandon_all(serving, count, &why);
	execute_all(serving, count);
	if (journal_commit(sim->journal, &why)) {
		for (size_t i = 0; i < count; i++)
			serving[i].call->why = why;
	} else {
		for (size_t i = 0; i < count; i++)
			hand_over(sim, &serving[i]);
	}
	for (size_t i = 0; i < count; i++)
		end(&serving[i]);
}

void simfleet_serve(struct simfleet *sim, struct simfleet_call *calls, size_t count)
{
	struct serving *serving = calloc(count + 1, sizeof(*serving));

	for (size_t i = 0; i < count; i++) {
		calls[i].answer = NULL;
		calls[i].due_ns = 0;
		if (serving)
			serving[i].call = &calls[i];
		else
			ece_error_set(&calls[i].why, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu hosts", count);
	}
	if (serving)
		serve(sim, serving, count);
	sim->leases_known = false;
	free(serving);
}
