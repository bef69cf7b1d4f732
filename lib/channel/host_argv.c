// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/host_argv.h"

#include <stdlib.h>
#include <string.h>

#include "lib/channel/command.h"

static const size_t mark_len = sizeof(COMMAND_HOST_WORD) - 1;

/* Bytes of a word with its NUL. */
static size_t room_for(const char *word, size_t host_len)
{
	size_t len = strlen(word) + 1;

	while ((word = strstr(word, COMMAND_HOST_WORD))) {
		len += host_len;
		word += mark_len;
	}
	return len;
}

static char *put_word(char *to, const char *word, const char *host)
{
	const char *mark;

	while ((mark = strstr(word, COMMAND_HOST_WORD))) {
		to = mempcpy(to, word, (size_t)(mark - word));
		to = stpcpy(to, host);
		word = mark + mark_len;
	}
	return stpcpy(to, word) + 1;
}

char **host_argv(const char *const *words, const char *host)
{
	size_t count = 0, bytes = 0, host_len = strlen(host);
	char **argv, *text;

	for (; words[count]; count++)
		bytes += room_for(words[count], host_len);
	argv = malloc((count + 1) * sizeof(*argv) + bytes);
	if (!argv)
		return NULL;
	text = (char *)(argv + count + 1);
	for (size_t i = 0; i < count; i++) {
		argv[i] = text;
		text = put_word(text, words[i], host);
	}
	argv[count] = NULL;
	return argv;
}
