/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A host that is read once or more, and what is remembered of it. */
#ifndef ECE_TOOLS_ECE_COUNTERS_READING_H
#define ECE_TOOLS_ECE_COUNTERS_READING_H

#include <jansson.h>

#include "tools/ece-counters/round_view.h"
#include "tools/ece-counters/source.h"

#define COUNTERS_JSON   1    /* version of the JSON object: raised when a key changes its meaning */
#define DEADLINE_MAX_MS 5000 /* of one reading */
#define DEADLINE_MIN_MS 200

/* reading_parts - enum scrape_part: what the options ask for, read again and again */
unsigned int reading_parts(const struct counters_args *args);

struct reading {
	struct source source;
	struct past *past;
	struct events events;
};

/* reading_start - open the host; nothing is read yet. Returns as source_open(). reading_end() in any case */
int reading_start(const struct counters_args *args, const struct selection *selection, unsigned int parts,
		  struct reading *reading, struct ece_error *e);
void reading_end(struct reading *reading);

/* reading_next - read once more. Returns as source_read() */
int reading_next(struct reading *reading, struct ece_error *e);

/* reading_wrap_json - {version, simulated, host, time, devices} around a list of devices, which is taken over */
json_t *reading_wrap_json(const struct reading *reading, json_t *devices);

/* reading_json - {version, simulated, host, devices}: the newest reading. A new reference, or NULL */
json_t *reading_json(const struct reading *reading);

#endif
