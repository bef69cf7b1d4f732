// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/os/linux_netlink.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <stdbool.h>
#include <string.h>

static int take_text(const struct nlattr *attr, void *arg)
{
	const char *from = mnl_attr_get_payload(attr);
	char *said = arg;
	size_t len;

	if (mnl_attr_get_type(attr) != NLMSGERR_ATTR_MSG)
		return MNL_CB_OK;
	len = strnlen(from, mnl_attr_get_payload_len(attr));
	len = len < ECE_OS_SAID_MAX ? len : ECE_OS_SAID_MAX - 1;
	memcpy(said, from, len);
	said[len] = '\0';
	return MNL_CB_STOP;
}

/* Behind the error comes the request that it is about, unless the kernel was asked to leave that out. */
static size_t text_at(const struct nlmsghdr *header, const struct nlmsgerr *error)
{
	size_t at = sizeof(*error);

	if (header->nlmsg_type == NLMSG_DONE)
		return sizeof(error->error);
	if (!(header->nlmsg_flags & NLM_F_CAPPED) && error->msg.nlmsg_len > sizeof(error->msg))
		at += error->msg.nlmsg_len - sizeof(error->msg);
	return at;
}

int linux_netlink_verdict(const struct nlmsghdr *header, char said[ECE_OS_SAID_MAX])
{
	const struct nlmsgerr *error = mnl_nlmsg_get_payload(header);
	size_t len = mnl_nlmsg_get_payload_len(header), at;
	bool done = header->nlmsg_type == NLMSG_DONE;

	said[0] = '\0';
	if (len < (done ? sizeof(error->error) : sizeof(*error)))
		return done ? 0 : -EBADMSG;
	at = text_at(header, error);
	/* libmnl would look at the bytes up to the next multiple of 4 */
	if (header->nlmsg_flags & NLM_F_ACK_TLVS && at < len && header->nlmsg_len % MNL_ALIGNTO == 0)
		mnl_attr_parse(header, (unsigned int)at, take_text, said);
	if (error->error <= 0)
		return error->error;
	/* A dump may end with what it has counted; some refusals have come with the wrong sign */
	return done ? 0 : -error->error;
}
