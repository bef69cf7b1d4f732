// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Threads that read devices. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/scrape/crew_internal.h"
#include "lib/scrape/reading.h"

#define STACK_BYTES (512 * (size_t)1024)

uint64_t crew_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * UINT64_C(1000000000) + (uint64_t)ts.tv_nsec;
}

/* One that has answered before goes first: where all threads are held up in the end, it is by others. */
void crew_enqueue(struct scrape_crew *crew, struct crew_member *member, uint64_t now)
{
	member->busy = member->queued = true;
	member->asked_ns = now;
	member->next = member->newest ? crew->queue : NULL;
	if (member->newest)
		crew->queue = member;
	else
		*crew->queue_end = member;
	if (!member->next)
		crew->queue_end = &member->next;
}

/* Functions of one card have one firmware, and hang together. */
static uint64_t card_of(const struct scrape_target *target)
{
	if (target->about.system_guid)
		return target->about.system_guid;
	if (target->has_nic && target->nic.card_guid)
		return target->nic.card_guid;
	return target->about.node_guid;
}

static unsigned int readers_of(const struct scrape_crew *crew, uint64_t card)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < CREW_THREADS; i++)
		count += crew->threads[i].since_ns && crew->threads[i].reads && crew->threads[i].card == card;
	return count;
}

static bool has_card(const struct crew_cards *cards, uint64_t card)
{
	for (unsigned int i = 0; i < cards->count; i++)
		if (cards->cards[i] == card)
			return true;
	return false;
}

void crew_held_up(const struct scrape_crew *crew, struct crew_cards *cards)
{
	cards->count = 0;
	for (unsigned int i = 0; i < CREW_THREADS; i++) {
		const struct crew_thread *thread = &crew->threads[i];

		if (thread->since_ns && thread->reads && thread->card && !has_card(cards, thread->card) &&
		    readers_of(crew, thread->card) >= CREW_CARD)
			cards->cards[cards->count++] = thread->card;
	}
}

bool crew_is_blocked(const struct crew_cards *cards, const struct crew_member *member)
{
	return cards->count && has_card(cards, card_of(&member->target));
}

/* Some threads are for those that have answered before. */
static bool has_turn(const struct scrape_crew *crew, const struct crew_cards *cards, const struct crew_member *member)
{
	unsigned int at_work = crew->thread_count - crew->idle;

	return !crew_is_blocked(cards, member) && (member->newest || at_work <= CREW_THREADS - CREW_BUSY);
}

/* The first that waits, of a card that has not its share of threads. */
static struct crew_member *dequeue(struct scrape_crew *crew)
{
	struct crew_member **at = &crew->queue, *member;
	struct crew_cards cards;

	if (!*at)
		return NULL;
	crew_held_up(crew, &cards);
	while (*at && !has_turn(crew, &cards, *at))
		at = &(*at)->next;
	member = *at;
	if (!member)
		return NULL;
	member->queued = false;
	*at = member->next;
	if (!*at)
		crew->queue_end = at;
	return member;
}

void crew_read_member(const struct scrape_crew *crew, const struct ece_os *os, struct crew_member *member,
		      const struct scrape_target *target, const struct scrape_device **device)
{
	*device = NULL;
	scrape_reader_follow(member->reader, target);
	member->reader->via = os;
	/* Without memory there is no snapshot, and the one of before is told as late */
	(void)scrape_read(member->reader, crew->options.parts, device);
	member->reader->via = NULL;
}

/* Without the lock from here on, until the end of it. */
static void begin(struct scrape_crew *crew, struct crew_thread *thread, bool reads, uint64_t card)
{
	thread->reads = reads;
	thread->card = card;
	thread->since_ns = crew_now();
	pthread_mutex_unlock(&crew->lock);
}

static void end(struct scrape_crew *crew, struct crew_thread *thread)
{
	pthread_mutex_lock(&crew->lock);
	thread->since_ns = 0;
}

static void read_one(struct scrape_crew *crew, const struct ece_os *os, struct crew_thread *thread,
		     struct crew_member *member)
{
	struct scrape_target target = member->target;
	const struct scrape_device *device, *old;

	begin(crew, thread, true, card_of(&target));
	crew_read_member(crew, os, member, &target, &device);
	end(crew, thread);
	member->busy = false;
	old = device ? member->newest : NULL;
	if (device)
		member->newest = device;
	/* Those of earlier rounds are not waited for in this one */
	if (crew->phase == CREW_READS && member->round == crew->round && !--crew->waited_for)
		pthread_cond_broadcast(&crew->done);
	if (member->left)
		crew_member_free(member);
	scrape_device_put(old);
}

static void look(struct scrape_crew *crew, const struct ece_os *os, struct crew_thread *thread)
{
	crew->look_asked = false;
	crew->looking = true;
	begin(crew, thread, false, 0);
	crew_look(os, &crew->find);
	end(crew, thread);
	crew->looking = false;
	crew_looked(crew);
}

static void work(struct scrape_crew *crew, const struct ece_os *os, struct crew_thread *thread)
{
	while (!crew->over) {
		struct crew_member *member;

		if (crew->look_asked) {
			look(crew, os, thread);
			continue;
		}
		member = dequeue(crew);
		if (member) {
			read_one(crew, os, thread, member);
			continue;
		}
		/* Those that took the place of others are too many when these come back */
		if (crew->idle == CREW_BUSY)
			return;
		crew->idle++;
		pthread_cond_wait(&crew->work, &crew->lock);
		crew->idle--;
	}
}

static struct crew_thread *take_place(struct scrape_crew *crew)
{
	for (unsigned int i = 0; i < CREW_THREADS; i++)
		if (!crew->threads[i].taken) {
			crew->threads[i].taken = true;
			return &crew->threads[i];
		}
	return NULL;
}

static void *run(void *arg)
{
	struct scrape_crew *crew = arg;
	struct ece_os kept = *crew->os;
	bool keeps = crew->os->ops->keep && !crew->os->ops->keep(crew->os->ctx, &kept);
	struct crew_thread *thread;

	pthread_mutex_lock(&crew->lock);
	thread = take_place(crew);
	work(crew, &kept, thread);
	thread->taken = false;
	pthread_mutex_unlock(&crew->lock);
	if (keeps)
		kept.ops->let_go(&kept);
	pthread_mutex_lock(&crew->lock);
	crew->thread_count--;
	pthread_cond_broadcast(&crew->done);
	crew_release(crew);
	return NULL;
}

/* Signals are for the process' own thread. */
static int start(struct scrape_crew *crew)
{
	sigset_t all, before;
	pthread_attr_t attr;
	pthread_t thread;
	int err = pthread_attr_init(&attr);

	if (err)
		return -err;
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&thread, &attr, run, crew);
	pthread_sigmask(SIG_SETMASK, &before, NULL /* no more needed */);
	pthread_attr_destroy(&attr);
	if (err)
		return -err;
	crew->holders++;
	crew->thread_count++;
	return 0;
}

/* Threads that are held up, and when the next one will count as such. */
static unsigned int held_up(const struct scrape_crew *crew, uint64_t now, uint64_t *next)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < CREW_THREADS; i++) {
		uint64_t since = crew->threads[i].since_ns;

		if (!crew->threads[i].taken || !since)
			continue;
		if (now - since >= CREW_SLOW_NS)
			count++;
		else if (since + CREW_SLOW_NS < *next)
			*next = since + CREW_SLOW_NS;
	}
	return count;
}

static size_t queued(const struct scrape_crew *crew, size_t enough)
{
	size_t count = crew->look_asked;

	for (const struct crew_member *m = crew->queue; m && count < enough; m = m->next)
		count++;
	return count;
}

uint64_t crew_muster(struct scrape_crew *crew, uint64_t now, bool hurry)
{
	/* Those that begin after this may be held up as well */
	uint64_t next = crew->queue ? now + CREW_SLOW_NS : UINT64_MAX;
	unsigned int slow = held_up(crew, now, &next);
	unsigned int at_work = crew->thread_count - crew->idle - slow, asleep = crew->idle;
	size_t todo = queued(crew, CREW_BUSY), want = hurry ? at_work + todo : 1;

	if (want > CREW_BUSY)
		want = CREW_BUSY;
	for (; todo && at_work < want; at_work++) {
		if (asleep) {
			asleep--;
			pthread_cond_signal(&crew->work);
		} else if (crew->thread_count == CREW_THREADS || start(crew)) {
			break;
		}
	}
	return next;
}
