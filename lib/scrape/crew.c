// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/scrape/crew.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "lib/scrape/crew_internal.h"

#define MS_NS UINT64_C(1000000)

static int make_condition(pthread_cond_t *condition)
{
	pthread_condattr_t attr;
	int err = pthread_condattr_init(&attr);

	if (err)
		return -err;
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	err = pthread_cond_init(condition, &attr);
	pthread_condattr_destroy(&attr);
	return -err;
}

int scrape_crew_new(const struct ece_os *os, const struct scrape_crew_options *options, struct scrape_crew **crew,
		    struct ece_error *e)
{
	struct scrape_crew *made = calloc(1, sizeof(*made));

	if (!made || pthread_mutex_init(&made->lock, NULL)) {
		free(made);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the readers of devices");
	}
	if (make_condition(&made->work) || make_condition(&made->done)) {
		pthread_mutex_destroy(&made->lock);
		free(made);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the readers of devices");
	}
	made->holders = 1;
	made->os = os;
	made->options = *options;
	made->queue_end = &made->queue;
	scrape_keep_read(options->keep, &made->keep);
	*crew = made;
	return 0;
}

void crew_release(struct scrape_crew *crew)
{
	bool last = !--crew->holders;

	pthread_mutex_unlock(&crew->lock);
	if (!last)
		return;
	for (size_t i = 0; i < crew->member_count; i++)
		crew_member_free(crew->members[i]);
	free(crew->members);
	free(crew->find.abouts);
	free(crew->find.targets);
	scrape_keep_done(&crew->keep);
	pthread_cond_destroy(&crew->work);
	pthread_cond_destroy(&crew->done);
	pthread_mutex_destroy(&crew->lock);
	free(crew);
}

/* Returns when somebody says that something is done, or at @end. */
static void wait_until(struct scrape_crew *crew, uint64_t end)
{
	struct timespec at = {.tv_sec = (time_t)(end / (1000 * MS_NS)), .tv_nsec = (long)(end % (1000 * MS_NS))};

	pthread_cond_timedwait(&crew->done, &crew->lock, &at);
}

void scrape_crew_free(struct scrape_crew *crew)
{
	uint64_t end;

	if (!crew)
		return;
	pthread_mutex_lock(&crew->lock);
	crew->over = true;
	for (; crew->queue; crew->queue = crew->queue->next)
		crew->queue->busy = crew->queue->queued = false;
	pthread_cond_broadcast(&crew->work);
	end = crew_now() + crew->options.deadline_ms * MS_NS;
	while (crew->thread_count && crew_now() < end)
		wait_until(crew, end);
	crew_save(crew, UINT64_MAX);
	crew_release(crew);
}

/* Which devices are to be read, before any access to them. */
static void choose(struct scrape_crew *crew)
{
	const struct scrape_crew_options *options = &crew->options;

	for (size_t i = 0; i < crew->member_count; i++) {
		struct crew_member *member = crew->members[i];

		member->wanted = !options->wanted || options->wanted(options->arg, &member->target);
	}
}

/* Returns whether this round waits for it: not for one that a card held up in an earlier round. */
static bool ask(struct scrape_crew *crew, struct crew_member *member, const struct crew_cards *held_up, uint64_t now)
{
	if (!member->wanted || (member->busy && !member->queued))
		return false;
	if (!member->busy)
		crew_enqueue(crew, member, now);
	else if (crew_is_blocked(held_up, member))
		return false;
	member->round = crew->round;
	return true;
}

static void begin_reading(struct scrape_crew *crew)
{
	struct crew_cards held_up;
	uint64_t now = crew_now();

	choose(crew);
	crew_held_up(crew, &held_up);
	crew->phase = CREW_READS;
	crew->phase_ns = now;
	crew->waited_for = 0;
	for (size_t i = 0; i < crew->member_count; i++)
		crew->waited_for += ask(crew, crew->members[i], &held_up, now);
	if (!crew->waited_for)
		pthread_cond_broadcast(&crew->done);
}

static void take_over(struct scrape_crew *crew)
{
	crew->error = crew->find.error;
	crew->sharing = crew->find.sharing;
	if (crew_follow(crew))
		ece_error_set(&crew->error, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the devices of this host");
}

void crew_looked(struct scrape_crew *crew)
{
	take_over(crew);
	if (crew->phase == CREW_LOOKS)
		begin_reading(crew);
}

/* A card can hold up who only looks. */
static void look_is_late(struct scrape_crew *crew)
{
	ece_error_set(&crew->error, -ETIMEDOUT, ECE_ERROR_TIMEOUT,
		      "devices could not be listed in time: what is told is of those that were there before");
	begin_reading(crew);
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Goes on with a round. Returns when to come back at the latest, or 0: it is over. */
static uint64_t go_on(struct scrape_crew *crew, uint64_t look_end)
{
	uint64_t now = crew_now(), next;
	bool hurry;

	if (crew->phase == CREW_LOOKS && now >= look_end)
		look_is_late(crew);
	if ((crew->phase == CREW_READS && !crew->waited_for) || now >= crew->deadline_ns)
		return 0;
	hurry = now - crew->phase_ns >= CREW_HURRY_NS;
	next = crew_muster(crew, now, hurry);
	if (!crew->thread_count) {
		ece_error_set(&crew->error, -EAGAIN, ECE_ERROR_LIMIT, "no thread can be had to read devices with");
		return 0;
	}
	if (!hurry)
		next = earlier(next, crew->phase_ns + CREW_HURRY_NS);
	if (crew->phase == CREW_LOOKS)
		next = earlier(next, look_end);
	return earlier(next, crew->deadline_ns);
}

static void run_round(struct scrape_crew *crew)
{
	uint64_t start = crew_now(), time = crew->options.deadline_ms * MS_NS, look_end = start + time / 2, next;

	crew->round++;
	crew->phase = CREW_LOOKS;
	crew->phase_ns = start;
	crew->deadline_ns = start + time;
	/* A look that a card holds up is neither waited for again nor followed by another one */
	crew->look_asked = !crew->looking;
	if (crew->looking)
		look_end = start;
	while ((next = go_on(crew, look_end)))
		wait_until(crew, next);
	crew->phase = CREW_RESTS;
	crew->look_asked = false;
	crew->seconds = (double)(crew_now() - start) / 1e9;
	pthread_cond_broadcast(&crew->done);
	crew_save(crew, crew_now());
}

/* A simulated host: all in this thread, and nothing there holds it up. */
static void run_alone(struct scrape_crew *crew)
{
	uint64_t start = crew_now();

	crew->round++;
	crew_look(crew->os, &crew->find);
	take_over(crew);
	choose(crew);
	for (size_t i = 0; i < crew->member_count; i++) {
		struct crew_member *member = crew->members[i];
		const struct scrape_device *device = NULL;

		if (member->wanted)
			crew_read_member(crew, crew->os, member, &member->target, &device);
		if (!device)
			continue;
		scrape_device_put(member->newest);
		member->newest = device;
	}
	crew->seconds = (double)(crew_now() - start) / 1e9;
	crew_save(crew, crew_now());
}

static void join_round(struct scrape_crew *crew)
{
	uint64_t round = crew->round, end = crew->deadline_ns + MS_NS;

	while (crew->phase != CREW_RESTS && crew->round == round && crew_now() < end)
		wait_until(crew, end);
}

static int collect(const struct scrape_crew *crew, struct scrape_round *round)
{
	uint64_t now = crew_now();

	*round = (struct scrape_round){
		.seconds = crew->seconds,
		.sharing = crew->sharing,
		.error = crew->error,
		.keep_error = crew->keep_error,
	};
	round->results = calloc(crew->member_count + 1, sizeof(*round->results));
	if (!round->results)
		return -ENOMEM;
	for (size_t i = 0; i < crew->member_count; i++) {
		const struct crew_member *member = crew->members[i];

		if (!member->wanted)
			continue;
		round->results[round->count++] = (struct scrape_crew_result){
			.target = member->target,
			.device = scrape_device_get(member->newest),
			.late = member->busy,
			.late_seconds = member->busy ? (double)(now - member->asked_ns) / 1e9 : 0,
		};
	}
	return 0;
}

int scrape_crew_read(struct scrape_crew *crew, struct scrape_round *round)
{
	int err;

	pthread_mutex_lock(&crew->lock);
	if (crew->options.one_thread)
		run_alone(crew);
	else if (crew->phase != CREW_RESTS)
		join_round(crew);
	else
		run_round(crew);
	err = collect(crew, round);
	pthread_mutex_unlock(&crew->lock);
	return err;
}

void scrape_round_done(struct scrape_round *round)
{
	for (size_t i = 0; i < round->count; i++)
		scrape_device_put(round->results[i].device);
	free(round->results);
	*round = (struct scrape_round){.results = NULL};
}
