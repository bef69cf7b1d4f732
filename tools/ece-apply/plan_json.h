/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A plan as JSON. */
#ifndef ECE_TOOLS_ECE_APPLY_PLAN_JSON_H
#define ECE_TOOLS_ECE_APPLY_PLAN_JSON_H

#include <jansson.h>

#include "lib/plan/plan.h"
#include "lib/rollout/rollout.h"

/**
 * plan_json - {groups, costs, parts, notes, refused, incomplete, digest}
 *
 * A group is {hosts, host_count, nic_count, card, changes}, a change {param, from, to, from_raw, to_raw, cost}; costs
 * are by their names {changes, nics, hosts, queue_pairs or null, processes or null}; a part is {change, rollout, hosts,
 * units, steps, unit (as in the file), gates, budget {unreachable, lost, failed}, on_fail, lease_ms, on_loss}, a step
 * of it {step, counted from 1, hosts, soak_ms}; a note is {kind, refuses, param or null, hosts, host_count, nic_count,
 * text}.
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *plan_json(const struct fleet *fleet, const struct plan *plan);

/**
 * plan_json_step - one step {name, state, hosts, changed, failed, lost, unreachable, undone}; lost ones are failed ones
 * @run: NULL when nothing was carried out
 */
json_t *plan_json_step(const struct plan *plan, const struct rollout *run, size_t step);

#endif
