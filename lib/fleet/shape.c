// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/shape.h"

#include "lib/fleet/fleet.h"

static const struct shape any = {.kind = SHAPE_ANY};
static const struct shape text = {.kind = SHAPE_TEXT};
static const struct shape hosts = {.kind = SHAPE_HOSTS};
static const struct shape duration = {.kind = SHAPE_DURATION};
static const struct shape param = {.kind = SHAPE_PARAM};
static const struct shape value = {.kind = SHAPE_VALUE};
static const struct shape any_array = {.kind = SHAPE_ARRAY, .of = &any};
static const struct shape any_map = {.kind = SHAPE_MAP, .of = &any};
static const struct shape texts = {.kind = SHAPE_MAP, .of = &text};
static const struct shape values = {.kind = SHAPE_PARAMS, .of = &value};

static const struct shape_word policy_words[] = {{.name = "fail"}, {.name = "skip"}, {0}};
static const struct shape policy_word = {.kind = SHAPE_WORD, .words = policy_words};
static const struct shape policy_by_param = {.kind = SHAPE_PARAMS, .of = &policy_word};
static const struct shape policy = {.kind = SHAPE_EITHER, .of = &policy_word, .other = &policy_by_param};

static const struct shape version = {.kind = SHAPE_INTEGER, .min = FLEET_VERSION, .max = FLEET_VERSION};

static const struct shape_word removed_words[] = {{.name = "restore_original"}, {.name = "release"}, {0}};
static const struct shape removed = {.kind = SHAPE_WORD, .words = removed_words};

static const struct shape_key inventory_keys[] = {
	{.name = "hosts", .shape = &hosts, .text = "The hosts of this entry: a range such as gpu[001-016,018]"},
	{.name = "labels", .shape = &texts, .text = "What they have in common, to select them by"},
	{.name = "exec", .shape = &any_array, .not_yet = true, .text = "A program that prints an inventory"},
	{.name = "max_age", .shape = &duration, .not_yet = true, .text = "How long its answer is good for"},
	{0},
};
static const struct shape inventory_entry = {.kind = SHAPE_OBJECT, .keys = inventory_keys};
static const struct shape inventory = {.kind = SHAPE_ARRAY, .of = &inventory_entry};

static const struct shape_key profile_keys[] = {
	{.name = "extends", .shape = &text, .text = "A profile whose values this one takes over; the nearest wins"},
	{.name = "set", .shape = &values, .text = "Parameters and what they should be; \"leave\": do not touch"},
	{.name = "if_unsupported", .shape = &policy, .text = "When a card cannot: fail, or skip; also by parameter"},
	{.name = "if_no_door",
	 .shape = &policy,
	 .text = "When the card can and the host has no way to it: fail, or skip"},
	{.name = "ece", .shape = &any_map, .not_yet = true, .text = "ECE policy of programs that use libece"},
	{0},
};
static const struct shape profile = {.kind = SHAPE_OBJECT, .keys = profile_keys};
static const struct shape profiles = {.kind = SHAPE_MAP, .of = &profile};

static const struct shape_key nics_keys[] = {
	{.name = "card", .shape = &text, .text = "Card type, as in \"ConnectX-7\"; a glob, like all of these"},
	{.name = "psid", .shape = &text, .text = "Board identity, as in \"MT_00000003*\""},
	{.name = "pci", .shape = &text, .text = "PCI address"},
	{.name = "netdev", .shape = &text, .text = "Network interface"},
	{.name = "rdma", .shape = &text, .text = "RDMA device"},
	{.name = "role", .shape = &text, .not_yet = true, .text = "A name of \"roles\""},
	{0},
};
static const struct shape nics = {.kind = SHAPE_OBJECT, .keys = nics_keys};

static const struct shape_key assign_keys[] = {
	{.name = "id", .shape = &text, .text = "A name for messages"},
	{.name = "hosts",
	 .shape = &hosts,
	 .required = true,
	 .text = "Which hosts: a range, an array of them, or labels"},
	{.name = "nics", .shape = &nics, .text = "Which NICs of them; all that is given must match; none: every NIC"},
	{.name = "profile", .shape = &text, .required = true, .text = "What they should have"},
	{0},
};
static const struct shape assign_entry = {.kind = SHAPE_OBJECT, .keys = assign_keys};
static const struct shape assign = {.kind = SHAPE_ARRAY, .of = &assign_entry, .min = 1};

static const struct shape amount = {.kind = SHAPE_AMOUNT, .min = 1, .max = FLEET_HOSTS_MAX};

static const struct shape_key step_keys[] = {
	{.name = "hosts", .shape = &hosts, .text = "Hosts that this step takes"},
	{.name = "to", .shape = &amount, .text = "How many hosts have had the change after this step"},
	{.name = "batch", .shape = &amount, .text = "Split the step into parts of this size"},
	{.name = "soak", .shape = &duration, .text = "How long to watch before the change is confirmed"},
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
	{.name = "ttl", .shape = &duration, .text = "How long an unconfirmed change holds without a word from here"},
	{.name = "on_loss", .shape = &on_loss, .text = "What the host does then: undo, or keep"},
	{0},
};
static const struct shape lease = {.kind = SHAPE_OBJECT, .keys = lease_keys};

static const struct shape_word unit_words[] = {
	{.name = "host"},
	{.name = "label:", .not_yet = true, .beginning = true},
	{0},
};
static const struct shape unit = {.kind = SHAPE_WORD, .words = unit_words};
static const struct shape parallel = {.kind = SHAPE_INTEGER, .min = 1, .max = FLEET_PARALLEL_MAX};

static const struct shape_word on_fail_words[] = {{.name = "undo"}, {.name = "stop"}, {0}};
static const struct shape on_fail = {.kind = SHAPE_WORD, .words = on_fail_words};

static const struct shape_key rollout_keys[] = {
	{.name = "extends", .shape = &text, .text = "A rollout whose settings this one takes over; the nearest wins"},
	{.name = "unit", .shape = &unit, .text = "What changes together: host"},
	{.name = "steps", .shape = &steps, .text = "How far each step goes; the last one to 100%"},
	{.name = "soak", .shape = &duration, .text = "For steps without their own: how long to watch"},
	{.name = "budget", .shape = &budget, .text = "So many lost hosts stop the run; 1: the first one"},
	{.name = "parallel", .shape = &parallel, .text = "Hosts in flight at once"},
	{.name = "undo_parallel", .shape = &parallel, .text = "The same while undoing"},
	{.name = "on_fail", .shape = &on_fail, .text = "When a budget is spent: undo, or stop and leave it"},
	{.name = "lease", .shape = &lease, .text = "What holds a change that is not confirmed yet"},
	{.name = "on_inconclusive", .shape = &text, .not_yet = true, .text = "When a gate cannot tell"},
	{.name = "gates", .shape = &any_array, .not_yet = true, .text = "Names of \"gates\" that each step must pass"},
	{.name = "mixed", .shape = &text, .not_yet = true, .text = "May a unit have both values for a while"},
	{0},
};
static const struct shape rollout = {.kind = SHAPE_OBJECT, .keys = rollout_keys};
static const struct shape rollouts = {.kind = SHAPE_MAP, .of = &rollout};

static const struct shape_word transport_words[] = {
	{.name = "sim"},
	{.name = "local"},
	{.name = "command", .not_yet = true},
	{.name = "pull", .not_yet = true},
	{0},
};
static const struct shape transport_kind = {.kind = SHAPE_WORD, .words = transport_words};

static const struct shape_word time_words[] = {{.name = "virtual"}, {.name = "real"}, {0}};
static const struct shape time_word = {.kind = SHAPE_WORD, .words = time_words};
static const struct shape_word agents_words[] = {{.name = "in-process"}, {.name = "process"}, {0}};
static const struct shape agents_word = {.kind = SHAPE_WORD, .words = agents_words};
static const struct shape seed = {.kind = SHAPE_INTEGER, .min = 0, .max = INT64_MAX};
static const struct shape card_count = {.kind = SHAPE_INTEGER, .min = 1, .max = FLEET_HOST_NICS_MAX};
static const struct shape times = {.kind = SHAPE_INTEGER, .min = 1, .max = UINT32_MAX};

static const struct shape_key sim_cards_keys[] = {
	{.name = "hosts", .shape = &hosts, .text = "Which hosts have them; none given: all"},
	{.name = "type", .shape = &text, .required = true, .text = "Card type, as in \"cx7\""},
	{.name = "count", .shape = &card_count, .required = true, .text = "Cards of this type in each host"},
	{0},
};
static const struct shape sim_cards_entry = {.kind = SHAPE_OBJECT, .keys = sim_cards_keys};
static const struct shape sim_cards = {.kind = SHAPE_ARRAY, .of = &sim_cards_entry, .min = 1};

static const struct shape_word fault_words[] = {
	{.name = "down"},  {.name = "lost"},     {.name = "refuses"}, {.name = "ignores"},
	{.name = "slow"},  {.name = "twice"},    {.name = "lies"},    {.name = "other_id"},
	{.name = "dies"},  {.name = "resets"},   {.name = "wraps"},   {.name = "devx_only"},
	{.name = "optic"}, {.name = "rewrites"}, {.name = "rounds"},  {0},
};
static const struct shape fault_word = {.kind = SHAPE_WORD, .words = fault_words};

static const struct shape_key sim_fault_keys[] = {
	{.name = "hosts", .shape = &hosts, .required = true, .text = "Which hosts have it"},
	{.name = "kind",
	 .shape = &fault_word,
	 .required = true,
	 .text = "down: not reachable; lost: the answer never comes; refuses: the firmware refuses the write; "
		 "ignores: it says yes and keeps the old value; slow: it answers after \"delay\"; twice: answers come "
		 "twice; lies: it says that it holds the change and writes nothing; other_id: it answers another "
		 "request; dies: it is off from \"at\" on and starts again after \"for\"; resets: its counters start "
		 "over; "
		 "wraps: its 32-bit counters begin just below their end; devx_only: its queue pairs are made by DevX; "
		 "optic: its last NIC has a bad one; rewrites: something else writes \"value\" to \"param\"; rounds: "
		 "its "
		 "driver rounds \"param\" down to a multiple of \"value\""},
	{.name = "param", .shape = &param, .text = "refuses, ignores: only this parameter; rewrites, rounds: which"},
	{.name = "value", .shape = &text, .text = "rewrites, rounds: what is written; of what it is a multiple"},
	{.name = "delay", .shape = &duration, .text = "slow: how late the answer comes"},
	{.name = "times", .shape = &times, .text = "Healthy after so many; none given: always faulty"},
	{.name = "at", .shape = &duration, .text = "When it happens, on the virtual clock"},
	{.name = "every", .shape = &duration, .text = "resets, rewrites: again and again; none given: once"},
	{.name = "for", .shape = &duration, .text = "dies: how long; none given: for good"},
	{0},
};
static const struct shape sim_fault = {.kind = SHAPE_OBJECT, .keys = sim_fault_keys};
static const struct shape sim_faults = {.kind = SHAPE_ARRAY, .of = &sim_fault};

static const struct shape percent = {.kind = SHAPE_INTEGER, .min = 1, .max = 1000};
static const struct shape priority = {.kind = SHAPE_INTEGER, .min = 0, .max = 7};

static const struct shape_key sim_traffic_keys[] = {
	{.name = "load", .shape = &percent, .text = "Percent of its line rate that a NIC wants to send by day; 60"},
	{.name = "uplink",
	 .shape = &percent,
	 .text = "Percent of the line rates of its NICs that a rack can carry away; 50"},
	{.name = "priority", .shape = &priority, .text = "Of the traffic, with PFC; 3"},
	{.name = "day", .shape = &duration, .text = "So much of each 24h is day; the rest is without traffic; 24h"},
	{.name = "clock", .shape = &duration, .text = "The time of day when the fleet is made; 0s"},
	{.name = "rack", .shape = &text, .text = "The label of hosts that share a bottleneck; rack"},
	{.name = "job", .shape = &text, .text = "The label of hosts that are as fast as the slowest of them; job"},
	{0},
};
static const struct shape sim_traffic = {.kind = SHAPE_OBJECT, .keys = sim_traffic_keys};

static const struct shape_key transport_keys[] = {
	{.name = "kind",
	 .shape = &transport_kind,
	 .required = true,
	 .text = "How hosts are reached: sim, or local (one host: this machine)"},
	{.name = "seed", .shape = &seed, .text = "sim: what all its chance is made from"},
	{.name = "time", .shape = &time_word, .text = "sim: virtual time jumps to what comes next; real time waits"},
	{.name = "agents", .shape = &agents_word, .text = "sim: agents in this process, or one process each"},
	{.name = "cards", .shape = &sim_cards, .text = "sim: the cards of the hosts"},
	{.name = "faults", .shape = &sim_faults, .text = "sim: what goes wrong"},
	{.name = "traffic", .shape = &sim_traffic, .text = "sim: what hosts send each other, so that counters move"},
	{.name = "argv", .shape = &any_array, .not_yet = true, .text = "command: what to run; {host} is the host"},
	{.name = "connect_timeout", .shape = &duration, .not_yet = true, .text = "command: how long to wait"},
	{.name = "push", .shape = &any, .not_yet = true, .text = "command: bring the agent along"},
	{0},
};
static const struct shape transport = {.kind = SHAPE_OBJECT, .keys = transport_keys};

static const struct shape_word store_words[] = {{.name = "sqlite"}, {.name = "etcd", .not_yet = true}, {0}};
static const struct shape store_kind = {.kind = SHAPE_WORD, .words = store_words};
static const struct shape_key store_keys[] = {
	{.name = "kind", .shape = &store_kind, .required = true, .text = "Where runs are kept: sqlite"},
	{.name = "endpoints", .shape = &any_array, .not_yet = true, .text = "etcd: its addresses"},
	{.name = "tls", .shape = &any_map, .not_yet = true, .text = "etcd: certificates"},
	{0},
};
static const struct shape store = {.kind = SHAPE_OBJECT, .keys = store_keys};

static const struct shape_key fleet_keys[] = {
	{.name = "$schema", .shape = &text, .text = "For editors"},
	{.name = "version", .shape = &version, .required = true, .text = "Of this form: 1"},
	{.name = "fleet", .shape = &text, .text = "A name for people"},
	{.name = "if_unsupported", .shape = &policy, .text = "When a card cannot: fail, or skip; also by parameter"},
	{.name = "if_no_door",
	 .shape = &policy,
	 .text = "When the card can and the host has no way to it: fail, or skip"},
	{.name = "removed",
	 .shape = &removed,
	 .not_yet = true,
	 .text = "A parameter that is no longer named: restore_original, or release (keep it as it is)"},
	{.name = "inventory", .shape = &inventory, .text = "Hosts and their labels"},
	{.name = "profiles", .shape = &profiles, .required = true, .text = "Sets of parameter values, by name"},
	{.name = "assign", .shape = &assign, .required = true, .text = "Which NICs get which profile"},
	{.name = "rollouts", .shape = &rollouts, .text = "How a change goes out; the one called \"default\" is used"},
	{.name = "transport", .shape = &transport, .required = true, .text = "How hosts are reached"},
	{.name = "store", .shape = &store, .text = "Where runs are kept"},
	{.name = "roles", .shape = &any_map, .not_yet = true, .text = "Names for kinds of NICs"},
	{.name = "overrides", .shape = &any_array, .not_yet = true, .text = "Exceptions with a reason and an end"},
	{.name = "exclude", .shape = &any_array, .not_yet = true, .text = "Hosts that are left alone for a while"},
	{.name = "changes", .shape = &any_array, .not_yet = true, .text = "Parameters that go out one after the other"},
	{.name = "gates", .shape = &any_map, .not_yet = true, .text = "What decides whether a rollout goes on"},
	{.name = "prometheus", .shape = &any_map, .not_yet = true, .text = "Where gates ask"},
	{.name = "signing", .shape = &any_map, .not_yet = true, .text = "Who may sign a fleet file"},
	{.name = "webhooks", .shape = &any_array, .not_yet = true, .text = "Who is told"},
	{0},
};
static const struct shape fleet = {.kind = SHAPE_OBJECT, .keys = fleet_keys};

const struct shape *shape_fleet(void)
{
	return &fleet;
}
