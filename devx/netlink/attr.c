// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/attr.h"

#include <errno.h>
#include <string.h>

int ece_attr_u32(const struct nlattr *attr, uint32_t *to)
{
	const void *bytes = ece_attr_payload(attr, sizeof(*to));

	if (!bytes)
		return -EBADMSG;
	memcpy(to, bytes, sizeof(*to));
	return 0;
}

/* Attributes are aligned for 4 bytes only. */
int ece_attr_u64(const struct nlattr *attr, uint64_t *to)
{
	const void *bytes = ece_attr_payload(attr, sizeof(*to));

	if (!bytes)
		return -EBADMSG;
	memcpy(to, bytes, sizeof(*to));
	return 0;
}

int ece_attr_u8(const struct nlattr *attr, uint8_t *to)
{
	if (!ece_attr_payload(attr, sizeof(*to)))
		return -EBADMSG;
	*to = mnl_attr_get_u8(attr);
	return 0;
}

int ece_attr_text(const struct nlattr *attr, char *to, size_t size)
{
	const char *text = mnl_attr_get_payload(attr);
	size_t len = strnlen(text, mnl_attr_get_payload_len(attr));

	if (len >= size)
		return -EBADMSG;
	memcpy(to, text, len);
	to[len] = '\0';
	return 0;
}

struct ece_attrs ece_attrs_of(const struct nlmsghdr *header, size_t extra)
{
	return (struct ece_attrs){
		.at = mnl_nlmsg_get_payload_offset(header, extra),
		.end = (const uint8_t *)header + header->nlmsg_len,
	};
}

struct ece_attrs ece_attrs_in(const struct nlattr *nest)
{
	return (struct ece_attrs){
		.at = mnl_attr_get_payload(nest),
		.end = (const uint8_t *)mnl_attr_get_payload(nest) + mnl_attr_get_payload_len(nest),
	};
}

int ece_attrs_done(const struct ece_attrs *attrs)
{
	return (const uint8_t *)attrs->at < attrs->end ? -EBADMSG : 0;
}

int ece_attrs_each(struct ece_attrs attrs, uint16_t type, int (*each)(void *arg, const struct nlattr *attr), void *arg)
{
	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		int err = mnl_attr_get_type(attrs.at) == type ? each(arg, attrs.at) : 0;

		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}
