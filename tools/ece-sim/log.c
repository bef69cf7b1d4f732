// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-sim/log.h"

#include <string.h>
#include <time.h>

#define STAMP_BYTES 16 /* about */

int sim_log_open(struct sim_log *log, const char *path, size_t bytes_max)
{
	memset(log, 0, sizeof(*log));
	log->bytes_max = bytes_max;
	log->file = fopen(path, "we");
	if (!log->file)
		return -1;
	setvbuf(log->file, NULL, _IOLBF, 0);
	return 0;
}

void sim_log_line(void *ctx, const char *line)
{
	struct sim_log *log = ctx;
	struct timespec t;

	if (!log->file)
		return;
	log->bytes += strlen(line) + STAMP_BYTES;
	if (log->bytes > log->bytes_max) {
		log->lost++;
		return;
	}
	clock_gettime(CLOCK_MONOTONIC, &t);
	fprintf(log->file, "%lld.%06ld %s\n", (long long)t.tv_sec, t.tv_nsec / 1000, line);
}

void sim_log_close(struct sim_log *log)
{
	if (!log->file)
		return;
	if (log->lost)
		fprintf(log->file, "%zu more lines were left out: the log is limited to %zu bytes\n", log->lost,
			log->bytes_max);
	fclose(log->file);
	log->file = NULL;
}
