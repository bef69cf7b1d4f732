// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include "devx/base/errno_text.h"
#include "lib/base/clock.h"
#include "tools/ece-counters/keys.h"

/* What a crash has to put back: a signal handler gets no argument. */
static struct termios before;
static volatile sig_atomic_t taken, raw;

static const int taken_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Its default action follows: the handler is gone by then (SA_RESETHAND). */
static void crashed(int number)
{
	ssize_t written = 0;

	if (taken)
		written = write(STDOUT_FILENO, TERM_SCREEN_OFF, strlen(TERM_SCREEN_OFF));
	if (raw)
		tcsetattr(STDIN_FILENO, TCSANOW, &before);
	(void)written;
	raise(number);
}

int screen_open(struct screen *screen, struct ece_error *e)
{
	struct sigaction crash = {.sa_handler = crashed, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
	sigset_t set;

	*screen = (struct screen){.signals = -1};
	term_init(&screen->term, stdout);
	sigemptyset(&set);
	for (size_t i = 0; i < LENGTH(taken_signals); i++)
		sigaddset(&set, taken_signals[i]);
	/* A reader that is gone ends the program in order, too: by the error of the write */
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < LENGTH(crashes); i++)
		sigaction(crashes[i], &crash, NULL);
	sigprocmask(SIG_BLOCK, &set, NULL);
	screen->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (screen->signals < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot wait for signals: %s", ece_errno_text(errno));
	return 0;
}

/* One key at a time, not shown; Ctrl-C and Ctrl-Z stay signals. */
static void take_keys(struct screen *screen)
{
	struct termios now;

	if (!isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) != getpgrp() || tcgetattr(STDIN_FILENO, &before))
		return;
	now = before;
	now.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	now.c_cc[VMIN] = 0;
	now.c_cc[VTIME] = 0;
	raw = 1;
	screen->keys = !tcsetattr(STDIN_FILENO, TCSANOW, &now);
}

void screen_show(struct screen *screen)
{
	if (!screen->term.tty || screen->on)
		return;
	take_keys(screen);
	taken = 1;
	term_screen_on(&screen->term);
	screen->on = true;
}

static void give_back(struct screen *screen)
{
	if (!screen->on)
		return;
	term_screen_off(&screen->term);
	taken = 0;
	if (raw)
		tcsetattr(STDIN_FILENO, TCSANOW, &before);
	raw = 0;
	screen->keys = false;
	screen->on = false;
}

void screen_close(struct screen *screen)
{
	give_back(screen);
	if (screen->signals >= 0)
		close(screen->signals);
	screen->signals = -1;
}

void screen_no_reader(void)
{
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}

/* As any program that Ctrl-Z stops, and with the terminal as it was. */
static void stop(struct screen *screen)
{
	bool was_on = screen->on;

	give_back(screen);
	kill(getpid(), SIGSTOP);
	if (was_on)
		screen_show(screen);
}

static enum screen_news take_signal(struct screen *screen)
{
	struct signalfd_siginfo info;

	if (read(screen->signals, &info, sizeof(info)) != (ssize_t)sizeof(info))
		return SCREEN_RESIZED;
	switch (info.ssi_signo) {
	case SIGTSTP:
		stop(screen);
		return SCREEN_RESIZED;
	case SIGCONT:
	case SIGWINCH:
		return SCREEN_RESIZED;
	default:
		return SCREEN_END;
	}
}

/* One key of those that were typed, however many came at once. */
static enum screen_news next_key(struct screen *screen, int *key)
{
	size_t used;

	*key = keys_next(screen->typed, screen->typed_len, &used);
	screen->typed_len -= used;
	memmove(screen->typed, screen->typed + used, screen->typed_len);
	return SCREEN_KEY;
}

static enum screen_news take_key(struct screen *screen, int *key)
{
	ssize_t len = read(STDIN_FILENO, screen->typed, sizeof(screen->typed));

	/* The terminal is gone */
	if (len <= 0)
		return SCREEN_END;
	screen->typed_len = (size_t)len;
	return next_key(screen, key);
}

enum screen_news screen_wait(struct screen *screen, uint64_t deadline_ns, int *key)
{
	struct pollfd fds[] = {
		{.fd = screen->signals, .events = POLLIN},
		{.fd = screen->keys ? STDIN_FILENO : -1, .events = POLLIN},
	};

	if (screen->typed_len)
		return next_key(screen, key);
	for (;;) {
		uint64_t now = clock_now();
		int ready = poll(fds, LENGTH(fds), clock_poll_ms(now, deadline_ns));

		if (ready < 0 && errno != EINTR)
			return SCREEN_END;
		if (ready > 0 && fds[0].revents)
			return take_signal(screen);
		if (ready > 0 && fds[1].revents)
			return take_key(screen, key);
		if (ready == 0 && clock_now() >= deadline_ns)
			return SCREEN_DUE;
	}
}
