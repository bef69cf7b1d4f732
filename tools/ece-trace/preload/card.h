/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a card has in effect: one read-only command (QUERY_QP, QUERY_DCT) by DevX. Only --read sends it. */
#ifndef ECE_TOOLS_ECE_TRACE_PRELOAD_CARD_H
#define ECE_TOOLS_ECE_TRACE_PRELOAD_CARD_H

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include "tools/ece-trace/preload/event.h"

/**
 * trace_read_verbs, trace_read_devx - fill @event->effective, or @event->read_error
 *
 * The former is for a queue pair of the verbs, which only libmlx5's can be asked about, the latter for an object.
 */
void trace_read_verbs(struct ibv_qp *qp, struct trace_event *event);
void trace_read_devx(struct mlx5dv_devx_obj *object, struct trace_event *event);

#endif
