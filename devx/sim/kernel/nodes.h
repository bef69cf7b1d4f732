/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The table of files below a card's directory, and of the host's own. */
#ifndef ECE_DEVX_SIM_KERNEL_NODES_H
#define ECE_DEVX_SIM_KERNEL_NODES_H

#include "devx/sim/kernel/kernel.h"

#define SIM_NODE_TEXT_MAX 128

/*
 * @rest is the path below the card's directory in that root, below the root for ECE_OS_HOST; @card is NULL there. A card
 * lacks what its oddities take away, and has some files only because of them.
 */
bool sim_node_exists(const struct sim_card *card, enum ece_os_root root, const char *rest);
bool sim_node_is_dir(const struct sim_card *card, enum ece_os_root root, const char *rest);

/**
 * sim_node_read - the text of a file
 *
 * Returns its length, -ENOENT, -EISDIR for a link to a directory, or what the kernel answers for this file now.
 */
int sim_node_read(const struct sim_kernel *kernel, const struct sim_card *card, enum ece_os_root root, const char *rest,
		  char text[SIM_NODE_TEXT_MAX]);

/* Where a link leads, by the last part of its name; NULL for what is none. */
const char *sim_node_target(const struct sim_card *card, enum ece_os_root root, const char *rest);

/**
 * sim_node_list - the entries right below a directory
 */
int sim_node_list(const struct sim_card *card, enum ece_os_root root, const char *rest,
		  int (*each)(void *arg, const char *name), void *arg);

#endif
