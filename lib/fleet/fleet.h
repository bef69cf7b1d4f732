/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The fleet file as a value: which hosts there are, what their NICs should have, and how a change is rolled out.
 *
 * Pure: no file, socket, clock, environment or printing. All memory of a fleet is one arena; everything below is read
 * only for those who got it from fleet_parse(), and lives until fleet_free(). Hosts, profiles, assigns and rollouts
 * are named by their index.
 */
#ifndef ECE_LIB_FLEET_FLEET_H
#define ECE_LIB_FLEET_FLEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/params/param.h"
#include "lib/base/hostlist.h"
#include "lib/base/json_position.h"
#include "lib/counters/gate.h"

struct facts_nic;   /* lib/fleet/facts.h */
struct fleet_drift; /* lib/fleet/drift.h */
struct fleet_store; /* lib/fleet/store.h */
struct fleet_hook;  /* lib/fleet/hooks.h */

#define FLEET_VERSION       1
#define FLEET_FILE_MAX      JSON_POSITION_TEXT_MAX  /* bytes, 16 MiB */
#define FLEET_DEPTH_MAX     JSON_POSITION_DEPTH_MAX /* nested objects and arrays, 64 */
#define FLEET_HOSTS_MAX     HOSTLIST_MAX            /* 200,000 */
#define FLEET_MENTIONS_MAX  4000000                 /* hosts named or selected, over all entries of a file */
#define FLEET_HOST_NICS     16                      /* NICs of one host, unless fleet_input says more */
#define FLEET_HOST_NICS_MAX 256
#define FLEET_PARALLEL_MAX  4096
#define FLEET_CHANGES_MAX   64                                /* entries of "changes", "rest" included */
#define FLEET_GATES_MAX     32                                /* gates of one rollout */
#define FLEET_ARGV_MAX      64                                /* words of one command */
#define FLEET_SPEEDS_MAX    16                                /* values of one "by_speed" */
#define FLEET_EXECS_MAX     64                                /* commands of "inventory" and "exclude" */
#define FLEET_DURATION_MAX  (366ull * 24 * 3600 * 1000000000) /* nanoseconds */
#define FLEET_NONE          UINT32_MAX                        /* an index that names nothing */
#define FLEET_PERCENT       100u                              /* fleet_amount.n of one percent */

/* Where something stands in the file, both from 1, the column in characters. Line 0: not in the file, a default. */
struct fleet_place {
	uint32_t line, column;
};

/* A number of hosts, or a part of them. */
struct fleet_amount {
	bool percent;
	uint32_t n; /* hosts, or hundredths of a percent (FLEET_PERCENT is 1 %) */
};

/* So many in that time. */
struct fleet_rate {
	uint32_t n;
	uint64_t per_ns;
};

/* What happens when a card or a host cannot do what is asked. */
enum fleet_policy {
	FLEET_FAIL, /* the plan is refused */
	FLEET_SKIP, /* left out, and the plan says so */
};

struct fleet_label {
	const char *name; /* equal names are one pointer, so are equal values */
	const char *value;
};

/* The labels of a host, sorted by name; hosts with the same labels share one. */
struct fleet_labels {
	const struct fleet_label *pairs;
	uint32_t count;
};

/* What first names a host. */
struct fleet_origin {
	const char *name;    /* "inventory[0]", or of an assign its name */
	const char *command; /* the program that told it, or NULL */
	struct fleet_place place;
};

struct fleet_host {
	const char *name;
	uint32_t origin;                   /* of fleet->origins */
	const struct fleet_labels *labels; /* never NULL */
};

/* A value that depends on the speed of the NIC. */
struct fleet_speed_value {
	uint32_t speed_mbps;
	uint64_t raw;
};

/* One parameter of a profile or an override, with what "extends" brings already in it. */
struct fleet_value {
	const struct ece_param *param;
	uint64_t raw;  /* 0 when leave, original or by_speed */
	bool leave;    /* "leave": named, but not touched */
	bool original; /* "original": what it was before we first touched it, which only the host knows */
	const struct fleet_speed_value *by_speed; /* NULL: the same for every NIC */
	uint32_t speed_count;
	uint32_t profile; /* the profile that says it; FLEET_NONE: an override */
	enum fleet_policy if_unsupported;
	enum fleet_policy if_no_door;
	struct fleet_place place;
};

struct fleet_profile {
	const char *name;
	uint32_t extends;                 /* a profile, or FLEET_NONE */
	const struct fleet_value *values; /* in the order of the parameter table, each parameter once */
	uint32_t value_count;
	struct fleet_place place;
};

/* Globs (fnmatch); all that are not NULL must match. */
struct fleet_nics {
	const char *card;
	const char *psid;
	const char *pci;
	const char *netdev;
	const char *rdma;
	uint32_t role; /* of "roles"; FLEET_NONE: none is asked for */
};

enum fleet_tristate {
	FLEET_ANY,
	FLEET_YES,
	FLEET_NO,
};

/* A name for a kind of NICs. All that is given must match. */
struct fleet_role {
	const char *name;
	struct fleet_nics nics; /* its .role is FLEET_NONE */
	enum fleet_tristate bonded;
	bool carries_default_route; /* "carries": the NIC that the host's default route goes through */
	bool never;                 /* "touch": "never": no assign and no override may write to these */
	struct fleet_place place;
};

/* An exception for some NICs; stronger than every assign. Never expired: that is a fault of the file. */
struct fleet_override {
	const char *name; /* its "id", or "overrides[3]" */
	struct fleet_nics nics;
	const struct fleet_value *values;
	uint32_t value_count;
	const char *why;
	const char *expires; /* as in the file: "2099-12-31" */
	struct fleet_place place;
};

enum fleet_on_return {
	FLEET_RETURN_REPORT, /* said to be owed */
	FLEET_RETURN_ENSURE, /* brought up by the next run, through the gates of its rollout */
};

/* Hosts that are left alone; owed the change. */
struct fleet_exclude {
	const char *name; /* its "id", or "exclude[1]" */
	const char *why;
	const char *until; /* as in the file, or NULL */
	enum fleet_on_return on_return;
	bool by_command; /* a command names them; it holds until it no longer does */
	struct fleet_place place;
};

/* Which parameters go out together, and how. In the order in which they go out; "rest" is the last one. */
struct fleet_change {
	const char *name; /* its "id", or "rest" */
	uint32_t rollout;
	struct fleet_place rollout_place; /* line 0: the one called "default", since no other is named */
	struct fleet_place place;
};

enum fleet_gate_kind {
	FLEET_GATE_COUNTER,
	FLEET_GATE_PROMQL,
	FLEET_GATE_EXEC,
	FLEET_GATE_HARD, /* built in: every counter of class "hard", treated hosts against their own baseline */
};

enum fleet_rule {
	FLEET_RULE_PAUSE,
	FLEET_RULE_PASS,
	FLEET_RULE_FAIL,
};

/* Keys that every kind of gate may have. */
enum fleet_gate_key {
	FLEET_GATE_ON,
	FLEET_GATE_PER,
	FLEET_GATE_MAX,
	FLEET_GATE_MIN,
	FLEET_GATE_MIN_TRAFFIC,
	FLEET_GATE_WATCH,
	FLEET_GATE_TIMEOUT,
	FLEET_GATE_WAIT,
	FLEET_GATE_ON_INCONCLUSIVE,
	FLEET_GATE_KEY_COUNT,
};

struct fleet_gate {
	const char *name;
	enum fleet_gate_kind kind;
	const struct counter *counter; /* COUNTER */
	const char *promql;            /* PROMQL */
	const char *const *argv;       /* EXEC, NULL-ended */
	uint64_t timeout_ns;           /* PROMQL, EXEC */
	struct gate_rule rule;
	bool has_on_inconclusive; /* else as the rollout says */
	enum fleet_rule on_inconclusive;
	uint64_t wait_ns; /* an inconclusive verdict only counts so long after the end of the soak */
	uint32_t watch;   /* most untouched hosts that are sampled */
	struct fleet_place said[FLEET_GATE_KEY_COUNT]; /* line 0: a default */
	struct fleet_place place;
};

/* A command whose output was part of the file: run by the caller before fleet_parse(), see fleet_input.execs. */
enum fleet_exec_kind {
	FLEET_EXEC_INVENTORY,
	FLEET_EXEC_EXCLUDE,
};

struct fleet_exec {
	enum fleet_exec_kind kind;
	const char *const *argv; /* NULL-ended */
	uint64_t max_age_ns;     /* its answer may be so old; 0: asked every time */
	struct fleet_place place;
};

/* What such a command printed; the caller knows how old it is. */
struct fleet_exec_output {
	const char *text;
	size_t len;
};

struct fleet_assign {
	const char *name; /* its "id", or "assign[3]" */
	bool has_id;
	uint32_t profile;
	struct fleet_nics nics;
	struct fleet_place place;
};

/*
 * A step takes hosts until it has what it says: the named ones (@hosts is not NULL), or as many in all as @to, counted
 * with those of the steps before. @batch splits it into parts of that size; n = 0: not split. Steps never shrink and
 * the last one goes to 100 %.
 */
struct fleet_step {
	const uint32_t *hosts;
	uint32_t host_count;
	struct fleet_amount to;
	struct fleet_amount batch;
	uint64_t soak_ns;
	struct fleet_place soak_place; /* its own, or that of the rollout; line 0: a default */
	struct fleet_place place;
};

/* No further host is started once so many are lost; never 0. 1: the first one stops the run. */
struct fleet_budget {
	struct fleet_amount unreachable; /* before anything was written to them: skipped, owed */
	struct fleet_amount lost;        /* after a write was sent */
	struct fleet_amount failed;      /* the write failed or did not take */
};

enum fleet_on_fail {
	FLEET_ON_FAIL_UNDO,
	FLEET_ON_FAIL_STOP,
};

enum fleet_on_loss {
	FLEET_ON_LOSS_UNDO,
	FLEET_ON_LOSS_KEEP,
};

/* Settings of a rollout that are one value each. */
enum fleet_setting {
	FLEET_SET_UNIT,
	FLEET_SET_MIXED,
	FLEET_SET_BASELINE,
	FLEET_SET_GATES,
	FLEET_SET_ON_INCONCLUSIVE,
	FLEET_SET_UNREACHABLE,
	FLEET_SET_LOST,
	FLEET_SET_FAILED,
	FLEET_SET_PARALLEL,
	FLEET_SET_UNDO_PARALLEL,
	FLEET_SET_ON_FAIL,
	FLEET_SET_LEASE_TTL,
	FLEET_SET_ON_LOSS,
	FLEET_SETTING_COUNT,
};

/* Who says it. */
struct fleet_said {
	struct fleet_place place; /* line 0: a default */
	uint32_t rollout;         /* that has it, which may be one that is extended */
};

struct fleet_rollout {
	const char *name;
	const struct fleet_step *steps;
	uint32_t step_count; /* at least one */
	struct fleet_budget budget;
	uint32_t parallel;      /* hosts in flight at once */
	uint32_t undo_parallel; /* the same while undoing */
	enum fleet_on_fail on_fail;
	uint64_t lease_ns;
	enum fleet_on_loss on_loss;
	const char *unit_label; /* "unit": "label:X": hosts with the same X change together; NULL: each for itself */
	bool mixed;             /* "mixed": "allow": units may be parted by pairwise values, a person has said so */
	uint64_t baseline_ns; /* how long hosts are watched before a step; UINT64_MAX: the soak, ten minutes at most */
	enum fleet_rule on_inconclusive;
	const uint32_t *gates; /* of fleet->gates; without the key "gates": the one called "hard" */
	uint32_t gate_count;
	bool gates_given;
	uint32_t extends; /* or FLEET_NONE */
	struct fleet_said said[FLEET_SETTING_COUNT];
	struct fleet_place place;
};

enum fleet_transport_kind {
	FLEET_TRANSPORT_SIM,
	FLEET_TRANSPORT_LOCAL, /* this host only */
	FLEET_TRANSPORT_COMMAND,
	FLEET_TRANSPORT_PULL, /* agents take their requests from the store, which is in etcd */
};

/* @count cards of one type in each host that the entry names. A host in several entries has the cards of all. */
struct fleet_sim_cards {
	const char *type; /* "cx7": a name that fleet_input.card_types has */
	uint32_t count;
	struct fleet_place place;
};

enum fleet_sim_fault_kind {
	FLEET_SIM_DOWN,     /* cannot be reached */
	FLEET_SIM_LOST,     /* takes the request, the answer never comes */
	FLEET_SIM_REFUSES,  /* the firmware refuses the write */
	FLEET_SIM_IGNORES,  /* the firmware says yes and keeps the old value */
	FLEET_SIM_SLOW,     /* answers after @delay_ns */
	FLEET_SIM_TWICE,    /* every answer comes twice */
	FLEET_SIM_LIES,     /* says that it holds what was asked for, and writes nothing */
	FLEET_SIM_OTHER,    /* answers under another id */
	FLEET_SIM_DIES,     /* powers off at @at_ns; is started again after @for_ns */
	FLEET_SIM_RESETS,   /* all counters start over at @at_ns */
	FLEET_SIM_WRAPS,    /* 32-bit counters begin just below their end */
	FLEET_SIM_DEVX,     /* its queue pairs are made by DevX: they do not move its queue counters */
	FLEET_SIM_OPTIC,    /* the last NIC has a bad optic: symbol errors, lost packets */
	FLEET_SIM_REWRITES, /* something else writes @raw to @param at @at_ns, and again @every_ns */
	FLEET_SIM_ROUNDS,   /* from @at_ns on the driver rounds @param down to a multiple of @raw */
	FLEET_SIM_SPEAKS,   /* its agent is of version @major.@minor of the protocol */
	FLEET_SIM_FAULT_COUNT,
};

struct fleet_sim_fault {
	enum fleet_sim_fault_kind kind;
	const struct ece_param *param; /* REFUSES, IGNORES: only this one; NULL: any. REWRITES, ROUNDS: what */
	uint64_t raw;                  /* REWRITES, ROUNDS */
	uint64_t delay_ns;             /* SLOW */
	uint32_t times;                /* healthy after so many; 0: always faulty */
	uint64_t at_ns;                /* after the fleet was made; of those that begin some time */
	uint64_t every_ns;             /* RESETS, REWRITES: 0: once */
	uint64_t for_ns;               /* DIES: 0: for good */
	uint8_t major, minor;          /* SPEAKS */
	struct fleet_place place;
};

/* What the simulated hosts send each other; only with .on. */
struct fleet_sim_traffic {
	bool on;
	uint32_t load;             /* percent of its line rate that a NIC wants to send by day */
	uint32_t uplink;           /* percent of the line rates of its NICs that a rack can carry away */
	uint32_t priority;         /* of the traffic; it has PFC */
	uint64_t day_ns, clock_ns; /* so much of each 24 hours is day; the time of day when the fleet is made */
	const char *rack, *job;    /* labels: hosts with a bottleneck in common; hosts as fast as the slowest */
};

/* Entries of a list by host; see fleet_host_assigns(). Private to lib/fleet. */
struct fleet_index {
	const uint32_t *first; /* of each host, and one more */
	const uint32_t *items;
};

struct fleet_sim {
	uint64_t seed;
	bool virtual_time; /* else waits are real */
	bool processes;    /* each agent is a process, else all live in this one */
	const struct fleet_sim_cards *cards;
	uint32_t cards_count;
	const struct fleet_sim_fault *faults;
	uint32_t fault_count;
	struct fleet_sim_traffic traffic;
	struct fleet_index cards_of_host;
	struct fleet_index faults_of_host;
};

/* By enum fleet_transport_kind, ended by NULL: "sim", ... */
extern const char *const fleet_transport_words[];

#define FLEET_HOST_WORD      "{host}" /* in a word of a command: the name of the host */
#define FLEET_CONNECT_NS     UINT64_C(20000000000)
#define FLEET_CONNECT_MAX_NS UINT64_C(3600000000000)
#define FLEET_AT_ONCE        32
#define FLEET_AT_ONCE_MAX    1024

/* How a command reaches the agent of a host. Commands run without a shell, in the folder of the fleet file. */
struct fleet_command {
	const char *const *argv; /* NULL-ended, FLEET_HOST_WORD in at least one word */
	uint64_t connect_ns;     /* until the agent has to have said something */
	uint32_t at_once;        /* connections that are being made at a time */
	const char *agent; /* "push": what is brought along, paths; argv then runs a shell command. NULL: nothing */
	const char *guard;
	struct fleet_place argv_place, connect_place, at_once_place, push_place; /* line 0: not given */
};

struct fleet_transport {
	enum fleet_transport_kind kind;
	struct fleet_sim sim;         /* all zero for other kinds */
	struct fleet_command command; /* likewise */
	struct fleet_place place;
};

/* Who may sign (docs/signing.md). */
struct fleet_signing {
	const char *allowed_signers; /* a file, from where the fleet file is; NULL: only the machine says */
	uint64_t valid_ns;           /* of a signed run */
	struct fleet_place signers_place, valid_place; /* line 0: not given */
};

struct fleet {
	const char *file;   /* name for messages, as given */
	const char *name;   /* "fleet", or "" */
	uint32_t host_nics; /* most NICs a host may have */

	const struct fleet_origin *origins;
	uint32_t origin_count;
	const struct fleet_host *hosts; /* in the order in which the file first names them */
	uint32_t host_count;
	const struct fleet_profile *profiles;
	uint32_t profile_count;
	const struct fleet_assign *assigns;
	uint32_t assign_count;
	const struct fleet_rollout *rollouts;
	uint32_t rollout_count;
	uint32_t rollout; /* the one called "default", given or built in */
	const struct fleet_role *roles;
	uint32_t role_count;
	const struct fleet_override *overrides;
	uint32_t override_count;
	const struct fleet_exclude *excludes;
	uint32_t exclude_count;
	const struct fleet_change *changes; /* at least one; without the key: "rest" alone */
	uint32_t change_count;
	const struct fleet_gate *gates; /* the built-in "hard" among them */
	uint32_t gate_count;
	const char *prometheus_url; /* NULL: none */
	bool restore_removed;       /* "removed": a parameter that is no longer named gets its original value back */
	bool removed_given;
	struct fleet_place removed_place, prometheus_place; /* line 0: not given */
	/* what "if_unsupported" and "if_no_door" of the file say of parameters that they do not name */
	enum fleet_policy if_unsupported, if_no_door;
	struct fleet_place unsupported_place, no_door_place;
	struct fleet_transport transport;
	const struct fleet_drift *drift; /* lib/fleet/drift.h; never NULL */
	const struct fleet_hook *hooks;  /* lib/fleet/hooks.h; Grafana is the last one */
	uint32_t hook_count;
	struct fleet_signing signing;
	const struct fleet_store *store; /* lib/fleet/store.h; never NULL */

	struct fleet_index assigns_of_host;
	struct fleet_private *private;
};

struct fleet_input {
	const char *text; /* need not end in a NUL */
	size_t len;
	const char *file;                      /* name for messages; copied */
	int64_t now;                           /* seconds since 1970: what expires is judged against it */
	uint32_t host_nics;                    /* 0: FLEET_HOST_NICS; at most FLEET_HOST_NICS_MAX */
	const char *const *card_types;         /* names a simulated card may have, NULL-ended; NULL: not checked */
	const struct fleet_exec_output *execs; /* of fleet_execs(), in its order; NULL: there are none */
	uint32_t exec_count;
};

/**
 * fleet_execs - the commands that a file wants run before it can be read ("inventory" and "exclude" with "exec")
 * @execs: free() it; strings are inside
 *
 * Returns their number (0 for most files), or a negative errno with faults in @sink as fleet_parse().
 */
int fleet_execs(const struct fleet_input *input, struct ece_error_sink *sink, struct fleet_exec **execs);

/**
 * fleet_parse - read a fleet file
 * @sink: receives every fault of the file, with "file:line:column" as place; of broken JSON only the first
 * @fleet: written on success only; free it with fleet_free()
 *
 * Every sentence starts with the path in the file ("assign[3] (id h100) .nics.card: ...") and names the nearest name
 * where one was not known. A key that is known but not carried out by this version is an error of kind NOT_YET.
 * Time is linear in the size of the file and the number of hosts.
 *
 * Returns 0; -EINVAL when the file is faulty; -E2BIG when it is over a limit; -ENOMEM. All are in the sink as well.
 */
int fleet_parse(const struct fleet_input *input, struct ece_error_sink *sink, struct fleet **fleet);

/**
 * fleet_free - release a fleet and all that hangs on it; accepts NULL
 */
void fleet_free(struct fleet *fleet);

/**
 * fleet_host_find - the index of a host by its name
 *
 * Returns FLEET_NONE when the file does not name it. Constant time.
 */
uint32_t fleet_host_find(const struct fleet *fleet, const char *name);

/**
 * fleet_host_assigns - the assigns that name or select a host, in the order of the file
 * @count: receives their number
 *
 * Returns indexes into fleet->assigns. Constant time.
 */
const uint32_t *fleet_host_assigns(const struct fleet *fleet, uint32_t host, uint32_t *count);

/**
 * fleet_host_overrides - the same for overrides
 */
const uint32_t *fleet_host_overrides(const struct fleet *fleet, uint32_t host, uint32_t *count);

/**
 * fleet_sim_host_cards, fleet_sim_host_faults - the same for the simulated cards and faults of a host
 *
 * Return indexes into fleet->transport.sim.cards and .faults. @count is 0 when the transport is not "sim".
 */
const uint32_t *fleet_sim_host_cards(const struct fleet *fleet, uint32_t host, uint32_t *count);
const uint32_t *fleet_sim_host_faults(const struct fleet *fleet, uint32_t host, uint32_t *count);

/**
 * fleet_command_copy - a copy of how a command reaches hosts, in one piece of memory
 *
 * Returns it for free(), or NULL without memory.
 */
struct fleet_command *fleet_command_copy(const struct fleet_command *command);

/**
 * fleet_setting_name, fleet_gate_key_name - how the file writes a setting: "budget.lost", "min_traffic"
 *
 * Return constants.
 */
const char *fleet_setting_name(enum fleet_setting setting);
const char *fleet_gate_key_name(enum fleet_gate_key key);

/**
 * fleet_label - the value of one label of a host
 *
 * Returns NULL when the host has no such label.
 */
const char *fleet_label(const struct fleet *fleet, uint32_t host, const char *name);

/**
 * fleet_nics_match - does a selector take this NIC?
 *
 * What a host does not tell (NULL or an empty name) matches no glob but "*"; a NIC of which it is not known whether it
 * is bonded or carries the default route is in no role that asks for that.
 */
bool fleet_nics_match(const struct fleet *fleet, const struct fleet_nics *nics, const struct facts_nic *nic);

/* What one NIC should have, and who says so. */
struct fleet_want {
	const struct fleet_value
		*value;    /* parameter, leave or original, policies; of the override where there is one */
	uint64_t raw;      /* what it comes to for this NIC (by_speed resolved); 0 for leave and original */
	uint32_t assign;   /* the first that names the parameter; FLEET_NONE when only an override does */
	uint32_t override; /* FLEET_NONE: none; else it wins */
};

/**
 * fleet_host_exclude - is a host left alone?
 *
 * Returns an index into fleet->excludes, or FLEET_NONE. Constant time.
 */
uint32_t fleet_host_exclude(const struct fleet *fleet, uint32_t host);

/**
 * fleet_change_of - the change that a parameter goes out with: an index into fleet->changes
 */
uint32_t fleet_change_of(const struct fleet *fleet, const struct ece_param *param);

/**
 * fleet_change_rollout - how a change goes out
 * @change: an index into fleet->changes
 */
const struct fleet_rollout *fleet_change_rollout(const struct fleet *fleet, uint32_t change);

/**
 * fleet_nic_never - the first role with "touch": "never" that takes this NIC, or FLEET_NONE
 *
 * Here what is not known counts against it: a NIC that may carry the default route is not touched where those are not.
 */
uint32_t fleet_nic_never(const struct fleet *fleet, const struct facts_nic *nic);

/**
 * fleet_wants - all that the file says about one NIC
 * @host: index of the host that the NIC is in
 * @wants: receives at most ece_param_limit() entries in the order of the parameter table, each parameter once
 * @count: receives their number; 0 when no assign and no override takes this NIC
 * @sink: receives one error of kind CONFLICT for each parameter that two assigns or two overrides want differently,
 *        whose value by speed has none for this NIC, or that is above its ceiling
 *
 * An override wins over assigns; whether the host is excluded or the NIC never touched is not looked at. "leave" and
 * "original" are wants too: "leave" tells a parameter that is not to be touched from one that is no longer named.
 *
 * Returns 0, or -EINVAL with errors reported (@wants then has the first one's, or 0).
 */
int fleet_wants(const struct fleet *fleet, uint32_t host, const struct facts_nic *nic, struct fleet_want *wants,
		size_t *count, struct ece_error_sink *sink);

/**
 * fleet_amount_of - how many of @total an amount is
 *
 * A percentage is rounded up; more than 0 % of something is never below one. Never more than @total for a percentage;
 * a count is returned as it is.
 */
uint32_t fleet_amount_of(struct fleet_amount amount, uint32_t total);

#endif
