/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_ECE_DECODE_DECODE_H
#define ECE_TOOLS_ECE_DECODE_DECODE_H

#include "tools/ece-decode/args.h"

/**
 * decode - what ece-decode does; returns the exit status
 */
int decode(const struct decode_args *args);

#endif
