/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Queue pairs by process, and counter sets of queue pairs. */
#ifndef ECE_TOOLS_ECE_COUNTERS_QUEUES_VIEW_H
#define ECE_TOOLS_ECE_COUNTERS_QUEUES_VIEW_H

#include <jansson.h>

#include "tools/ece-counters/processes.h"
#include "tools/ece-counters/views.h"

/* How sets are bound on one port. */
struct queues_binding {
	char device[ECE_RDMA_NAME_MAX];
	uint32_t port;
	struct ece_error error; /* .code 0: .binding is known */
	struct ece_rdma_binding binding;
};

struct queues_view {
	const struct sheet_device *of;
	const struct processes *processes;
	const struct queues_binding *bindings; /* of all devices */
	size_t binding_count;
};

/**
 * queues_text - a line for each process, type and state; then each set with its counters that are not zero
 * @options: .all: of sets, zeros too
 */
void queues_text(const struct term *term, const struct view_options *options, const struct queues_view *view);

/* queues_json - of one device. A new reference, or NULL when memory ran out */
json_t *queues_json(const struct queues_view *view);

#endif
