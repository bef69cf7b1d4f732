// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * NCCL loads libibverbs by dlopen() and asks that very library for its functions by dlvsym(), so that no order of libraries
 * matters. What is found there is what the hooks call anyway: the hook goes to the program in its place.
 */
#include <dlfcn.h>
#include <string.h>

#include "tools/ece-trace/preload/hooks.h"
#include "tools/ece-trace/preload/real.h"

static void *in_its_place(void *found, const char *name)
{
	for (size_t i = 0; found && i < TRACE_REAL_COUNT; i++)
		if (trace_hook(i) && !strcmp(trace_real_name(i), name))
			return trace_real(i) == found ? trace_hook(i) : found;
	return found;
}

/*
 * The C library looks at the return address to know who asks for RTLD_NEXT and RTLD_DEFAULT. The call is therefore the last
 * thing that is done, and this file is compiled so that it is a jump.
 */
TRACE_EXPORT void *dlvsym(void *handle, const char *name, const char *version)
{
	if (handle == RTLD_NEXT || handle == RTLD_DEFAULT)
		return trace_real_dlvsym()(handle, name, version);
	return in_its_place(trace_real_dlvsym()(handle, name, version), name);
}
