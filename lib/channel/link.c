// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/link.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/base/fault.h"
#include "lib/channel/remote_words.h"

#define IDLE_NS    (5 * CLOCK_SECOND_NS) /* less than others wait for the state of an agent */
#define LEAVE_NS   (2 * CLOCK_SECOND_NS)
#define CLOSE_NS   (5 * CLOCK_SECOND_NS)
#define REGREET_NS (5 * CLOCK_SECOND_NS) /* of a connection that was good before */
#define QUOTE_MAX  60

static const char greeting[] = LINK_GREETING "\n";

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* A command that connects through another one has that in its session. */
static void end(struct link *link)
{
	spawn_kill_group(&link->spawn);
	spawn_end(&link->spawn);
	link->state = LINK_ENDED;
}

static bool all_sent(const struct link *link)
{
	return link->sent == link->len;
}

static bool is_stale(const struct link *link)
{
	return link->old && !link->sent;
}

/* What came from outside goes to a terminal: as an error it has lost what could steer one. */
__attribute__((format(printf, 2, 3))) static enum link_news fail(struct link *link, const char *format, ...)
{
	char text[ECE_ERROR_TEXT_MAX];
	struct ece_error e;
	va_list args;

	if (is_stale(link)) {
		end(link);
		return LINK_STALE;
	}
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	link->outcome = link->len && all_sent(link) ? CHANNEL_MAYBE : CHANNEL_NOT_SENT;
	ece_error_set(&e, -EIO, ECE_ERROR_IO, "%s%s",
		      link->outcome == CHANNEL_MAYBE ? "the request was sent, and then " : "", text);
	copy_text(link->why, sizeof(link->why), e.text);
	end(link);
	return LINK_FAILED;
}

int link_start(const struct link_command *command, const char *host, struct link **started, struct ece_error *e)
{
	struct link *link = calloc(1, sizeof(*link));
	int err;

	if (!link)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a connection");
	link->host = strdup(host);
	err = link->host ? 0 : ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a connection");
	if (!err && fault_hit("channel.spawn"))
		err = ece_error_set(e, -EIO, ECE_ERROR_IO, "%s could not be started: injected", command->argv[0]);
	if (!err)
		err = spawn_start_in(command->argv, command->env, command->dir, &link->spawn, e);
	if (err) {
		free(link->host);
		free(link);
		return err;
	}
	link->out.fd = link->spawn.out;
	link->state = LINK_IDLE;
	link->connect_ns = command->connect_ns;
	link->push.source = command->push;
	link->may_send = command->may_send;
	link->may_send_ctx = command->may_send_ctx;
	*started = link;
	return 0;
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static void say(struct link *link, const char *text, size_t len)
{
	link->talk = text;
	link->talk_len = len;
	link->talk_sent = 0;
}

static void greet(struct link *link)
{
	say(link, greeting, sizeof(greeting) - 1);
	link->state = LINK_GREETS;
}

void link_ask(struct link *link, const char *line, size_t len, uint64_t deadline_ns, uint64_t cookie)
{
	uint64_t patience = link->proved ? sooner(link->connect_ns, REGREET_NS) : link->connect_ns;

	link->old = link->proved;
	link->line = line;
	link->len = len;
	link->sent = 0;
	link->deadline_ns = deadline_ns;
	link->cookie = cookie;
	link->limit_ns = sooner(clock_now() + patience, deadline_ns);
	if (link->push.source && !link->proved)
		link->state = LINK_PUSHES;
	else
		greet(link);
}

static enum link_news leave(struct link *link, uint64_t now)
{
	if (is_stale(link)) {
		end(link);
		return LINK_STALE;
	}
	close_fd(&link->spawn.in);
	close_fd(&link->spawn.out);
	link->state = LINK_LEAVES;
	link->limit_ns = now + LEAVE_NS;
	return LINK_NOTHING;
}

void link_close(struct link *link, uint64_t now)
{
	close_fd(&link->spawn.in);
	close_fd(&link->spawn.out);
	link->state = LINK_CLOSING;
	link->limit_ns = now + CLOSE_NS;
}

/* There is no request on its way yet. */
static bool talks(const struct link *link)
{
	return link->state == LINK_PUSHES || link->state == LINK_GREETS;
}

/* Returns false when it does not read any more; why is for its exit to tell. */
static bool write_some(struct link *link, const char *text, size_t len, size_t *sent)
{
	ssize_t n;

	if (*sent == len)
		return true;
	n = spawn_write(&link->spawn, text + *sent, len - *sent);
	if (n > 0)
		*sent += (size_t)n;
	return n > 0 || n == -EAGAIN || n == -EINTR;
}

static bool send_some(struct link *link)
{
	if (talks(link))
		return write_some(link, link->talk, link->talk_len, &link->talk_sent);
	if (link->state == LINK_ASKED)
		return write_some(link, link->line, link->len, &link->sent);
	return true;
}

/* Whatever its version: an object that tells a result. */
static bool is_answer(const char *line, size_t len)
{
	json_t *json = json_loadb(line, len, 0, NULL);
	bool is = json_is_string(json_object_get(json, "result"));

	json_decref(json);
	return is;
}

static bool may_send(const struct link *link)
{
	return !link->may_send || link->may_send(link->may_send_ctx);
}

static enum link_news greeted(struct link *link)
{
	if (!is_answer(link->answer, link->answer_len))
		return fail(link,
			    "something else than an agent answers there: \"%.*s\"; does a login script of the host "
			    "print?",
			    QUOTE_MAX, link->answer);
	link->proved = true;
	if (!may_send(link))
		return fail(link, LINK_MAY_NOT_SEND);
	link->state = LINK_ASKED;
	link->limit_ns = link->deadline_ns;
	return send_some(link) ? LINK_NOTHING : leave(link, clock_now());
}

/* From its first word on it has the whole time of the request: a slow line brings a program in more than a moment. */
static enum link_news pushed(struct link *link)
{
	char why[ECE_ERROR_TEXT_MAX];

	link->limit_ns = link->deadline_ns;
	switch (push_take(&link->push, link->answer, why, sizeof(why))) {
	case PUSH_FAILED:
		return fail(link, "%s", why);
	case PUSH_DONE:
		greet(link);
		break;
	default:
		say(link, link->push.text, link->push.len);
	}
	return send_some(link) ? LINK_NOTHING : leave(link, clock_now());
}

static enum link_news answered(struct link *link, uint64_t now)
{
	if (!all_sent(link))
		return fail(link, "the agent answered before it had the request");
	link->state = LINK_IDLE;
	link->limit_ns = now + IDLE_NS;
	link->len = 0;
	link->said.total = 0;
	return LINK_ANSWERED;
}

static enum link_news take_line(struct link *link, uint64_t now)
{
	struct ece_error e;
	int ret = jsonl_take(&link->out, &link->answer, &link->answer_len, &e);

	if (ret == -EAGAIN)
		return LINK_NOTHING;
	if (link->state == LINK_IDLE) {
		/* Its end, or more than it was asked for: out of step either way. */
		link_close(link, now);
		return LINK_NOTHING;
	}
	if (!ret || ret == -EPROTO)
		return leave(link, now);
	if (ret < 0)
		return fail(link, "no answer could be read: %.200s", e.text);
	if (link->state == LINK_PUSHES)
		return pushed(link);
	return link->state == LINK_GREETS ? greeted(link) : answered(link, now);
}

static void listen_some(struct link *link)
{
	if (link->spawn.err >= 0 && said_read(&link->said, link->spawn.err) < 0)
		close_fd(&link->spawn.err);
}

static void drain(struct link *link)
{
	for (int i = 0; i < 16 && link->spawn.err >= 0; i++)
		listen_some(link);
}

static enum link_news overdue(struct link *link, uint64_t now)
{
	const char *last = said_last(&link->said);

	switch (link->state) {
	case LINK_IDLE:
		link_close(link, now);
		return LINK_NOTHING;
	case LINK_CLOSING:
		end(link);
		return LINK_NOTHING;
	case LINK_LEAVES:
		return fail(link, "its output ended without an answer%s%.200s", *last ? ": " : "", last);
	case LINK_PUSHES:
		if (link->push.stage != PUSH_BEGINS)
			return fail(link, "the agent was not brought to it in time%s%.200s", *last ? ": " : "", last);
		return fail(link, "no shell answered within the time to connect%s%.200s", *last ? ": " : "", last);
	case LINK_GREETS:
		return fail(link, "no agent answered within the time to connect%s%.200s", *last ? ": " : "", last);
	default:
		return fail(link, "no answer came in time%s%.200s", *last ? ": " : "", last);
	}
}

/* Returns true when it has ended and @status is filled. */
static bool gone(struct link *link, int *status)
{
	return !spawn_wait(&link->spawn, 0 /* it is not waited for */, status);
}

static enum link_news look_at_exit(struct link *link, uint64_t now)
{
	char text[ECE_ERROR_TEXT_MAX];
	int status;

	if (!gone(link, &status))
		return now >= link->limit_ns ? overdue(link, now) : LINK_NOTHING;
	drain(link);
	if (link->state == LINK_CLOSING) {
		end(link);
		return LINK_NOTHING;
	}
	remote_words(&link->said, status, text, sizeof(text));
	return fail(link, "%s", text);
}

void link_polls(const struct link *link, struct pollfd polls[LINK_POLLS])
{
	bool says = talks(link) && link->talk_sent < link->talk_len;
	bool asks = link->state == LINK_ASKED && !all_sent(link);
	bool leaves = link->state == LINK_LEAVES || link->state == LINK_CLOSING;

	polls[0] = (struct pollfd){.fd = says || asks ? link->spawn.in : -1, .events = POLLOUT};
	polls[1] = (struct pollfd){.fd = link->spawn.out, .events = POLLIN};
	polls[2] = (struct pollfd){.fd = link->spawn.err, .events = POLLIN};
	polls[3] = (struct pollfd){.fd = leaves ? link->spawn.pidfd : -1, .events = POLLIN};
}

/* A host that takes no more of a file has said why, or is about to. */
static bool hears_out(struct link *link, uint64_t now)
{
	if (link->state != LINK_PUSHES || link->spawn.in < 0)
		return false;
	close_fd(&link->spawn.in);
	link->talk_sent = link->talk_len;
	link->limit_ns = sooner(link->limit_ns, now + LEAVE_NS);
	return true;
}

enum link_news link_step(struct link *link, uint64_t now)
{
	enum link_news news;

	if (link->state == LINK_ENDED)
		return LINK_NOTHING;
	listen_some(link);
	if (said_flood(&link->said) && link->state == LINK_IDLE)
		link_close(link, now);
	if (said_flood(&link->said) && link->state != LINK_CLOSING)
		return fail(link, "its error output has no end: %.200s", said_last(&link->said));
	if (link->state == LINK_LEAVES || link->state == LINK_CLOSING)
		return look_at_exit(link, now);
	if (link->state == LINK_ASKED && !all_sent(link) && !may_send(link))
		return fail(link, LINK_MAY_NOT_SEND);
	if (!send_some(link) && !hears_out(link, now))
		news = leave(link, now);
	else
		news = take_line(link, now);
	if (news == LINK_NOTHING && link->state != LINK_ENDED && now >= link->limit_ns)
		news = overdue(link, now);
	return news;
}

void link_free(struct link *link)
{
	if (!link)
		return;
	end(link);
	jsonl_reader_done(&link->out);
	free(link->host);
	free(link);
}
