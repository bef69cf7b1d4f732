/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The parser of fleet files: what its parts work on.
 *
 * A file is read twice: check.c holds it against the tables of shape.c and reports what does not fit; then one reader
 * for each part builds the fleet and reports what only shows when parts are seen together. Readers take what fits and
 * pass over the rest, so that one run finds all faults. They return 0 or -ENOMEM; faults of the file are no failure of
 * a reader.
 */
#ifndef ECE_LIB_FLEET_PARSE_H
#define ECE_LIB_FLEET_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/arena.h"
#include "lib/base/intern.h"
#include "lib/base/json_position.h"
#include "lib/fleet/cursor.h"
#include "lib/fleet/faults.h"
#include "lib/fleet/fleet.h"

/* What a fleet owns beside what its readers see. */
struct fleet_private {
	struct arena arena;
	struct intern hosts;
};

struct parse {
	const struct fleet_input *input;
	struct fleet *fleet;         /* what is being built */
	struct arena *arena;         /* its memory */
	struct intern *hosts;        /* its hosts by name */
	struct intern profile_names; /* numbered like fleet->profiles */
	struct intern rollout_names; /* numbered like fleet->rollouts */
	struct label_table *labels;  /* labels.h */
	struct arena scratch;        /* until the parser is done */
	struct json_positions *positions;
	struct faults faults;
	uint32_t *stamps; /* by host: the last selection that took it */
	uint32_t stamp;
	size_t mention_count; /* against FLEET_MENTIONS_MAX */
	bool too_many;        /* hosts or mentions; said once */
};

/**
 * read_profiles, read_assigns, read_rollouts, read_changes, read_transport - build that part of the fleet; profiles
 * before assigns, rollouts before changes, and hosts (hosts.h) and gates (gates.h) before all of them
 *
 * Return 0 or -ENOMEM.
 */
int read_profiles(struct parse *p, struct cursor root);
int read_assigns(struct parse *p, struct cursor root);
int read_rollouts(struct parse *p, struct cursor root);
int read_changes(struct parse *p, struct cursor root);
int read_transport(struct parse *p, struct cursor root);

#endif
