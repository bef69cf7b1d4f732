/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Weather as people write it. */
#ifndef ECE_DEVX_SIM_WIRE_TEXT_H
#define ECE_DEVX_SIM_WIRE_TEXT_H

#include <stdint.h>

#include "devx/base/error.h"

/**
 * wire_delay_parse - a time: 0, 800ns, 5us, 1.5ms, 2s
 *
 * Returns 0, or -EINVAL with @error filled: no number, no unit or an unknown one, more than WIRE_DELAY_MAX_NS, or not
 * nothing and less than 1 ns.
 */
int wire_delay_parse(const char *text, uint64_t *ns, struct ece_error *error);

/**
 * wire_share_parse - a part of all: 1%, 0.5%, 0.01
 *
 * Returns 0, or -EINVAL with @error filled: no number, more than all of them, or what would be rounded to
 * nothing. Rounded to a millionth.
 */
int wire_share_parse(const char *text, uint32_t *per_million, struct ece_error *error);

#endif
