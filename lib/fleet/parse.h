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
#include "lib/fleet/mentions.h"
#include "lib/fleet/source.h"
#include "lib/fleet/values.h"

/* What a fleet owns beside what its readers see. */
struct fleet_private {
	struct arena arena;
	struct intern hosts;
	struct fleet_index overrides_of_host;
	uint32_t *exclude_of_host; /* FLEET_NONE: it is not excluded */
	uint8_t *change_of_param;  /* by position in the parameter table */
};

struct parse {
	const struct fleet_input *input;
	struct fleet *fleet;         /* what is being built */
	struct arena *arena;         /* its memory */
	struct intern *hosts;        /* its hosts by name */
	struct intern profile_names; /* numbered like fleet->profiles */
	struct intern role_names;    /* numbered like fleet->roles */
	struct intern gate_names;    /* numbered like fleet->gates */
	struct intern rollout_names; /* numbered like fleet->rollouts */
	struct policies policies;    /* of the file, where a profile says nothing */
	struct label_table *labels;  /* labels.h */
	struct fleet_origin *origins;
	struct mentions named; /* each host once, with its origin, in the order of the hosts */
	struct arena scratch;  /* until the parser is done */
	struct source file;
	struct source *source; /* that is being read: the file, or an output */
	struct faults faults;
	/* commands: execs.h */
	bool store_only;      /* nothing else of the file is looked at */
	bool without_execs;   /* their output is not there yet, and what it may bring is not missed */
	size_t faults_before; /* that the output began */
	bool pass_over;       /* hosts and labels that are not known are no fault here */
	struct fleet_exec execs[FLEET_EXECS_MAX];
	struct source outputs[FLEET_EXECS_MAX];
	uint32_t exec_count;
	uint32_t *stamps; /* by host: the last selection that took it */
	uint32_t stamp;
	size_t mention_count; /* against FLEET_MENTIONS_MAX */
	bool too_many;        /* hosts or mentions; said once */
};

/**
 * parse_file - read p->input
 * @p: zeroed but for the input and @without_execs; afterwards only its fleet (NULL: it has faults) and its execs are
 *     of use
 *
 * Returns as fleet_parse().
 */
int parse_file(struct parse *p, struct ece_error_sink *sink);

/**
 * read_profiles, read_assigns, read_overrides, read_excludes, read_rollouts, read_changes, read_transport, read_drift,
 * read_signing, read_store, read_hooks - build that part of the fleet
 *
 * In the order of parse.c, since one refers to another. Return 0 or -ENOMEM.
 */
int read_profiles(struct parse *p, struct cursor root);
int read_assigns(struct parse *p, struct cursor root);
int read_overrides(struct parse *p, struct cursor root);
int read_excludes(struct parse *p, struct cursor root);
int read_rollouts(struct parse *p, struct cursor root);
int read_changes(struct parse *p, struct cursor root);
int read_transport(struct parse *p, struct cursor root);
int read_drift(struct parse *p, struct cursor root);
int read_signing(struct parse *p, struct cursor root);
int read_store(struct parse *p, struct cursor root);
int read_hooks(struct parse *p, struct cursor root);

/**
 * read_store_alone - check and read only the store, of a fleet file or of a file that holds nothing else
 */
int read_store_alone(struct parse *p, struct cursor root);

#endif
