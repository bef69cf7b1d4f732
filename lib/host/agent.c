// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/agent.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/host/protocol.h"

struct agent_task {
	struct agent agent;
	struct guard_job *job;           /* NULL: there is an answer already */
	struct protocol_version version; /* of the answer */
	uint64_t generation;             /* that was asked for */
	char id[PROTOCOL_ID_MAX];
	char *answer;
	size_t len;
};

static struct protocol_answer answer_to(const struct agent_task *task, enum protocol_result result)
{
	struct protocol_answer answer = {
		.version = task->version, .result = result, .simulated = task->agent.simulated};

	memcpy(answer.id, task->id, sizeof(answer.id));
	return answer;
}

/* An answer without NICs. */
static int answer_plain(struct agent_task *task, enum protocol_result result, const struct ece_error *why,
			struct ece_error *e)
{
	struct protocol_answer answer = answer_to(task, result);

	answer.error = *why;
	return protocol_answer_encode(&answer, &task->answer, &task->len, e);
}

static int answer_read(struct agent_task *task, const struct protocol_request *request, struct ece_error *e)
{
	struct protocol_answer answer = answer_to(task, PROTOCOL_OK);
	int ret = guard_read(&task->agent.guard, request->params, request->param_count, &answer.nics, &answer.nic_count,
			     &answer.error);

	if (!ret)
		ret = guard_standing(&task->agent.guard, &answer.generation, answer.holder, &answer.error);
	if (!ret)
		ret = guard_obeyed(&task->agent.guard, &answer.obeyed, &answer.error);
	if (!ret)
		ret = guard_frozen(&task->agent.guard, &answer.frozen, &answer.error);
	if (!ret)
		ret = guard_outlook(&task->agent.guard, &answer.ready, &answer.wanted, &answer.error);
	if (ret) {
		protocol_nics_free(answer.nics, answer.nic_count);
		return answer_plain(task, PROTOCOL_REFUSED, &answer.error, e);
	}
	ret = protocol_answer_encode(&answer, &task->answer, &task->len, &answer.error);
	protocol_nics_free(answer.nics, answer.nic_count);
	return ret ? answer_plain(task, PROTOCOL_REFUSED, &answer.error, e) : 0;
}

static int answer_counters(struct agent_task *task, const struct protocol_request *request, uint64_t now_ns,
			   struct ece_error *e)
{
	struct protocol_answer answer = answer_to(task, PROTOCOL_OK);
	struct guard_counters read;
	int ret = guard_counters(&task->agent.guard, request->counters, request->counter_count, &read, &answer.error);

	if (ret)
		return answer_plain(task, PROTOCOL_REFUSED, &answer.error, e);
	answer.at_ns = now_ns;
	answer.counters = request->counters;
	answer.counter_count = request->counter_count;
	answer.nics = read.nics;
	answer.nic_count = read.nic_count;
	memcpy(answer.boot, read.boot, sizeof(answer.boot));
	ret = protocol_answer_encode(&answer, &task->answer, &task->len, &answer.error);
	protocol_nics_free(read.nics, read.nic_count);
	return ret ? answer_plain(task, PROTOCOL_REFUSED, &answer.error, e) : 0;
}

static int answer_facts(struct agent_task *task, struct ece_error *e)
{
	const struct agent *agent = &task->agent;
	struct protocol_answer answer = answer_to(task, PROTOCOL_OK);
	int ret = -ENOSYS;

	if (agent->facts)
		ret = agent->facts(agent->guard.os, agent->simulated, &answer.facts, &answer.error);
	else
		ece_error_set(&answer.error, -ENOSYS, ECE_ERROR_UNSUPPORTED, "this agent does not tell facts");
	if (ret)
		return answer_plain(task, PROTOCOL_REFUSED, &answer.error, e);
	ret = protocol_answer_encode(&answer, &task->answer, &task->len, &answer.error);
	json_decref(answer.facts);
	return ret ? answer_plain(task, PROTOCOL_REFUSED, &answer.error, e) : 0;
}

static void drop_examples(struct protocol_answer *answer)
{
	for (size_t i = 0; i < answer->nic_count; i++)
		for (uint32_t k = 0; k < answer->nics[i].qps->census.kind_count; k++)
			answer->nics[i].qps->census.kinds[k].peer_count = 0;
}

static int answer_qps(struct agent_task *task, struct ece_error *e)
{
	struct protocol_answer answer = answer_to(task, PROTOCOL_OK);
	int ret = guard_qps(&task->agent.guard, &answer.nics, &answer.nic_count, &answer.error);

	if (ret)
		return answer_plain(task, PROTOCOL_REFUSED, &answer.error, e);
	ret = protocol_answer_encode(&answer, &task->answer, &task->len, &answer.error);
	/* On a host with very many NICs, names are what a line has no room for. */
	if (ret == -EMSGSIZE) {
		drop_examples(&answer);
		answer.error.code = 0;
		ret = protocol_answer_encode(&answer, &task->answer, &task->len, &answer.error);
	}
	protocol_nics_free(answer.nics, answer.nic_count);
	return ret ? answer_plain(task, PROTOCOL_REFUSED, &answer.error, e) : 0;
}

/* The journal has the first answer: only the mark is added, and it is told in the version of who asks now. */
static int answer_again(struct agent_task *task, const char *line, struct ece_error *e)
{
	struct protocol_answer *answer;
	int ret = protocol_answer_decode(line, strlen(line), &answer, e);

	if (ret)
		return ret;
	answer->from_journal = true;
	answer->version = task->version;
	ret = protocol_answer_encode(answer, &task->answer, &task->len, e);
	protocol_answer_free(answer);
	return ret;
}

static struct guard_set *make_sets(const struct protocol_request *request, size_t *count)
{
	struct guard_set *sets;
	size_t n = 0;

	for (size_t c = 0; c < request->card_count; c++)
		n += request->cards[c].set_count;
	*count = n;
	sets = calloc(n + 1, sizeof(*sets));
	n = 0;
	for (size_t c = 0; c < request->card_count && sets; c++)
		for (size_t i = 0; i < request->cards[c].set_count; i++) {
			const struct protocol_card *card = &request->cards[c];

			sets[n] = (struct guard_set){
				.card = {.guid = card->guid},
				.param = (uint16_t)ece_param_index(card->sets[i].param),
				.from = card->sets[i].from,
				.to = card->sets[i].to,
			};
			memcpy(sets[n++].card.psid, card->psid, sizeof(card->psid));
		}
	return sets;
}

static int begin_write(struct agent_task *task, const struct protocol_request *request, uint64_t now_ns,
		       struct ece_error *e)
{
	struct guard_order order = {
		.op = request->op,
		.token = request->token,
		.adopt = request->adopt,
		.lease_ms = request->lease_ms,
		.keep_on_loss = request->keep_on_loss,
		.proof = request->proof,
		.generation = request->generation,
		.local = protocol_op_of_host(request->op) && !request->token.store[0],
		.force = request->force,
		.day_s = (uint64_t)time(NULL /* wanted by value */),
	};
	size_t count;
	struct guard_set *sets = make_sets(request, &count);
	char *before;
	int ret;

	if (!sets)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	memcpy(order.id, request->id, sizeof(order.id));
	memcpy(order.run, request->run, sizeof(order.run));
	memcpy(order.who, request->who, sizeof(order.who));
	memcpy(order.why, request->why, sizeof(order.why));
	ret = guard_prepare(&task->agent.guard, &order, sets, count, now_ns, &task->job, &before, e);
	free(sets);
	if (!ret && before)
		ret = answer_again(task, before, e);
	free(before);
	return ret;
}

static int begin(struct agent_task *task, const struct protocol_request *request, uint64_t now_ns, struct ece_error *e)
{
	memcpy(task->id, request->id, sizeof(task->id));
	task->version = request->version;
	task->generation = request->generation;
	if (request->op == PROTOCOL_READ)
		return answer_read(task, request, e);
	if (request->op == PROTOCOL_COUNTERS)
		return answer_counters(task, request, now_ns, e);
	if (request->op == PROTOCOL_QPS)
		return answer_qps(task, e);
	if (request->op == PROTOCOL_FACTS)
		return answer_facts(task, e);
	return begin_write(task, request, now_ns, e);
}

static struct agent_task *task_new(const struct agent *agent, struct ece_error *e)
{
	struct agent_task *task = calloc(1, sizeof(*task));

	if (task)
		task->agent = *agent;
	else
		ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	return task;
}

int agent_begin_request(const struct agent *agent, const struct protocol_request *request, uint64_t now_ns,
			struct agent_task **task, struct ece_error *e)
{
	struct agent_task *new = task_new(agent, e);
	int ret = new ? begin(new, request, now_ns, e) : -ENOMEM;

	if (ret) {
		agent_task_free(new);
		return ret;
	}
	*task = new;
	return 0;
}

static int refuse(const struct agent *agent, const char *id, const struct ece_error *why, struct agent_task **task,
		  struct ece_error *e)
{
	struct agent_task *new = task_new(agent, e);
	int ret = -ENOMEM;

	if (new) {
		memcpy(new->id, id, sizeof(new->id));
		/* What cannot be read does not tell what its sender understands: what the first version had. */
		new->version = (struct protocol_version){.major = PROTOCOL_MAJOR};
		ret = answer_plain(new, PROTOCOL_REFUSED, why, e);
	}
	if (ret) {
		agent_task_free(new);
		return ret;
	}
	*task = new;
	return 0;
}

int agent_begin(const struct agent *agent, const char *line, size_t len, uint64_t now_ns, struct agent_task **task,
		struct ece_error *e)
{
	struct protocol_request *request;
	char id[PROTOCOL_ID_MAX];
	struct ece_error why;
	int ret = protocol_request_decode_id(line, len, &request, id, &why);

	if (ret)
		return refuse(agent, id, &why, task, e);
	ret = agent_begin_request(agent, request, now_ns, task, e);
	protocol_request_free(request);
	return ret;
}

int agent_abandon(struct agent_task *task, const struct ece_error *why)
{
	return task->job ? guard_abandon(task->job, why) : 0;
}

static size_t same_card(const struct guard_fact *facts, size_t count)
{
	size_t n = 1;

	while (n < count && facts[n].card.guid == facts[0].card.guid && !strcmp(facts[n].card.psid, facts[0].card.psid))
		n++;
	return n;
}

static int fill_nic(const struct guard_job *job, const struct guard_fact *facts, size_t count, struct protocol_nic *nic)
{
	const struct ece_nic_info *info = guard_job_info(job, &facts[0].card);

	if (info)
		nic->info = *info;
	nic->info.guid = facts[0].card.guid;
	memcpy(nic->info.psid, facts[0].card.psid, sizeof(nic->info.psid));
	nic->residual = *guard_job_residual(job, &facts[0].card);
	nic->values = calloc(count, sizeof(*nic->values));
	if (!nic->values)
		return -ENOMEM;
	nic->value_count = count;
	for (size_t i = 0; i < count; i++)
		nic->values[i] = (struct protocol_value){
			.param = ece_param_at(facts[i].param),
			.value = facts[i].now,
			.before = facts[i].before,
			.write = facts[i].write,
			.error = facts[i].error,
		};
	return 0;
}

static int fill_nics(const struct guard_job *job, struct protocol_answer *answer, struct ece_error *e)
{
	size_t count, n;
	const struct guard_fact *facts = guard_job_facts(job, &count);

	answer->nics = calloc(count + 1, sizeof(*answer->nics));
	if (!answer->nics)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	for (size_t i = 0; i < count; i += n) {
		n = same_card(facts + i, count - i);
		if (fill_nic(job, facts + i, n, &answer->nics[answer->nic_count++]))
			return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	}
	return 0;
}

/* What an ENSURE tells of the host beside the values. */
static int fill_standing(struct agent_task *task, struct protocol_answer *answer, struct ece_error *e)
{
	char holder[PROTOCOL_ID_MAX];
	int8_t ready;
	int ret;

	answer->frozen = *guard_job_frozen(task->job);
	if (answer->result != PROTOCOL_READY && answer->result != PROTOCOL_NOT_READY)
		return 0;
	answer->ensured = *guard_job_ensured(task->job);
	ret = guard_outlook(&task->agent.guard, &ready, &answer->wanted, e);
	if (task->generation > answer->wanted)
		answer->wanted = task->generation;
	return ret ? ret : guard_standing(&task->agent.guard, &answer->generation, holder, e);
}

int agent_execute(struct agent_task *task, struct ece_error *e)
{
	struct protocol_answer answer;
	int ret;

	if (!task->job)
		return 0;
	ret = guard_execute(task->job, e);
	if (ret)
		return ret;
	answer = answer_to(task, guard_job_result(task->job));
	answer.error = *guard_job_error(task->job);
	ret = fill_standing(task, &answer, e);
	ret = ret ? ret : fill_nics(task->job, &answer, e);
	ret = ret ? ret : protocol_answer_encode(&answer, &task->answer, &task->len, e);
	protocol_nics_free(answer.nics, answer.nic_count);
	return ret ? ret : guard_conclude(task->job, task->answer, e);
}

const char *agent_answer(const struct agent_task *task, size_t *len)
{
	*len = task->len;
	return task->answer;
}

void agent_task_free(struct agent_task *task)
{
	if (!task)
		return;
	guard_job_free(task->job);
	free(task->answer);
	free(task);
}

static int carry_out(const struct agent *agent, struct agent_task *task, struct ece_error *e)
{
	struct journal *journal = agent->guard.journal;
	struct ece_error why;
	int ret = 0;

	if (journal_commit(journal, &why)) {
		ret = agent_abandon(task, &why);
		if (ret)
			*e = why;
	}
	ret = ret ? ret : agent_execute(task, e);
	return ret ? ret : journal_commit(journal, e);
}

static int finish(const struct agent *agent, struct agent_task *task, int ret, char **answer, size_t *answer_len,
		  struct ece_error *e)
{
	ret = ret ? ret : carry_out(agent, task, e);
	if (ret) {
		journal_rollback(agent->guard.journal);
	} else {
		*answer = task->answer;
		*answer_len = task->len;
		task->answer = NULL;
	}
	agent_task_free(task);
	return ret;
}

int agent_serve(const struct agent *agent, const char *line, size_t len, uint64_t now_ns, char **answer,
		size_t *answer_len, struct ece_error *e)
{
	struct agent_task *task = NULL;
	int ret = agent_begin(agent, line, len, now_ns, &task, e);

	return finish(agent, task, ret, answer, answer_len, e);
}

int agent_serve_request(const struct agent *agent, const struct protocol_request *request, uint64_t now_ns,
			char **answer, size_t *answer_len, struct ece_error *e)
{
	struct agent_task *task = NULL;
	int ret = agent_begin_request(agent, request, now_ns, &task, e);

	return finish(agent, task, ret, answer, answer_len, e);
}
