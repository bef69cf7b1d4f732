// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/gate/bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"

int bench_setup(void **state)
{
	struct bench *b = calloc(1, sizeof(*b));
	struct ece_error e;

	if (!b || gate_new(&b->asker, &e))
		return -1;
	*state = b;
	return 0;
}

int bench_teardown(void **state)
{
	struct bench *b = *state;

	gate_free(b->asker);
	free(b);
	return 0;
}

__attribute__((format(printf, 2, 3))) static void put(struct bench *b, const char *format, ...)
{
	size_t len = strlen(b->answers);
	va_list args;

	va_start(args, format);
	vsnprintf(b->answers + len, sizeof(b->answers) - len, format, args);
	va_end(args);
}

static void answered(void *ctx, const struct gate_answer *answer)
{
	struct bench *b = ctx;

	put(b, "%d %s", (int)answer->cookie, gate_result_name(answer->result));
	for (size_t i = 0; i < answer->count && i < 8; i++)
		put(b, " %g%s", answer->values[i], answer->names[i]);
	put(b, ": %s;", answer->why);
}

void bench_wait(struct bench *b)
{
	uint64_t deadline = clock_now() + BENCH_NS;
	struct pollfd p = {.fd = gate_fd(b->asker), .events = POLLIN};
	struct ece_error e = {0};

	while (gate_open(b->asker)) {
		if (clock_now() > deadline)
			fail_msg("no answer");
		poll(&p, 1, clock_poll_ms(clock_now(), deadline));
		if (gate_step(b->asker, answered, b, &e) < 0)
			fail_msg("%s", e.text);
	}
}

void bench_assert(struct bench *b, const char *want)
{
	bench_wait(b);
	assert_string_equal(b->answers, want);
}
