/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The inside of a crew. Internal to lib/scrape.
 *
 * One lock. What a thread may do to a card is done without it; a device is in the hands of one thread at a time (busy).
 * Threads outlive the crew when a card holds them up, so all of this belongs to whoever goes last.
 */
#ifndef ECE_LIB_SCRAPE_CREW_INTERNAL_H
#define ECE_LIB_SCRAPE_CREW_INTERNAL_H

#include <pthread.h>

#include "lib/scrape/crew.h"
#include "lib/scrape/keep.h"

/*
 * Threads: one reads until there is reason to hurry; then there are CREW_BUSY at work. Those that a card holds up are
 * not counted to these, up to CREW_THREADS in all, and one card may hold up so many that there is room for all others.
 */
#define CREW_BUSY     8
#define CREW_THREADS  256
#define CREW_CARD     4
#define CREW_HURRY_NS UINT64_C(10000000)
#define CREW_SLOW_NS  UINT64_C(50000000)

/* How long it is believed that NICs without an RDMA device, and names of interfaces, are as they were. */
#define CREW_LOOK_NS UINT64_C(60000000000)

struct crew_member {
	struct scrape_target target;
	struct scrape_reader *reader; /* of the thread that has it, while it is busy */
	bool wanted;
	bool busy;         /* waiting for a thread, or with one */
	bool queued;       /* the first of these */
	bool left;         /* with a thread, and not found any more: the thread frees it */
	uint64_t asked_ns; /* while it is busy: since when */
	uint64_t round;    /* and that waits for it, or the last one that did */
	const struct scrape_device *newest;
	char *kept;               /* its line of the file of rounds, as it was made last; or NULL */
	struct crew_member *next; /* in the queue */
};

/* What was found by one look. */
struct crew_find {
	struct ece_rdma_about *abouts; /* by rdma netlink, the last time that all was looked at */
	size_t about_count;
	struct scrape_target *targets; /* NULL: nothing is new */
	size_t target_count;
	bool whole; /* all was looked at, at .when_ns */
	uint64_t when_ns;
	enum scrape_sharing sharing;
	struct ece_error error;
};

struct crew_thread {
	bool taken;
	bool reads; /* else it looks for devices */
	uint64_t card;
	uint64_t since_ns; /* 0: it has nothing to do */
};

struct crew_cards {
	uint64_t cards[CREW_THREADS / CREW_CARD];
	unsigned int count;
};

enum crew_phase {
	CREW_RESTS,
	CREW_LOOKS,
	CREW_READS,
};

struct scrape_crew {
	pthread_mutex_t lock;
	pthread_cond_t work; /* for threads */
	pthread_cond_t done; /* for those who wait for a round */
	unsigned int holders;
	bool over; /* nobody asks any more */
	const struct ece_os *os;
	struct scrape_crew_options options;

	struct crew_thread threads[CREW_THREADS];
	unsigned int thread_count, idle;

	struct crew_member **members; /* in the order of names */
	size_t member_count;
	struct crew_member *queue, **queue_end;

	enum crew_phase phase;
	uint64_t phase_ns, deadline_ns;
	uint64_t round;
	size_t waited_for; /* devices of this round that have not answered */
	double seconds;    /* that the last round took */
	enum scrape_sharing sharing;
	struct ece_error error;

	bool look_asked, looking;
	struct crew_find find; /* of the thread that looks, while it does */

	struct scrape_keep keep;
	uint64_t kept_ns; /* when it was written last; 0: never */
	struct ece_error keep_error;
};

/* All of these need the lock, but where it says otherwise. */

/* crew_now - the clock of deadlines; needs no lock */
uint64_t crew_now(void);

/* crew_enqueue - have it read by a thread */
void crew_enqueue(struct scrape_crew *crew, struct crew_member *member, uint64_t now);

/* crew_held_up - the cards that have all the threads that one may have */
void crew_held_up(const struct scrape_crew *crew, struct crew_cards *cards);

/* crew_is_blocked - is it a device of one of these? Then it is not worth waiting for */
bool crew_is_blocked(const struct crew_cards *cards, const struct crew_member *member);

/**
 * crew_muster - see to it that enough threads are at work
 * @hurry: what there is to do takes longer than it should
 *
 * Returns when to look again, or UINT64_MAX. Where no thread can be had at all, .thread_count stays 0.
 */
uint64_t crew_muster(struct scrape_crew *crew, uint64_t now, bool hurry);

/* crew_looked - a look has ended: take over what it found, and go on to read if a round waits for it */
void crew_looked(struct scrape_crew *crew);

/* crew_read_member - without the lock: read one that is busy */
void crew_read_member(const struct scrape_crew *crew, const struct ece_os *os, struct crew_member *member,
		      const struct scrape_target *target, const struct scrape_device **device);

/* crew_look - without the lock: which devices are there now? */
void crew_look(const struct ece_os *os, struct crew_find *find);

/* crew_follow - take over what was found: members come, go, are renamed. Returns 0 or -ENOMEM */
int crew_follow(struct scrape_crew *crew);

void crew_member_free(struct crew_member *member);

/* crew_release - one holder less; the last one frees it. Gives up the lock */
void crew_release(struct scrape_crew *crew);

/* crew_save - write what is to be kept, if it is time, or @now is UINT64_MAX */
void crew_save(struct scrape_crew *crew, uint64_t now);

#endif
