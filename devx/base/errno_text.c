// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/base/errno_text.h"

#include <string.h>

const char *ece_errno_text(int number)
{
	static _Thread_local char unknown[48];

	return strerror_r(number, unknown, sizeof(unknown));
}
