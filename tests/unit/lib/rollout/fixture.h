/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A small run in a world whose rules are checked after every event. */
#ifndef ECE_TESTS_ROLLOUT_FIXTURE_H
#define ECE_TESTS_ROLLOUT_FIXTURE_H

#include "tests/unit/lib/rollout/world.h"

#define BEGUN 1000 /* when the world begins */
#define SOAK  500

/* Two steps, of one host and of three; budgets of 1, but 3 hosts may be out of reach; no gates, no leases. */
extern const struct world_config small;

struct world *begin(const struct world_config *config);

/* No rule was broken until now. */
void check(const struct world *w);
void end(struct world *w);

enum rollout_host_state host_of(const struct world *w, uint32_t host);
enum rollout_step_state step_of(const struct world *w, uint32_t step);
void assert_reason(const struct world *w, const char *reason);

/* The first step through apply, soak and confirm. */
void first_step_done(struct world *w);

#endif
