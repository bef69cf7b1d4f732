/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* --apply: ask for the domain's word where the program itself asks for nothing, and only where that is safe to decide. */
#ifndef ECE_TOOLS_ECE_TRACE_PRELOAD_APPLY_H
#define ECE_TOOLS_ECE_TRACE_PRELOAD_APPLY_H

#include <infiniband/verbs.h>

#include "tools/ece-trace/preload/event.h"

/**
 * trace_program_calls_ece - from now on nothing is applied in this process
 *
 * A program that negotiates on one queue pair may do so on the next one, and librdmacm always does.
 */
void trace_program_calls_ece(void);

/**
 * trace_apply - before ibv_modify_qp(): ask for the word, if this is the transition to do it with
 * @event: what is known of the transition. Receives the verdict and, if it was asked for, the word
 *
 * All of it has to hold: --apply; RC from INIT to RTR; no call of ECE by the program so far; the peer's GID and this end's
 * are of the domain; the device is not barred and offers every option, and the version, of the word.
 */
void trace_apply(struct ibv_qp *qp, const struct ibv_qp_attr *attr, int mask, struct trace_event *event);

/**
 * trace_apply_withdraw - after a transition with the word failed: ask for nothing
 * @error: its errno
 */
void trace_apply_withdraw(struct ibv_qp *qp, int error, struct trace_event *event);

#endif
