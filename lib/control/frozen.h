/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A plan as the store keeps it: JSON lines. The first one has the limits, the steps and a digest of the rest; then one
 * line for each host in the order in which hosts are touched, with what is written to its cards. Requests are built
 * from these lines, also by the controller that froze them: a resumed run does what the first one would have done.
 */
#ifndef ECE_LIB_CONTROL_FROZEN_H
#define ECE_LIB_CONTROL_FROZEN_H

#include "lib/base/arena.h"
#include "lib/fleet/fleet.h"
#include "lib/host/protocol.h"
#include "lib/plan/plan.h"
#include "lib/rollout/rollout.h"

#define FROZEN_VERSION 1

struct frozen_line {
	size_t at, len;
	const char *host;
};

struct frozen {
	char *text;
	size_t len;
	struct frozen_line *lines; /* of each host, by its position in the order */
	struct rollout_limits limits;
	uint64_t lease_ms;
	bool keep_on_loss;
	enum fleet_transport_kind transport;
	bool adopt;       /* hosts of another store are taken over */
	bool unverified;  /* some parameter has no trustworthy read-back */
	struct plan plan; /* hosts are named by their position in the order; no groups and notes */
	size_t change_max;
	struct arena arena;
};

/* The words of a transport in a frozen plan. */
#define FROZEN_SIM   "sim"
#define FROZEN_LOCAL "local"

/**
 * frozen_write - freeze a plan
 * @adopt: its requests take over hosts of another store
 * @text: free() it
 */
int frozen_write(const struct fleet *fleet, const struct plan *plan, const struct facts_host *hosts, bool adopt,
		 char **text, size_t *len, struct ece_error *e);

/**
 * frozen_read - from the text that the store keeps
 * @text: taken over, also on failure
 *
 * Returns 0 and an object for frozen_free() (which accepts NULL); -EUCLEAN (kind DAMAGED) for a text that is not as it
 * was written; -EPROTONOSUPPORT (kind VERSION); -ENOMEM.
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

#endif
