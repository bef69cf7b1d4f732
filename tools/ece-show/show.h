/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The two things ece-show does; each returns the exit status. */
#ifndef ECE_TOOLS_ECE_SHOW_SHOW_H
#define ECE_TOOLS_ECE_SHOW_SHOW_H

#include "tools/ece-show/args.h"

int show_cards(const struct show_args *args);
int show_params(const struct show_args *args);

#endif
