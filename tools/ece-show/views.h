/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-show prints: each view as text, and as an object for --json. Lines are made for 80 columns. */
#ifndef ECE_TOOLS_ECE_SHOW_VIEWS_H
#define ECE_TOOLS_ECE_SHOW_VIEWS_H

#include <jansson.h>

#include "devx/nic/nic.h"
#include "tools/common/nic_view.h"
#include "tools/common/term.h"
#include "tools/common/value_view.h"
#include "tools/common/view.h"

/* How a parameter would be written. */
struct nic_way {
	enum ece_backend_id backend;
	char why[ECE_ERROR_TEXT_MAX]; /* when there is none */
};

/* What was read of one NIC. Arrays are in the order of the parameter table. */
struct nic_values {
	const struct ece_nic_info *info;
	const struct ece_value *values; /* NULL: it was not read */
	const struct nic_way *ways;
};

/* What can be done with one NIC here. */
struct nic_probes {
	const struct ece_nic_info *info;
	const struct ece_probe *probes;
	size_t count;
};

void values_text(const struct term *term, const struct nic_values *nic);
/*
 * {name: {state, backend, why, value, raw, writer, writer_why}}: value and raw are null unless the state is "set" or
 * "inert". null when it was not read.
 */
json_t *values_json(const struct nic_values *nic);

/* Parameters that answer alike stand together. */
void probes_text(const struct term *term, const struct nic_probes *nic);
/* {name: [{backend, reads, writes, why}]} */
json_t *probes_json(const struct nic_probes *nic);

void param_text(const struct term *term, const struct ece_param *param);

/**
 * param_card_text - what one NIC has, on lines that go on with those of param_text()
 * @why: may be empty
 */
void param_card_text(const struct term *term, const struct ece_nic_info *info, const char *value, const char *why);
/* A further line about that NIC. */
void param_more_text(const struct term *term, const char *text);
json_t *param_json(const struct ece_param *param);
void params_text(const struct term *term);

#endif
