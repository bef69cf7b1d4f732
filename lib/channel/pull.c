// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/pull.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/channel/pull_internal.h"

#define NEVER       UINT64_MAX
#define RENEW_NS    (CHANNEL_PULL_TTL_S * CLOCK_SECOND_NS / 3)
#define RETRY_NS    CLOCK_SECOND_NS
#define FAREWELL_NS (2 * CLOCK_SECOND_NS)

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Takes out the places of flights that are over once they are the most. */
static void tidy(struct pull *pull)
{
	size_t kept = 0, new_at = SIZE_MAX;

	if (pull->open * 2 >= pull->flight_count)
		return;
	for (size_t i = 0; i < pull->flight_count; i++) {
		new_at = i == pull->first_new ? kept : new_at;
		if (!pull->flights[i])
			continue;
		pull->flights[i]->place = kept;
		pull->flights[kept++] = pull->flights[i];
	}
	pull->first_new = earlier(new_at, kept);
	pull->flight_count = kept;
}

static int make_room(struct pull *pull)
{
	size_t size = pull->flight_size ? pull->flight_size * 2 : 64;
	struct pull_flight **flights;

	tidy(pull);
	if (pull->flight_count < pull->flight_size)
		return 0;
	flights = reallocarray(pull->flights, size, sizeof(struct pull_flight *));
	if (!flights)
		return -ENOMEM;
	pull->flights = flights;
	pull->flight_size = size;
	return 0;
}

static struct pull_flight *flight_new(struct pull *pull, const char *host, const char *line, size_t len)
{
	struct pull_flight *flight = calloc(1, sizeof(*flight));

	if (!flight)
		return NULL;
	flight->host = pull_host_of(pull, host);
	flight->line = malloc(len + 1);
	if (!flight->host || !flight->line || make_room(pull)) {
		pull_flight_free(flight);
		return NULL;
	}
	memcpy(flight->line, line, len);
	flight->len = len;
	return flight;
}

static int pull_submit(struct channel *channel, const char *host, const char *line, size_t len, uint64_t deadline_ns,
		       uint64_t cookie, struct ece_error *e)
{
	struct pull *pull = (struct pull *)channel;
	struct pull_flight *flight;
	int ret = etcd_host_check(host, e);

	if (ret)
		return ret;
	if (pull->open == CHANNEL_PULL_OPEN_MAX)
		return ece_error_set(e, -EAGAIN, ECE_ERROR_LIMIT, "more than %d requests at a time",
				     CHANNEL_PULL_OPEN_MAX);
	if (len > CHANNEL_LINE_MAX)
		return ece_error_set(e, -EMSGSIZE, ECE_ERROR_LIMIT, "a request to %s is longer than %u bytes", host,
				     CHANNEL_LINE_MAX);
	flight = flight_new(pull, host, line, len);
	if (!flight)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	flight->serial = ++pull->serial;
	flight->cookie = cookie;
	flight->deadline_ns = deadline_ns;
	flight->place = pull->flight_count;
	pull->flights[pull->flight_count++] = flight;
	pull->open++;
	pull->look_ns = earlier(pull->look_ns, deadline_ns);
	return 0;
}

static bool host_is_gone(const struct pull *pull, const struct pull_host *host, uint64_t now)
{
	return pull->listed && !host->live && now - host->gone_ns >= pull->grace_ns;
}

/* When this flight has something to do next, after it was done now. */
static uint64_t look_at(struct pull *pull, struct pull_flight *flight, uint64_t now)
{
	const struct pull_host *host = flight->host;
	char why[ECE_ERROR_TEXT_MAX];
	bool late = now >= flight->deadline_ns;

	if (flight->state == FLIGHT_NEW && late)
		pull_settle(pull, flight, CHANNEL_NOT_SENT, "etcd did not take the request in time");
	if (flight->state != FLIGHT_THERE)
		return flight->state == FLIGHT_NEW ? flight->deadline_ns : NEVER;
	if (late || (!flight->taken && host_is_gone(pull, host, now))) {
		snprintf(why, sizeof(why),
			 late ? "the agent of %s did not take the request in time" : "no agent of %s is there",
			 host->name);
		pull_withdraw(pull, flight, why);
		return NEVER;
	}
	if (!pull->listed || host->live || flight->taken)
		return flight->deadline_ns;
	return earlier(flight->deadline_ns, host->gone_ns + pull->grace_ns);
}

static void look(struct pull *pull, uint64_t now)
{
	if (now < pull->look_ns)
		return;
	pull->look_ns = NEVER;
	for (size_t i = 0; i < pull->flight_count; i++)
		if (pull->flights[i])
			pull->look_ns = earlier(pull->look_ns, look_at(pull, pull->flights[i], now));
}

static void granted(void *ctx, struct etcd_answer *answer)
{
	struct pull *pull = ctx;

	if (answer->outcome == ETCD_DONE)
		pull->lease = answer->lease;
	pull->renew_ns = clock_now() + (pull->lease ? RENEW_NS : RETRY_NS);
}

static void kept(void *ctx, struct etcd_answer *answer)
{
	struct pull *pull = ctx;

	if (answer->outcome == ETCD_DONE && !answer->ttl_s)
		pull->lease = 0; /* what was under it is gone; the flights find out */
	pull->renew_ns = clock_now() + (answer->outcome != ETCD_DONE ? RETRY_NS : pull->lease ? RENEW_NS : 0);
}

static void renew(struct pull *pull, uint64_t now)
{
	struct ece_error e;
	int ret;

	if (now < pull->renew_ns)
		return;
	pull->renew_ns = NEVER;
	if (pull->lease)
		ret = etcd_lease_keep(pull->etcd, pull->lease, now + RENEW_NS, kept, pull, NULL /* no handle */, &e);
	else
		ret = etcd_lease_grant(pull->etcd, CHANNEL_PULL_TTL_S, now + RENEW_NS, granted, pull,
				       NULL /* no handle */, &e);
	if (ret)
		pull->renew_ns = now + RETRY_NS;
}

static void forget(struct pull *pull, const struct pull_flight *flight)
{
	pull->flights[flight->place] = NULL;
	pull->open--;
}

/* Only what was done before the first callback: those may submit, and end at once. */
static int hand_on(struct pull *pull, void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx)
{
	struct pull_flight *flight = pull->done, *next;
	int n = 0;

	pull->done = NULL;
	pull->done_end = &pull->done;
	for (; flight; flight = next, n++) {
		const struct channel_answer a = {
			.cookie = flight->cookie,
			.outcome = flight->outcome,
			.line = flight->answer,
			.len = flight->answer_len,
			.why = flight->why,
		};

		next = flight->next_done;
		forget(pull, flight);
		answer(ctx, &a);
		pull_flight_free(flight);
	}
	tidy(pull);
	return n;
}

static int wait_and_step(struct pull *pull, uint64_t until_ns, int wake_fd, bool *woken, struct ece_error *e)
{
	struct pollfd polls[] = {
		{.fd = etcd_fd(pull->etcd), .events = POLLIN},
		{.fd = wake_fd, .events = POLLIN},
	};

	until_ns = earlier(until_ns, earlier(pull->look_ns, pull->renew_ns));
	if (poll(polls, 2, clock_poll_ms(clock_now(), until_ns)) < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "waiting for agents failed: %s", strerror(errno));
	*woken = polls[1].revents;
	return etcd_step(pull->etcd, e);
}

static int pull_poll(struct channel *channel, uint64_t until_ns, int wake_fd, bool hold,
		     void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx, struct ece_error *e)
{
	struct pull *pull = (struct pull *)channel;
	bool woken = false;
	int n = 0;

	for (;;) {
		uint64_t now = clock_now();
		int ret;

		pull_send(pull);
		look(pull, now);
		renew(pull, now);
		n = hand_on(pull, answer, ctx);
		if (n || woken || now >= until_ns || (!pull->open && until_ns == NEVER && !hold))
			break;
		ret = wait_and_step(pull, until_ns, wake_fd, &woken, e);
		if (ret)
			return ret;
	}
	pull_send(pull);
	pull_delete_read(pull);
	return n;
}

static uint64_t pull_now(struct channel *channel)
{
	(void)channel;
	return clock_now();
}

static void pull_free(struct channel *channel)
{
	struct pull *pull = (struct pull *)channel;
	struct etcd_answer answer;
	struct ece_error e;

	/* takes along what nobody has taken yet */
	if (pull->etcd && pull->lease &&
	    !etcd_lease_revoke_wait(pull->etcd, pull->lease, clock_now() + FAREWELL_NS, &answer, &e))
		etcd_answer_done(&answer);
	etcd_free(pull->etcd);
	for (size_t i = 0; i < pull->flight_count; i++)
		pull_flight_free(pull->flights[i]);
	for (size_t i = 0; i < pull->host_size; i++) {
		if (pull->hosts[i])
			free(pull->hosts[i]->name);
		free(pull->hosts[i]);
	}
	for (size_t i = 0; i < pull->read_count; i++)
		free(pull->read[i]);
	free(pull->flights);
	free(pull->hosts);
	free(pull);
}

static const struct channel_ops pull_ops = {
	.submit = pull_submit,
	.poll = pull_poll,
	.now = pull_now,
	.free = pull_free,
};

static int open_channel(struct pull *pull, const struct channel_pull_options *options, struct ece_error *e)
{
	struct etcd_answer answer;
	uint64_t now = clock_now(), id;
	int ret = etcd_prefix_check(options->prefix, e);

	ret = ret ? ret : etcd_new(&options->connection, &pull->etcd, e);
	if (!ret && getrandom(&id, sizeof(id), 0) != sizeof(id))
		ret = ece_error_set(e, -EIO, ECE_ERROR_IO, "no random number for a name of this channel");
	if (ret)
		return ret;
	snprintf(pull->session, sizeof(pull->session), "%016" PRIx64, id);
	ret = etcd_lease_grant_wait(pull->etcd, CHANNEL_PULL_TTL_S, now + PULL_ASK_NS, &answer, e);
	if (ret)
		return ret;
	pull->lease = answer.lease;
	pull->renew_ns = now + RENEW_NS;
	etcd_answer_done(&answer);
	return pull_follow(pull, e);
}

int channel_pull_new(const struct channel_pull_options *options, struct channel **channel, struct ece_error *e)
{
	struct pull *pull = calloc(1, sizeof(*pull));
	int ret;

	if (!pull)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a channel");
	pull->channel.ops = &pull_ops;
	pull->look_ns = NEVER;
	pull->done_end = &pull->done;
	pull->grace_ns = options->grace_ns ? options->grace_ns : CHANNEL_PULL_GRACE_NS;
	pull->guard = options->guard;
	pull->guard_ctx = options->guard_ctx;
	copy_text(pull->prefix, sizeof(pull->prefix), options->prefix);
	ret = open_channel(pull, options, e);
	if (ret) {
		pull_free(&pull->channel);
		return ret;
	}
	*channel = &pull->channel;
	return 0;
}
