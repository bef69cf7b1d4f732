/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-show does, one a file; each returns the exit status. */
#ifndef ECE_TOOLS_ECE_SHOW_SHOW_H
#define ECE_TOOLS_ECE_SHOW_SHOW_H

#include "tools/ece-show/args.h"

#define SHOW_VERSION 1 /* of the JSON objects: raised when a key changes its meaning */

int show_cards(const struct show_args *args);
int show_params(const struct show_args *args);
int show_diff(const struct show_args *args);
int show_env(const struct show_args *args);

#endif
