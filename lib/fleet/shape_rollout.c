// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/shape_parts.h"

#include "lib/fleet/fleet.h"

static const struct shape amount = {.kind = SHAPE_AMOUNT, .min = 1, .max = FLEET_HOSTS_MAX};

static const struct shape_key step_keys[] = {
	{.name = "hosts", .shape = &shape_hosts, .text = "Hosts that this step takes"},
	{.name = "to", .shape = &amount, .text = "How many hosts have had the change after this step"},
	{.name = "batch", .shape = &amount, .text = "Split the step into parts of this size"},
	{.name = "soak", .shape = &shape_duration, .text = "How long to watch before the change is confirmed"},
	{0},
};
static const struct shape step = {.kind = SHAPE_OBJECT, .keys = step_keys};
static const struct shape steps = {.kind = SHAPE_ARRAY, .of = &step, .min = 1};

static const struct shape_key budget_keys[] = {
	{.name = "unreachable", .shape = &amount, .text = "Hosts that were not reached, before anything was written"},
	{.name = "lost", .shape = &amount, .text = "Hosts that stopped answering after a write was sent"},
	{.name = "failed", .shape = &amount, .text = "Hosts on which a write failed or did not take"},
	{0},
};
static const struct shape budget = {.kind = SHAPE_OBJECT, .keys = budget_keys};

static const struct shape_word on_loss_words[] = {{.name = "undo"}, {.name = "keep"}, {0}};
static const struct shape on_loss = {.kind = SHAPE_WORD, .words = on_loss_words};

static const struct shape_key lease_keys[] = {
	{.name = "ttl",
	 .shape = &shape_duration,
	 .text = "How long an unconfirmed change holds without a word from here"},
	{.name = "on_loss", .shape = &on_loss, .text = "What the host does then: undo, or keep"},
	{0},
};
static const struct shape lease = {.kind = SHAPE_OBJECT, .keys = lease_keys};

static const struct shape_word unit_words[] = {{.name = "host"}, {.name = "label:", .beginning = true}, {0}};
static const struct shape unit = {.kind = SHAPE_WORD, .words = unit_words};
static const struct shape parallel = {.kind = SHAPE_INTEGER, .min = 1, .max = FLEET_PARALLEL_MAX};

static const struct shape_word on_fail_words[] = {{.name = "undo"}, {.name = "stop"}, {0}};
static const struct shape on_fail = {.kind = SHAPE_WORD, .words = on_fail_words};

static const struct shape_word rule_words[] = {{.name = "pause"}, {.name = "pass"}, {.name = "fail"}, {0}};
static const struct shape rule = {.kind = SHAPE_WORD, .words = rule_words};

static const struct shape_word mixed_words[] = {{.name = "forbid"}, {.name = "allow"}, {0}};
static const struct shape mixed = {.kind = SHAPE_WORD, .words = mixed_words};

static const struct shape gate_names = {.kind = SHAPE_ARRAY, .of = &shape_text, .max = FLEET_GATES_MAX};

static const struct shape_key rollout_keys[] = {
	{.name = "extends",
	 .shape = &shape_text,
	 .text = "A rollout whose settings this one takes over; the nearest wins"},
	{.name = "unit",
	 .shape = &unit,
	 .text = "What changes together: host, or label:NAME for all hosts with the same value of that label"},
	{.name = "mixed",
	 .shape = &mixed,
	 .text = "May a pairwise parameter have both values inside a unit or domain for a while: forbid, or allow"},
	{.name = "steps", .shape = &steps, .text = "How far each step goes; the last one to 100%"},
	{.name = "soak", .shape = &shape_duration, .text = "For steps without their own: how long to watch"},
	{.name = "baseline",
	 .shape = &shape_duration,
	 .text = "How long hosts are watched before a step; none given: as long as its soak, 10 minutes at most"},
	{.name = "gates",
	 .shape = &gate_names,
	 .text = "Names of \"gates\" that each step must pass; none given: hard, which is built in"},
	{.name = "on_inconclusive",
	 .shape = &rule,
	 .text = "When a gate cannot tell: pause until a person decides, or take it as pass or fail"},
	{.name = "budget", .shape = &budget, .text = "So many lost hosts stop the run; 1: the first one"},
	{.name = "parallel", .shape = &parallel, .text = "Hosts in flight at once"},
	{.name = "undo_parallel", .shape = &parallel, .text = "The same while undoing"},
	{.name = "on_fail", .shape = &on_fail, .text = "When a gate fails or a budget is spent: undo, or stop"},
	{.name = "lease", .shape = &lease, .text = "What holds a change that is not confirmed yet"},
	{0},
};
static const struct shape rollout = {.kind = SHAPE_OBJECT, .keys = rollout_keys};
const struct shape shape_rollouts = {.kind = SHAPE_MAP, .of = &rollout};

static const struct shape_word on_words[] = {{.name = "treated"}, {.name = "untouched"}, {0}};
static const struct shape on = {.kind = SHAPE_WORD, .words = on_words};
static const struct shape_word per_words[] = {{.name = "second"}, {.name = "TB"}, {0}};
static const struct shape per = {.kind = SHAPE_WORD, .words = per_words};
static const struct shape counter = {.kind = SHAPE_COUNTER};
static const struct shape size = {.kind = SHAPE_SIZE};
static const struct shape watch = {.kind = SHAPE_INTEGER, .min = 1, .max = FLEET_PARALLEL_MAX};
static const struct shape number = {.kind = SHAPE_NUMBER};

static const struct shape_key bound_keys[] = {
	{.name = "times_baseline",
	 .shape = &number,
	 .required = true,
	 .text = "So many times what it was before the step; more than 0"},
	{.name = "floor", .shape = &number, .text = "max: the threshold is never below this; 0 or more"},
	{0},
};
static const struct shape relative_bound = {.kind = SHAPE_OBJECT, .keys = bound_keys};
static const struct shape bound = {.kind = SHAPE_EITHER, .of = &number, .other = &relative_bound};

static const struct shape_key gate_keys[] = {
	{.name = "counter", .shape = &counter, .text = "A counter of the hosts; see ece-show --counters"},
	{.name = "promql",
	 .shape = &shape_text,
	 .text = "A query of Prometheus; each of its values must be within bounds"},
	{.name = "exec",
	 .shape = &shape_argv,
	 .text = "A command; exit code 0 passes, 1 fails, 75 is inconclusive; it may print a number for the bounds"},
	{.name = "on",
	 .shape = &on,
	 .text = "Whom it watches: treated (the hosts of the step) or untouched; none given: treated"},
	{.name = "per", .shape = &per, .text = "counter: growth a second, or per 10^12 bytes of RDMA traffic"},
	{.name = "max", .shape = &bound, .text = "It fails above this"},
	{.name = "min", .shape = &bound, .text = "It fails below this"},
	{.name = "min_traffic",
	 .shape = &size,
	 .text = "counter: with less RDMA traffic in the soak it cannot tell, as in \"5 TB\""},
	{.name = "watch", .shape = &watch, .text = "counter, untouched: so many hosts are sampled; none given: 64"},
	{.name = "timeout", .shape = &shape_duration, .text = "promql, exec: how long to wait; none given: 30s"},
	{.name = "wait",
	 .shape = &shape_duration,
	 .text = "How long after the soak it may still become conclusive; none given: 0s"},
	{.name = "on_inconclusive", .shape = &rule, .text = "When it cannot tell; none given: as the rollout says"},
	{0},
};
static const struct shape gate = {.kind = SHAPE_OBJECT, .keys = gate_keys};
const struct shape shape_gates = {.kind = SHAPE_MAP, .of = &gate};
