/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A saved plan in memory: its JSON, checked once, so that nothing has to be asked for its type afterwards. */
#ifndef ECE_LIB_PLAN_SAVED_INTERNAL_H
#define ECE_LIB_PLAN_SAVED_INTERNAL_H

#include <jansson.h>

#include "lib/base/arena.h"
#include "lib/plan/internal.h"
#include "lib/plan/saved.h"

struct plan_saved {
	json_t *root, *steps, *sets, *hosts;
	struct plan_saved_info info;
	struct arena arena;
	struct plan_moved *moved;
	size_t moved_count, moved_max;
};

#endif
