/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A log file that does not grow beyond a limit: what comes after is counted, not written. */
#ifndef ECE_TOOLS_ECE_SIM_LOG_H
#define ECE_TOOLS_ECE_SIM_LOG_H

#include <stddef.h>
#include <stdio.h>

#define SIM_LOG_BYTES_MAX (64U << 20)

struct sim_log {
	FILE *file; /* NULL: nothing is written */
	size_t bytes;
	size_t bytes_max;
	size_t lost; /* lines */
};

/* sim_log_open - returns 0, or -1 with errno set; an existing file is replaced */
int sim_log_open(struct sim_log *log, const char *path, size_t bytes_max);

/* sim_log_line - with the seconds since boot in front; matches pci_log */
void sim_log_line(void *log, const char *line);

/* sim_log_close - and say how many lines are missing */
void sim_log_close(struct sim_log *log);

#endif
