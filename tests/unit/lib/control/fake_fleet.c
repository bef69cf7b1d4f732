// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/control/fake_fleet.h"

#include <errno.h>
#include <poll.h>
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

static void put_back(struct fake_host *host, struct fake_part *part)
{
	*part->value = part->old;
	host->writes++;
	part->held = false;
}

/* The timer of the host, looked at when somebody asks it. */
static void expire(struct fake_host *host, uint64_t now)
{
	for (struct fake_part *part = host->parts; part < host->parts + FAKE_PARTS; part++) {
		if (!part->held || !part->lease_end || now < part->lease_end || part->keeps)
			continue;
		put_back(host, part);
		part->self_undone = true;
	}
}

/* Of a run, or a free one for it. */
static struct fake_part *find_part(struct fake_host *host, const char *run)
{
	struct fake_part *part = host->parts;

	while (part->run[0] && strcmp(part->run, run) != 0)
		if (++part == host->parts + FAKE_PARTS)
			abort();
	return part;
}

static uint64_t *find_value(struct fake_host *host, const struct ece_param *param)
{
	if (!strcmp(param->name, "dcqcn.rp.ai_rate"))
		return &host->rate;
	return strcmp(param->name, "ztr_rtt.ALPHA") ? NULL : &host->alpha;
}

static size_t nics_of(const struct fake_host *host)
{
	return host->nic_count ? host->nic_count : 1;
}

static enum protocol_result apply(struct fake_host *host, struct fake_part *part,
				  const struct protocol_request *request)
{
	const struct protocol_set *set = &request->cards[0].sets[0];
	uint64_t *value = find_value(host, set->param);

	if (host->apply_result)
		return host->apply_result;
	if (request->card_count != nics_of(host) || request->cards[0].set_count != 1 || !value || *value != set->from)
		return PROTOCOL_REFUSED;
	*part = (struct fake_part){
		.value = value,
		.old = *value,
		.new = set->to,
		.held = true,
		.keeps = request->keep_on_loss,
		.lease_ns = request->lease_ms * 1000000,
	};
	memcpy(part->run, request->run, sizeof(part->run));
	*value = set->to;
	host->writes++;
	return PROTOCOL_HELD;
}

static enum protocol_result undo(struct fake_host *host, struct fake_part *part)
{
	if (host->undo_result)
		return host->undo_result;
	if (part->held || part->confirmed) {
		if (*part->value != part->new)
			return PROTOCOL_CONFLICT;
		put_back(host, part);
	}
	part->held = false;
	part->confirmed = false;
	host->confirmed = false;
	return PROTOCOL_UNDONE;
}

static enum protocol_result confirm(struct fake_host *host, struct fake_part *part,
				    const struct protocol_request *request)
{
	if (part->self_undone)
		return PROTOCOL_SELF_UNDONE;
	if (!part->held && !part->confirmed)
		return PROTOCOL_REFUSED;
	part->held = false;
	part->confirmed = true;
	host->confirmed = true;
	host->generation = request->generation;
	return PROTOCOL_CONFIRMED;
}

static enum protocol_result renew(struct fake_host *host, const struct fake_part *part)
{
	host->renewals++;
	if (part->self_undone)
		return PROTOCOL_SELF_UNDONE;
	return part->held ? PROTOCOL_RENEWED : PROTOCOL_REFUSED;
}

static bool token_taken(const struct protocol_request *request, const struct token *seen)
{
	enum token_order order = token_compare(&request->token, seen);

	return order == TOKEN_SAME || order == TOKEN_NEWER || (order == TOKEN_FOREIGN && request->adopt);
}

static enum protocol_result work(struct fake_host *host, struct fake_part *part, const struct protocol_request *request)
{
	switch (request->op) {
	case PROTOCOL_APPLY:
		return apply(host, part, request);
	case PROTOCOL_UNDO:
		return undo(host, part);
	case PROTOCOL_RENEW:
		return renew(host, part);
	default:
		return confirm(host, part, request);
	}
}

static void remember(struct fake_host *host, const char *id, enum protocol_result result)
{
	if (host->journal_count == FAKE_JOURNAL)
		abort();
	memcpy(host->journal[host->journal_count].id, id, PROTOCOL_ID_MAX);
	host->journal[host->journal_count++].result = result;
}

static enum protocol_result carry_out(struct fake_host *host, const struct protocol_request *request, uint64_t now)
{
	struct fake_part *part = find_part(host, request->run);
	enum protocol_result result;

	for (size_t i = 0; i < host->journal_count; i++)
		if (!strcmp(host->journal[i].id, request->id))
			return host->journal[i].result;
	if (host->token.store[0] && !token_taken(request, &host->token))
		return PROTOCOL_REFUSED;
	host->adopts += request->adopt;
	host->token = request->token;
	expire(host, now);
	result = work(host, part, request);
	if (result == PROTOCOL_HELD || result == PROTOCOL_RENEWED)
		part->lease_end = part->lease_ns ? now + part->lease_ns : 0;
	if (request->op != PROTOCOL_RENEW)
		remember(host, request->id, result);
	return result;
}

static uint64_t value_of(const struct fake_counter *c, uint64_t now)
{
	return c->value + c->per_second * ((now - c->since) / 1000000) / 1000;
}

static struct counter_reading count(const struct fake_host *host, const struct counter *counter, uint64_t now)
{
	if (host->absent && !strcmp(host->absent, counter->name))
		return (struct counter_reading){.state = COUNTER_ABSENT};
	for (size_t i = 0; i < FAKE_COUNTERS; i++)
		if (host->counters[i].name && !strcmp(host->counters[i].name, counter->name))
			return (struct counter_reading){value_of(&host->counters[i], now), COUNTER_PRESENT};
	if (counter->unit == COUNTER_BYTES)
		return (struct counter_reading){now / counter->scale, COUNTER_PRESENT};
	return (struct counter_reading){0, COUNTER_PRESENT};
}

static void count_nic(const struct fake_host *host, const struct protocol_request *request, uint64_t now,
		      struct protocol_nic *nic)
{
	nic->counters = calloc(request->counter_count + 1, sizeof(*nic->counters));
	if (!nic->counters)
		abort();
	nic->counter_count = request->counter_count;
	for (size_t i = 0; i < request->counter_count; i++)
		nic->counters[i] = count(host, request->counters[i], now);
}

static void count_all(struct fake_host *host, const struct protocol_request *request, uint64_t now,
		      struct protocol_answer *answer)
{
	answer->counters = calloc(request->counter_count + 1, sizeof(const struct counter *));
	if (!answer->counters)
		abort();
	for (size_t i = 0; i < request->counter_count; i++)
		answer->counters[i] = request->counters[i];
	answer->counter_count = request->counter_count;
	answer->at_ns = now;
	snprintf(answer->boot, sizeof(answer->boot), "%s", host->boot ? host->boot : "boot-1");
	for (size_t i = 0; i < answer->nic_count; i++)
		count_nic(host, request, now, &answer->nics[i]);
	host->samples++;
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
	nic->use = (struct protocol_use)PROTOCOL_USE_UNKNOWN;
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

static bool looks_only(enum protocol_op op)
{
	return !protocol_op_writes(op);
}

/* As an agent from before the request does: it has not even read its id. */
static void refuse_unknown(struct protocol_answer *answer)
{
	answer->result = PROTOCOL_REFUSED;
	ece_error_set(&answer->error, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "\"op\" is none of read, apply");
}

static void count_qps(const struct fake_host *host, struct protocol_answer *answer)
{
	for (size_t i = 0; i < answer->nic_count; i++) {
		struct protocol_qps *qps = calloc(1, sizeof(*qps));

		if (!qps)
			abort();
		qps->census = host->census;
		answer->nics[i].qps = qps;
	}
}

static void fill_answer(struct fake_host *host, const struct protocol_request *request, uint64_t now,
			struct protocol_answer *answer)
{
	if (request->op == PROTOCOL_QPS && host->old_agent) {
		refuse_unknown(answer);
		return;
	}
	snprintf(answer->id, sizeof(answer->id), "%s", host->wrong_id ? "something else" : request->id);
	if (!looks_only(request->op)) {
		answer->result = carry_out(host, request, now);
		if (answer->result == PROTOCOL_FAILED_OLD)
			ece_error_set(&answer->error, -EREMOTEIO, ECE_ERROR_REFUSED, "bad resource state");
		if (request->op != PROTOCOL_APPLY || host->shows_nothing)
			return;
	} else {
		host->reads += request->op == PROTOCOL_READ;
		answer->result = PROTOCOL_OK;
	}
	answer->generation = host->generation;
	answer->obeyed = host->token;
	answer->nic_count = nics_of(host);
	answer->nics = calloc(answer->nic_count, sizeof(*answer->nics));
	for (size_t i = 0; answer->nics && i < answer->nic_count; i++)
		read_nic(host, i, &answer->nics[i]);
	if (request->op == PROTOCOL_COUNTERS && answer->nics)
		count_all(host, request, now, answer);
	if (request->op == PROTOCOL_QPS && answer->nics)
		count_qps(host, answer);
}

static char *answer_line(struct fake_host *host, const struct protocol_request *request, uint64_t now)
{
	struct protocol_answer *answer = calloc(1, sizeof(*answer));
	char *line = NULL;
	size_t len;

	if (!answer)
		return NULL;
	fill_answer(host, request, now, answer);
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
	bool counts = request->op == PROTOCOL_COUNTERS;
	bool lost = !counts && happens(&host->lose_request);
	char *line = host->down || lost ? NULL : answer_line(host, request, fleet->now);

	if (host->down) {
		add_flight(fleet, fleet->now + LATENCY_NS, cookie, CHANNEL_NOT_SENT, NULL);
	} else if (lost || (!counts && happens(&host->lose_answer)) || due > deadline) {
		add_flight(fleet, deadline, cookie, CHANNEL_MAYBE, NULL);
	} else {
		add_flight(fleet, due, cookie, CHANNEL_REPLY, line);
		if (!counts && happens(&host->repeat_answer))
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

/* The clock stands still. */
static int wait_for(struct fake_fleet *fleet, int wake_fd, struct ece_error *e)
{
	struct pollfd fd = {.fd = wake_fd, .events = POLLIN};

	fleet->waits = true;
	return poll(&fd, 1, 5000) == 1 ? 0 : ece_error_set(e, -ETIMEDOUT, ECE_ERROR_TIMEOUT, "nothing woke it");
}

static int fake_poll(struct channel *channel, uint64_t until_ns, int wake_fd, bool hold,
		     void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx, struct ece_error *e)
{
	struct fake_fleet *fleet = (struct fake_fleet *)channel;
	struct fake_flight flight;
	size_t first;

	if (hold)
		return wait_for(fleet, wake_fd, e);
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

static void count_host(struct fake_host *host, const char *counter, uint64_t per_second, uint64_t now)
{
	struct fake_counter *c = host->counters;

	while (c->name && strcmp(c->name, counter) != 0)
		if (++c == host->counters + FAKE_COUNTERS)
			abort();
	*c = (struct fake_counter){counter, c->name ? value_of(c, now) : 0, per_second, now};
}

void fake_fleet_count(struct fake_fleet *fleet, size_t host, const char *counter, uint64_t per_second)
{
	for (size_t i = 0; i < fleet->host_count; i++)
		if (!host || host == i + 1)
			count_host(&fleet->hosts[i], counter, per_second, fleet->now);
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
