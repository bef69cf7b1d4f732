/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The host that is looked at, its NICs, and room for what is read of one. */
#ifndef ECE_TOOLS_ECE_SHOW_SHOW_HOST_H
#define ECE_TOOLS_ECE_SHOW_SHOW_HOST_H

#include "tools/common/host.h"
#include "tools/ece-show/args.h"
#include "tools/ece-show/views.h"

struct show_host {
	struct tool_host source;
	struct ece_nic_info *nics; /* those that the words on the command line name */
	size_t nic_count;
	bool named;                      /* there were such words */
	const struct ece_param **params; /* all rows of the table */
	struct ece_value *values;
	struct nic_way *ways;
};

/**
 * show_host_open - find the NICs
 *
 * Returns 0 or a negative errno with @e filled; show_host_close() in any case.
 */
int show_host_open(const struct show_args *args, struct show_host *host, struct ece_error *e);
void show_host_close(struct show_host *host);

/**
 * show_host_read - all parameters of one NIC
 * @values: valid until the next read; its .values is NULL where the NIC is left alone
 *
 * A virtual function and a port without RoCE are read only when they were named. Returns 0 or a negative errno with @e
 * filled.
 */
int show_host_read(struct show_host *host, const struct ece_nic_info *info, struct nic_values *values,
		   struct ece_error *e);

/**
 * show_host_told - put what the card tells of programmable congestion control into its JSON object
 * @card: gets "ppcc", as ppcc_json() has it, or null and "ppcc_why"
 *
 * Reads the NICs that show_host_read() reads. Returns 0, also where there is no such thing, or a negative errno with @e
 * filled.
 */
int show_host_told(struct show_host *host, const struct ece_nic_info *info, json_t **card, struct ece_error *e);

/**
 * show_error - say it
 *
 * Returns the exit status.
 */
int show_error(const struct ece_error *e);

#endif
