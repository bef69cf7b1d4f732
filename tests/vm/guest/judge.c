// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/vm/guest/judge.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CONTROL_FD    4
#define CONTROL_MS    60000
#define ANSWER_MAX    65536
#define SCENARIO_WHAT "every"

void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

static const char *from_env(const char *name)
{
	const char *value = getenv(name);

	return value ? value : SCENARIO_WHAT;
}

static void print_case(const char *word, const char *what, const char *name)
{
	const char *card = getenv("CARD");

	printf("[%s] %s:%s.%s%s%s.%s", word, from_env("LABEL"), from_env("SCENARIO"), card ? card : "", card ? "." : "",
	       what, name);
}

void passed(const char *what, const char *name)
{
	print_case("       OK ", what, name);
	putchar('\n');
}

void failed(const char *what, const char *name, const char *format, ...)
{
	va_list args;

	print_case("  FAILED  ", what, name);
	printf("\n# ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

void skipped(const char *what, const char *name, const char *format, ...)
{
	va_list args;

	print_case("  SKIPPED ", what, name);
	printf(": ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

const char *control(const char *line)
{
	static char answer[ANSWER_MAX];
	struct pollfd fd = {.fd = CONTROL_FD, .events = POLLIN};
	const char *card = getenv("CARD");
	size_t used = 0;

	if (dprintf(CONTROL_FD, "%s %s\n", card ? card : "", line) < 0)
		die("cannot ask the card: %s", strerror(errno));
	while (used < sizeof(answer) - 1) {
		ssize_t n;

		if (poll(&fd, 1, CONTROL_MS) <= 0)
			die("the card does not answer '%s'", line);
		n = read(CONTROL_FD, answer + used, sizeof(answer) - 1 - used);
		if (n <= 0)
			die("the card's line is gone: %s", strerror(errno));
		used += (size_t)n;
		if (answer[used - 1] == '\n')
			break;
	}
	answer[used ? used - 1 : 0] = '\0';
	return answer;
}

json_t *ask(const char *line)
{
	const char *answer = control(line);
	json_t *json = strncmp(answer, "ok ", 3) ? NULL : json_loads(answer + 3, 0, NULL);

	if (!json)
		die("'%s' is answered by '%.200s'", line, answer);
	return json;
}

const char *moved_text(void)
{
	return control("moved") + strlen("ok ");
}

bool nothing_moved(void)
{
	return !strcmp(moved_text(), "{}");
}
