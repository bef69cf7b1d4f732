/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What changed from one reading to the next, a line each: for logs and pipes. */
#ifndef ECE_TOOLS_ECE_COUNTERS_CHANGES_VIEW_H
#define ECE_TOOLS_ECE_COUNTERS_CHANGES_VIEW_H

#include "tools/ece-counters/round_view.h"

/**
 * changes_text - "12:03:59  mlx5_0/1  packet_seq_err  +7  7/s  1234", for each counter that grew or started over
 * @when: of the newest reading
 */
void changes_text(FILE *out, const char *when, const struct round_view *view);

/**
 * changes_events - the events that were not printed yet
 * @printed: how many were; is brought up to date
 */
void changes_events(FILE *out, const struct events *events, size_t *printed);

#endif
