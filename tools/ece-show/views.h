/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-show prints: each view as text, and as an object for --json. Lines are made for 80 columns. */
#ifndef ECE_TOOLS_ECE_SHOW_VIEWS_H
#define ECE_TOOLS_ECE_SHOW_VIEWS_H

#include <jansson.h>

#include "devx/nic/nic.h"
#include "tools/common/term.h"

#define VIEW_WIDTH  80
#define VIEW_INDENT 2

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

/* Columns to wrap text at. */
size_t view_width(const struct term *term);

/**
 * nic_text - the lines that name a NIC, and what is odd about it
 */
void nic_text(const struct term *term, const struct ece_nic_info *info);

/* A sentence about it, wrapped; nothing when @text is empty. */
void nic_remark(const struct term *term, const char *before, const char *text);

/**
 * nic_json - what identifies and describes a NIC; null where the host does not tell, and for a bar that there is not
 *
 * This and the others return a new reference, or NULL when memory ran out.
 */
json_t *nic_json(const struct ece_nic_info *info);

void values_text(const struct term *term, const struct nic_values *nic);
/*
 * {name: {state, backend, why, value, raw, writer, writer_why}}: value and raw are null unless the state is "set" or
 * "inert". null when it was not read.
 */
json_t *values_json(const struct nic_values *nic);

/**
 * value_text - a value as people type it, or the name of its state
 */
const char *value_text(const struct ece_param *param, const struct ece_value *value, char *buf, size_t size);

/* Of one parameter: {state, backend, why, value, raw}. */
json_t *value_json(const struct ece_param *param, const struct ece_value *value);

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
