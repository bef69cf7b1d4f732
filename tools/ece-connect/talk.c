// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-connect/talk.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/base/clock.h"

#define PLACE_TEXT_MAX 100 /* of a place, in what the other end is told */

int talk_left_ms(const struct talk *talk)
{
	int ms = clock_poll_ms(clock_now(), talk->deadline_ns);

	return ms > 0 ? ms : 1;
}

/* @code: a positive errno of the socket */
static int socket_failed(int code, struct ece_error *e)
{
	if (code == ECONNRESET || code == EPIPE)
		return ece_error_set(e, -ECONNRESET, ECE_ERROR_GONE, "the other end has closed the connection");
	return ece_error_set(e, -code, ECE_ERROR_IO, "the TCP connection to the other end failed: %s", strerror(code));
}

/* Until it can go on. Returns 0, or a negative errno with @e filled. */
static int wait_for(const struct talk *talk, short events, struct ece_error *e)
{
	struct pollfd at = {.fd = talk->fd, .events = events};
	int n, ms;

	do {
		ms = clock_poll_ms(clock_now(), talk->deadline_ns);
		if (!ms)
			return ece_error_set(e, -ETIMEDOUT, ECE_ERROR_TIMEOUT,
					     "the other end has not answered in time; --timeout gives it longer");
		n = poll(&at, 1, ms);
	} while (!n || (n < 0 && errno == EINTR));
	return n < 0 ? socket_failed(errno, e) : 0;
}

static bool again(int code)
{
	return code == EAGAIN || code == EINTR;
}

int talk_send(const struct talk *talk, const uint8_t *frame, size_t len, struct ece_error *e)
{
	while (len) {
		ssize_t n = send(talk->fd, frame, len, MSG_NOSIGNAL | MSG_DONTWAIT);
		int err = 0;

		if (n < 0)
			err = again(errno) ? wait_for(talk, POLLOUT, e) : socket_failed(errno, e);
		if (err)
			return err;
		if (n > 0) {
			frame += n;
			len -= (size_t)n;
		}
	}
	return 0;
}

static int receive_bytes(const struct talk *talk, uint8_t *bytes, size_t len, struct ece_error *e)
{
	while (len) {
		ssize_t n = recv(talk->fd, bytes, len, MSG_DONTWAIT);
		int err = 0;

		if (!n)
			return socket_failed(ECONNRESET, e);
		if (n < 0)
			err = again(errno) ? wait_for(talk, POLLIN, e) : socket_failed(errno, e);
		if (err)
			return err;
		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		}
	}
	return 0;
}

static int gave_up(const uint8_t *body, size_t len, struct ece_error *e)
{
	struct exchange_bye bye;
	int err = exchange_take_bye(body, len, &bye, e);

	return err ? err :
		     ece_error_set(e, -ECONNABORTED, ECE_ERROR_GONE, "the other end gave up: %s",
				   bye.text[0] ? bye.text : "it does not say why");
}

int talk_receive(const struct talk *talk, enum exchange_kind kind, uint8_t *body, size_t *len, struct ece_error *e)
{
	uint8_t head[EXCHANGE_HEAD];
	enum exchange_kind got;
	int err = receive_bytes(talk, head, sizeof(head), e);

	if (!err)
		err = exchange_take_head(head, &got, len, e);
	if (!err)
		err = receive_bytes(talk, body, *len, e);
	if (err)
		return err;
	if (got == EXCHANGE_BYE)
		return gave_up(body, *len, e);
	return got == kind ? 0 :
			     ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL,
					   "the other end sent message %u instead of %u", got, kind);
}

int talk_check(const struct talk *talk, struct ece_error *e)
{
	uint8_t body[EXCHANGE_MAX];
	ssize_t n = recv(talk->fd, body, EXCHANGE_HEAD, MSG_PEEK | MSG_DONTWAIT);
	enum exchange_kind kind;
	size_t len;

	if (n < 0)
		return again(errno) ? 0 : socket_failed(errno, e);
	if (!n)
		return socket_failed(ECONNRESET, e);
	if (n < EXCHANGE_HEAD)
		return 0;
	n = exchange_take_head(body, &kind, &len, e);
	if (n || kind != EXCHANGE_BYE)
		return (int)n;
	return talk_receive(talk, EXCHANGE_BYE, body, &len, e);
}

void talk_bye(const struct talk *talk, const struct ece_error *why)
{
	struct exchange_bye bye = {.kind = why->kind};
	uint8_t frame[EXCHANGE_MAX];

	snprintf(bye.text, sizeof(bye.text), "%.*s%s%.*s", PLACE_TEXT_MAX, why->place, why->place[0] ? ": " : "",
		 EXCHANGE_TEXT_MAX - PLACE_TEXT_MAX - 2, why->text);
	/* It gives up anyway */
	(void)send(talk->fd, frame, exchange_put_bye(frame, &bye), MSG_NOSIGNAL | MSG_DONTWAIT);
}
