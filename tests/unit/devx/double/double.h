/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A double of the operating system at the seam. A test lists the calls that must come, in order, with their arguments
 * and replies. A call that is wrong, missing or extra fails the test.
 */
#ifndef ECE_TESTS_UNIT_DEVX_DOUBLE_DOUBLE_H
#define ECE_TESTS_UNIT_DEVX_DOUBLE_DOUBLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "devx/os/os.h"

enum call_kind {
	CALL_READ, /* .text is the file */
	CALL_WRITE,
	CALL_REPLACE,
	CALL_LIST, /* .text are the entries, with one blank between */
	CALL_LINK, /* .text is the last component */
	CALL_DEVX_OPEN,
	CALL_DEVX,
	CALL_FWCTL_OPEN,
	CALL_FWCTL_INFO,
	CALL_FWCTL,
};

/* One word of a mailbox that is not zero; a list ends with the first zero value. */
struct word {
	uint16_t at;
	uint32_t value;
};

#define CALL_WORDS 10

struct call {
	enum call_kind kind;
	/* Arguments. */
	enum ece_os_root root;
	const char *name; /* path, device or node */
	const char *data; /* CALL_WRITE, CALL_REPLACE */
	enum ece_fwctl_scope scope;
	size_t in_len, out_len;
	struct word in[CALL_WORDS]; /* all other bytes are zero */
	/* Replies. */
	int ret;
	const char *text;
	size_t text_at;              /* where .text goes in the output of a command */
	struct word out[CALL_WORDS]; /* all other bytes are zero */
	uint32_t device_type;        /* CALL_FWCTL_INFO */
};

struct double_os {
	struct ece_os os;
	const struct call *calls;
	size_t count, next;
	int open; /* contexts and nodes that are not closed */
};

void double_start(struct double_os *d, const struct call *calls, size_t count);

/* All calls have come, all that was opened is closed. */
void double_end(struct double_os *d);

#define DOUBLE_START(d, calls) double_start(d, calls, sizeof(calls) / sizeof((calls)[0]))

#endif
