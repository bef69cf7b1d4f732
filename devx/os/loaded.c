// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

#include "devx/os/loaded_slot.h"

void ece_loaded_too_early(void)
{
	abort();
}

static void empty(const struct loaded_library *library)
{
	for (size_t i = 0; i < library->count; i++)
		*library->functions[i].slot = ece_loaded_too_early;
}

static int refuse(const struct loaded_library *library, struct ece_error *e)
{
	const char *said = dlerror();

	return ece_error_set(e, -ELIBACC, ECE_ERROR_NO_DOOR,
			     "this host lacks %s, which is needed to %s (%.200s): install %s", library->soname,
			     library->use, said ? said : "no reason given", library->packages);
}

int ece_loaded_fill(struct loaded_library *library, struct ece_error *e)
{
	void *handle;

	if (library->handle)
		return 0;
	handle = dlopen(library->soname, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		return refuse(library, e);
	for (size_t i = 0; i < library->count; i++) {
		void *found = dlsym(handle, library->functions[i].name);

		if (!found) {
			int err = refuse(library, e);

			empty(library);
			dlclose(handle);
			return err;
		}
		/* POSIX lets data pointers of dlsym() hold functions; ISO C has no cast for that */
		*(void **)library->functions[i].slot = found;
	}
	library->handle = handle;
	return 0;
}
