// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Open questions, and one descriptor for all of what they wait for. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "devx/base/plain_text.h"
#include "lib/base/clock.h"
#include "lib/gate/internal.h"

#define NEVER      UINT64_MAX
#define EVENTS_MAX 64

/* Sockets of curl carry their number; everything else is looked at in every step. */
#define NO_SOCKET UINT64_MAX

static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *ctx, void *known)
{
	struct gate_asker *asker = ctx;
	struct epoll_event event = {.data.u64 = (uint64_t)fd};

	(void)easy;
	if (what == CURL_POLL_REMOVE) {
		epoll_ctl(asker->epoll, EPOLL_CTL_DEL, fd, NULL /* nothing to watch */);
		return 0;
	}
	event.events = (what & CURL_POLL_IN ? EPOLLIN : 0u) | (what & CURL_POLL_OUT ? EPOLLOUT : 0u);
	if (epoll_ctl(asker->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event))
		return -1;
	curl_multi_assign(asker->multi, fd, asker);
	return 0;
}

static int set_timer(CURLM *multi, long ms, void *ctx)
{
	struct gate_asker *asker = ctx;

	(void)multi;
	asker->curl_ns = ms < 0 ? NEVER : clock_now() + (uint64_t)ms * CLOCK_MS_NS;
	return 0;
}

/* The timer goes off at the earliest of what curl and the commands wait for. */
static int arm(struct gate_asker *asker)
{
	uint64_t at = asker->curl_ns;
	struct itimerspec spec = {0};

	for (const struct question *q = asker->questions; q; q = q->next)
		if (q->command && q->command->deadline_ns < at)
			at = q->command->deadline_ns;
	if (at != NEVER) {
		at = at ? at : 1;
		spec.it_value.tv_sec = (time_t)(at / CLOCK_SECOND_NS);
		spec.it_value.tv_nsec = (long)(at % CLOCK_SECOND_NS);
	}
	return timerfd_settime(asker->timer, TFD_TIMER_ABSTIME, &spec, NULL) ? -errno : 0;
}

static int open_descriptors(struct gate_asker *asker)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u64 = NO_SOCKET};

	asker->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (asker->epoll < 0)
		return -errno;
	asker->timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	if (asker->timer < 0 || epoll_ctl(asker->epoll, EPOLL_CTL_ADD, asker->timer, &event))
		return -errno;
	return 0;
}

static int open_curl(struct gate_asker *asker)
{
	if (curl_global_init(CURL_GLOBAL_DEFAULT))
		return -ENOMEM;
	asker->multi = curl_multi_init();
	if (!asker->multi) {
		curl_global_cleanup();
		return -ENOMEM;
	}
	curl_multi_setopt(asker->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
	curl_multi_setopt(asker->multi, CURLMOPT_SOCKETDATA, asker);
	curl_multi_setopt(asker->multi, CURLMOPT_TIMERFUNCTION, set_timer);
	curl_multi_setopt(asker->multi, CURLMOPT_TIMERDATA, asker);
	return 0;
}

int gate_new(struct gate_asker **out, struct ece_error *e)
{
	struct gate_asker *asker = calloc(1, sizeof(*asker));
	int err;

	if (!asker)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	asker->epoll = asker->timer = -1;
	asker->curl_ns = NEVER;
	err = open_descriptors(asker);
	if (!err)
		err = open_curl(asker);
	if (err) {
		gate_free(asker);
		return ece_error_set(e, err, ECE_ERROR_IO, "cannot prepare to ask gates: %s", strerror(-err));
	}
	*out = asker;
	return 0;
}

static void give_up(struct gate_asker *asker, struct question *question)
{
	if (question->query)
		curl_multi_remove_handle(asker->multi, question->query->easy);
	question_free(question);
}

void gate_free(struct gate_asker *asker)
{
	if (!asker)
		return;
	while (asker->questions) {
		struct question *question = asker->questions;

		asker->questions = question->next;
		give_up(asker, question);
	}
	if (asker->multi) {
		curl_multi_cleanup(asker->multi);
		curl_global_cleanup();
	}
	if (asker->timer >= 0)
		close(asker->timer);
	if (asker->epoll >= 0)
		close(asker->epoll);
	free(asker);
}

int gate_fd(const struct gate_asker *asker)
{
	return asker->epoll;
}

size_t gate_open(const struct gate_asker *asker)
{
	return asker->open;
}

struct question *question_new(struct gate_asker *asker, uint64_t cookie, struct ece_error *e)
{
	struct question *question;

	if (asker->open >= GATE_OPEN_MAX) {
		ece_error_set(e, -EAGAIN, ECE_ERROR_LIMIT, "%d gates are being asked already", GATE_OPEN_MAX);
		return NULL;
	}
	question = calloc(1, sizeof(*question));
	if (!question) {
		ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
		return NULL;
	}
	question->cookie = cookie;
	question->next = asker->questions;
	asker->questions = question;
	asker->open++;
	return question;
}

void question_free(struct question *question)
{
	query_free(question->query);
	command_free(question->command);
	for (size_t i = 0; i < question->count; i++)
		free(question->names[i]);
	free(question->names);
	free(question->values);
	free(question);
}

void question_drop(struct gate_asker *asker)
{
	struct question *question = asker->questions;

	asker->questions = question->next;
	asker->open--;
	question_free(question);
}

void question_answer(struct question *question, enum gate_result result, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(question->why, sizeof(question->why), format, args);
	va_end(args);
	/* it is shown to people, and may come from anybody */
	plain_text(question->why);
	question->result = result;
	question->answered = true;
}

static int begun(struct gate_asker *asker, int err, struct ece_error *e)
{
	if (err) {
		question_drop(asker);
		return err;
	}
	err = arm(asker);
	return err ? ece_error_set(e, err, ECE_ERROR_IO, "cannot set a timer: %s", strerror(-err)) : 0;
}

int gate_ask_promql(struct gate_asker *asker, const struct gate_promql *ask, uint64_t cookie, struct ece_error *e)
{
	struct question *question = question_new(asker, cookie, e);

	if (!question)
		return asker->open >= GATE_OPEN_MAX ? -EAGAIN : -ENOMEM;
	return begun(asker, query_start(asker, question, ask, e), e);
}

int gate_ask_exec(struct gate_asker *asker, const struct gate_exec *ask, uint64_t cookie, struct ece_error *e)
{
	struct question *question = question_new(asker, cookie, e);

	if (!question)
		return asker->open >= GATE_OPEN_MAX ? -EAGAIN : -ENOMEM;
	return begun(asker, command_start(asker, question, ask, e), e);
}

static void step_curl(struct gate_asker *asker, const struct epoll_event *events, int count)
{
	CURLMsg *message;
	int running, left;

	for (int i = 0; i < count; i++) {
		uint32_t ready = events[i].events;
		int what = (ready & EPOLLIN ? CURL_CSELECT_IN : 0) | (ready & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
			   (ready & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);

		if (events[i].data.u64 != NO_SOCKET)
			curl_multi_socket_action(asker->multi, (curl_socket_t)events[i].data.u64, what, &running);
	}
	if (asker->curl_ns <= clock_now()) {
		asker->curl_ns = NEVER;
		curl_multi_socket_action(asker->multi, CURL_SOCKET_TIMEOUT, 0, &running);
	}
	while ((message = curl_multi_info_read(asker->multi, &left))) {
		CURLcode code = message->data.result;
		struct question *question = NULL;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &question);
		curl_multi_remove_handle(asker->multi, message->easy_handle);
		query_done(question, code);
	}
}

static void hand_on(const struct question *question, gate_answered *answered, void *ctx)
{
	const struct gate_answer answer = {
		.cookie = question->cookie,
		.result = question->result,
		.values = question->values,
		.names = (const char *const *)question->names,
		.count = question->count,
		.why = question->why,
	};

	answered(ctx, &answer);
}

static struct question *take_answered(struct gate_asker *asker)
{
	for (struct question **at = &asker->questions; *at; at = &(*at)->next)
		if ((*at)->answered) {
			struct question *question = *at;

			*at = question->next;
			asker->open--;
			return question;
		}
	return NULL;
}

int gate_step(struct gate_asker *asker, gate_answered *answered, void *ctx, struct ece_error *e)
{
	struct epoll_event events[EVENTS_MAX];
	struct question *question;
	int err, answers = 0, count = epoll_wait(asker->epoll, events, EVENTS_MAX, 0);
	uint64_t ticks;

	if (count < 0 && errno != EINTR)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot wait for gates: %s", strerror(errno));
	if (read(asker->timer, &ticks, sizeof(ticks)) < 0 && errno != EAGAIN)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot read a timer: %s", strerror(errno));
	step_curl(asker, events, count);
	for (question = asker->questions; question; question = question->next)
		if (question->command && !question->answered)
			command_step(question, clock_now());
	while ((question = take_answered(asker))) {
		hand_on(question, answered, ctx);
		question_free(question);
		answers++;
	}
	err = arm(asker);
	return err ? ece_error_set(e, err, ECE_ERROR_IO, "cannot set a timer: %s", strerror(-err)) : answers;
}
