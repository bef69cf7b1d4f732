/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What happened to a queue pair, and the line that tells of it. */
#ifndef ECE_TOOLS_ECE_TRACE_PRELOAD_EVENT_H
#define ECE_TOOLS_ECE_TRACE_PRELOAD_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/ece-trace/preload/qps.h"

#define TRACE_LINE_MAX  1024 /* bytes, newline included: less than PIPE_BUF, so lines of several writers stay whole */
#define TRACE_GID_BYTES 16

enum trace_kind {
	TRACE_KIND_START,      /* of a process, before its first other line */
	TRACE_KIND_CREATE,     /* a queue pair was made */
	TRACE_KIND_SET,        /* the program called ibv_set_ece() */
	TRACE_KIND_TRANSITION, /* it was moved, or that failed */
	TRACE_KIND_DESTROY,
	TRACE_KIND_END, /* of a process that had other lines */
};

/* What --apply made of a transition. */
enum trace_applied {
	TRACE_APPLY_NOT_MEANT, /* it is off, or this is no INIT to RTR of RC */
	TRACE_APPLY_DONE,
	TRACE_APPLY_PROGRAM, /* the program calls ECE itself */
	TRACE_APPLY_NO_GID,  /* the peer is not told by a GID */
	TRACE_APPLY_PEER,    /* is not of the domain */
	TRACE_APPLY_SELF,    /* this end's address is not of the domain, or cannot be read */
	TRACE_APPLY_BARRED,  /* the policy of this host does not allow it on the device */
	TRACE_APPLY_NO_ECE,  /* device or driver have none */
	TRACE_APPLY_LACKS,   /* the device does not offer all of the word */
	TRACE_APPLY_REFUSED, /* asked for and refused; the transition was made without it */
	TRACE_APPLY_COUNT,
};

struct trace_event {
	enum trace_kind kind;
	struct trace_qp qp;
	const char *from, *to;       /* states; NULL: not known */
	bool devx;                   /* by a command of the program's own, not by verbs */
	uint32_t vendor;             /* that the program set */
	struct trace_word got;       /* what the library or the card answered to what was asked */
	struct trace_word effective; /* what the card has, where --read is on */
	int read_error;              /* why it is not there: an errno */
	bool has_remote;
	uint32_t remote_qpn;
	bool has_gid;
	uint8_t gid[TRACE_GID_BYTES];
	int error; /* errno of the call, 0 where it succeeded */
	bool has_status;
	uint32_t status, syndrome; /* of the firmware, which refused a command */
	enum trace_applied applied;
	int apply_error; /* errno, where it was refused */
};

/**
 * trace_emit - write the line of an event
 *
 * A line that cannot be made or written is counted. Any thread may call it.
 */
void trace_emit(const struct trace_event *event);

/**
 * trace_emit_end - the last line of a process, if it had others
 */
void trace_emit_end(void);

/**
 * trace_count_forgotten - a queue pair found no place in the table
 */
void trace_count_forgotten(void);

/**
 * trace_applied_name - "applied", "peer_not_in_domain", ...
 *
 * Returns a constant.
 */
const char *trace_applied_name(enum trace_applied applied);

#endif
