// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "lib/base/clock.h"
#include "tools/ece-connect/link.h"
#include "tools/ece-connect/views.h"

static int find_policy(struct link *link, struct ece_error *e)
{
	const struct connect_args *args = link->args;
	struct ece_policy further = {.allow = ECE_OPTIONS_ALL, .origin = "the command line"};
	int err = ece_policy_find(link->device.name, &link->policy, e);

	if (args->has_allow)
		further.allow = args->allow;
	if (args->has_require)
		further.require = args->require;
	return err ? err : ece_policy_narrow(&link->policy, &further, e);
}

/* The device and GID of raw verbs: RDMA-CM finds its own. */
static int find_device(struct link *link, struct ece_error *e)
{
	struct in6_addr address = socket_gid(&link->ends.local);
	int err = device_find(link->args, &address, link->ends.local_text, &link->device, e);

	if (err)
		return err;
	link->own.mtu = (uint8_t)link->device.mtu;
	link->own.lid = link->device.lid;
	link->own.gid_type = (uint8_t)link->device.gid.gid_type;
	memcpy(link->own.gid, link->device.gid.gid.raw, sizeof(link->own.gid));
	return 0;
}

static int send_hello(struct link *link, struct ece_error *e)
{
	uint8_t frame[EXCHANGE_MAX];

	return talk_send(&link->talk, frame, exchange_put_hello(frame, &link->own), e);
}

static int take_hello(struct link *link, struct ece_error *e)
{
	uint8_t body[EXCHANGE_MAX];
	size_t len;
	int err = talk_receive(&link->talk, EXCHANGE_HELLO, body, &len, e);

	return err ? err : exchange_take_hello(body, len, &link->peer, e);
}

static bool is_ipv4(const uint8_t *gid)
{
	struct in6_addr address;

	memcpy(&address, gid, sizeof(address));
	return IN6_IS_ADDR_V4MAPPED(&address);
}

static const char *family(const uint8_t *gid)
{
	return is_ipv4(gid) ? "IPv4" : "IPv6";
}

/* What both ends must have in common. */
static int match(struct link *link, struct ece_error *e)
{
	const struct exchange_hello *own = &link->own, *peer = &link->peer;

	if (own->mode != peer->mode || own->qps != peer->qps || own->bytes != peer->bytes)
		return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL, "the other end answers to another request");
	if (own->mode != CONNECT_RAW)
		return 0;
	link->mtu = own->mtu < peer->mtu ? own->mtu : peer->mtu;
	if (own->gid_type == peer->gid_type && is_ipv4(own->gid) == is_ipv4(peer->gid))
		return 0;
	return ece_error_set(
		e, -EINVAL, ECE_ERROR_CONFLICT,
		"this end's GID is %s by %s and the other end's is %s by %s: they do not meet, choose with --gid",
		gid_type_name(own->gid_type), family(own->gid), gid_type_name(peer->gid_type), family(peer->gid));
}

static int greet_first(struct link *link, struct ece_error *e)
{
	const struct connect_args *args = link->args;
	bool raw = args->mode == CONNECT_RAW;
	int err = 0;

	link->own = (struct exchange_hello){
		.mode = args->mode, .qps = args->qps, .hold_ms = args->hold_ms, .bytes = args->bytes};
	/* Only so that strangers are no part of it: the clock will do */
	if (getrandom(&link->own.nonce, sizeof(link->own.nonce), GRND_NONBLOCK) < 0)
		link->own.nonce = clock_now();
	if (raw)
		err = find_device(link, e);
	if (!err)
		err = send_hello(link, e);
	if (!err)
		err = take_hello(link, e);
	if (!err)
		err = match(link, e);
	if (!err && !raw)
		err = cm_resolve(link, e);
	return err ? err : find_policy(link, e);
}

static int greet_back(struct link *link, struct ece_error *e)
{
	const struct connect_args *args = link->args;
	int err = take_hello(link, e);

	if (err)
		return err;
	link->own = (struct exchange_hello){
		.mode = link->peer.mode,
		.qps = link->peer.qps,
		.hold_ms = link->peer.hold_ms,
		.bytes = link->peer.bytes,
		.nonce = link->peer.nonce,
	};
	if (args->has_mode && args->mode != link->peer.mode)
		return ece_error_set(e, -EINVAL, ECE_ERROR_CONFLICT, "the end that listens takes %s only, not %s",
				     mode_name(args->mode), mode_name(link->peer.mode));
	if (args->has_gid && link->peer.mode != CONNECT_RAW)
		return ece_error_set(e, -EINVAL, ECE_ERROR_CONFLICT,
				     "the end that listens has --gid, which does not go with RDMA-CM");
	err = link->own.mode == CONNECT_RAW ? find_device(link, e) : cm_listen(link, e);
	if (!err)
		err = match(link, e);
	if (!err)
		err = find_policy(link, e);
	return err ? err : send_hello(link, e);
}

int greet(struct link *link, struct ece_error *e)
{
	return link->role == ECE_REQUESTOR ? greet_first(link, e) : greet_back(link, e);
}
