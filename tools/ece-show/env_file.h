/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a profile of a fleet file wants of ECE. */
#ifndef ECE_TOOLS_ECE_SHOW_ENV_FILE_H
#define ECE_TOOLS_ECE_SHOW_ENV_FILE_H

#include <stdbool.h>

#include "lib/settings/settings.h"

struct env_profile {
	struct settings_wish wish;
	bool said; /* it says something of ECE; else all is allowed and nothing required */
};

/**
 * env_profile_read - read the file, and find the profile in it
 *
 * Commands of the file are asked, or their kept answers used, as ece-apply does: without them it cannot be judged.
 * Prints what is wrong on stderr. Returns 0, or what to exit with.
 */
int env_profile_read(const char *file, const char *profile, struct env_profile *wanted);

#endif
