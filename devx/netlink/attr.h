/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What libmnl leaves to its caller: it stops at an attribute that does not fit, without a word. Internal to
 * devx/netlink.
 */
#ifndef ECE_DEVX_NETLINK_ATTR_H
#define ECE_DEVX_NETLINK_ATTR_H

#include <libmnl/libmnl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * ece_message_ok - is it a whole message of this type, with at least @extra bytes behind its header?
 *
 * The length must be a multiple of 4, as the kernel's are: libmnl would look at the bytes up to the next one.
 */
static inline bool ece_message_ok(const struct nlmsghdr *header, size_t len, uint16_t type, size_t extra)
{
	/* mnl_nlmsg_ok() takes lengths for signed numbers */
	return len >= sizeof(*header) && header->nlmsg_len >= sizeof(*header) + extra && header->nlmsg_len <= len &&
	       header->nlmsg_len % MNL_ALIGNTO == 0 && header->nlmsg_type == type;
}

/**
 * ece_attr_payload - the payload of an attribute that has at least @size bytes
 *
 * A newer kernel's may be longer. Returns NULL for a shorter one.
 */
static inline const void *ece_attr_payload(const struct nlattr *attr, size_t size)
{
	return mnl_attr_get_payload_len(attr) >= size ? mnl_attr_get_payload(attr) : NULL;
}

/**
 * ece_attr_u64, ece_attr_u32, ece_attr_u8, ece_attr_text - the value of an attribute
 * @size: of @to; a text that does not fit whole with a NUL is refused, since one that was cut would be another
 *
 * Return 0, or -EBADMSG for one that is too short or does not fit. @to is only changed on success.
 */
int ece_attr_u64(const struct nlattr *attr, uint64_t *to);
int ece_attr_u32(const struct nlattr *attr, uint32_t *to);
int ece_attr_u8(const struct nlattr *attr, uint8_t *to);
int ece_attr_text(const struct nlattr *attr, char *to, size_t size);

/* A walk over the attributes of a message or of a nest. */
struct ece_attrs {
	const struct nlattr *at;
	const uint8_t *end;
};

/**
 * ece_attrs_of, ece_attrs_in - start at the first one
 * @extra: bytes between the message's header and its attributes
 */
struct ece_attrs ece_attrs_of(const struct nlmsghdr *header, size_t extra);
struct ece_attrs ece_attrs_in(const struct nlattr *nest);

static inline bool ece_attrs_ok(const struct ece_attrs *attrs)
{
	ptrdiff_t left = attrs->end - (const uint8_t *)attrs->at;

	return left > 0 && mnl_attr_ok(attrs->at, (int)left);
}

static inline void ece_attrs_next(struct ece_attrs *attrs)
{
	attrs->at = mnl_attr_next(attrs->at);
}

/**
 * ece_attrs_done - did the walk come to the end?
 *
 * Returns 0; -EBADMSG when it stopped at one that does not fit.
 */
int ece_attrs_done(const struct ece_attrs *attrs);

/**
 * ece_attrs_each - call @each for every attribute of a type
 *
 * Others are passed over. Returns what @each returned when that was not 0, which ends the walk; or as ece_attrs_done().
 */
int ece_attrs_each(struct ece_attrs attrs, uint16_t type, int (*each)(void *arg, const struct nlattr *attr), void *arg);

#endif
