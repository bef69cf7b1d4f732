// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/host_signing.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/copy_text.h"

int host_signing_open(struct host_signing *signing, const char *file, const char *name, struct ece_error *e)
{
	*signing = (struct host_signing){0};
	if (name && (!*name || strlen(name) >= sizeof(signing->name)))
		return ece_error_set(e, -EINVAL, ECE_ERROR_LIMIT, "the name of a host has 1 to %zu characters",
				     sizeof(signing->name) - 1);
	if (name)
		copy_text(signing->name, sizeof(signing->name), name);
	else if (gethostname(signing->name, sizeof(signing->name) - 1))
		return ece_error_set(e, -errno, ECE_ERROR_IO, "the kernel does not tell the name of this host: %s",
				     strerror(errno));
	return signers_new(file, &signing->signers, e);
}

void host_signing_close(struct host_signing *signing)
{
	signers_free(signing->signers);
	signing->signers = NULL;
}
