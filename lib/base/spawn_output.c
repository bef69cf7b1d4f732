// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/spawn_output.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "devx/base/plain_text.h"
#include "lib/base/clock.h"
#include "lib/base/spawn.h"

#define ERR_MAX  1024 /* of its error output the end is kept */
#define CHUNK    65536
#define NAME_FMT "%.120s"

struct taking {
	const char *name;
	struct spawn child;
	char *text; /* room for one byte more */
	size_t len, room, max;
	const char *input;
	size_t input_len, given;
	char err[ERR_MAX + 1];
	size_t err_len;
	bool too_much;
};

static void close_end(int *fd)
{
	close(*fd);
	*fd = -1;
}

static int make_room(struct taking *t)
{
	size_t room = t->room ? 2 * t->room : CHUNK;
	char *grown;

	if (t->room - t->len > 1)
		return 0;
	grown = realloc(t->text, room);
	if (!grown)
		return -ENOMEM;
	t->text = grown;
	t->room = room;
	return 0;
}

/* Reads what is there. One byte above the limit tells that there is too much. */
static int take_output(struct taking *t)
{
	while (t->child.out >= 0) {
		ssize_t n;

		if (make_room(t))
			return -ENOMEM;
		n = read(t->child.out, t->text + t->len, t->room - t->len - 1);
		if (n < 0)
			return 0;
		t->len += (size_t)n;
		t->too_much = t->len > t->max;
		if (!n || t->too_much)
			close_end(&t->child.out);
	}
	return 0;
}

static void take_errors(struct taking *t)
{
	while (t->child.err >= 0) {
		ssize_t n;

		if (t->err_len == ERR_MAX) {
			t->err_len = ERR_MAX / 2;
			memmove(t->err, t->err + ERR_MAX - t->err_len, t->err_len);
		}
		n = read(t->child.err, t->err + t->err_len, ERR_MAX - t->err_len);
		if (n < 0)
			return;
		t->err_len += (size_t)n;
		if (!n)
			close_end(&t->child.err);
	}
}

/* One that ends without having read it all has its reasons. */
static void give_input(struct taking *t)
{
	while (t->child.in >= 0) {
		size_t left = t->input_len - t->given;
		ssize_t n = left ? spawn_write(&t->child, t->input + t->given, left) : 0;

		if (n == -EAGAIN || n == -EINTR)
			return;
		if (n <= 0)
			close_end(&t->child.in);
		else
			t->given += (size_t)n;
	}
}

/* Until it ended, prints too much, or the time is over. */
static int follow(struct taking *t, uint64_t deadline_ns)
{
	for (;;) {
		struct pollfd polls[] = {
			{.fd = t->child.out, .events = POLLIN},
			{.fd = t->child.err, .events = POLLIN},
			{.fd = t->child.pidfd, .events = POLLIN},
			{.fd = t->child.in, .events = POLLOUT},
		};
		uint64_t now = clock_now();

		if (poll(polls, 4, clock_poll_ms(now, deadline_ns)) < 0 && errno != EINTR)
			return -errno;
		give_input(t);
		take_errors(t);
		if (take_output(t))
			return -ENOMEM;
		if (t->too_much)
			return -E2BIG;
		if (polls[2].revents)
			return 0;
		if (now >= deadline_ns)
			return -ETIMEDOUT;
	}
}

static const char *last_line(struct taking *t)
{
	char *line;

	while (t->err_len && strchr(" \t\r\n", t->err[t->err_len - 1]))
		t->err_len--;
	t->err[t->err_len] = '\0';
	line = strrchr(t->err, '\n');
	return plain_text(line ? line + 1 : t->err);
}

static int say(struct taking *t, int err, int status, struct ece_error *e)
{
	const char *line = last_line(t);
	char ended[64];

	switch (err) {
	case 0:
		return ece_error_set(e, -EIO, ECE_ERROR_IO, NAME_FMT " %s%s%.200s", t->name,
				     spawn_status_text(status, ended, sizeof(ended)), *line ? ": " : "", line);
	case -ETIMEDOUT:
		return ece_error_set(e, err, ECE_ERROR_TIMEOUT, NAME_FMT " did not end in time and was killed",
				     t->name);
	case -E2BIG:
		return ece_error_set(e, err, ECE_ERROR_LIMIT, NAME_FMT " printed more than %zu bytes", t->name, t->max);
	default:
		return ece_error_set(e, err, ECE_ERROR_IO, "cannot read from " NAME_FMT ": %s", t->name,
				     strerror(-err));
	}
}

int spawn_exchange(const struct spawn_task *task, char **text, size_t *len, struct ece_error *e)
{
	struct taking t = {
		.name = task->argv[0],
		.max = task->max,
		.input = task->input,
		.input_len = task->input_len,
	};
	int status = -1, err = spawn_start_in(task->argv, task->env, task->dir, &t.child, e);

	if (err)
		return err;
	give_input(&t);
	err = follow(&t, clock_now() + task->timeout_ns);
	/* what it left behind is not waited for, and must not go on either */
	spawn_kill_group(&t.child);
	if (!err)
		err = spawn_wait(&t.child, UINT64_MAX, &status);
	spawn_end(&t.child);
	if (err || status) {
		err = say(&t, err, status, e);
		free(t.text);
		return err;
	}
	t.text[t.len] = '\0';
	*text = t.text;
	*len = t.len;
	return 0;
}

int spawn_output(const char *const *argv, const char *dir, uint64_t timeout_ns, size_t max, char **text, size_t *len,
		 struct ece_error *e)
{
	const struct spawn_task task = {.argv = argv, .dir = dir, .timeout_ns = timeout_ns, .max = max};

	return spawn_exchange(&task, text, len, e);
}
