// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "tools/ece-connect/link.h"

#define MS 1000

static void say(const struct link *link)
{
	const struct connect_pair *first = &link->result->pairs[0];

	fprintf(stderr, "holding %u queue pair%s, %s%u here and %u there, for %u s or until the input ends\n",
		link->own.qps, link->own.qps == 1 ? "" : "s", link->own.qps == 1 ? "" : "the first ", first->own.qpn,
		first->peer.qpn, link->own.hold_ms / MS);
}

/* Returns whether there will be no more input. */
static bool input_ends(void)
{
	char bytes[256];

	return read(STDIN_FILENO, bytes, sizeof(bytes)) <= 0;
}

int hold(struct link *link, struct ece_error *e)
{
	struct pollfd at[] = {
		{.fd = link->talk.fd, .events = POLLRDHUP},
		{.fd = STDIN_FILENO, .events = POLLIN},
	};
	uint64_t until = clock_now() + link->own.hold_ms * CLOCK_MS_NS;

	link->talk.deadline_ns += link->own.hold_ms * CLOCK_MS_NS;
	if (!link->own.hold_ms || link->role == ECE_RESPONDER)
		return 0;
	say(link);
	while (clock_now() < until) {
		if (poll(at, 2, clock_poll_ms(clock_now(), until)) < 0 && errno != EINTR)
			return ece_error_set(e, -errno, ECE_ERROR_IO, "poll: %s", strerror(errno));
		if (at[0].revents)
			return talk_check(&link->talk, e);
		if (at[1].revents && input_ends())
			break;
	}
	return 0;
}
