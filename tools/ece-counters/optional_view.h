/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Optional counters of ports: which there are, which are on, and what was switched. */
#ifndef ECE_TOOLS_ECE_COUNTERS_OPTIONAL_VIEW_H
#define ECE_TOOLS_ECE_COUNTERS_OPTIONAL_VIEW_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/net/optional.h"
#include "devx/netlink/rdma_port.h"
#include "tools/common/term.h"

struct optional_port {
	char device[ECE_RDMA_NAME_MAX];
	uint32_t port;
	struct ece_error error;                 /* .code 0: the list is there */
	struct ece_rdma_counter_status *status; /* of all counters; those that are not optional are not shown */
	size_t status_count;
	struct ece_rdma_counter_status *was; /* what was switched, as it was before */
	size_t was_count;
};

/* optional_has - is there an optional counter of that name? */
bool optional_has(const struct optional_port *port, const char *name);

/* optional_list_text - a table for each port, or why there is none */
void optional_list_text(const struct term *term, const struct optional_port *ports, size_t count);

/* optional_switched_text - what was switched, and what was as it was asked for already */
void optional_switched_text(const struct term *term, const struct optional_port *ports, size_t count);

/* optional_json - an array of ports. A new reference, or NULL when memory ran out */
json_t *optional_json(const struct optional_port *ports, size_t count);

#endif
