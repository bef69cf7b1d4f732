/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The terminal of a program that watches, and the signals that end, stop or resize it. Whatever happens short of
 * SIGKILL, the terminal is afterwards as it was.
 */
#ifndef ECE_TOOLS_ECE_COUNTERS_SCREEN_H
#define ECE_TOOLS_ECE_COUNTERS_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "tools/common/term.h"

#define SCREEN_TYPED_MAX 64 /* bytes of one read of the terminal */

struct screen {
	struct term term; /* stdout */
	int signals;      /* a descriptor that tells them */
	bool keys;        /* stdin is a terminal, and this program may read it */
	bool on;
	char typed[SCREEN_TYPED_MAX]; /* and not looked at yet */
	size_t typed_len;
};

/**
 * screen_open - from now on signals are taken by screen_wait() only; before any thread is made
 *
 * Nothing is drawn yet. Returns 0 or a negative errno with @e filled. screen_close() in any case.
 */
int screen_open(struct screen *screen, struct ece_error *e);

/* screen_show - take the screen, and the keys one by one; nothing where stdout is no terminal */
void screen_show(struct screen *screen);

/* screen_close - give both back */
void screen_close(struct screen *screen);

/*
 * screen_no_reader - nobody reads our output any more: end as any program does then, by SIGPIPE. After everything was put
 * back
 */
void screen_no_reader(void);

enum screen_news {
	SCREEN_DUE,     /* the deadline is there */
	SCREEN_KEY,     /* a key was pressed */
	SCREEN_RESIZED, /* or the program was stopped and goes on: draw again */
	SCREEN_END,     /* a signal or a person ends the program */
};

/**
 * screen_wait - until something happens
 * @deadline_ns: on CLOCK_BOOTTIME
 * @key: of SCREEN_KEY: enum key
 */
enum screen_news screen_wait(struct screen *screen, uint64_t deadline_ns, int *key);

#endif
