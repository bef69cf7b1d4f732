// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/doors.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int ece_door_shut(struct ece_door *door, int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(door->why, sizeof(door->why), format, args);
	va_end(args);
	return err;
}

void ece_doors_heard(struct ece_doors *doors, int err)
{
	doors->silent = err == -ETIMEDOUT ? doors->silent + 1 : 0;
}

void ece_doors_close(struct ece_doors *doors)
{
	if (doors->devx)
		doors->os->ops->devx_close(doors->devx);
	if (doors->handle)
		doors->os->ops->fwctl_close(doors->handle);
	if (doors->config)
		doors->os->ops->config_close(doors->config);
	doors->silent = 0;
	doors->devx = NULL;
	doors->handle = NULL;
	doors->config = NULL;
	doors->user_asked = false;
	doors->user_count = 0;
	memset(doors->door, 0, sizeof(doors->door));
}
