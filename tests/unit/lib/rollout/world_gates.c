// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What was sampled and judged of each step, and what may follow from it. */
#include <string.h>

#include "tests/unit/lib/rollout/world_rules.h"

/* Nothing of the step is waited for any more. */
void gates_close(struct world *w)
{
	for (uint32_t s = 0; s < w->config.step_count; s++)
		for (unsigned int i = 0; i < ROLLOUT_SAMPLE_COUNT; i++)
			w->steps[s].samples[i].open = false;
	for (uint32_t g = 0; g < WORLD_GATES; g++)
		w->gates[g].open = false;
}

/* Its hosts are not as they were: what was sampled and judged since they were applied counts no more. */
void gates_void(struct world *w, uint32_t step)
{
	struct world_step *s = &w->steps[step];

	s->soak_from = w->now;
	s->first_judged = NEVER;
	s->accepted = false;
	gates_close(w);
	memset(w->gates, 0, sizeof(w->gates));
}

/* What is open is to be asked for again. */
void gates_expect_take_over(struct world *w)
{
	for (uint32_t s = 0; s < w->config.step_count; s++)
		for (unsigned int i = 0; i < ROLLOUT_SAMPLE_COUNT; i++)
			w->steps[s].samples[i].again_now = w->steps[s].samples[i].open;
	for (uint32_t g = 0; g < WORLD_GATES; g++)
		w->gates[g].again_now = w->gates[g].open;
}

/* Something of that was not. */
bool gates_forgotten(const struct world *w)
{
	bool forgotten = false;

	for (uint32_t s = 0; s < w->config.step_count; s++)
		for (unsigned int i = 0; i < ROLLOUT_SAMPLE_COUNT; i++)
			forgotten |= w->steps[s].samples[i].again_now;
	for (uint32_t g = 0; g < WORLD_GATES; g++)
		forgotten |= w->gates[g].again_now;
	return forgotten;
}

static void check_window(struct world *w, uint32_t step, enum rollout_sample sample)
{
	const struct world_step *s = &w->steps[step];
	const struct world_sample *begin = &s->samples[sample & ~1U];
	const struct rollout_step_plan *plan = &w->config.steps[step];
	bool baseline = sample == ROLLOUT_SAMPLE_BASELINE_END;

	if (begin->open || begin->taken == NEVER)
		wrong(w, "a window has its beginning first", "step %u", step);
	else if (w->now < begin->taken + (baseline ? plan->baseline_ns : plan->soak_ns))
		wrong(w, "hosts are watched as long as the step says", "step %u", step);
	if (!baseline && begin->asked < s->soak_from)
		wrong(w, "a soak begins after the last apply", "step %u", step);
}

static void check_new_sample(struct world *w, uint32_t step, enum rollout_sample sample)
{
	bool applied = !count_expected(w, step, ROLLOUT_HOST_QUEUED);

	if (sample <= ROLLOUT_SAMPLE_BASELINE_END && !rollout_step_counts(w->run, step).queued)
		wrong(w, "a step that writes nothing is not watched", "step %u", step);
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		if (w->host_step[i] == step && w->hosts[i].open && w->hosts[i].request == ROLLOUT_REQUEST_APPLY)
			applied = false;
		if (sample <= ROLLOUT_SAMPLE_BASELINE_END && w->host_step[i] == step && w->hosts[i].intent)
			wrong(w, "a baseline is older than the first apply", "host %u", i);
	}
	if (sample >= ROLLOUT_SAMPLE_SOAK_BEGIN && !applied)
		wrong(w, "a step soaks when it is applied", "step %u", step);
	if (sample & 1)
		check_window(w, step, sample);
}

void gates_on_sample(struct world *w, const struct rollout_action *a)
{
	struct world_sample *s = &w->steps[a->step].samples[a->sample];

	if (a->step != rollout_current_step(w->run) || !is_samples(w, a->step))
		wrong(w, "only a step with gates that need it is sampled", "step %u", a->step);
	if (a->deadline_ns != w->now + limits_at(w, a->step)->sample_ns)
		wrong(w, "each sample has its deadline", "step %u", a->step);
	s->deadline = a->deadline_ns;
	if (s->again_now) {
		s->again_now = false;
		return;
	}
	if (s->open)
		wrong(w, "not sampled twice at once", "step %u", a->step);
	check_new_sample(w, a->step, a->sample);
	s->open = true;
	s->round = a->round;
	s->asked = w->now;
}

void gates_expect_sampled(struct world *w, uint32_t step, enum rollout_sample sample)
{
	w->steps[step].samples[sample].open = false;
	w->steps[step].samples[sample].taken = w->now;
}

/* What is really there: it was sampled while all its hosts had the change. */
static void check_held(struct world *w, const struct rollout_action *a)
{
	const struct world_sample *end = &w->steps[a->step].samples[ROLLOUT_SAMPLE_SOAK_END];
	uint64_t seen = is_samples(w, a->step) ? end->taken : w->now;

	for (uint32_t i = 0; i < w->config.host_count; i++) {
		const struct world_host *h = &w->hosts[i];

		if (w->host_step[i] == a->step && h->expected == ROLLOUT_HOST_HELD && !h->open && h->self_undone &&
		    h->self_undone_at <= seen)
			wrong(w, "judged by hosts that hold the change", "host %u", i);
	}
}

static void check_round(struct world *w, const struct rollout_action *a)
{
	const struct world_step *s = &w->steps[a->step];
	const struct world_sample *end = &s->samples[ROLLOUT_SAMPLE_SOAK_END];
	bool later = s->first_judged != NEVER;

	if (is_samples(w, a->step) && (end->open || end->taken == NEVER || end->round != a->round))
		wrong(w, "a round is judged on its own samples", "step %u round %u", a->step, a->round);
	if (!is_samples(w, a->step) && w->now < s->soak_from + w->config.steps[a->step].soak_ns)
		wrong(w, "a step soaks before it is judged", "step %u", a->step);
	if (later && a->round <= s->round)
		wrong(w, "each judging anew is a round of its own", "step %u round %u", a->step, a->round);
}

static void begin_round(struct world *w, const struct rollout_action *a)
{
	struct world_step *s = &w->steps[a->step];

	check_round(w, a);
	check_held(w, a);
	for (uint32_t g = 0; g < WORLD_GATES; g++)
		w->gates[g] = (struct world_gate){.round = a->round};
	if (s->first_judged == NEVER)
		s->first_judged = w->now;
	s->round = a->round;
}

void gates_on_judge(struct world *w, const struct rollout_action *a)
{
	struct world_step *s = &w->steps[a->step];
	struct world_gate *g = &w->gates[a->gate];

	if (a->step != rollout_current_step(w->run) || a->gate >= change_at(w, a->step)->gate_count)
		wrong(w, "only gates of the step are judged", "gate %u", a->gate);
	if (a->deadline_ns != w->now + limits_at(w, a->step)->judge_ns)
		wrong(w, "each judging has its deadline", "gate %u", a->gate);
	if (s->first_judged == NEVER || s->round != a->round)
		begin_round(w, a);
	w->judges++;
	/* Asked again by a new controller, though the round may be over by the time that has passed. */
	if (g->again_now) {
		g->again_now = false;
		g->deadline = a->deadline_ns;
		return;
	}
	if (g->settled)
		wrong(w, "what is judged is not judged again", "gate %u", a->gate);
	if (g->open)
		wrong(w, "not judged twice at once", "gate %u", a->gate);
	if (w->now < g->again)
		wrong(w, "an error rests before it is judged again", "gate %u", a->gate);
	if (++g->tries > limits_at(w, a->step)->attempts)
		wrong(w, "attempts have a limit", "gate %u", a->gate);
	g->open = true;
	g->deadline = a->deadline_ns;
}

void gates_expect_verdict(struct world *w, uint32_t gate, enum rollout_verdict verdict)
{
	const struct rollout_limits *limits = limits_now(w);
	struct world_gate *g = &w->gates[gate];

	g->open = false;
	g->verdict = verdict;
	g->judged = w->now;
	g->settled = verdict != ROLLOUT_VERDICT_ERROR || g->tries >= limits->attempts;
	g->again = w->now + limits->retry_ns;
}

/* What is not there in time counts as sampled, or as an error. */
void gates_overdue(struct world *w)
{
	uint32_t step = rollout_current_step(w->run);

	for (unsigned int i = 0; i < ROLLOUT_SAMPLE_COUNT; i++)
		if (w->steps[step].samples[i].open && w->steps[step].samples[i].deadline <= w->now)
			gates_expect_sampled(w, step, (enum rollout_sample)i);
	for (uint32_t g = 0; g < WORLD_GATES; g++)
		if (w->gates[g].open && w->gates[g].deadline <= w->now)
			gates_expect_verdict(w, g, ROLLOUT_VERDICT_ERROR);
}

static bool waited(const struct world *w, uint32_t step, uint32_t gate)
{
	uint64_t judged = w->steps[step].first_judged;

	return judged != NEVER && w->gates[gate].judged >= judged + change_at(w, step)->gates[gate].wait_ns;
}

static bool ruled(const struct world *w, uint32_t step, uint32_t gate, enum rollout_rule rule)
{
	return w->gates[gate].settled && w->gates[gate].verdict == ROLLOUT_VERDICT_INCONCLUSIVE &&
	       waited(w, step, gate) && change_at(w, step)->gates[gate].on_inconclusive == rule;
}

static bool lets_pass(const struct world *w, uint32_t step, uint32_t gate)
{
	const struct world_gate *g = &w->gates[gate];

	if (!g->settled || g->round != w->steps[step].round)
		return false;
	return g->verdict == ROLLOUT_VERDICT_PASS || ruled(w, step, gate, ROLLOUT_RULE_PASS);
}

bool gates_allow_confirm(const struct world *w, uint32_t step, const char **why)
{
	const struct world_step *s = &w->steps[step];

	*why = "soak";
	if (s->accepted)
		return true;
	if (!change_at(w, step)->gate_count)
		return w->now >= s->soak_from + w->config.steps[step].soak_ns;
	*why = "not judged since the last apply";
	if (s->first_judged == NEVER || s->first_judged < s->soak_from + w->config.steps[step].soak_ns)
		return false;
	*why = "a gate did not pass";
	for (uint32_t g = 0; g < change_at(w, step)->gate_count; g++)
		if (!lets_pass(w, step, g))
			return false;
	return true;
}

bool gates_failed(const struct world *w, uint32_t step)
{
	if (w->steps[step].first_judged == NEVER)
		return false;
	for (uint32_t g = 0; g < change_at(w, step)->gate_count; g++)
		if (w->gates[g].settled && w->gates[g].verdict == ROLLOUT_VERDICT_FAIL)
			return true;
	return false;
}

/* By a verdict or by the rule. */
bool gates_fail(const struct world *w, uint32_t step)
{
	for (uint32_t g = 0; g < change_at(w, step)->gate_count; g++)
		if (ruled(w, step, g, ROLLOUT_RULE_FAIL))
			return true;
	return gates_failed(w, step);
}

bool gates_wait(const struct world *w, uint32_t step)
{
	for (uint32_t g = 0; g < change_at(w, step)->gate_count; g++)
		if (!w->gates[g].settled)
			return true;
	return false;
}

bool gates_pause(const struct world *w, uint32_t step)
{
	if (w->steps[step].first_judged == NEVER || gates_wait(w, step))
		return false;
	for (uint32_t g = 0; g < change_at(w, step)->gate_count; g++)
		if (w->gates[g].verdict == ROLLOUT_VERDICT_ERROR || ruled(w, step, g, ROLLOUT_RULE_PAUSE))
			return true;
	return false;
}

/* Its baseline is there, both ends of it, and as long as it is to be. */
bool gates_allow_apply(const struct world *w, uint32_t step)
{
	const struct world_sample *s = w->steps[step].samples;

	if (!is_samples(w, step))
		return true;
	return s[ROLLOUT_SAMPLE_BASELINE_BEGIN].taken != NEVER && s[ROLLOUT_SAMPLE_BASELINE_END].taken != NEVER &&
	       !s[ROLLOUT_SAMPLE_BASELINE_END].open &&
	       s[ROLLOUT_SAMPLE_BASELINE_END].asked >=
		       s[ROLLOUT_SAMPLE_BASELINE_BEGIN].taken + w->config.steps[step].baseline_ns;
}
