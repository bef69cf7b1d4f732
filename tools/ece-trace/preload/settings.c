// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/preload/settings.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"

static struct trace_settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_environment(void)
{
	const char *output = secure_getenv(TRACE_ENV_OUTPUT), *read = secure_getenv(TRACE_ENV_READ);
	const char *apply = secure_getenv(TRACE_ENV_APPLY);

	if (output && strlen(output) < sizeof(settings.output))
		copy_text(settings.output, sizeof(settings.output), output);
	settings.read = read && !strcmp(read, "1");
	settings.apply = apply && domain_decode(apply, &settings.domain);
	settings.apply_damaged = apply && !settings.apply;
}

const struct trace_settings *trace_settings(void)
{
	pthread_once(&once, read_environment);
	return &settings;
}

/* The program may change its environment once it runs, in another thread too. */
__attribute__((constructor)) static void read_early(void)
{
	pthread_once(&once, read_environment);
}
