// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What ends a netlink exchange: an error with the request that it is about and a text, or the end of a dump. */
#include <stdlib.h>
#include <string.h>

#include "devx/os/linux_netlink.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char said[ECE_OS_SAID_MAX];
	struct nlmsghdr *message = size ? malloc(size) : NULL;

	if (!message)
		return 0;
	memcpy(message, data, size);
	/* Only whole messages come so far */
	if (size >= sizeof(*message) && message->nlmsg_len >= sizeof(*message) && message->nlmsg_len <= size &&
	    (message->nlmsg_type == NLMSG_ERROR || message->nlmsg_type == NLMSG_DONE)) {
		if (linux_netlink_verdict(message, said) > 0 || !memchr(said, '\0', sizeof(said)))
			abort();
	}
	free(message);
	return 0;
}
