// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include "lib/fleet/sim.h"
#include "lib/fleet/value.h"

#define DAY_NS (UINT64_C(24) * 3600 * 1000000000)

/* By default racks carry less than their hosts would like to send: only then does anybody get in another's way. */
#define USUAL_LOAD     60
#define USUAL_UPLINK   50
#define USUAL_PRIORITY 3

static uint32_t number(struct parse *p, struct cursor at, const char *name, uint32_t usual)
{
	struct cursor member = cursor_get(p, at, name);

	return json_is_integer(member.json) ? (uint32_t)json_integer_value(member.json) : usual;
}

static const char *label(struct parse *p, struct cursor at, const char *name)
{
	const char *text = cursor_text(cursor_get(p, at, name));

	return arena_text(p->arena, text ? text : name, strlen(text ? text : name));
}

int read_sim_traffic(struct parse *p, struct cursor at, struct fleet_sim_traffic *traffic)
{
	if (!json_is_object(at.json))
		return 0;
	*traffic = (struct fleet_sim_traffic){
		.on = true,
		.load = number(p, at, "load", USUAL_LOAD),
		.uplink = number(p, at, "uplink", USUAL_UPLINK),
		.priority = number(p, at, "priority", USUAL_PRIORITY),
		.day_ns = DAY_NS,
		.rack = label(p, at, "rack"),
		.job = label(p, at, "job"),
	};
	read_duration(cursor_get(p, at, "day"), &traffic->day_ns);
	read_duration(cursor_get(p, at, "clock"), &traffic->clock_ns);
	if (traffic->day_ns > DAY_NS)
		fault_value(p, cursor_get(p, at, "day"), ECE_ERROR_RANGE, "a day has 24h");
	if (traffic->clock_ns >= DAY_NS)
		fault_value(p, cursor_get(p, at, "clock"), ECE_ERROR_RANGE, "a time of day is below 24h");
	return traffic->rack && traffic->job ? 0 : -ENOMEM;
}
