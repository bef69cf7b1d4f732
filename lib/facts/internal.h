/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the files of lib/facts share: building the document, and its parts. */
#ifndef ECE_LIB_FACTS_INTERNAL_H
#define ECE_LIB_FACTS_INTERNAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/netlink/link.h"
#include "devx/nic/nic.h"
#include "devx/os/os.h"

/* Objects and lists with more levels than any document has. */
#define FACTS_DEPTH_MAX 16

/* A document that is being made. */
struct sheet {
	const struct ece_os *os;
	bool failed;    /* memory ran out: the document lacks something and must not be shown */
	bool asked;     /* a door of DevX was tried */
	bool rdma_core; /* and the libraries were there */
};

/* A NIC's network interface as rtnetlink tells it. */
struct facts_interface {
	const char *name; /* empty: it has none, or not in this network namespace */
	int err;          /* of asking; .link is void then */
	struct ece_link link;
};

/**
 * facts_put, facts_add - an entry of an object, of a list
 * @value: taken over; NULL, for one that could not be made, fails the sheet
 */
void facts_put(struct sheet *sheet, json_t *object, const char *key, json_t *value);
void facts_add(struct sheet *sheet, json_t *list, json_t *value);

/**
 * facts_text - a string of bytes that come from a kernel or a card; null for an empty one
 *
 * JSON is UTF-8 and goes to terminals: bytes beyond plain ASCII become "?".
 */
json_t *facts_text(const char *text);

/* facts_guid - as 16 digits; null for 0 */
json_t *facts_guid(uint64_t guid);

/**
 * facts_unknown - what stands for a value that could not be read
 */
json_t *facts_unknown(const char *why);

/* facts_unknown_errno - the same, with the words of a negative errno */
json_t *facts_unknown_errno(int err);

/**
 * facts_file - the first line of a file of the kernel's
 *
 * null when there is no such file.
 */
json_t *facts_file(struct sheet *sheet, enum ece_os_root root, const char *dir, const char *file);

/* facts_number_file - the same for a file with a decimal number */
json_t *facts_number_file(struct sheet *sheet, enum ece_os_root root, const char *dir, const char *file);

/* The parts; each returns a new reference, NULL when memory ran out. */
json_t *facts_host(struct sheet *sheet);
json_t *facts_nic(struct sheet *sheet, const struct ece_nic_info *info);
/* @cards: of the document, with the policies that were read */
json_t *facts_applications(struct sheet *sheet, const json_t *cards, const struct ece_nic_info *list, size_t count);
json_t *facts_doors(struct sheet *sheet, struct ece_nic *nic);
json_t *facts_parameters(struct sheet *sheet, struct ece_nic *nic);
json_t *facts_algorithms(struct sheet *sheet, struct ece_nic *nic);
json_t *facts_nv(struct sheet *sheet, struct ece_nic *nic);
json_t *facts_link(struct sheet *sheet, const struct ece_nic_info *info, const struct facts_interface *interface);
json_t *facts_bond(struct sheet *sheet, const struct facts_interface *interface);
json_t *facts_altnames(struct sheet *sheet, const struct facts_interface *interface);
json_t *facts_counters(struct sheet *sheet, const struct ece_nic_info *info);
/* @nic may be NULL: only what the driver tells, then */
json_t *facts_qos(struct sheet *sheet, const struct ece_nic_info *info, struct ece_nic *nic);

#endif
