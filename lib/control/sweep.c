// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/control/sweep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct facts_nic sweep_facts(const struct protocol_nic *nic)
{
	return (struct facts_nic){
		.guid = nic->info.guid,
		.psid = nic->info.psid,
		.card = nic->info.card,
		.firmware = nic->info.firmware,
		.pci = nic->info.pci,
		.rdma = nic->info.rdma,
		.netdev = nic->info.netdev,
		.speed_mbps = nic->info.speed_mbps,
		.port = nic->info.port,
		.bonded = nic->use.bonded,
		.default_route = nic->use.default_route,
		.management = nic->use.management,
		.qp_count = nic->use.qps,
		.process_count = nic->use.processes,
		.connected_count = nic->use.connected,
	};
}

static int no_memory(struct sweep *s)
{
	return ece_error_set(s->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what the hosts answered");
}

static void make_id(const struct sweep *s, uint32_t host, char *id, size_t size)
{
	snprintf(id, size, "%s/%s/%u", s->name, s->fleet->hosts[host].name, s->tries[host]);
}

static void end_host(struct sweep *s, uint32_t host)
{
	s->done++;
	if (s->ended)
		s->ended(s->ctx, host, s->done);
}

/* An agent that does not understand a request does not know its id either. */
static bool is_ours(const struct sweep *s, uint32_t host, const struct protocol_answer *answer)
{
	char id[PROTOCOL_ID_MAX];

	make_id(s, host, id, sizeof(id));
	return !strcmp(answer->id, id) || (answer->result == PROTOCOL_REFUSED && !answer->id[0]);
}

static int take_reply(struct sweep *s, uint32_t host, const struct channel_answer *reply)
{
	struct protocol_answer *answer = NULL;
	struct ece_error why;
	int err = protocol_answer_decode(reply->line, reply->len, &answer, &why);

	if (err == -ENOMEM)
		return no_memory(s);
	if (err)
		return s->failed(s->ctx, host, SWEEP_NONSENSE, why.text);
	s->control->simulated |= answer->simulated;
	if (is_ours(s, host, answer))
		err = s->answered(s->ctx, host, answer);
	else
		err = s->failed(s->ctx, host, SWEEP_NONSENSE, "it answered something else than it was asked");
	protocol_answer_free(answer);
	return err;
}

static void on_answer(void *ctx, const struct channel_answer *answer)
{
	struct sweep *s = ctx;
	uint32_t host = (uint32_t)answer->cookie;

	if (s->err || host >= s->fleet->host_count || answer->cookie >> 32 != s->tries[host] || !s->open[host])
		return;
	s->open[host] = false;
	s->in_flight--;
	if (answer->outcome == CHANNEL_MAYBE && s->tries[host] % READ_ATTEMPTS) {
		s->again[s->again_count++] = host;
		return;
	}
	if (answer->outcome == CHANNEL_REPLY)
		s->err = take_reply(s, host, answer);
	else
		s->err = s->failed(s->ctx, host, SWEEP_UNREACHABLE, answer->why ? answer->why : "no answer");
	if (!s->err)
		end_host(s, host);
}

static int ask(struct sweep *s, uint32_t host)
{
	struct protocol_request request = *s->request;
	struct channel *channel = s->control->channel;
	struct ece_error why;
	char *line = NULL;
	size_t len;
	int err;

	s->tries[host]++;
	make_id(s, host, request.id, sizeof(request.id));
	err = protocol_request_encode(&request, &line, &len, s->e);
	if (err)
		return err;
	err = channel_submit(channel, s->fleet->hosts[host].name, line, len, channel_now(channel) + ANSWER_NS,
			     (uint64_t)s->tries[host] << 32 | host, &why);
	free(line);
	if (!err) {
		s->open[host] = true;
		s->in_flight++;
		return 0;
	}
	err = s->failed(s->ctx, host, SWEEP_UNREACHABLE, why.text);
	if (!err)
		end_host(s, host);
	return err;
}

static int ask_next(struct sweep *s)
{
	uint32_t host = s->next++;

	if (!s->wanted || s->wanted(s->ctx, host))
		return ask(s, host);
	end_host(s, host);
	return 0;
}

static int ask_more(struct sweep *s)
{
	uint32_t window = s->window ? s->window : s->fleet->rollouts[s->fleet->rollout].parallel;
	int err = 0;

	while (!err && s->in_flight < window) {
		if (s->again_count)
			err = ask(s, s->again[--s->again_count]);
		else if (s->next < s->fleet->host_count)
			err = ask_next(s);
		else
			break;
	}
	return err;
}

static int ask_all(struct sweep *s)
{
	while (s->done < s->fleet->host_count) {
		int n = ask_more(s);

		if (n)
			return n;
		if (!s->in_flight)
			continue;
		n = channel_poll(s->control->channel, UINT64_MAX, -1, false, on_answer, s, s->e);
		if (n < 0 && n != -EINTR)
			return n;
		if (s->err)
			return s->err;
		if (s->control->stop)
			return ece_error_set(s->e, -EINTR, ECE_ERROR_GONE, "stopped while reading hosts");
	}
	return 0;
}

int sweep_run(struct sweep *s)
{
	uint32_t count = s->fleet->host_count;
	int err;

	s->tries = malloc(count + 1);
	s->open = calloc(count + 1, sizeof(*s->open));
	s->again = calloc(count + 1, sizeof(*s->again));
	if (s->tries && s->open && s->again) {
		memset(s->tries, (int)s->first_try, count + 1);
		err = ask_all(s);
	} else {
		err = no_memory(s);
	}
	if (err == -EINTR) /* otherwise a stop that has come meanwhile is for what follows */
		s->control->stop = 0;
	free(s->tries);
	free(s->open);
	free(s->again);
	return err;
}
