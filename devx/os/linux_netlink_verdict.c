// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/os/linux_netlink.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <stdint.h>
#include <string.h>

struct text {
	char *to;
};

static int take_text(const struct nlattr *attr, void *arg)
{
	const struct text *text = arg;
	const char *from = mnl_attr_get_payload(attr);
	size_t len;

	if (mnl_attr_get_type(attr) != NLMSGERR_ATTR_MSG)
		return MNL_CB_OK;
	len = strnlen(from, mnl_attr_get_payload_len(attr));
	len = len < ECE_OS_SAID_MAX ? len : ECE_OS_SAID_MAX - 1;
	memcpy(text->to, from, len);
	text->to[len] = '\0';
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
	size_t len = mnl_nlmsg_get_payload_len(header);
	const struct nlmsgerr *error = mnl_nlmsg_get_payload(header);
	struct text text = {.to = said};
	size_t at;

	said[0] = '\0';
	if (header->nlmsg_type == NLMSG_DONE && len < sizeof(error->error))
		return 0;
	if (len < (header->nlmsg_type == NLMSG_DONE ? sizeof(error->error) : sizeof(*error)))
		return -EBADMSG;
	at = text_at(header, error);
	if (header->nlmsg_flags & NLM_F_ACK_TLVS && at < len)
		mnl_attr_parse(header, (unsigned int)at, take_text, &text);
	/* Some have answered with a positive one */
	return error->error > 0 && header->nlmsg_type == NLMSG_ERROR ? -error->error :
	       error->error > 0                                      ? 0 :
								       error->error;
}
