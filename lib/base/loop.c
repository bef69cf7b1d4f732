// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/loop.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>

#include "lib/base/clock.h"

struct loop_fd {
	loop_fd_fn fn;
	void *ctx;
};

struct loop_timer {
	uint64_t id, at_ns;
	loop_timer_fn fn;
	void *ctx;
};

/* An unwatched descriptor stays as fd -1, which poll(2) skips, until the next step packs the arrays. */
struct loop {
	struct pollfd *polls;
	struct loop_fd *fds;
	size_t fd_count, fd_room;
	struct loop_timer *timers;
	size_t timer_count, timer_room;
	uint64_t last_id;
};

struct loop *loop_new(void)
{
	return calloc(1, sizeof(struct loop));
}

void loop_free(struct loop *loop)
{
	if (!loop)
		return;
	free(loop->polls);
	free(loop->fds);
	free(loop->timers);
	free(loop);
}

static size_t find(const struct loop *loop, int fd)
{
	size_t i = 0;

	while (i < loop->fd_count && loop->polls[i].fd != fd)
		i++;
	return i;
}

static int grow_fds(struct loop *loop)
{
	size_t room = loop->fd_room ? 2 * loop->fd_room : 16;
	struct pollfd *polls = realloc(loop->polls, room * sizeof(*polls));
	struct loop_fd *fds;

	if (!polls)
		return -ENOMEM;
	loop->polls = polls;
	fds = realloc(loop->fds, room * sizeof(*fds));
	if (!fds)
		return -ENOMEM;
	loop->fds = fds;
	loop->fd_room = room;
	return 0;
}

int loop_watch(struct loop *loop, int fd, short events, loop_fd_fn fn, void *ctx)
{
	size_t i = find(loop, fd);

	if (i == LOOP_FDS_MAX)
		return -EMFILE;
	if (i == loop->fd_room && grow_fds(loop))
		return -ENOMEM;
	if (i == loop->fd_count)
		loop->fd_count++;
	loop->polls[i] = (struct pollfd){.fd = fd, .events = events};
	loop->fds[i] = (struct loop_fd){.fn = fn, .ctx = ctx};
	return 0;
}

void loop_unwatch(struct loop *loop, int fd)
{
	size_t i = find(loop, fd);

	if (i < loop->fd_count)
		loop->polls[i] = (struct pollfd){.fd = -1};
}

int loop_timer(struct loop *loop, uint64_t at_ns, loop_timer_fn fn, void *ctx, uint64_t *id)
{
	if (loop->timer_count == loop->timer_room) {
		size_t room = loop->timer_room ? 2 * loop->timer_room : 16;
		struct loop_timer *timers = realloc(loop->timers, room * sizeof(*timers));

		if (!timers)
			return -ENOMEM;
		loop->timers = timers;
		loop->timer_room = room;
	}
	*id = ++loop->last_id;
	loop->timers[loop->timer_count++] = (struct loop_timer){.id = *id, .at_ns = at_ns, .fn = fn, .ctx = ctx};
	return 0;
}

void loop_timer_cancel(struct loop *loop, uint64_t id)
{
	for (size_t i = 0; i < loop->timer_count; i++)
		if (loop->timers[i].id == id) {
			loop->timers[i] = loop->timers[--loop->timer_count];
			return;
		}
}

static void pack(struct loop *loop)
{
	size_t n = 0;

	for (size_t i = 0; i < loop->fd_count; i++) {
		if (loop->polls[i].fd < 0)
			continue;
		loop->polls[n] = loop->polls[i];
		loop->fds[n++] = loop->fds[i];
	}
	loop->fd_count = n;
}

static const struct loop_timer *earliest(const struct loop *loop)
{
	const struct loop_timer *first = NULL;

	for (size_t i = 0; i < loop->timer_count; i++)
		if (!first || loop->timers[i].at_ns < first->at_ns)
			first = &loop->timers[i];
	return first;
}

/* A callback may set timers: only those that were due at the start of the step are called. */
static int fire_timers(struct loop *loop, uint64_t now)
{
	const struct loop_timer *first;
	uint64_t last_id = loop->last_id;
	int calls = 0;

	while ((first = earliest(loop)) && first->at_ns <= now && first->id <= last_id) {
		struct loop_timer timer = *first;

		loop_timer_cancel(loop, timer.id);
		timer.fn(timer.ctx);
		calls++;
	}
	return calls;
}

static int fire_fds(struct loop *loop)
{
	size_t count = loop->fd_count;
	int calls = 0;

	for (size_t i = 0; i < count; i++) {
		struct pollfd p = loop->polls[i];

		if (p.fd < 0 || !p.revents)
			continue;
		loop->polls[i].revents = 0;
		loop->fds[i].fn(loop->fds[i].ctx, p.fd, p.revents);
		calls++;
	}
	return calls;
}

int loop_step(struct loop *loop, uint64_t until_ns)
{
	const struct loop_timer *first = earliest(loop);
	uint64_t deadline = first && first->at_ns < until_ns ? first->at_ns : until_ns;
	int calls, ret;

	pack(loop);
	do {
		ret = poll(loop->polls, loop->fd_count, clock_poll_ms(clock_now(), deadline));
		if (ret < 0)
			return -errno;
		calls = ret ? fire_fds(loop) : 0;
		calls += fire_timers(loop, clock_now());
	} while (!calls && clock_now() < deadline);
	return calls;
}
