// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/view.h"

size_t view_width(const struct term *term)
{
	return term->width ? term->width : VIEW_WIDTH;
}
