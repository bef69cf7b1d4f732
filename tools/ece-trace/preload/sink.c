// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/preload/sink.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/ece-trace/preload/settings.h"

#define PATIENCE_MS 100
#define PID_LETTERS 16

static struct stat first_stderr;
static bool has_stderr;
static atomic_size_t written; /* to stderr */

__attribute__((constructor)) static void remember_stderr(void)
{
	has_stderr = !fstat(STDERR_FILENO, &first_stderr);
}

/* Of the signals that writing may raise in this thread, those that were not waiting before. */
struct shield {
	sigset_t before, raised;
};

static void shield_begin(struct shield *shield)
{
	static const int signals[] = {SIGPIPE, SIGXFSZ};
	sigset_t waiting;

	sigpending(&waiting);
	sigemptyset(&shield->raised);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		if (!sigismember(&waiting, signals[i]))
			sigaddset(&shield->raised, signals[i]);
	pthread_sigmask(SIG_BLOCK, &shield->raised, &shield->before);
}

static void shield_end(const struct shield *shield, bool failed)
{
	static const struct timespec at_once;

	if (failed)
		while (sigtimedwait(&shield->raised, NULL, &at_once) > 0)
			;
	pthread_sigmask(SIG_SETMASK, &shield->before, NULL);
}

static bool write_line(int fd, const char *line, size_t len)
{
	struct pollfd ready = {.fd = fd, .events = POLLOUT};
	struct shield shield;
	bool good;

	if (poll(&ready, 1, PATIENCE_MS) != 1)
		return false;
	shield_begin(&shield);
	good = write(fd, line, len) == (ssize_t)len;
	shield_end(&shield, !good);
	return good;
}

static bool still_stderr(void)
{
	struct stat now;

	return has_stderr && !fstat(STDERR_FILENO, &now) && now.st_dev == first_stderr.st_dev &&
	       now.st_ino == first_stderr.st_ino;
}

static bool write_stderr(const char *line, size_t len)
{
	if (!still_stderr() || atomic_fetch_add(&written, len) + len > TRACE_FILE_MAX)
		return false;
	return write_line(STDERR_FILENO, line, len);
}

/* Returns false when it does not fit. */
static bool make_path(const char *pattern, char path[TRACE_OUTPUT_MAX + PID_LETTERS])
{
	size_t at = 0;

	for (; *pattern && at < TRACE_OUTPUT_MAX; pattern++) {
		if (pattern[0] == '%' && pattern[1] == 'p') {
			at += (size_t)snprintf(path + at, PID_LETTERS, "%d", (int)getpid());
			pattern++;
		} else {
			path[at++] = *pattern;
		}
	}
	path[at] = '\0';
	return !*pattern;
}

static bool write_file(const char *pattern, const char *line, size_t len)
{
	char path[TRACE_OUTPUT_MAX + PID_LETTERS];
	struct stat stat;
	bool good;
	int fd;

	if (!make_path(pattern, path))
		return false;
	/* A pipe without a reader must not hold the program up */
	fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0644);
	if (fd < 0)
		return false;
	good = !fstat(fd, &stat) && (!S_ISREG(stat.st_mode) || stat.st_size + (off_t)len <= (off_t)TRACE_FILE_MAX) &&
	       write_line(fd, line, len);
	close(fd);
	return good;
}

bool trace_sink_write(const char *line, size_t len)
{
	const char *output = trace_settings()->output;

	return output[0] ? write_file(output, line, len) : write_stderr(line, len);
}

void trace_sink_say(const char *text)
{
	if (still_stderr())
		write_line(STDERR_FILENO, text, strlen(text));
}
