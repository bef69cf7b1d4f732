// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/shape_parts.h"

#include "lib/fleet/fleet.h"

static const struct shape_word transport_words[] = {
	{.name = "sim"}, {.name = "local"}, {.name = "command"}, {.name = "pull"}, {0},
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
	{.name = "hosts", .shape = &shape_hosts, .text = "Which hosts have them; none given: all"},
	{.name = "type", .shape = &shape_text, .required = true, .text = "Card type, as in \"cx7\""},
	{.name = "count", .shape = &card_count, .required = true, .text = "Cards of this type in each host"},
	{0},
};
static const struct shape sim_cards_entry = {.kind = SHAPE_OBJECT, .keys = sim_cards_keys};
static const struct shape sim_cards = {.kind = SHAPE_ARRAY, .of = &sim_cards_entry, .min = 1};

static const struct shape_word fault_words[] = {
	{.name = "down"},
	{.name = "lost"},
	{.name = "refuses"},
	{.name = "ignores"},
	{.name = "slow"},
	{.name = "twice"},
	{.name = "lies"},
	{.name = "other_id"},
	{.name = "dies"},
	{.name = "resets"},
	{.name = "wraps"},
	{.name = "devx_only"},
	{.name = "optic"},
	{.name = "rewrites"},
	{.name = "rounds"},
	{.name = "speaks"},
	{0},
};
static const struct shape fault_word = {.kind = SHAPE_WORD, .words = fault_words};

/* One before this program's, and two to come: what is added, and what changes its meaning. */
static const struct shape_word protocol_words[] = {{.name = "1.0"}, {.name = "1.2"}, {.name = "2.0"}, {0}};
static const struct shape protocol_word = {.kind = SHAPE_WORD, .words = protocol_words};

static const struct shape_key sim_fault_keys[] = {
	{.name = "hosts", .shape = &shape_hosts, .required = true, .text = "Which hosts have it"},
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
		 "driver rounds \"param\" down to a multiple of \"value\"; speaks: its agent is of another version of "
		 "the protocol"},
	{.name = "param",
	 .shape = &shape_param,
	 .text = "refuses, ignores: only this parameter; rewrites, rounds: which"},
	{.name = "value", .shape = &shape_text, .text = "rewrites, rounds: what is written; of what it is a multiple"},
	{.name = "delay", .shape = &shape_duration, .text = "slow: how late the answer comes"},
	{.name = "times", .shape = &times, .text = "Healthy after so many; none given: always faulty"},
	{.name = "at", .shape = &shape_duration, .text = "When it happens, on the virtual clock"},
	{.name = "every", .shape = &shape_duration, .text = "resets, rewrites: again and again; none given: once"},
	{.name = "for", .shape = &shape_duration, .text = "dies: how long; none given: for good"},
	{.name = "protocol", .shape = &protocol_word, .text = "speaks: which version"},
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
	{.name = "day",
	 .shape = &shape_duration,
	 .text = "So much of each 24h is day; the rest is without traffic; 24h"},
	{.name = "clock", .shape = &shape_duration, .text = "The time of day when the fleet is made; 0s"},
	{.name = "rack", .shape = &shape_text, .text = "The label of hosts that share a bottleneck; rack"},
	{.name = "job",
	 .shape = &shape_text,
	 .text = "The label of hosts that are as fast as the slowest of them; job"},
	{0},
};
static const struct shape sim_traffic = {.kind = SHAPE_OBJECT, .keys = sim_traffic_keys};

static const struct shape at_once = {.kind = SHAPE_INTEGER, .min = 1, .max = FLEET_AT_ONCE_MAX};

static const struct shape_key push_keys[] = {
	{.name = "argv",
	 .shape = &shape_argv,
	 .required = true,
	 .text = "Runs a shell command on a host, as [\"ssh\", \"{host}\"] does: one more word is added, the command"},
	{.name = "agent",
	 .shape = &shape_text,
	 .required = true,
	 .text = "The ece-agent for the hosts, a path, relative to the folder of this file"},
	{.name = "guard", .shape = &shape_text, .text = "The ece-guard; none given: the one beside the agent"},
	{0},
};
static const struct shape push = {.kind = SHAPE_OBJECT, .keys = push_keys};

static const struct shape_key transport_keys[] = {
	{.name = "kind",
	 .shape = &transport_kind,
	 .required = true,
	 .text = "How hosts are reached: sim, local (one host: this machine), command (such as ssh), or pull (agents "
		 "ask etcd)"},
	{.name = "seed", .shape = &seed, .text = "sim: what all its chance is made from"},
	{.name = "time", .shape = &time_word, .text = "sim: virtual time jumps to what comes next; real time waits"},
	{.name = "agents", .shape = &agents_word, .text = "sim: agents in this process, or one process each"},
	{.name = "cards", .shape = &sim_cards, .text = "sim: the cards of the hosts"},
	{.name = "faults", .shape = &sim_faults, .text = "sim: what goes wrong"},
	{.name = "traffic", .shape = &sim_traffic, .text = "sim: what hosts send each other, so that counters move"},
	{.name = "argv",
	 .shape = &shape_argv,
	 .text = "command: what to run, without a shell, in the folder of this file; {host} in a word is the host; its "
		 "input and output are those of an ece-agent --stdio"},
	{.name = "connect_timeout",
	 .shape = &shape_duration,
	 .text = "command: how long the agent may take to say something; 20s"},
	{.name = "at_once", .shape = &at_once, .text = "command: how many connections are made at a time; 32"},
	{.name = "push", .shape = &push, .text = "command: bring agent and guard along, in place of argv"},
	{0},
};
const struct shape shape_transport = {.kind = SHAPE_OBJECT, .keys = transport_keys};
