/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_ECE_QP_SHOW_H
#define ECE_TOOLS_ECE_QP_SHOW_H

#include "tools/ece-qp/args.h"

/**
 * show_qps - what ece-qp does; returns the exit status
 */
int show_qps(const struct qp_args *args);

#endif
