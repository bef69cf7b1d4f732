// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Read one change of a frozen plan: its limits and its gates. */
#include <errno.h>
#include <string.h>

#include "lib/control/frozen_json.h"

const char *const frozen_gate_words[4] = {
	[FLEET_GATE_COUNTER] = "counter",
	[FLEET_GATE_PROMQL] = "promql",
	[FLEET_GATE_EXEC] = "exec",
	[FLEET_GATE_HARD] = "hard",
};

const char *const frozen_on_words[2] = {
	[GATE_ON_TREATED] = "treated",
	[GATE_ON_UNTOUCHED] = "untouched",
};

const char *const frozen_per_words[3] = {
	[GATE_PER_NOTHING] = "",
	[GATE_PER_SECOND] = "second",
	[GATE_PER_TB] = "TB",
};

const char *const frozen_rule_words[3] = {
	[FLEET_RULE_PAUSE] = "pause",
	[FLEET_RULE_PASS] = "pass",
	[FLEET_RULE_FAIL] = "fail",
};

static int read_limits(struct rollout_limits *l, json_t *json, struct ece_error *e)
{
	json_int_t unreachable, lost, failed, parallel, undo_parallel, attempts, answer, retry, lease, sample, judge;
	int undo;

	if (json_unpack(json, "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:I, s:I, s:I}", "unreachable",
			&unreachable, "lost", &lost, "failed", &failed, "parallel", &parallel, "undo_parallel",
			&undo_parallel, "attempts", &attempts, "answer_ns", &answer, "retry_ns", &retry, "undo_on_fail",
			&undo, "lease_ns", &lease, "sample_ns", &sample, "judge_ns", &judge))
		return frozen_damaged(e, "limits");
	*l = (struct rollout_limits){
		.unreachable = (uint32_t)unreachable,
		.lost = (uint32_t)lost,
		.failed = (uint32_t)failed,
		.parallel = (uint32_t)parallel,
		.undo_parallel = (uint32_t)undo_parallel,
		.attempts = (uint32_t)attempts,
		.answer_ns = (uint64_t)answer,
		.retry_ns = (uint64_t)retry,
		.undo_on_fail = undo,
		.lease_ns = (uint64_t)lease,
		.sample_ns = (uint64_t)sample,
		.judge_ns = (uint64_t)judge,
	};
	return 0;
}

static int read_bound(struct gate_bound *bound, json_t *json, struct ece_error *e)
{
	int times;

	if (json_is_null(json))
		return 0;
	if (json_unpack(json, "{s:F, s:b, s:F}", "value", &bound->value, "times_baseline", &times, "floor",
			&bound->floor))
		return frozen_damaged(e, "the bound of a gate");
	bound->set = true;
	bound->times_baseline = times;
	return 0;
}

static int word_index(const char *const *words, size_t count, const char *word)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(words[i], word))
			return (int)i;
	return -1;
}

#define WORD_INDEX(words, word) word_index(words, sizeof(words) / sizeof((words)[0]), word)

/* A text of a JSON object that may lack it, kept by the plan. */
static int keep_text(struct frozen *f, const char **to, const char *from, struct ece_error *e)
{
	*to = from ? arena_text(&f->arena, from, strlen(from)) : NULL;
	return !from || *to ? 0 : frozen_no_memory(e);
}

static int read_argv(struct frozen *f, struct fleet_gate *gate, json_t *json, struct ece_error *e)
{
	size_t count = json_array_size(json);
	const char **argv;

	if (count > FLEET_ARGV_MAX)
		return frozen_damaged(e, "the command of a gate");
	argv = arena_alloc(&f->arena, count + 1, sizeof(*argv));
	if (!argv)
		return frozen_no_memory(e);
	for (size_t i = 0; i < count; i++) {
		const char *word = json_string_value(json_array_get(json, i));

		if (!word)
			return frozen_damaged(e, "the command of a gate");
		if (keep_text(f, &argv[i], word, e))
			return -ENOMEM;
	}
	gate->argv = argv;
	return 0;
}

static int read_words(struct fleet_gate *gate, const char *kind, const char *on, const char *per, const char *rule,
		      struct ece_error *e)
{
	int k = WORD_INDEX(frozen_gate_words, kind), o = WORD_INDEX(frozen_on_words, on);
	int p = WORD_INDEX(frozen_per_words, per), r = WORD_INDEX(frozen_rule_words, rule);

	if (k < 0 || o < 0 || p < 0 || r < 0)
		return frozen_damaged(e, "a word of a gate");
	gate->kind = (enum fleet_gate_kind)k;
	gate->rule.on = (enum gate_on)o;
	gate->rule.per = (enum gate_per)p;
	gate->on_inconclusive = (enum fleet_rule)r;
	gate->has_on_inconclusive = true;
	return 0;
}

static int read_counter(struct fleet_gate *gate, const char *name, struct ece_error *e)
{
	gate->counter = name ? counter_find(name) : NULL;
	return !name || gate->counter ?
		       0 :
		       ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
				     "the run was planned by a program that knows the counter %s, this one does not",
				     name);
}

static int read_gate(struct frozen *f, struct fleet_gate *gate, json_t *json, struct ece_error *e)
{
	const char *name, *kind, *on, *per, *rule, *counter = NULL, *promql = NULL;
	json_t *argv, *max, *min;
	json_int_t timeout, wait, watch;
	int err;

	if (json_unpack(json, "{s:s, s:s, s?s, s?s, s:o, s:I, s:s, s:s, s:o, s:o, s:F, s:s, s:I, s:I}", "name", &name,
			"kind", &kind, "counter", &counter, "promql", &promql, "argv", &argv, "timeout_ns", &timeout,
			"on", &on, "per", &per, "max", &max, "min", &min, "min_traffic", &gate->rule.min_traffic,
			"on_inconclusive", &rule, "wait_ns", &wait, "watch", &watch))
		return frozen_damaged(e, "a gate");
	gate->timeout_ns = (uint64_t)timeout;
	gate->wait_ns = (uint64_t)wait;
	gate->watch = (uint32_t)watch;
	err = read_words(gate, kind, on, per, rule, e);
	err = err ? err : read_counter(gate, counter, e);
	err = err ? err : read_bound(&gate->rule.max, max, e);
	err = err ? err : read_bound(&gate->rule.min, min, e);
	err = err ? err : read_argv(f, gate, argv, e);
	err = err ? err : keep_text(f, &gate->name, name, e);
	return err ? err : keep_text(f, &gate->promql, promql, e);
}

static int read_gates(struct frozen *f, struct frozen_change *change, json_t *json, struct ece_error *e)
{
	size_t count = json_array_size(json);
	int err = 0;

	if (count > ROLLOUT_GATES_MAX)
		return frozen_damaged(e, "more gates than a change has");
	change->gates = arena_alloc(&f->arena, count, sizeof(*change->gates));
	if (!change->gates)
		return frozen_no_memory(e);
	change->gate_count = (uint32_t)count;
	for (size_t i = 0; i < count && !err; i++)
		err = read_gate(f, &change->gates[i], json_array_get(json, i), e);
	return err;
}

int frozen_change_read(struct frozen *f, struct frozen_change *change, json_t *json, struct ece_error *e)
{
	json_t *limits, *gates;
	const char *name;
	int keep, err;

	if (json_unpack(json, "{s:s, s:o, s:b, s:o}", "name", &name, "limits", &limits, "keep_on_loss", &keep, "gates",
			&gates))
		return frozen_damaged(e, "a change");
	change->keep_on_loss = keep;
	err = keep_text(f, &change->name, name, e);
	if (!err)
		err = read_limits(&change->limits, limits, e);
	return err ? err : read_gates(f, change, gates, e);
}

bool frozen_gate_samples(const struct fleet_gate *gate)
{
	if (gate->kind == FLEET_GATE_COUNTER || gate->kind == FLEET_GATE_HARD)
		return true;
	return frozen_gate_asks_before(gate);
}

bool frozen_gate_asks_before(const struct fleet_gate *gate)
{
	bool asks = gate->kind == FLEET_GATE_PROMQL || gate->kind == FLEET_GATE_EXEC;

	return asks && ((gate->rule.max.set && gate->rule.max.times_baseline) ||
			(gate->rule.min.set && gate->rule.min.times_baseline));
}
