// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What drivers say of counters. The input is a line "DRIVER SOURCE NAME", of any bytes, and behind it 8-byte readings.
 * A name is at most one row, of the source that was asked; a track of readings falls only at a reset, and agrees with
 * the growth that is taken between two of them.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/counters/counter.h"
#include "lib/counters/track.h"

#define WORD_MAX 128

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
	if (!holds)
		abort();
}

/* Up to @end, which is passed over; what does not fit is cut. */
static void take_word(const uint8_t **data, size_t *size, char end, char word[WORD_MAX])
{
	size_t len = 0;

	while (*size && **data != (uint8_t)end) {
		if (len < WORD_MAX - 1)
			word[len++] = (char)**data;
		(*data)++;
		(*size)--;
	}
	word[len] = '\0';
	if (*size) {
		(*data)++;
		(*size)--;
	}
}

static void one_step(const struct counter *counter, uint8_t width, struct counter_track *track, uint64_t value)
{
	struct counter_reading from = {.value = track->last, .state = COUNTER_PRESENT};
	struct counter_reading to = {.value = value, .state = COUNTER_PRESENT};
	struct counter_delta delta = counter_delta(counter, &from, &to, false);
	uint64_t before = track->total;
	uint32_t resets = track->resets;
	bool seen = track->seen;
	enum counter_event event = counter_track_feed(track, width, &to, false);

	require(track->seen && track->last == value);
	require((event == COUNTER_EVENT_FIRST) == !seen);
	require(track->resets == resets + (event == COUNTER_EVENT_RESET));
	if (event == COUNTER_EVENT_FIRST || event == COUNTER_EVENT_RESET)
		require(track->total == value);
	if (!seen || counter->scale != 1 || counter_width_of_driver(NULL, counter) != width)
		return;
	require((delta.growth == COUNTER_WAS_RESET) == (event == COUNTER_EVENT_RESET));
	if (delta.growth == COUNTER_GREW)
		require(track->total == before + delta.by);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char driver[WORD_MAX], source[WORD_MAX], name[WORD_MAX];
	struct counter_track track = {0};
	const struct counter *counter;
	enum counter_source of;
	uint8_t width;

	take_word(&data, &size, ' ', driver);
	take_word(&data, &size, ' ', source);
	take_word(&data, &size, '\n', name);
	of = (enum counter_source)((uint8_t)source[0] % COUNTER_SOURCE_COUNT);
	counter = counter_of_driver(driver[0] ? driver : NULL, of, name);
	if (!counter)
		return 0;
	require(counter->source == of && counter_at(counter_index(counter)) == counter);
	width = counter_width_of_driver(driver, counter);
	require(width == 32 || width == 64);
	for (uint64_t value; size >= sizeof(value); data += sizeof(value), size -= sizeof(value)) {
		memcpy(&value, data, sizeof(value));
		one_step(counter, width, &track, value);
	}
	return 0;
}
