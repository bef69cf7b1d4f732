// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/jsonl.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/clock.h"

#define READ_MIN 4096

static int too_long(struct ece_error *e)
{
	return ece_error_set(e, -EMSGSIZE, ECE_ERROR_LIMIT, "a line is longer than %u bytes", JSONL_LINE_MAX);
}

/* Room for one more read, and for the NUL behind the line. */
static int reserve(struct jsonl_reader *reader, struct ece_error *e)
{
	size_t size = reader->size ? reader->size : READ_MIN;
	char *buf;

	if (reader->start) {
		memmove(reader->buf, reader->buf + reader->start, reader->len);
		reader->start = 0;
	}
	while (size - reader->len < READ_MIN)
		size *= 2;
	if (size == reader->size)
		return 0;
	buf = realloc(reader->buf, size);
	if (!buf)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a line of %zu bytes",
				     reader->len);
	reader->buf = buf;
	reader->size = size;
	return 0;
}

/* Hands out the line at the start of the buffer. Returns 1, -EAGAIN when it has no end yet, or an error. */
static int split(struct jsonl_reader *reader, const char **line, size_t *len, struct ece_error *e)
{
	char *start = reader->buf + reader->start;
	char *end = reader->len ? memchr(start, '\n', reader->len) : NULL;
	size_t n = end ? (size_t)(end - start) : reader->len;

	if (n > JSONL_LINE_MAX)
		return too_long(e);
	if (!end)
		return -EAGAIN;
	if (memchr(start, '\0', n))
		return ece_error_set(e, -EPROTO, ECE_ERROR_SYNTAX, "a line holds a NUL byte");
	*end = '\0';
	reader->start += n + 1;
	reader->len -= n + 1;
	*line = start;
	*len = n;
	return 1;
}

int jsonl_take(struct jsonl_reader *reader, const char **line, size_t *len, struct ece_error *e)
{
	int ret = split(reader, line, len, e);
	ssize_t n;

	if (ret != -EAGAIN)
		return ret;
	ret = reserve(reader, e);
	if (ret)
		return ret;
	do
		n = read(reader->fd, reader->buf + reader->len, reader->size - reader->len);
	while (n < 0 && errno == EINTR);
	if (n < 0 && errno == EAGAIN)
		return -EAGAIN;
	if (n < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "reading a line failed: %s", strerror(errno));
	if (!n && reader->len)
		return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL, "the input ends inside a line");
	if (!n)
		return 0;
	reader->len += (size_t)n;
	return split(reader, line, len, e);
}

static int wait_for(int fd, short events, uint64_t deadline_ns, struct ece_error *e)
{
	struct pollfd p = {.fd = fd, .events = events};
	int ret;

	for (;;) {
		uint64_t now = clock_now();

		ret = poll(&p, 1, clock_poll_ms(now, deadline_ns));
		if (ret > 0)
			return 0;
		if (ret < 0 && errno != EINTR)
			return ece_error_set(e, -errno, ECE_ERROR_IO, "waiting for a line failed: %s", strerror(errno));
		if (!ret && now >= deadline_ns)
			return ece_error_set(e, -ETIMEDOUT, ECE_ERROR_TIMEOUT, "the other side did not %s in time",
					     events == POLLIN ? "answer" : "read");
	}
}

int jsonl_read(struct jsonl_reader *reader, uint64_t deadline_ns, const char **line, size_t *len, struct ece_error *e)
{
	int ret = split(reader, line, len, e);

	while (ret == -EAGAIN) {
		ret = wait_for(reader->fd, POLLIN, deadline_ns, e);
		if (ret)
			return ret;
		ret = jsonl_take(reader, line, len, e);
	}
	return ret;
}

void jsonl_reader_done(struct jsonl_reader *reader)
{
	free(reader->buf);
	*reader = (struct jsonl_reader){.fd = -1};
}

static int write_all(int fd, const char *data, size_t len, uint64_t deadline_ns, struct ece_error *e)
{
	while (len) {
		ssize_t n;
		int ret = wait_for(fd, POLLOUT, deadline_ns, e);

		if (ret)
			return ret;
		n = write(fd, data, len);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0)
			return ece_error_set(e, -errno, ECE_ERROR_IO, "writing a line failed: %s", strerror(errno));
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

int jsonl_write(int fd, const char *line, size_t len, uint64_t deadline_ns, struct ece_error *e)
{
	int ret = len > JSONL_LINE_MAX ? too_long(e) : write_all(fd, line, len, deadline_ns, e);

	return ret ? ret : write_all(fd, "\n", 1, deadline_ns, e);
}
