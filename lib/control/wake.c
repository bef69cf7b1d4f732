// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What else is waited for beside the answers of hosts: gates that ask others, other processes, and the store's lock. */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "lib/control/internal.h"
#include "lib/control/tell.h"

#define WAKE_FDS 4
#define LOOK_NS  200000000 /* of real time: so often the store is looked at for words of others */

static int failed(struct ece_error *e, const char *what)
{
	return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot %s: %s", what, strerror(errno));
}

static int watch(struct wake *wake, int fd, struct ece_error *e)
{
	struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};

	return epoll_ctl(wake->epoll_fd, EPOLL_CTL_ADD, fd, &event) < 0 ? failed(e, "wait for several things") : 0;
}

static int open_all(struct control *control, struct ece_error *e)
{
	struct wake *wake = &control->wake;
	const struct itimerspec often = {.it_interval.tv_nsec = LOOK_NS, .it_value.tv_nsec = LOOK_NS};
	int err = gate_new(&wake->asker, e), store = store_fd(control->store);

	if (err)
		return err;
	wake->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (wake->epoll_fd < 0)
		return failed(e, "wait for several things at once");
	wake->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (wake->timer_fd < 0 || timerfd_settime(wake->timer_fd, 0, &often, NULL) < 0)
		return failed(e, "set a timer");
	err = watch(wake, wake->timer_fd, e);
	if (!err && store >= 0)
		err = watch(wake, store, e);
	err = err ? err : watch(wake, hook_fd(control->tell->hook), e);
	return err ? err : watch(wake, gate_fd(wake->asker), e);
}

int wake_open(struct control *control, struct ece_error *e)
{
	int err = open_all(control, e);

	if (err)
		wake_close(control);
	return err;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void wake_close(struct control *control)
{
	struct wake *wake = &control->wake;

	close_fd(&wake->timer_fd);
	close_fd(&wake->epoll_fd);
	gate_free(wake->asker);
	wake->asker = NULL;
}

/* Returns true when it is time to look for words. */
static bool timer_fired(const struct wake *wake)
{
	uint64_t times;

	return read(wake->timer_fd, &times, sizeof(times)) == (ssize_t)sizeof(times);
}

static int look_at_gates(struct run *run)
{
	int n = gate_step(run->control->wake.asker, ask_answered, run, run->e);

	return n < 0 ? n : run->err;
}

int wake_look(struct run *run)
{
	struct wake *wake = &run->control->wake;
	struct epoll_event events[WAKE_FDS];
	int err = store_step(run->control->store, run->e);
	int n = epoll_wait(wake->epoll_fd, events, WAKE_FDS, 0);

	for (int i = 0; i < n && !err; i++) {
		if (events[i].data.fd == gate_fd(wake->asker)) {
			err = look_at_gates(run);
		} else if (events[i].data.fd == hook_fd(run->control->tell->hook)) {
			err = tell_look(run);
		} else if (events[i].data.fd == wake->timer_fd && timer_fired(wake)) {
			err = words_freeze(run);
			err = err ? err : words_obey(run);
		}
	}
	return err;
}
