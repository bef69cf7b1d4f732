// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/said.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void keep_end(struct said *said, const char *text, size_t len)
{
	if (len > SAID_MAX) {
		text += len - SAID_MAX;
		len = SAID_MAX;
	}
	if (said->len + len > SAID_MAX) {
		size_t keep = SAID_MAX - len;

		memmove(said->text, said->text + said->len - keep, keep);
		said->len = keep;
	}
	memcpy(said->text + said->len, text, len);
	said->len += len;
	said->text[said->len] = '\0';
}

int said_read(struct said *said, int fd)
{
	char buf[4096];
	ssize_t n = read(fd, buf, sizeof(buf));

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (n <= 0)
		return -1;
	said->total += (size_t)n;
	keep_end(said, buf, (size_t)n);
	return 1;
}

bool said_flood(const struct said *said)
{
	return said->total > SAID_FLOOD_MAX;
}

/* A carriage return ends a line, too: what went through a terminal has both. */
const char *said_last(struct said *said)
{
	char *line;

	while (said->len && strchr("\r\n", said->text[said->len - 1]))
		said->text[--said->len] = '\0';
	line = strrchr(said->text, '\n');
	return line ? line + 1 : said->text;
}
