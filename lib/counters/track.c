// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/counters/track.h"

#include "lib/counters/steps.h"

static enum counter_event begin(struct counter_track *track, uint64_t value)
{
	enum counter_event event = track->seen ? COUNTER_EVENT_RESET : COUNTER_EVENT_FIRST;

	track->resets += track->seen;
	track->seen = true;
	track->unsure = false;
	track->total = track->last = value;
	return event;
}

enum counter_event counter_track_feed(struct counter_track *track, uint8_t width, const struct counter_reading *reading,
				      bool again)
{
	struct counter_steps steps;

	if (reading->state != COUNTER_PRESENT)
		return COUNTER_EVENT_NONE;
	if (!track->seen || again || !counter_steps(width, track->last, reading->value, &steps))
		return begin(track, reading->value);
	track->total += steps.by;
	track->last = reading->value;
	track->unsure = steps.unsure;
	return steps.wrapped ? COUNTER_EVENT_WRAPPED : COUNTER_EVENT_NONE;
}
