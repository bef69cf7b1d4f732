/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The rows of the counter table. Internal to lib/counters. */
#ifndef ECE_LIB_COUNTERS_ROWS_H
#define ECE_LIB_COUNTERS_ROWS_H

#include "lib/counters/counter.h"

extern const struct counter counter_rows[];
extern const size_t counter_row_count;

#endif
