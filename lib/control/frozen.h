/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A plan as the store keeps it: JSON lines. The first one has the changes with their limits and gates, the steps and a
 * digest of the rest; then one line for each position of the order in which hosts are touched, with what is written to
 * its cards; then one for each host that has all it should have, and one for each that is owed something. Requests are
 * built from these lines, also by the controller that froze them: a resumed run does what the first one would have done.
 */
#ifndef ECE_LIB_CONTROL_FROZEN_H
#define ECE_LIB_CONTROL_FROZEN_H

#include "lib/base/arena.h"
#include "lib/base/intern.h"
#include "lib/control/control.h"
#include "lib/fleet/fleet.h"
#include "lib/host/protocol.h"
#include "lib/plan/plan.h"
#include "lib/rollout/rollout.h"

#define FROZEN_VERSION 2
#define FROZEN_NEAR    2 /* labels by which hosts share something: rack, domain */

struct frozen_line {
	size_t at, len;
	const char *host;
	uint32_t number;            /* of the host, the same in all lines */
	uint32_t near[FROZEN_NEAR]; /* the same number: the same label; FROZEN_NOWHERE: it has none */
};

#define FROZEN_NOWHERE UINT32_MAX

struct frozen_owed {
	const char *host, *why;
	bool report; /* even when it is back */
};

/* One change of the fleet file that has steps in the plan. */
struct frozen_change {
	const char *name;
	struct rollout_limits limits;
	bool keep_on_loss;
	struct fleet_gate *gates; /* on_inconclusive is what the rollout says where the gate does not */
	uint32_t gate_count;
};

struct frozen {
	char *text;
	size_t len;
	struct frozen_line *lines; /* of each position of the order */
	uint32_t *host_of;         /* of each position: a number of its host */
	struct frozen_change *changes;
	uint32_t change_count;
	uint64_t *baselines;           /* of each step */
	struct frozen_line *unchanged; /* hosts that have it all */
	size_t unchanged_count;
	struct frozen_owed *owed; /* hosts that were left out */
	size_t owed_count;
	const char *prometheus_url;     /* NULL: none */
	const char *fleet_name;         /* or "" */
	const struct fleet_hook *hooks; /* who is told */
	uint32_t hook_count;
	struct control_way way; /* without its folder */
	bool adopt;             /* hosts of another store are taken over */
	bool unverified;        /* some parameter has no trustworthy read-back */
	struct plan plan; /* hosts are named by their position, parts by their place in @changes; no groups and notes */
	size_t change_max;
	struct intern names; /* of hosts and labels */
	struct arena arena;
};

/* The words of a transport in a frozen plan. */
#define FROZEN_SIM       "sim"
#define FROZEN_SIMULATED "simulated" /* there and true: some of the hosts are, whatever the transport */
#define FROZEN_SIM_REAL  "sim-real-time"
#define FROZEN_LOCAL     "local"
#define FROZEN_COMMAND   "command"
#define FROZEN_PULL      "pull"

/**
 * frozen_write - freeze a plan
 * @adopt: its requests take over hosts of another store
 * @text: free() it
 */
int frozen_write(const struct fleet *fleet, const struct plan *plan, const struct facts_host *hosts, bool adopt,
		 bool simulated, char **text, size_t *len, struct ece_error *e);

/**
 * frozen_read - from the text that the store keeps
 * @text: taken over, also on failure
 *
 * Returns 0 and an object for frozen_free() (which accepts NULL); -EUCLEAN for a text that is not as it was written (kind
 * DAMAGED) or that an older program wrote (kind VERSION), whose events mean nothing to this one; -EPROTONOSUPPORT (kind
 * VERSION) for one of a newer program; -ENOMEM.
 */
int frozen_read(char *text, size_t len, struct frozen **frozen, struct ece_error *e);
void frozen_free(struct frozen *frozen);

/* A digest as 64 hexadecimal digits and a NUL. */
void frozen_hex(const uint8_t *digest, char *hex);

/**
 * frozen_cards - what is written to one host
 * @request: receives cards; protocol-free them with frozen_cards_free()
 */
int frozen_cards(const struct frozen *frozen, uint32_t position, struct protocol_request *request, struct ece_error *e);
void frozen_cards_free(struct protocol_request *request);

/**
 * frozen_step_of - the step that a position belongs to
 */
uint32_t frozen_step_of(const struct frozen *frozen, uint32_t position);

/**
 * frozen_gate_samples - must something be read before and after a step to judge this gate?
 * frozen_gate_asks_before - does it compare what Prometheus or a command tells with what they told before?
 */
bool frozen_gate_samples(const struct fleet_gate *gate);
bool frozen_gate_asks_before(const struct fleet_gate *gate);

#endif
