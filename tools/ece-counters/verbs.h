/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-counters does, one file each. All return the exit status. */
#ifndef ECE_TOOLS_ECE_COUNTERS_VERBS_H
#define ECE_TOOLS_ECE_COUNTERS_VERBS_H

#include "tools/ece-counters/args.h"

/* show_counters - once, or with --rates twice */
int show_counters(const struct counters_args *args);

/* watch_counters - again and again; with --optional what was switched is put back at the end */
int watch_counters(const struct counters_args *args);

/* explain_counter - all that the table knows of one */
int explain_counter(const struct counters_args *args);

/* optional_counters - list or switch them; with --watch then watch */
int optional_counters(const struct counters_args *args);

/* show_queue_pairs - by process, with their counter sets; with --bind switch these first */
int show_queue_pairs(const struct counters_args *args);

#endif
