/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the fleet file says of who is told how runs go on: "webhooks" and "grafana". */
#ifndef ECE_LIB_FLEET_HOOKS_H
#define ECE_LIB_FLEET_HOOKS_H

#include "lib/fleet/fleet.h"

#define FLEET_HOOKS_MAX     16 /* webhooks of a file */
#define FLEET_HOOK_TAGS_MAX 16

/* What is told of a run. */
enum fleet_hook_event {
	FLEET_HOOK_STARTED,
	FLEET_HOOK_PAUSED, /* the reason is with it */
	FLEET_HOOK_RESUMED,
	FLEET_HOOK_UNDOING,
	FLEET_HOOK_ENDED, /* with its result */
	FLEET_HOOK_STEP,  /* each state of each step */
	FLEET_HOOK_GATE,  /* each verdict that is not a pass */
	FLEET_HOOK_EVENT_COUNT,
};

#define FLEET_HOOK_BIT(event) (1u << (event))

/* Without "events". */
#define FLEET_HOOK_DEFAULT                                                                                             \
	(FLEET_HOOK_BIT(FLEET_HOOK_STARTED) | FLEET_HOOK_BIT(FLEET_HOOK_PAUSED) | FLEET_HOOK_BIT(FLEET_HOOK_RESUMED) | \
	 FLEET_HOOK_BIT(FLEET_HOOK_UNDOING) | FLEET_HOOK_BIT(FLEET_HOOK_ENDED))

/* Files are named as the fleet file does: from its folder. NULL: not given. */
struct fleet_hook {
	bool grafana; /* annotations, at @url/api/annotations; else messages, at @url */
	const char *url;
	const char *secret_file, *headers_file, *token_file, *ca_file;
	uint32_t events; /* FLEET_HOOK_BIT() */
	const char *const *tags;
	uint32_t tag_count;
	struct fleet_place place, events_place; /* line 0: not given */
};

/**
 * fleet_hook_event_name - as "events" writes it
 */
const char *fleet_hook_event_name(enum fleet_hook_event event);

#endif
