// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/control/fake_fleet.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LATENCY_NS 1000000
#define FLIGHTS    1024

struct fake_flight {
	uint64_t due, cookie;
	enum channel_outcome outcome;
	char *line;
};

static bool happens(uint32_t *times)
{
	if (!*times)
		return false;
	if (*times != UINT32_MAX)
		--*times;
	return true;
}

static struct fake_host *find_host(struct fake_fleet *fleet, const char *name)
{
	for (size_t i = 0; i < fleet->host_count; i++)
		if (!strcmp(fleet->hosts[i].name, name))
			return &fleet->hosts[i];
	return NULL;
}

static enum protocol_result apply(struct fake_host *host, const struct protocol_request *request)
{
	const struct protocol_set *set = &request->cards[0].sets[0];

	if (host->apply_result)
		return host->apply_result;
	if (request->card_count != 1 || strcmp(set->param->name, "dcqcn.rp.ai_rate") != 0 || host->rate != set->from)
		return PROTOCOL_REFUSED;
	host->old_rate = host->rate;
	host->rate = set->to;
	host->writes++;
	host->held = true;
	return PROTOCOL_HELD;
}

static enum protocol_result undo(struct fake_host *host)
{
	if (host->undo_result)
		return host->undo_result;
	if (host->held || host->confirmed) {
		if (host->rate != FAKE_NEW_RATE)
			return PROTOCOL_CONFLICT;
		host->rate = host->old_rate;
		host->writes++;
	}
	host->held = false;
	host->confirmed = false;
	return PROTOCOL_UNDONE;
}

static enum protocol_result confirm(struct fake_host *host)
{
	if (!host->held && !host->confirmed)
		return PROTOCOL_REFUSED;
	host->held = false;
	host->confirmed = true;
	return PROTOCOL_CONFIRMED;
}

static bool token_taken(const struct protocol_request *request, const struct token *seen)
{
	enum token_order order = token_compare(&request->token, seen);

	return order == TOKEN_SAME || order == TOKEN_NEWER || (order == TOKEN_FOREIGN && request->adopt);
}

static enum protocol_result carry_out(struct fake_host *host, const struct protocol_request *request)
{
	enum protocol_result result;

	for (size_t i = 0; i < host->journal_count; i++)
		if (!strcmp(host->journal[i].id, request->id))
			return host->journal[i].result;
	if (host->token.store[0] && !token_taken(request, &host->token))
		return PROTOCOL_REFUSED;
	host->adopts += request->adopt;
	host->token = request->token;
	result = request->op == PROTOCOL_APPLY ? apply(host, request) :
		 request->op == PROTOCOL_UNDO  ? undo(host) :
						 confirm(host);
	if (host->journal_count < FAKE_JOURNAL) {
		memcpy(host->journal[host->journal_count].id, request->id, PROTOCOL_ID_MAX);
		host->journal[host->journal_count++].result = result;
	}
	return result;
}

static void read_nic(const struct fake_host *host, size_t index, struct protocol_nic *nic)
{
	static const char *const names[] = {"dcqcn.rp.ai_rate", "ztr_rtt.ALPHA"};
	const uint64_t raw[] = {host->rate, host->alpha};

	snprintf(nic->info.card, sizeof(nic->info.card), "ConnectX-7");
	snprintf(nic->info.psid, sizeof(nic->info.psid), "MT_0000000838");
	snprintf(nic->info.pci, sizeof(nic->info.pci), "0000:%02zx:00.0", index + 1);
	nic->info.guid = UINT64_C(0x0c42a10300000000) + index;
	nic->info.port = 1;
	nic->values = calloc(2, sizeof(*nic->values));
	for (size_t i = 0; nic->values && i < 2; i++) {
		nic->values[i].param = ece_param_find(names[i]);
		nic->values[i].value.raw = raw[i];
		nic->values[i].value.state = host->unreadable ? ECE_VALUE_UNREADABLE : ECE_VALUE_SET;
		if (host->unreadable)
			snprintf(nic->values[i].value.why, sizeof(nic->values[i].value.why), "the file is gone");
	}
	nic->value_count = nic->values ? 2 : 0;
}

static void fill_answer(struct fake_host *host, const struct protocol_request *request, struct protocol_answer *answer)
{
	snprintf(answer->id, sizeof(answer->id), "%s", host->wrong_id ? "something else" : request->id);
	if (request->op != PROTOCOL_READ) {
		answer->result = carry_out(host, request);
		if (answer->result == PROTOCOL_FAILED_OLD)
			ece_error_set(&answer->error, -EREMOTEIO, ECE_ERROR_REFUSED, "bad resource state");
		if (request->op != PROTOCOL_APPLY || host->shows_nothing)
			return;
	} else {
		host->reads++;
		answer->result = PROTOCOL_OK;
	}
	answer->nic_count = host->nic_count ? host->nic_count : 1;
	answer->nics = calloc(answer->nic_count, sizeof(*answer->nics));
	for (size_t i = 0; answer->nics && i < answer->nic_count; i++)
		read_nic(host, i, &answer->nics[i]);
}

static char *answer_line(struct fake_host *host, const struct protocol_request *request)
{
	struct protocol_answer *answer = calloc(1, sizeof(*answer));
	char *line = NULL;
	size_t len;

	if (!answer)
		return NULL;
	fill_answer(host, request, answer);
	if (protocol_answer_encode(answer, &line, &len, NULL))
		abort();
	protocol_answer_free(answer);
	if (host->garbage) {
		free(line);
		line = strdup("Connection to h01 closed.");
	}
	return line;
}

static void add_flight(struct fake_fleet *fleet, uint64_t due, uint64_t cookie, enum channel_outcome outcome,
		       const char *line)
{
	if (fleet->flight_count == FLIGHTS)
		abort();
	fleet->flights[fleet->flight_count++] = (struct fake_flight){
		.due = due,
		.cookie = cookie,
		.outcome = outcome,
		.line = line ? strdup(line) : NULL,
	};
	if (fleet->flight_count > fleet->most_in_flight)
		fleet->most_in_flight = fleet->flight_count;
}

static void decide(struct fake_fleet *fleet, struct fake_host *host, const struct protocol_request *request,
		   uint64_t deadline, uint64_t cookie)
{
	uint64_t due = fleet->now + LATENCY_NS + host->delay_ns;
	bool lost = happens(&host->lose_request);
	char *line = host->down || lost ? NULL : answer_line(host, request);

	if (host->down) {
		add_flight(fleet, fleet->now + LATENCY_NS, cookie, CHANNEL_NOT_SENT, NULL);
	} else if (lost || happens(&host->lose_answer) || due > deadline) {
		add_flight(fleet, deadline, cookie, CHANNEL_MAYBE, NULL);
	} else {
		add_flight(fleet, due, cookie, CHANNEL_REPLY, line);
		if (happens(&host->repeat_answer))
			add_flight(fleet, due + LATENCY_NS / 2, cookie, CHANNEL_REPLY, line);
	}
	free(line);
}

static int fake_submit(struct channel *channel, const char *name, const char *line, size_t len, uint64_t deadline_ns,
		       uint64_t cookie, struct ece_error *e)
{
	struct fake_fleet *fleet = (struct fake_fleet *)channel;
	struct fake_host *host = find_host(fleet, name);
	struct protocol_request *request = NULL;

	if (!host)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no host %s", name);
	if (protocol_request_decode(line, len, &request, e))
		abort();
	fleet->submits++;
	host->requests++;
	if (fleet->on_submit)
		fleet->on_submit(fleet, request);
	decide(fleet, host, request, deadline_ns, cookie);
	protocol_request_free(request);
	return 0;
}

static size_t first_due(const struct fake_fleet *fleet)
{
	size_t first = 0;

	for (size_t i = 1; i < fleet->flight_count; i++)
		if (fleet->flights[i].due < fleet->flights[first].due)
			first = i;
	return first;
}

static int fake_poll(struct channel *channel, uint64_t until_ns, int wake_fd, bool hold,
		     void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx, struct ece_error *e)
{
	struct fake_fleet *fleet = (struct fake_fleet *)channel;
	struct fake_flight flight;
	size_t first;

	(void)wake_fd;
	(void)hold;
	if (fleet->interrupt) {
		fleet->interrupt = false;
		return ece_error_set(e, -EINTR, ECE_ERROR_IO, "interrupted");
	}
	first = first_due(fleet);
	if (!fleet->flight_count || fleet->flights[first].due > until_ns) {
		if (until_ns == UINT64_MAX)
			abort(); /* it would wait for ever */
		fleet->now = until_ns > fleet->now ? until_ns : fleet->now;
		return 0;
	}
	flight = fleet->flights[first];
	fleet->flights[first] = fleet->flights[--fleet->flight_count];
	if (flight.due > fleet->now)
		fleet->now = flight.due;
	answer(ctx, &(struct channel_answer){
			    .cookie = flight.cookie,
			    .outcome = flight.outcome,
			    .line = flight.line,
			    .len = flight.line ? strlen(flight.line) : 0,
			    .why = flight.line ? NULL : "nothing came",
		    });
	free(flight.line);
	return 1;
}

static uint64_t fake_now(struct channel *channel)
{
	return ((struct fake_fleet *)channel)->now;
}

static void fake_free(struct channel *channel)
{
	(void)channel;
}

static const struct channel_ops fake_ops = {
	.submit = fake_submit,
	.poll = fake_poll,
	.now = fake_now,
	.free = fake_free,
};

void fake_fleet_begin(struct fake_fleet *fleet, size_t count)
{
	memset(fleet, 0, sizeof(*fleet));
	fleet->channel.ops = &fake_ops;
	fleet->now = UINT64_C(5000000000000);
	fleet->host_count = count;
	fleet->flights = calloc(FLIGHTS, sizeof(*fleet->flights));
	if (!fleet->flights)
		abort();
	for (size_t i = 0; i < count; i++) {
		snprintf(fleet->hosts[i].name, sizeof(fleet->hosts[i].name), "h%02zu", i + 1);
		fleet->hosts[i].rate = FAKE_OLD_RATE;
		fleet->hosts[i].alpha = 5243;
	}
}

void fake_fleet_disconnect(struct fake_fleet *fleet)
{
	for (size_t i = 0; i < fleet->flight_count; i++)
		free(fleet->flights[i].line);
	fleet->flight_count = 0;
}

void fake_fleet_end(struct fake_fleet *fleet)
{
	fake_fleet_disconnect(fleet);
	free(fleet->flights);
}
