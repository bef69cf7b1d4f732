/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lines of views are made for 80 columns. */
#ifndef ECE_TOOLS_COMMON_VIEW_H
#define ECE_TOOLS_COMMON_VIEW_H

#include <stddef.h>

#include "tools/common/term.h"

#define VIEW_WIDTH  80
#define VIEW_INDENT 2

/* Columns to wrap text at. */
size_t view_width(const struct term *term);

#endif
