/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The steps of discovery, one a file. Internal to devx/backend. */
#ifndef ECE_DEVX_BACKEND_DISCOVER_PARTS_H
#define ECE_DEVX_BACKEND_DISCOVER_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "devx/backend/identity.h"

#define ECE_NIC_PATH_MAX (6 * (size_t)ECE_OS_NAME_MAX)

/* The functions of a host while they are found. */
struct ece_nics {
	struct ece_nic_info *list;
	size_t count, max;
};

/**
 * ece_nic_name_copy - copy a name that fits whole; a name that was cut would be another one
 */
bool ece_nic_name_copy(char to[ECE_OS_NAME_MAX], const char *name);

/**
 * ece_nic_path - the path of something of a function under ECE_OS_PCI_DEVICES; of an SF below its physical function
 */
const char *ece_nic_path(const struct ece_nic_info *info, const char *rest, char path[ECE_NIC_PATH_MAX]);

/* Are the two functions in one PCI slot, and so on one card? */
bool ece_nic_same_slot(const struct ece_nic_info *a, const struct ece_nic_info *b);

/**
 * ece_nic_link_up - functions that share one RDMA device: RoCE LAG, or a card with one device of two ports
 *
 * Fills bond, rdma, rdma_on, port and note.
 */
void ece_nic_link_up(const struct ece_os *os, struct ece_nics *nics);

/**
 * ece_nic_describe - what files tell of a function without asking the card: identity, firmware, link layer
 */
void ece_nic_describe(const struct ece_os *os, struct ece_nic_info *info);

/**
 * ece_nic_manages_switches - does it belong to a fabric manager?
 *
 * Then nothing may be asked of the card: it refuses, and each refusal is a line in the kernel's log.
 */
bool ece_nic_manages_switches(const struct ece_os *os, const struct ece_nic_info *info);

/**
 * ece_nic_measure - what the driver asks the card for: speed, and what ece_nic_inquire() tells
 */
void ece_nic_measure(const struct ece_os *os, struct ece_nic_info *info);

/**
 * ece_nic_inquire - what only a door tells: identity of a function without an RDMA device of its own
 *
 * Asks ethtool, which everybody may, and fwctl. What neither tells stays unknown.
 */
void ece_nic_inquire(const struct ece_os *os, struct ece_nic_info *info);

/**
 * ece_nic_judge - may the function be written? Fills bar and why
 * @manages: what ece_nic_manages_switches() said
 */
void ece_nic_judge(const struct ece_os *os, struct ece_nic_info *info, bool manages);

/* Adds a sentence to the note. */
__attribute__((format(printf, 2, 3))) void ece_nic_note(struct ece_nic_info *info, const char *format, ...);

#endif
