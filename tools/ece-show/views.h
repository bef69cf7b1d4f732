/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-show prints: each view as text, and as an object for --json. */
#ifndef ECE_TOOLS_ECE_SHOW_VIEWS_H
#define ECE_TOOLS_ECE_SHOW_VIEWS_H

#include <jansson.h>

#include "devx/nic/nic.h"
#include "tools/common/term.h"

/* What was read of one NIC. */
struct nic_values {
	const struct ece_nic_info *info;
	const struct ece_value *values; /* in the order of the parameter table */
};

/* What can be done with one NIC here. */
struct nic_probes {
	const struct ece_nic_info *info;
	const struct ece_probe *probes;
	size_t count;
};

/**
 * nic_text - the line that names a NIC
 */
void nic_text(const struct term *term, const struct ece_nic_info *info);

/**
 * nic_json - what identifies and describes a NIC; null where the host does not tell, and for a bar that there is not
 *
 * This and the others return a new reference, or NULL when memory ran out.
 */
json_t *nic_json(const struct ece_nic_info *info);

void values_text(const struct term *term, const struct nic_values *nic);
/* {name: {state, value, raw, backend, why}}: value and raw are null unless the state is "set" or "inert" */
json_t *values_json(const struct nic_values *nic);

void probes_text(const struct term *term, const struct nic_probes *nic);
/* {name: [{backend, reads, writes, why}]} */
json_t *probes_json(const struct nic_probes *nic);

void param_text(const struct term *term, const struct ece_param *param);
json_t *param_json(const struct ece_param *param);
void params_text(const struct term *term);

#endif
