/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_ECE_QP_FLEET_H
#define ECE_TOOLS_ECE_QP_FLEET_H

#include "tools/ece-qp/args.h"

/**
 * show_fleet - what ece-qp --fleet does; returns the exit status
 */
int show_fleet(const struct qp_args *args);

#endif
