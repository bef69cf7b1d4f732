/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Shared by the files of ece-sim fleet. */
#ifndef ECE_TOOLS_ECE_SIM_FLEET_H
#define ECE_TOOLS_ECE_SIM_FLEET_H

#include <jansson.h>

#include "devx/params/param.h"
#include "lib/simfleet/simfleet.h"
#include "tools/ece-sim/command.h"

struct fleet_request {
	enum sim_fleet_form form;
	const char *state, *param_name, *value, *kernel;
	const char *card;   /* NULL: all of a host */
	char *const *words; /* what tell says */
	size_t word_count;
	bool json;

	struct simfleet *sim;
	const struct ece_param *param;
	uint64_t raw;
	size_t *hosts;
	size_t count;
	json_t *answers; /* of tell and dump; NULL when memory ran out */
};

/**
 * fleet_tell - say the words to the cards of one host, and keep what they answer
 *
 * Returns 0, or a negative errno with @e filled when a card did not understand.
 */
int fleet_tell(struct fleet_request *request, size_t host, struct ece_error *e);

/* fleet_print_answers - on stdout, one line a card; as JSON for dump and with --json. Takes the answers over */
int fleet_print_answers(struct fleet_request *request);

#endif
