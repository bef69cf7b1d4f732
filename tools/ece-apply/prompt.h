/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The question before the first write. */
#ifndef ECE_TOOLS_ECE_APPLY_PROMPT_H
#define ECE_TOOLS_ECE_APPLY_PROMPT_H

#include <stdbool.h>

#include "lib/plan/plan.h"

/**
 * prompt_possible - is there a person to ask: are stdin and stderr a terminal?
 */
bool prompt_possible(void);

/**
 * prompt_apply - ask whether a plan shall be carried out
 *
 * Returns true for "y" or "yes" only; no answer is a no.
 */
bool prompt_apply(const struct plan *plan, bool simulated);

#endif
