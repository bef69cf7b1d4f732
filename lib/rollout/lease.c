// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Leases of the hosts that hold a change. They have a window of their own, so that no renewal waits behind applies; in
 * it are only those in flight, so that hosts that do not answer keep nobody else from being renewed.
 */
#include "lib/rollout/internal.h"

#define RENEW_PART 3  /* of the lease has passed when it is renewed */
#define AGAIN_PART 12 /* of the lease passes between two attempts */

static uint64_t part(const struct rollout *run, uint64_t of_so_many)
{
	uint64_t length = run_limits(run)->lease_ns / of_so_many;

	return length ? length : 1;
}

static uint32_t node_of(const struct rollout *run, uint32_t host)
{
	return run->host_count + host;
}

static void doubt(struct rollout *run, uint32_t host, bool doubtful)
{
	struct host *h = &run->hosts[host];

	run->doubtful += doubtful;
	run->doubtful -= h->doubtful;
	h->doubtful = doubtful;
}

/* It holds since it answered what was asked. */
void lease_take(struct rollout *run, uint32_t host)
{
	uint64_t length = run_limits(run)->lease_ns;
	struct host *h = &run->hosts[host];

	if (!length)
		return;
	h->lease_end = later(h->asked, length);
	h->lease_over = later(run->now, length);
	h->renewal_tries = 0;
	doubt(run, host, h->lease_end < later(run->now, 2 * part(run, RENEW_PART)));
	queue_push(run, &run->due, PLACE_DUE, node_of(run, host), later(run->now, part(run, RENEW_PART)));
}

static void leave_flight(struct rollout *run, uint32_t host)
{
	queue_remove(run, &run->renewing, node_of(run, host));
	run->renewals--;
}

void lease_drop(struct rollout *run, uint32_t host)
{
	doubt(run, host, false);
	switch (run->nodes[node_of(run, host)].place) {
	case PLACE_FLIGHT:
		leave_flight(run, host);
		break;
	case PLACE_RESTING:
		queue_remove(run, &run->again, node_of(run, host));
		break;
	case PLACE_DUE:
		queue_remove(run, &run->due, node_of(run, host));
		break;
	default:
		break;
	}
}

bool lease_open(const struct rollout *run, uint32_t host)
{
	return run->nodes[node_of(run, host)].place == PLACE_FLIGHT;
}

/* An answer that comes after the next attempt is due helps nobody. */
static uint64_t patience(const struct rollout *run)
{
	uint64_t answer = run_limits(run)->answer_ns, lease = part(run, RENEW_PART);

	return answer < lease ? answer : lease;
}

static void renew(struct rollout *run, uint32_t host)
{
	struct host *h = &run->hosts[host];
	uint64_t deadline = later(run->now, patience(run));

	h->asked = run->now;
	h->renewal++;
	h->renewal_tries++;
	run->renewals++;
	doubt(run, host, h->doubtful || deadline >= h->lease_end);
	queue_push(run, &run->renewing, PLACE_FLIGHT, node_of(run, host), deadline);
	action_add(run, &(struct rollout_action){
				.kind = ROLLOUT_ACTION_SEND,
				.host = host,
				.step = h->step,
				.request = ROLLOUT_REQUEST_RENEW,
				.attempt = h->renewal,
				.round = h->round,
				.deadline_ns = deadline,
			});
	run->changed = true;
}

/* Until its lease is over for sure it is asked again, however often; and then as often as anything is asked. */
static void unanswered(struct rollout *run, uint32_t host)
{
	uint64_t next = later(run->now, part(run, AGAIN_PART));
	struct host *h = &run->hosts[host];

	leave_flight(run, host);
	run->changed = true;
	doubt(run, host, h->doubtful || later(next, patience(run)) >= h->lease_end);
	queue_push(run, &run->again, PLACE_RESTING, node_of(run, host), next);
	if (run->now >= h->lease_over && h->renewal_tries >= run_limits(run)->attempts)
		host_lose(run, host);
}

void lease_answer(struct rollout *run, uint32_t host, enum rollout_answer answer)
{
	if (answer == ROLLOUT_ANSWER_RENEWED) {
		leave_flight(run, host);
		lease_take(run, host);
		run->changed = true;
	} else if (!host_answer_renewal(run, host, answer)) {
		unanswered(run, host);
	}
}

void leases_expire(struct rollout *run)
{
	while (queue_due(run, &run->renewing))
		unanswered(run, run->renewing.head - run->host_count);
}

/* What the controller before sent may be lost with it; its attempts are not counted against the host. */
void leases_take_over(struct rollout *run)
{
	for (uint32_t n = run->again.head; n != NOBODY; n = run->nodes[n].next)
		run->hosts[n - run->host_count].renewal_tries = 0;
	for (uint32_t left = run->renewals; left; left--) {
		uint32_t host = run->renewing.head - run->host_count;

		leave_flight(run, host);
		run->hosts[host].renewal_tries = 0;
		renew(run, host);
	}
}

static struct queue *next_queue(struct rollout *run)
{
	return queue_deadline(run, &run->again) < queue_deadline(run, &run->due) ? &run->again : &run->due;
}

/* Returns true when one was sent: that may be all that was missing to be sure of its host. */
bool leases_renew(struct rollout *run)
{
	bool sent = false;

	while (run->renewals < run_limits(run)->parallel) {
		struct queue *q = next_queue(run);
		uint32_t node = q->head;

		if (!queue_due(run, q))
			break;
		queue_remove(run, q, node);
		renew(run, node - run->host_count);
		sent = true;
	}
	return sent;
}

/*
 * Is every host that holds surely within its lease, so that what was sampled of the step is of hosts with the change?
 * Those that are not doubtful are it while they answer in time; in each queue the first one is the latest.
 */
bool leases_sure(const struct rollout *run)
{
	uint64_t due = later(queue_deadline(run, &run->due), part(run, RENEW_PART));
	uint64_t again = later(queue_deadline(run, &run->again), patience(run));

	return !run->doubtful && run->now < due && run->now < again && run->now < queue_deadline(run, &run->renewing);
}

uint64_t leases_deadline(const struct rollout *run)
{
	uint64_t flight = queue_deadline(run, &run->renewing), due = queue_deadline(run, &run->due);
	uint64_t again = queue_deadline(run, &run->again);
	uint64_t next = again < due ? again : due;

	return run->renewals < run_limits(run)->parallel && next < flight ? next : flight;
}

uint64_t rollout_lease_end(const struct rollout *run)
{
	const struct step *step = &run->steps[run->current];
	uint64_t first = NEVER;

	if (!run_limits(run)->lease_ns || !step->tallies.states[ROLLOUT_HOST_HELD])
		return NEVER;
	for (uint32_t i = step->first; i < step->first + step->count; i++) {
		const struct host *h = &run->hosts[i];

		if (h->state == ROLLOUT_HOST_HELD && h->lease_end < first)
			first = h->lease_end;
	}
	return first;
}
