/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How counter sets are bound on several ports, and switching it: on all of them, or on none. */
#ifndef ECE_TOOLS_ECE_COUNTERS_BINDING_SET_H
#define ECE_TOOLS_ECE_COUNTERS_BINDING_SET_H

#include "tools/ece-counters/ports.h"
#include "tools/ece-counters/queues_view.h"

/* Zeroed: no ports. */
struct binding_set {
	struct queues_binding *bindings;
	size_t count;
	bool *switched; /* by us */
	uint8_t *was;   /* the mask before that */
};

/**
 * binding_set_find - the ports that are selected
 *
 * Returns as ports_each(). binding_set_done() in any case.
 */
int binding_set_find(const struct ece_os *os, const struct selection *selection, struct binding_set *set,
		     struct ece_error *e);
void binding_set_done(struct binding_set *set);

/* binding_set_look - how they are now; a port that does not say has an error */
void binding_set_look(const struct ece_os *os, struct binding_set *set);

/**
 * binding_set_switch - have sets made by this mask from now on, 0 for none
 *
 * Where one port fails, those before are put back. Returns 0 or a negative errno with @e filled.
 */
int binding_set_switch(const struct ece_os *os, struct binding_set *set, uint8_t mask, struct ece_error *e);

/* binding_set_put_back - what binding_set_switch() changed. All are tried; returns the first error, with @e filled */
int binding_set_put_back(const struct ece_os *os, struct binding_set *set, struct ece_error *e);

/* binding_word - "off", "type", "pid", "type,pid": as --bind takes it */
const char *binding_word(uint8_t mask);

#endif
