/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The labels of hosts, shared by labels.c (which builds them) and select.c (which looks hosts up by them).
 *
 * Hosts by the thousand have the same few sets of labels, so a set is kept once and hosts have its number. Set 0 is
 * the empty one.
 */
#ifndef ECE_LIB_FLEET_LABELS_H
#define ECE_LIB_FLEET_LABELS_H

#include "lib/fleet/parse.h"

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

#endif
