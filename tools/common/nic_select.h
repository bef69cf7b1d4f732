/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The NICs that the words on the command line name. */
#ifndef ECE_TOOLS_COMMON_NIC_SELECT_H
#define ECE_TOOLS_COMMON_NIC_SELECT_H

#include <stddef.h>

#include "devx/nic/nic.h"

/**
 * select_nics - keep those of @list that a word names, in the order of @list
 * @os: asked for alternative names of interfaces; NULL: they are not known
 * @words: PCI addresses (with or without "0000:"), network interfaces, bonds, RDMA devices; none: all are kept
 * @count: of @list; receives how many are left
 *
 * Returns 0; -ENOENT with @e filled for a word that names none, with the nearest name.
 */
int select_nics(const struct ece_os *os, struct ece_nic_info *list, size_t *count, char *const *words,
		size_t word_count, struct ece_error *e);

#endif
