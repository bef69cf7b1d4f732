// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Read the counters of many hosts while a run goes on. A lost answer is asked for again; no host is written to. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/internal.h"

#define PIECE_MAX     ((size_t)16 << 20) /* bytes of a text in the store */
#define TRIES_BITS    4
#define TRIES_SETTLED 15 /* of a host that has answered, or will not */

static int no_memory(const struct run *run)
{
	return ece_error_set(run->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for counters of hosts");
}

static void counters_id(const struct run *run, uint32_t host, char *id, size_t size)
{
	const struct sampler *s = &run->sampler;

	snprintf(id, size, "%s/counters-%u/%u-%u", run->record.id, s->serial, host, s->tries[host]);
}

static uint64_t cookie_of(const struct sampler *s, uint32_t host)
{
	return (uint64_t)s->serial << (35 + TRIES_BITS) | (uint64_t)s->tries[host] << 35 |
	       (uint64_t)COOKIE_COUNTERS << 32 | host;
}

void sampler_done(struct sampler *s)
{
	sample_free(s->sample);
	free(s->tries);
	free(s->again);
	*s = (struct sampler){.serial = s->serial};
}

static int ask_before(struct run *run, const struct rollout_action *action)
{
	const struct frozen *f = run->frozen;
	const struct frozen_change *change = &f->changes[f->plan.steps[action->step].part];
	int err = 0;

	if (action->sample != ROLLOUT_SAMPLE_BASELINE_END)
		return 0;
	for (uint32_t i = 0; i < change->gate_count && !err; i++) {
		if (!frozen_gate_asks_before(&change->gates[i]))
			continue;
		run->sampler.questions++;
		err = ask_gate(run, action->step, i, action->round, true);
	}
	return err;
}

int sampler_begin(struct run *run, const struct rollout_action *action)
{
	struct sampler *s = &run->sampler;
	int err;

	sampler_done(s);
	err = sample_new(run->frozen, run->rollout, action, &s->sample, run->e);
	if (err)
		return err;
	s->serial++;
	s->deadline_ns = action->deadline_ns - run->offset_ns;
	s->tries = calloc(s->sample->host_count + 1, sizeof(*s->tries));
	s->again = calloc(s->sample->host_count + 1, sizeof(*s->again));
	if (!s->tries || !s->again)
		return no_memory(run);
	err = ask_before(run, action);
	return err ? err : sampler_go(run);
}

void sampler_told(struct run *run)
{
	if (run->sampler.questions)
		run->sampler.questions--;
}

/* A sample that comes after its deadline is of no use: all of its requests end well before. */
static uint64_t deadline(const struct run *run)
{
	uint64_t now = channel_now(run->control->channel), end = run->sampler.deadline_ns;
	uint64_t left = end > now ? (end - now) / 2 : 0;

	return now + (left < ANSWER_NS ? left : ANSWER_NS);
}

/* No further answer of it has this cookie. */
static void settle(struct sampler *s, uint32_t host)
{
	s->tries[host] = TRIES_SETTLED;
	s->done++;
}

static int give_up(struct run *run, uint32_t host, const char *why)
{
	settle(&run->sampler, host);
	return sample_miss(run->sampler.sample, host, why, run->e);
}

static int ask_host(struct run *run, uint32_t host)
{
	struct sampler *s = &run->sampler;
	struct protocol_request request = {
		.op = PROTOCOL_COUNTERS, .counters = s->sample->counters, .counter_count = s->sample->counter_count};
	struct ece_error why;
	char *line = NULL;
	size_t len;
	int err;

	counters_id(run, host, request.id, sizeof(request.id));
	err = protocol_request_encode(&request, &line, &len, run->e);
	if (err)
		return err;
	err = channel_submit(run->control->channel, s->sample->hosts[host].name, line, len, deadline(run),
			     cookie_of(s, host), &why);
	free(line);
	if (err)
		return give_up(run, host, why.text);
	s->in_flight++;
	return 0;
}

static int ask_more(struct run *run)
{
	struct sampler *s = &run->sampler;
	uint32_t window = run->frozen->changes[run->frozen->plan.steps[s->sample->step].part].limits.parallel;
	int err = 0;

	while (!err && s->in_flight < window) {
		if (s->again_count)
			err = ask_host(run, s->again[--s->again_count]);
		else if (s->next < s->sample->host_count)
			err = ask_host(run, s->next++);
		else
			break;
	}
	return err;
}

/* Of a treated host only what the change touches is of interest. */
static int take(struct run *run, uint32_t host, const struct protocol_answer *answer)
{
	struct sample *sample = run->sampler.sample;
	const struct sample_host *h = &sample->hosts[host];
	struct protocol_request touched = {0};
	int err;

	if (!h->treated)
		return sample_take(sample, host, answer, NULL, run->e);
	err = frozen_cards(run->frozen, h->position, &touched, run->e);
	if (!err)
		err = sample_take(sample, host, answer, &touched, run->e);
	frozen_cards_free(&touched);
	return err;
}

static int read_reply(struct run *run, uint32_t host, const struct channel_answer *reply)
{
	struct protocol_answer *answer = NULL;
	char id[PROTOCOL_ID_MAX];
	struct ece_error why;
	int err;

	if (protocol_answer_decode(reply->line, reply->len, &answer, &why))
		return give_up(run, host, why.text);
	counters_id(run, host, id, sizeof(id));
	if (strcmp(answer->id, id) != 0) {
		err = give_up(run, host, "it answered something else than it was asked");
	} else if (answer->result != PROTOCOL_OK) {
		err = give_up(run, host, answer->error.code ? answer->error.text : "it does not tell its counters");
	} else {
		settle(&run->sampler, host);
		err = take(run, host, answer);
	}
	protocol_answer_free(answer);
	return err;
}

int sampler_answer(struct run *run, const struct channel_answer *answer)
{
	struct sampler *s = &run->sampler;
	uint32_t host = (uint32_t)answer->cookie;

	if (!s->sample || host >= s->sample->host_count || answer->cookie != cookie_of(s, host))
		return 0;
	s->in_flight--;
	if (answer->outcome == CHANNEL_REPLY)
		return read_reply(run, host, answer);
	if (answer->outcome == CHANNEL_MAYBE && s->tries[host] + 1 < READ_ATTEMPTS) {
		s->tries[host]++;
		s->again[s->again_count++] = host;
		return 0;
	}
	return give_up(run, host, answer->why ? answer->why : "no answer");
}

static void tell(const struct run *run, const struct sample *sample)
{
	const struct control_watch *watch = &run->control->watch;
	struct control_sampled sampled = {
		.step = sample->step,
		.sample = sample->kind,
		.treated = (uint32_t)sample->treated_count,
		.untouched = (uint32_t)(sample->host_count - sample->treated_count),
	};

	for (size_t i = 0; i < sample->host_count; i++)
		sampled.missing += !sample->hosts[i].answered;
	if (watch->sampled)
		watch->sampled(watch->ctx, &sampled);
}

static int keep_piece(struct run *run, const struct sample *sample, int32_t piece, size_t *first)
{
	bool before = sample->kind == ROLLOUT_SAMPLE_BASELINE_BEGIN || sample->kind == ROLLOUT_SAMPLE_BASELINE_END;
	char *text;
	int err = sample_write(sample, first, PIECE_MAX, &text, run->e);

	if (err)
		return err;
	err = store_evidence_put(run->control->store, run->record.id, before ? STORE_BASELINE : STORE_SAMPLE,
				 sample->step, -1 - piece, (uint32_t)sample->kind, sample->round, text, run->e);
	free(text);
	return err;
}

/* A sample is of no gate. The numbers below that tell its pieces apart, of which there is mostly one. */
static int keep(struct run *run, const struct sample *sample)
{
	size_t first = 0;
	int err = 0;

	for (int32_t piece = 0; !err && (!piece || first < sample->host_count); piece++)
		err = keep_piece(run, sample, piece, &first);
	return err;
}

/* What was read and that it was read become durable in one transaction. */
static int finish(struct run *run)
{
	struct sample *sample = run->sampler.sample;
	struct rollout_event event = {
		.kind = ROLLOUT_EVENT_SAMPLED,
		.step = sample->step,
		.sample = sample->kind,
		.round = sample->round,
	};
	int err = keep(run, sample);

	if (err)
		return err;
	run->sampler.sample = NULL;
	sampler_done(&run->sampler);
	sample_free(run->samples[sample->kind]);
	run->samples[sample->kind] = sample;
	tell(run, sample);
	err = run_feed(run, &event);
	return err < 0 ? err : 0;
}

int sampler_go(struct run *run)
{
	struct sampler *s = &run->sampler;
	int err;

	if (!s->sample)
		return 0;
	err = ask_more(run);
	if (err || s->done < s->sample->host_count || s->questions)
		return err;
	return finish(run);
}
