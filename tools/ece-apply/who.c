// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/who.h"

#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* SUDO_USER is what the person says, not what is proven; the text is for people only. */
static void user_name(char *buf, size_t size)
{
	const char *sudo = geteuid() ? NULL : getenv("SUDO_USER");
	const struct passwd *user = getpwuid(geteuid());

	if (sudo && sudo[0])
		snprintf(buf, size, "%s", sudo);
	else if (user)
		snprintf(buf, size, "%s", user->pw_name);
	else
		snprintf(buf, size, "user %ld", (long)geteuid());
}

const char *who_text(char *buf, size_t size)
{
	char user[WHO_MAX / 2], host[HOST_NAME_MAX + 1] = "";

	user_name(user, sizeof(user));
	gethostname(host, sizeof(host) - 1);
	snprintf(buf, size, "%s on %s", user, host[0] ? host : "a host without a name");
	return buf;
}
