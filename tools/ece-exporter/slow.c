// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-exporter/slow.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/clock.h"
#include "lib/control/fleet_read.h"
#include "lib/export/parameters.h"
#include "tools/common/report.h"
#include "tools/common/state_dir.h"

#define END_SECONDS 2 /* that the end of a thread is waited for */

struct slow {
	const struct exporter_args *args;
	const struct tool_host *host;
	bool threaded;
	pthread_t thread;
	pthread_mutex_t mutex; /* of what follows */
	pthread_cond_t stopped;
	bool stop;
	struct export_parameters *parameters; /* NULL: none could be read */
	struct export_fleet *fleet;           /* the same */
	bool parameters_read, fleet_read;     /* once at least, with whatever result */
	/* of the one who reads: */
	uint64_t parameters_due_ns, fleet_due_ns;
	char said[2][ECE_ERROR_TEXT_MAX]; /* the last error of each, so that it is said once */
};

enum said {
	SAID_PARAMETERS,
	SAID_FLEET,
};

static void say(struct slow *slow, enum said which, int err, const struct ece_error *e)
{
	const char *text = err ? e->text : "";

	if (err && strcmp(slow->said[which], text) != 0)
		report_error(e);
	memcpy(slow->said[which], text, strlen(text) + 1);
}

/* NULL with success: nothing was ever written on this host. */
static int look_at_journal(const struct slow *slow, struct journal **journal, struct ece_error *e)
{
	char dir[PATH_MAX];
	int ret = state_dir_find(slow->args->state, dir, e);

	*journal = NULL;
	ret = ret ? ret : journal_look(dir, NULL /* the usual VFS */, journal, e);
	return ret == -ENOENT ? 0 : ret;
}

static int read_real(const struct slow *slow, struct export_parameters **parameters, struct ece_error *e)
{
	const struct export_moment moment = {.now_ns = clock_now(), .unix_seconds = time(NULL /* returned */)};
	struct journal *journal;
	int ret = look_at_journal(slow, &journal, e);

	if (ret)
		return ret;
	ret = export_parameters_read(slow->host->os, journal, "", &moment, parameters, e);
	journal_close(journal);
	return ret;
}

static int read_simulated(const struct slow *slow, struct export_parameters **parameters, struct ece_error *e)
{
	const struct export_moment moment = {.now_ns = simfleet_now(slow->host->fleet),
					     .unix_seconds = time(NULL /* returned */)};

	return export_parameters_read(slow->host->os, simfleet_journal(slow->host->fleet), slow->host->name, &moment,
				      parameters, e);
}

/* What could not be read is not told as it was before: it may be otherwise by now. */
static void read_parameters(struct slow *slow)
{
	struct export_parameters *fresh = NULL, *old;
	struct ece_error e;
	int err = slow->host->open ? read_simulated(slow, &fresh, &e) : read_real(slow, &fresh, &e);

	say(slow, SAID_PARAMETERS, err, &e);
	pthread_mutex_lock(&slow->mutex);
	old = slow->parameters;
	slow->parameters = err ? NULL : fresh;
	slow->parameters_read = true;
	pthread_mutex_unlock(&slow->mutex);
	export_parameters_free(old);
}

static void read_fleet(struct slow *slow)
{
	struct export_fleet *fresh = NULL, *old;
	struct ece_error e;
	int err = control_fleet_read(slow->args->store, NULL /* the usual VFS */, &fresh, &e);

	say(slow, SAID_FLEET, err, &e);
	pthread_mutex_lock(&slow->mutex);
	old = slow->fleet;
	slow->fleet = err ? NULL : fresh;
	slow->fleet_read = true;
	pthread_mutex_unlock(&slow->mutex);
	export_fleet_free(old);
}

/* Returns when the next thing is due. */
static uint64_t read_due(struct slow *slow)
{
	const uint64_t now = clock_now();

	if (slow->parameters_due_ns <= now) {
		read_parameters(slow);
		slow->parameters_due_ns = clock_now() + slow->args->parameters_seconds * CLOCK_SECOND_NS;
	}
	if (slow->fleet_due_ns <= now) {
		read_fleet(slow);
		slow->fleet_due_ns = clock_now() + SLOW_STORE_SECONDS * CLOCK_SECOND_NS;
	}
	return slow->parameters_due_ns < slow->fleet_due_ns ? slow->parameters_due_ns : slow->fleet_due_ns;
}

/* Deadlines are on CLOCK_BOOTTIME, which a condition cannot wait on: the rest of the time is. */
static struct timespec monotonic(uint64_t due_ns)
{
	const uint64_t now = clock_now(), left = due_ns > now ? due_ns - now : 0;
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	at.tv_sec += (time_t)(left / CLOCK_SECOND_NS);
	at.tv_nsec += (long)(left % CLOCK_SECOND_NS);
	if (at.tv_nsec >= (long)CLOCK_SECOND_NS) {
		at.tv_nsec -= (long)CLOCK_SECOND_NS;
		at.tv_sec++;
	}
	return at;
}

static void *work(void *arg)
{
	struct slow *slow = arg;
	bool stop = false;

	while (!stop) {
		const struct timespec next = monotonic(read_due(slow));
		int err = 0;

		pthread_mutex_lock(&slow->mutex);
		while (!slow->stop && err != ETIMEDOUT)
			err = pthread_cond_timedwait(&slow->stopped, &slow->mutex, &next);
		stop = slow->stop;
		pthread_mutex_unlock(&slow->mutex);
	}
	return NULL;
}

static int start(struct slow *slow)
{
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&slow->thread, NULL /* attributes */, work, slow);
	pthread_sigmask(SIG_SETMASK, &before, NULL /* it was all */);
	slow->threaded = !err;
	return -err;
}

static void init_locks(struct slow *slow)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&slow->stopped, &attributes);
	pthread_condattr_destroy(&attributes);
	pthread_mutex_init(&slow->mutex, NULL /* attributes */);
}

int slow_new(const struct exporter_args *args, const struct tool_host *host, struct slow **slow, struct ece_error *e)
{
	const bool something = args->parameters_seconds || args->store;
	struct slow *new = calloc(1, sizeof(*new));
	int err;

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	new->args = args;
	new->host = host;
	new->parameters_due_ns = args->parameters_seconds ? 0 : UINT64_MAX;
	new->fleet_due_ns = args->store ? 0 : UINT64_MAX;
	init_locks(new);
	err = something && exporter_serves(args) && !host->open ? start(new) : 0;
	if (err) {
		slow_free(new);
		return ece_error_set(e, err, ECE_ERROR_IO, "no thread can be started: %s", strerror(-err));
	}
	*slow = new;
	return 0;
}

/* Returns whether it has ended. */
static bool end_thread(struct slow *slow)
{
	struct timespec until;

	if (!slow->threaded)
		return true;
	pthread_mutex_lock(&slow->mutex);
	slow->stop = true;
	pthread_cond_signal(&slow->stopped);
	pthread_mutex_unlock(&slow->mutex);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += END_SECONDS;
	return !pthread_timedjoin_np(slow->thread, NULL /* no result */, &until);
}

void slow_free(struct slow *slow)
{
	if (!slow || !end_thread(slow))
		return;
	export_parameters_free(slow->parameters);
	export_fleet_free(slow->fleet);
	pthread_cond_destroy(&slow->stopped);
	pthread_mutex_destroy(&slow->mutex);
	free(slow);
}

void slow_gather(struct slow *slow)
{
	if (!slow->threaded)
		read_due(slow);
}

size_t slow_lend(struct slow *slow, struct export_view *view, struct export_own *own)
{
	size_t count = 0;

	pthread_mutex_lock(&slow->mutex);
	view->parameters = slow->parameters;
	view->fleet = slow->fleet;
	if (slow->parameters_read)
		own[count++] = (struct export_own){
			.name = "ece_exporter_parameters_success",
			.help = "1 if parameters could be read the last time, 0 if not: then there are none here",
			.value = slow->parameters != NULL,
		};
	if (slow->fleet_read)
		own[count++] = (struct export_own){
			.name = "ece_exporter_store_success",
			.help = "1 if the controller's store could be read the last time, 0 if not",
			.value = slow->fleet != NULL,
		};
	return count;
}

void slow_take_back(struct slow *slow)
{
	pthread_mutex_unlock(&slow->mutex);
}
