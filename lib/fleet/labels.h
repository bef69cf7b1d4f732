/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The labels of hosts: labels.c builds them, select.c looks hosts up by them.
 *
 * Hosts by the thousand have the same few sets of labels, so a set is kept once and hosts have its number. Set 0 is
 * the empty one.
 */
#ifndef ECE_LIB_FLEET_LABELS_H
#define ECE_LIB_FLEET_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/intern.h"
#include "lib/fleet/cursor.h"
#include "lib/fleet/fleet.h"
#include "lib/fleet/mentions.h"

struct label_table {
	struct intern names, values;
	struct intern pairs; /* a name with a value: label_key() */
	struct intern keys;  /* of sets: the keys of their labels, one behind the other */
	struct fleet_labels *sets;
	uint32_t set_room;
	uint32_t *set_of_host;
	uint32_t host_room;
	/* the last merge, which the next host most likely needs again */
	uint32_t last_a, last_b, last_result;
	/* built by the first selection */
	struct fleet_index hosts_of_set;
	struct fleet_index sets_of_pair;
};

#define LABEL_KEY_MAX 48

/**
 * label_key - a text that tells labels apart: equal names and values are one pointer, so it is made of the pointers
 *
 * Returns its length.
 */
size_t label_key(const struct fleet_label *label, char key[LABEL_KEY_MAX]);

/**
 * labels_read - the label set of an inventory entry
 * @at: its labels; without json: the empty set
 *
 * Returns 0 or -ENOMEM.
 */
int labels_read(struct parse *p, struct cursor at, uint32_t *set);

/**
 * labels_add - give a host the labels of a set beside those it has; @at is where that is said
 *
 * Reports labels that contradict. Returns 0 or -ENOMEM.
 */
int labels_add(struct parse *p, struct cursor at, uint32_t host, uint32_t set);

/**
 * labels_of_hosts - tell every host its labels, in memory that outlives the parser
 *
 * Returns 0 or -ENOMEM.
 */
int labels_of_hosts(struct parse *p, struct fleet_host *hosts);

/**
 * labels_select - add the hosts whose labels fit to @mentions
 * @at: an object of labels, each with a value or an array of values
 *
 * Reports labels that no host has. Returns as mention_add().
 */
int labels_select(struct parse *p, struct cursor at, uint32_t entry, struct mentions *mentions);

/**
 * label_known - does a host have this label? Behind labels_of_hosts()
 */
bool label_known(const struct parse *p, const char *name);

/**
 * label_names - all of them, for did_you_mean_name()
 */
const struct intern *label_names(const struct parse *p);

/**
 * labels_done - free what of the label table no arena has
 */
void labels_done(struct parse *p);

#endif
