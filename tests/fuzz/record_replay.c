// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Recordings come from strangers: whatever the lines, each is taken or refused with a sentence, and the counts add up.
 * The same text, scrubbed, holds no address any more, and scrubbing it again changes nothing.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "lib/record/replay.h"
#include "lib/record/scrub.h"

#define TEXT_MAX 4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
	if (!holds)
		abort();
}

static void see(void *ctx, const struct replay_difference *d)
{
	size_t *count = ctx;

	require(d->command && d->field && d->recorded != d->model);
	++*count;
}

static void replay_all(const char *text, size_t size)
{
	size_t differences = 0;
	struct replay *replay = replay_new(fw_card_type_find("cx7"), see, &differences);
	struct replay_totals totals = {0};
	struct ece_error e = {0};
	int err = 0;

	while (!err && size) {
		const char *end = memchr(text, '\n', size);
		size_t len = end ? (size_t)(end - text) : size;

		err = replay_line(replay, text, len, &e);
		require(!err || (err == -EINVAL && e.text[0]));
		len += end != NULL;
		text += len;
		size -= len;
	}
	if (!replay_end(replay, &totals, &e))
		require(totals.same <= totals.compared && (totals.same == totals.compared) == !differences);
	replay_free(replay);
}

static void scrub_all(const char *text, size_t size)
{
	static struct scrub scrub;
	char copy[TEXT_MAX], once[8 * TEXT_MAX], twice[8 * TEXT_MAX];
	size_t len = size < sizeof(copy) ? size : sizeof(copy) - 1;

	memset(&scrub, 0, sizeof(scrub));
	memcpy(copy, text, len);
	copy[len] = '\0';
	scrub_text(&scrub, copy, once, sizeof(once));
	scrub_text(&scrub, once, twice, sizeof(twice));
	require(!strcmp(once, twice));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;

	replay_all(text, size);
	scrub_all(text, size);
	return 0;
}
