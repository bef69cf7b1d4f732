// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/ask.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define ANSWER_MAX 64

bool ask_possible(void)
{
	return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

bool ask(const char *format, ...)
{
	char answer[ANSWER_MAX];
	va_list args;

	fflush(stdout);
	fputc('\n', stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputs(" [y/N] ", stderr);
	fflush(stderr);
	if (!fgets(answer, sizeof(answer), stdin))
		return false;
	answer[strcspn(answer, "\r\n")] = '\0';
	return strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0;
}
