// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* curl_multi_socket_action(3) over epoll. */
#include "lib/multi/multi.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "lib/base/clock.h"

#define NEVER      UINT64_MAX
#define EVENTS_MAX 64
#define TIMER      UINT64_MAX /* sockets carry their number */

static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *ctx, void *known)
{
	struct multi *multi = ctx;
	struct epoll_event event = {.data.u64 = (uint64_t)fd};

	(void)easy;
	if (what == CURL_POLL_REMOVE) {
		epoll_ctl(multi->epoll, EPOLL_CTL_DEL, fd, NULL /* nothing to watch */);
		return 0;
	}
	event.events = (what & CURL_POLL_IN ? EPOLLIN : 0u) | (what & CURL_POLL_OUT ? EPOLLOUT : 0u);
	if (epoll_ctl(multi->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event))
		return -1;
	curl_multi_assign(multi->curl, fd, multi);
	return 0;
}

static int set_timer(CURLM *curl, long ms, void *ctx)
{
	struct multi *multi = ctx;

	(void)curl;
	multi->curl_ns = ms < 0 ? NEVER : clock_now() + (uint64_t)ms * CLOCK_MS_NS;
	return 0;
}

static int open_curl(struct multi *multi)
{
	if (curl_global_init(CURL_GLOBAL_DEFAULT))
		return -ENOMEM;
	multi->curl = curl_multi_init();
	if (!multi->curl) {
		curl_global_cleanup();
		return -ENOMEM;
	}
	curl_multi_setopt(multi->curl, CURLMOPT_SOCKETFUNCTION, watch_socket);
	curl_multi_setopt(multi->curl, CURLMOPT_SOCKETDATA, multi);
	curl_multi_setopt(multi->curl, CURLMOPT_TIMERFUNCTION, set_timer);
	curl_multi_setopt(multi->curl, CURLMOPT_TIMERDATA, multi);
	return 0;
}

static int open_all(struct multi *multi)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u64 = TIMER};

	multi->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (multi->epoll < 0)
		return -errno;
	multi->timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	if (multi->timer < 0 || epoll_ctl(multi->epoll, EPOLL_CTL_ADD, multi->timer, &event))
		return -errno;
	return open_curl(multi);
}

int multi_open(struct multi *multi, struct ece_error *e)
{
	int err;

	*multi = (struct multi){.epoll = -1, .timer = -1, .curl_ns = NEVER};
	err = open_all(multi);
	if (!err)
		return 0;
	multi_close(multi);
	return ece_error_set(e, err, err == -ENOMEM ? ECE_ERROR_MEMORY : ECE_ERROR_IO, "cannot prepare for HTTP: %s",
			     strerror(-err));
}

void multi_close(struct multi *multi)
{
	if (multi->curl) {
		curl_multi_cleanup(multi->curl);
		curl_global_cleanup();
	}
	if (multi->timer >= 0)
		close(multi->timer);
	if (multi->epoll >= 0)
		close(multi->epoll);
	*multi = (struct multi){.epoll = -1, .timer = -1, .curl_ns = NEVER};
}

int multi_arm(struct multi *multi, uint64_t at, struct ece_error *e)
{
	struct itimerspec spec = {0};

	at = at < multi->curl_ns ? at : multi->curl_ns;
	if (at != NEVER) {
		at = at ? at : 1; /* 0 would disarm it */
		spec.it_value.tv_sec = (time_t)(at / CLOCK_SECOND_NS);
		spec.it_value.tv_nsec = (long)(at % CLOCK_SECOND_NS);
	}
	if (!timerfd_settime(multi->timer, TFD_TIMER_ABSTIME, &spec, NULL))
		return 0;
	return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot set a timer: %s", strerror(errno));
}

static void move_sockets(struct multi *multi, const struct epoll_event *events, int count)
{
	int running;

	for (int i = 0; i < count; i++) {
		uint32_t ready = events[i].events;
		int what = (ready & EPOLLIN ? CURL_CSELECT_IN : 0) | (ready & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
			   (ready & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);

		if (events[i].data.u64 != TIMER)
			curl_multi_socket_action(multi->curl, (curl_socket_t)events[i].data.u64, what, &running);
	}
	if (multi->curl_ns <= clock_now()) {
		multi->curl_ns = NEVER;
		curl_multi_socket_action(multi->curl, CURL_SOCKET_TIMEOUT, 0, &running);
	}
}

int multi_step(struct multi *multi, multi_done *done, void *ctx, struct ece_error *e)
{
	struct epoll_event events[EVENTS_MAX];
	int left, count = epoll_wait(multi->epoll, events, EVENTS_MAX, 0);
	CURLMsg *message;
	uint64_t ticks;

	if (count < 0 && errno != EINTR)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot wait for HTTP: %s", strerror(errno));
	if (read(multi->timer, &ticks, sizeof(ticks)) < 0 && errno != EAGAIN)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot read a timer: %s", strerror(errno));
	move_sockets(multi, events, count);
	while ((message = curl_multi_info_read(multi->curl, &left))) {
		CURL *easy = message->easy_handle;
		CURLcode code = message->data.result;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_multi_remove_handle(multi->curl, easy);
		done(ctx, easy, code);
	}
	return 0;
}
