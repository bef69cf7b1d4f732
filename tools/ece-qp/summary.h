/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_ECE_QP_SUMMARY_H
#define ECE_TOOLS_ECE_QP_SUMMARY_H

#include "tools/ece-qp/args.h"

/**
 * show_summary - what ece-qp --summary does on one host; returns the exit status
 */
int show_summary(const struct qp_args *args);

#endif
