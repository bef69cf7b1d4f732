// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/preload/quiet.h"

#include <errno.h>
#include <pthread.h>

void trace_quiet_begin(struct trace_quiet *quiet)
{
	quiet->error = errno;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &quiet->cancel);
}

void trace_quiet_end(const struct trace_quiet *quiet)
{
	pthread_setcancelstate(quiet->cancel, NULL);
	errno = quiet->error;
}
