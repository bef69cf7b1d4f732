/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the writers and the readers of frozen plans share; see frozen.h. */
#ifndef ECE_LIB_CONTROL_FROZEN_JSON_H
#define ECE_LIB_CONTROL_FROZEN_JSON_H

#include <jansson.h>

#include "lib/base/sha256.h"
#include "lib/control/frozen.h"

#define FROZEN_HEX    (SHA256_BYTES * 2 + 1)
#define FROZEN_DIGEST "sha256" /* the key of the first line */

/* By enum fleet_gate_kind, enum gate_on, enum gate_per, enum fleet_rule. */
extern const char *const frozen_gate_words[4];
extern const char *const frozen_on_words[2];
extern const char *const frozen_per_words[3];
extern const char *const frozen_rule_words[3];

/**
 * frozen_digest - of the first line without its digest, and of the rest
 *
 * Returns 0 or -ENOMEM.
 */
int frozen_digest(const json_t *head, const char *body, size_t len, char hex[FROZEN_HEX]);

/**
 * frozen_check - is it the one that @head says? Takes it out of @head
 */
int frozen_check(json_t *head, const char *body, size_t len, struct ece_error *e);

/**
 * frozen_append - to a list, which becomes NULL when there is no memory for it; takes @entry over
 */
void frozen_append(json_t **list, json_t *entry);

/**
 * frozen_change_json - limits and gates of one change of the fleet file, or NULL
 */
json_t *frozen_change_json(const struct fleet *fleet, const struct plan *plan, uint32_t part);

/**
 * frozen_change_read - the same from JSON; texts are kept in the arena of @frozen
 */
int frozen_change_read(struct frozen *frozen, struct frozen_change *change, json_t *json, struct ece_error *e);

/**
 * frozen_baseline - how long the hosts of a step are watched before it is applied; 0: no gate of it needs that
 */
uint64_t frozen_baseline(const struct fleet *fleet, const struct plan_step *step);

/**
 * frozen_command_json - how a command reaches the hosts, or NULL
 */
json_t *frozen_command_json(const struct fleet_command *command);

/**
 * frozen_command_read - the same from JSON, kept in the arena of @frozen
 */
int frozen_command_read(struct frozen *frozen, json_t *json, struct ece_error *e);

/**
 * frozen_hooks_json - who is told, or NULL
 * frozen_hooks_read - the same from JSON; texts are kept in the arena of @frozen. NULL: nobody
 */
json_t *frozen_hooks_json(const struct fleet *fleet);
int frozen_hooks_read(struct frozen *frozen, json_t *json, struct ece_error *e);

int frozen_damaged(struct ece_error *e, const char *what);
int frozen_no_memory(struct ece_error *e);

#endif
