// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/pages.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>

struct http_pages {
	const struct http_source *source;
	int wake;
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t asked;
	bool stop;
	unsigned int wanted; /* bits, by http_form_index() */
	uint64_t round;      /* the newest whose wishes were taken */
	struct http_made made;
};

/* All that is wanted after the gathering has ended, which is more than when it began. */
static unsigned int gather(struct http_pages *pages, struct ece_error *e, int *err)
{
	unsigned int wanted;

	pthread_mutex_unlock(&pages->mutex);
	*err = pages->source->gather(pages->source->ctx, e);
	pthread_mutex_lock(&pages->mutex);
	wanted = pages->wanted;
	pages->wanted = 0;
	pages->round++;
	return wanted;
}

static void make(const struct http_source *source, unsigned int wanted, int err, const struct ece_error *why,
		 struct http_made *made)
{
	*made = (struct http_made){.made = wanted};
	for (size_t i = 0; i < HTTP_FORMS_MAX; i++) {
		const struct http_form form = {.media = i / 2, .gzip = i % 2};

		if (!(wanted & 1U << i))
			continue;
		if (err)
			made->bodies[i] = (struct http_body){.error = err, .why = *why};
		else
			http_body_make(source, &form, &made->bodies[i]);
	}
}

/* Nobody took what was there: a newer page takes its place. */
static void put(struct http_pages *pages, const struct http_made *made)
{
	for (size_t i = 0; i < HTTP_FORMS_MAX; i++) {
		if (!(made->made & 1U << i))
			continue;
		http_body_done(&pages->made.bodies[i]);
		pages->made.bodies[i] = made->bodies[i];
	}
	pages->made.made |= made->made;
	pages->made.round = pages->round;
}

static void *work(void *arg)
{
	struct http_pages *pages = arg;
	struct ece_error e = {0};
	struct http_made made;
	unsigned int wanted;
	int err;

	pthread_mutex_lock(&pages->mutex);
	while (!pages->stop) {
		if (!pages->wanted) {
			pthread_cond_wait(&pages->asked, &pages->mutex);
			continue;
		}
		wanted = gather(pages, &e, &err);
		pthread_mutex_unlock(&pages->mutex);
		make(pages->source, wanted, err, &e, &made);
		pthread_mutex_lock(&pages->mutex);
		put(pages, &made);
		eventfd_write(pages->wake, 1);
	}
	pthread_mutex_unlock(&pages->mutex);
	return NULL;
}

/* Signals are for the thread that waits for them. */
static int start(struct http_pages *pages)
{
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&pages->thread, NULL /* attributes */, work, pages);
	pthread_sigmask(SIG_SETMASK, &before, NULL /* it was all */);
	return -err;
}

int http_pages_new(const struct http_source *source, int wake, struct http_pages **pages, struct ece_error *e)
{
	struct http_pages *new = calloc(1, sizeof(*new));
	int err;

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	new->source = source;
	new->wake = wake;
	pthread_mutex_init(&new->mutex, NULL /* attributes */);
	pthread_cond_init(&new->asked, NULL /* attributes */);
	err = start(new);
	if (err) {
		pthread_cond_destroy(&new->asked);
		pthread_mutex_destroy(&new->mutex);
		free(new);
		return ece_error_set(e, err, ECE_ERROR_IO, "no thread can be started: %s", strerror(-err));
	}
	*pages = new;
	return 0;
}

void http_pages_free(struct http_pages *pages)
{
	if (!pages)
		return;
	pthread_mutex_lock(&pages->mutex);
	pages->stop = true;
	pthread_cond_signal(&pages->asked);
	pthread_mutex_unlock(&pages->mutex);
	pthread_join(pages->thread, NULL /* no result */);
	http_made_done(&pages->made);
	pthread_cond_destroy(&pages->asked);
	pthread_mutex_destroy(&pages->mutex);
	free(pages);
}

uint64_t http_pages_want(struct http_pages *pages, const struct http_form *form)
{
	uint64_t round;

	pthread_mutex_lock(&pages->mutex);
	pages->wanted |= 1U << http_form_index(form);
	round = pages->round + 1;
	pthread_cond_signal(&pages->asked);
	pthread_mutex_unlock(&pages->mutex);
	return round;
}

bool http_pages_take(struct http_pages *pages, struct http_made *made)
{
	pthread_mutex_lock(&pages->mutex);
	*made = pages->made;
	pages->made = (struct http_made){0};
	pthread_mutex_unlock(&pages->mutex);
	return made->made != 0;
}

void http_made_done(struct http_made *made)
{
	for (size_t i = 0; i < HTTP_FORMS_MAX; i++)
		http_body_done(&made->bodies[i]);
	made->made = 0;
}
