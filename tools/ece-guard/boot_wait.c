// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-guard/boot_wait.h"

#include <poll.h>
#include <stdlib.h>

#include "lib/base/clock.h"

#define RETRY_MS 200
#define SAID_MAX 1000 /* as many as are kept for JSON */

/* What one try had to say; only that of the last one is told. */
struct said {
	struct ece_error *errors; /* NULL: out of memory, nothing is kept */
	size_t count;
};

static void keep(void *ctx, const struct ece_error *e)
{
	struct said *said = ctx;

	if (said->errors && said->count < SAID_MAX)
		said->errors[said->count++] = *e;
}

/* What an earlier try put back is right in the eyes of a later one. */
static void add_up(struct guard_boot *result, const struct guard_boot *last)
{
	const struct guard_boot before = *result;

	*result = *last;
	result->rebooted |= before.rebooted;
	result->restored += before.restored;
	result->right -= last->right < before.restored ? last->right : before.restored;
	result->dropped += before.dropped;
}

static int try(struct guarded *guarded, struct said *said, struct guard_boot *result, struct ece_error *e)
{
	struct ece_error_sink sink = {.add = keep, .ctx = said};
	struct guard_boot last = {0};
	int ret;

	said->count = 0;
	ret = guarded_boot(guarded, true, &last, &sink, e);
	if (!ret)
		add_up(result, &last);
	return ret;
}

int boot_wait(struct guarded *guarded, uint64_t deadline_ns, struct guard_boot *result, struct ece_error_sink *sink,
	      struct ece_error *e)
{
	struct said said = {.errors = calloc(SAID_MAX, sizeof(*said.errors))};
	bool last;
	int ret;

	*result = (struct guard_boot){0};
	do {
		last = clock_now() >= deadline_ns;
		ret = try(guarded, &said, result, e);
		if (!ret && result->absent && !last)
			/* Neither a card nor a door says when all of it is there. */
			poll(NULL, 0, RETRY_MS);
	} while (!ret && result->absent && !last);
	for (size_t i = 0; i < said.count && !ret; i++)
		ece_error_report(sink, &said.errors[i]);
	free(said.errors);
	return ret;
}
