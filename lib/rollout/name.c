// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/rollout/rollout.h"

static const char *const run_names[ROLLOUT_RUN_STATE_COUNT] = {
	[ROLLOUT_PLANNED] = "planned", [ROLLOUT_RUNNING] = "running", [ROLLOUT_PAUSED] = "paused",
	[ROLLOUT_DONE] = "done",       [ROLLOUT_UNDOING] = "undoing", [ROLLOUT_UNDONE] = "undone",
	[ROLLOUT_STUCK] = "stuck",
};

static const char *const step_names[ROLLOUT_STEP_STATE_COUNT] = {
	[ROLLOUT_STEP_PENDING] = "pending", [ROLLOUT_STEP_BASELINE] = "baseline",
	[ROLLOUT_STEP_GATING] = "gating",   [ROLLOUT_STEP_APPLYING] = "applying",
	[ROLLOUT_STEP_SOAKING] = "soaking", [ROLLOUT_STEP_CONFIRMING] = "confirming",
	[ROLLOUT_STEP_DONE] = "done",       [ROLLOUT_STEP_UNDOING] = "undoing",
	[ROLLOUT_STEP_UNDONE] = "undone",
};

static const char *const host_names[ROLLOUT_HOST_STATE_COUNT] = {
	[ROLLOUT_HOST_QUEUED] = "queued",
	[ROLLOUT_HOST_INTENT] = "intent",
	[ROLLOUT_HOST_HELD] = "held",
	[ROLLOUT_HOST_CONFIRM] = "confirm",
	[ROLLOUT_HOST_CONFIRMED] = "confirmed",
	[ROLLOUT_HOST_UNCHANGED] = "unchanged",
	[ROLLOUT_HOST_FAILED_OLD] = "failed_old",
	[ROLLOUT_HOST_DIRTY] = "dirty",
	[ROLLOUT_HOST_MAYBE] = "maybe",
	[ROLLOUT_HOST_UNREACHED] = "unreached",
	[ROLLOUT_HOST_UNDO] = "undo",
	[ROLLOUT_HOST_UNDONE] = "undone",
	[ROLLOUT_HOST_CONFLICT] = "conflict",
	[ROLLOUT_HOST_UNDO_FAILED] = "undo_failed",
	[ROLLOUT_HOST_SELF_UNDONE] = "self_undone",
	[ROLLOUT_HOST_SKIPPED] = "skipped",
};

static const char *const pause_names[ROLLOUT_PAUSE_COUNT] = {
	[ROLLOUT_PAUSE_NONE] = "none", [ROLLOUT_PAUSE_BUDGET] = "budget", [ROLLOUT_PAUSE_PERSON] = "person",
	[ROLLOUT_PAUSE_GATE] = "gate", [ROLLOUT_PAUSE_FREEZE] = "freeze", [ROLLOUT_PAUSE_LEASE] = "lease",
};

static const char *const verdict_names[ROLLOUT_VERDICT_COUNT] = {
	[ROLLOUT_VERDICT_NONE] = "none",   [ROLLOUT_VERDICT_PASS] = "pass",
	[ROLLOUT_VERDICT_FAIL] = "fail",   [ROLLOUT_VERDICT_INCONCLUSIVE] = "inconclusive",
	[ROLLOUT_VERDICT_ERROR] = "error",
};

const char *rollout_run_state_name(enum rollout_run_state state)
{
	return state < ROLLOUT_RUN_STATE_COUNT ? run_names[state] : "?";
}

const char *rollout_step_state_name(enum rollout_step_state state)
{
	return state < ROLLOUT_STEP_STATE_COUNT ? step_names[state] : "?";
}

const char *rollout_host_state_name(enum rollout_host_state state)
{
	return state < ROLLOUT_HOST_STATE_COUNT ? host_names[state] : "?";
}

const char *rollout_pause_name(enum rollout_pause pause)
{
	return pause < ROLLOUT_PAUSE_COUNT ? pause_names[pause] : "?";
}

const char *rollout_verdict_name(enum rollout_verdict verdict)
{
	return verdict < ROLLOUT_VERDICT_COUNT ? verdict_names[verdict] : "?";
}
