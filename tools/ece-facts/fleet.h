/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* ece-facts --fleet: every host of a fleet file is asked, over the transport of the file. */
#ifndef ECE_TOOLS_ECE_FACTS_FLEET_H
#define ECE_TOOLS_ECE_FACTS_FLEET_H

#include <jansson.h>

#include "lib/control/control.h"
#include "tools/common/term.h"
#include "tools/ece-facts/verbs.h"

#define FACTS_EXIT_INCOMPLETE 7 /* as ece-apply has it */

/* A host that told nothing. */
struct facts_silent {
	uint32_t host;
	char *why;
};

/* A sweep of a fleet under way; zeroed memory is none. */
struct facts_sweep {
	const struct facts_args *args;
	const struct fleet *fleet;
	struct control *control;
	const bool *asked; /* of each host; NULL: all are */
	bool simulated;
	uint32_t told;
	struct facts_silent *silent; /* hosts that did not answer, or did not tell */
	size_t silent_count, silent_max;
	struct ece_error *e;
};

/**
 * facts_sweep_silent - remember a host that told nothing; returns 0 or -ENOMEM with the error filled
 * facts_sweep_done - free what was remembered
 */
int facts_sweep_silent(struct facts_sweep *sweep, const struct control_facts *facts);
void facts_sweep_done(struct facts_sweep *sweep);

/**
 * facts_sweep_print_silent - who told nothing, hosts with the same reason together
 * facts_sweep_silent_json - the same; a new reference, or NULL when memory ran out
 */
void facts_sweep_print_silent(struct facts_sweep *sweep, const struct term *term);
json_t *facts_sweep_silent_json(struct facts_sweep *sweep);

/**
 * fleet_table - what hosts are made of, those that are alike together
 *
 * This and odd_one_out() return 0; 1 when odd hosts were found; or a negative errno with the error filled.
 */
int fleet_table(struct facts_sweep *sweep);

/**
 * odd_one_out - hosts that are not as most of their kind
 */
int odd_one_out(struct facts_sweep *sweep);

/**
 * odd_text - print what odd_one_out() found: its JSON object
 */
void odd_text(const json_t *found, const struct term *term);

#endif
