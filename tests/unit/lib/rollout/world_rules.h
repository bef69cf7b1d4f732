/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The parts of the world: what it expects of the run, and what it finds wrong. */
#ifndef ECE_TESTS_ROLLOUT_WORLD_RULES_H
#define ECE_TESTS_ROLLOUT_WORLD_RULES_H

#include "tests/unit/lib/rollout/world.h"

#define NEVER UINT64_MAX

__attribute__((format(printf, 3, 4))) void wrong(struct world *w, const char *rule, const char *format, ...);

const struct world_change *change_at(const struct world *w, uint32_t step);
const struct rollout_limits *limits_at(const struct world *w, uint32_t step);
const struct rollout_limits *limits_now(const struct world *w);
uint32_t open_count(const struct world *w);
uint32_t renewal_count(const struct world *w);
uint32_t count_expected(const struct world *w, uint32_t step, enum rollout_host_state state);
bool is_samples(const struct world *w, uint32_t step);
bool spent_in(const struct world *w, uint32_t change);
bool is_current(const struct world *w, const struct rollout_event *event);

/* world_expect.c: what an event makes of the hosts and gates, by the words of rollout.h */
void expect_event(struct world *w, const struct rollout_event *event);
void expect_undoing(struct world *w);
void expect_sent(struct world *w, const struct rollout_action *a);

/* world_gates.c: samples and verdicts */
void gates_on_sample(struct world *w, const struct rollout_action *a);
void gates_on_judge(struct world *w, const struct rollout_action *a);
void gates_expect_sampled(struct world *w, uint32_t step, enum rollout_sample sample);
void gates_expect_verdict(struct world *w, uint32_t gate, enum rollout_verdict verdict);
void gates_overdue(struct world *w);
void gates_expect_take_over(struct world *w);
bool gates_forgotten(const struct world *w);
void gates_close(struct world *w);
void gates_void(struct world *w, uint32_t step);
bool gates_allow_confirm(const struct world *w, uint32_t step, const char **why);
bool gates_failed(const struct world *w, uint32_t step);
bool gates_fail(const struct world *w, uint32_t step);
bool gates_pause(const struct world *w, uint32_t step);
bool gates_allow_apply(const struct world *w, uint32_t step);
bool gates_wait(const struct world *w, uint32_t step);

/* world_check.c: rules */
void check_action(struct world *w, const struct rollout_action *a, enum rollout_run_state before);
void check_moves(struct world *w, const enum rollout_host_state *was);
void check_after(struct world *w, enum rollout_run_state before, enum rollout_pause pause_before);

#endif
